import AsyncHTTPClient

/// A client for each host, whose connections go to the address that was checked, whatever its name leads to by then.
///
/// TLS is still spoken with the name, so a certificate for it is asked for.
actor PinnedClients {
    private let configuration: HTTPClient.Configuration
    private let networkGuard: NetworkGuard
    private var clients: [String: (address: String, client: HTTPClient)] = [:]

    /// How many hosts are remembered; beyond that one is forgotten for another, since anybody may name new ones.
    private static let hostCountMax = 64

    init(_ configuration: HTTPClient.Configuration, guarded: NetworkGuard) {
        self.configuration = configuration
        networkGuard = guarded
    }

    func client(for host: String) async throws(NetworkGuard.Refusal) -> HTTPClient {
        let addresses = try await networkGuard.addresses(of: host)
        // Some names lead to several places in turn; a connection that stands is good as long as its place is one of them.
        if let known = clients[host], addresses.contains(known.address) { return known.client }
        let address = addresses[0]
        if clients.count >= Self.hostCountMax, let another = clients.keys.first { retire(another) }
        retire(host)
        var configuration = configuration
        configuration.dnsOverride = [host: address]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        clients[host] = (address, client)
        return client
    }

    func shutdown() async {
        let retired = clients.values.map(\.client)
        clients = [:]
        for client in retired { try? await client.shutdown() }
    }

    /// What is on its way through it counts as a lost answer.
    private func retire(_ host: String) {
        guard let retired = clients.removeValue(forKey: host)?.client else { return }
        Task { try? await retired.shutdown() }
    }
}
