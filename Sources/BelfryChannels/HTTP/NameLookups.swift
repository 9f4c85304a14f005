import NIOPosix
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks names up, on threads that nobody else needs.
///
/// A lookup whose name server is silent holds its thread until the system gives up, which nothing can hasten, though whoever asked has long
/// left. So the threads are these lookups' own, and no more than some may be begun: what comes beyond them is told so at once.
final class NameLookups: Sendable {
    static let system = NameLookups(threadCount: 16, countMax: 128) { try NameLookups.systemAddresses(of: $0) }

    private let threads: NIOThreadPool
    private let countMax: Int
    private let count = Atomic(0)
    private let look: @Sendable (_ host: String) throws -> [String]

    /// - Parameters:
    ///   - countMax: how many may be under way, or wait for a thread.
    ///   - look: may take its time.
    init(threadCount: Int, countMax: Int, look: @escaping @Sendable (_ host: String) throws -> [String]) {
        threads = NIOThreadPool(numberOfThreads: threadCount)
        self.countMax = countMax
        self.look = look
        threads.start()
    }

    /// The numeric addresses of a name; none where it leads nowhere, or as soon as it is cancelled.
    ///
    /// - Throws: ``NetworkGuard/Refusal/crowded``
    func addresses(of host: String) async throws(NetworkGuard.Refusal) -> [String] {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue <= countMax else {
            count.wrappingSubtract(1, ordering: .relaxed)
            throw .crowded
        }
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        let lookup = Task { [self] in
            // One that was left while it waited for a thread is not begun.
            let addresses = try? await threads.runIfActive { [look] in try look(host) }
            count.wrappingSubtract(1, ordering: .relaxed)
            if let addresses { answer.yield(addresses) }
            answer.finish()
        }
        answer.onTermination = { _ in lookup.cancel() }
        return await answers.first { _ in true } ?? []
    }

    /// As the system resolves them, in the order in which it would try them (RFC 6724).
    private static func systemAddresses(of host: String) throws -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw NetworkGuard.Refusal.unknownName }
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
