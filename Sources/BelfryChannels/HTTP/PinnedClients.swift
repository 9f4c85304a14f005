import AsyncHTTPClient

/// A client for each host, whose connections go to the address that was checked, whatever its name leads to by then.
///
/// TLS is still spoken with the name, so a certificate for it is asked for.
actor PinnedClients {
    private let configuration: HTTPClient.Configuration
    private let networkGuard: NetworkGuard
    private var clients: [String: PinnedClient] = [:]

    /// How many hosts are remembered; beyond that one is forgotten for another, since anybody may name new ones.
    private static let hostCountMax = 64

    init(_ configuration: HTTPClient.Configuration, guarded: NetworkGuard) {
        self.configuration = configuration
        networkGuard = guarded
    }

    func client(for host: String) async throws(NetworkGuard.Refusal) -> PinnedClient {
        let addresses = try await networkGuard.addresses(of: host)
        // Some names lead to several places in turn; a connection that stands is good as long as its place is one of them.
        if let known = clients[host], addresses.contains(known.address) { return known }
        if clients[host] == nil, clients.count >= Self.hostCountMax, let another = clients.keys.first { clients[another] = nil }
        var configuration = configuration
        configuration.dnsOverride = [host: addresses[0]]
        let client = PinnedClient(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration), at: addresses[0])
        clients[host] = client
        return client
    }

    func shutdown() async {
        let pinned = clients.values.map(\.client)
        clients = [:]
        for client in pinned { try? await client.shutdown() }
    }
}

/// A client for one address. Whoever sends by it keeps it; its connections are closed when nobody does any more, so that what is under way
/// still gets its answer after a host has moved or was forgotten.
final class PinnedClient: Sendable {
    let address: String
    let client: HTTPClient

    init(_ client: HTTPClient, at address: String) {
        self.client = client
        self.address = address
    }

    deinit {
        // It fails only where it was shut down before.
        Task { [client] in try? await client.shutdown() }
    }
}
