import Foundation

/// Keeps requests out of private networks, so that nobody who may name an address can make the server speak to its neighbours.
///
/// A name is resolved here for each request, or for several that ask at once, and the connection goes to what was checked: a name that leads
/// elsewhere a moment later changes nothing. Where a name has several addresses, one that is private refuses them all.
public struct NetworkGuard: Sendable {
    /// May be called wherever they are, as a service of one's own.
    private let trustedHosts: Set<String>
    /// The numeric addresses of a name. Ends when it is cancelled.
    private let resolve: @Sendable (_ host: String) async throws -> [String]

    public enum Refusal: Error, Hashable, Sendable {
        case unknownName
        case privateAddress
        /// Nothing is known of the name: others have all there is to look it up by.
        case crowded
    }

    /// - Parameter trustedHosts: names or addresses, in lower case.
    public init(trustedHosts: Set<String> = []) {
        self.init(trustedHosts: trustedHosts) { try await NameLookups.system.addresses(of: $0) }
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
        } catch let refusal as Refusal {
            throw refusal
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
}
