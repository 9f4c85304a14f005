import Foundation
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps requests out of private networks, so that nobody who may name an address can make the server speak to its neighbours.
///
/// A name is resolved here, once a request, and the connection goes to what was checked: a name that leads elsewhere a moment later
/// changes nothing. Where a name has several addresses, one that is private refuses them all.
public struct NetworkGuard: Sendable {
    /// May be called wherever they are, as a service of one's own.
    private let trustedHosts: Set<String>
    /// The numeric addresses of a name. Ends when it is cancelled.
    private let resolve: @Sendable (_ host: String) async throws -> [String]

    public enum Refusal: Error, Hashable, Sendable {
        case unknownName
        case privateAddress
    }

    /// - Parameter trustedHosts: names or addresses, in lower case.
    public init(trustedHosts: Set<String> = []) {
        self.init(trustedHosts: trustedHosts) { host in
            let (answers, answer) = AsyncStream.makeStream(of: [String].self)
            // It may wait for seconds, which only a thread that nobody else needs may do; whoever has asked may leave before.
            let lookup = Task {
                if let addresses = try? await NIOThreadPool.singleton.runIfActive({ try Self.addresses(of: host) }) { answer.yield(addresses) }
                answer.finish()
            }
            answer.onTermination = { _ in lookup.cancel() }
            return await answers.first { _ in true } ?? []
        }
    }

    init(trustedHosts: Set<String>, resolve: @escaping @Sendable (_ host: String) async throws -> [String]) {
        self.trustedHosts = trustedHosts
        self.resolve = resolve
    }

    /// Where a request to a host may go, as numeric addresses, the best first; never empty.
    ///
    /// - Parameter host: a name, or an address without brackets.
    func addresses(of host: String) async throws(Refusal) -> [String] {
        let addresses: [String]
        do {
            addresses = try await resolve(host)
        } catch {
            throw .unknownName
        }
        guard !addresses.isEmpty else { throw .unknownName }
        guard trustedHosts.contains(host.lowercased()) || addresses.allSatisfy({ IPAddress($0)?.isPublic ?? false }) else {
            throw .privateAddress
        }
        return addresses
    }

    /// Nil where a request to the address may leave.
    func refusal(of url: String) async -> Refusal? {
        guard let host = URL(string: url)?.host, !host.isEmpty else { return .unknownName }
        do {
            _ = try await addresses(of: host)
            return nil
        } catch {
            return error
        }
    }

    /// As the system resolves them, in the order in which it would try them (RFC 6724).
    private static func addresses(of host: String) throws -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw Refusal.unknownName }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let entry = entry?.pointee else { return nil }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
            // A zone, as in `fe80::1%eth0`, says only which line of this machine leads there.
            return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }?.split(separator: "%").first.map(String.init)
        }
    }
}
