import AsyncHTTPClient

/// A client for each address of a host, whose connections go to the address that was checked, whatever its name leads to by then.
///
/// TLS is still spoken with the name, so a certificate for it is asked for.
actor PinnedClients {
    private let configuration: HTTPClient.Configuration
    private let networkGuard: NetworkGuard
    /// Not too many, since anybody may name new hosts.
    private var clients = PinnedClients.none

    private struct Place: Hashable {
        let host: String
        let address: String
    }

    private static var none: RecentlyUsed<Place, PinnedClient> { RecentlyUsed(countMax: 64) }

    init(_ configuration: HTTPClient.Configuration, guarded: NetworkGuard) {
        self.configuration = configuration
        networkGuard = guarded
    }

    func client(for host: String) async throws(NetworkGuard.Refusal) -> PinnedClient {
        let addresses = try await networkGuard.addresses(of: host)
        // Some names lead to several places in turn, one at a question. A connection to any of those that were named now is good.
        for address in addresses {
            if let known = clients.use(Place(host: host, address: address)) { return known }
        }
        var configuration = configuration
        configuration.dnsOverride = [host: addresses[0]]
        let client = PinnedClient(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration))
        clients.keep(client, under: Place(host: host, address: addresses[0]))
        return client
    }

    func shutdown() async {
        let pinned = clients.values.map(\.client)
        clients = Self.none
        for client in pinned { try? await client.shutdown() }
    }
}

/// A client for one address. Whoever sends by it keeps it; its connections are closed when nobody does any more, so that what is under way
/// still gets its answer after a host has moved or was forgotten.
final class PinnedClient: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    deinit {
        // It fails only where it was shut down before.
        Task { [client] in try? await client.shutdown() }
    }
}
