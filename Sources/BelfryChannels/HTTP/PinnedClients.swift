import AsyncHTTPClient

/// A client for each address of a host, whose connections go to the address that was checked, whatever its name leads to by then.
///
/// TLS is still spoken with the name, so a certificate for it is asked for.
actor PinnedClients {
    private let configuration: HTTPClient.Configuration
    private let networkGuard: NetworkGuard
    /// Not too many, since anybody may name new hosts.
    private var clients = PinnedClients.none
    /// To which no connection could be made: the others of their names come first. As few, for the same reason.
    private var avoided: Set<Place> = []

    struct Place: Hashable, Sendable {
        let host: String
        let address: String
    }

    private static let countMax = 64
    private static var none: RecentlyUsed<Place, PinnedClient> { RecentlyUsed(countMax: countMax) }

    init(_ configuration: HTTPClient.Configuration, guarded: NetworkGuard) {
        self.configuration = configuration
        networkGuard = guarded
    }

    func client(for host: String) async throws(NetworkGuard.Refusal) -> PinnedClient {
        let places = preferred(try await networkGuard.addresses(of: host).map { Place(host: host, address: $0) })
        // Some names lead to several places in turn, one at a question. A connection to any of those that were named now is good.
        for place in places {
            if let known = clients.use(place) { return known }
        }
        var configuration = configuration
        configuration.dnsOverride = [host: places[0].address]
        let client = PinnedClient(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration), at: places[0])
        clients.keep(client, under: places[0])
        return client
    }

    /// No connection could be made by it: another address of its name is tried next, where there is one.
    func avoid(_ client: PinnedClient) {
        if avoided.count >= Self.countMax { avoided = [] }
        avoided.insert(client.place)
    }

    /// Those that aren't avoided; where all are, they begin anew. Never empty where there are any.
    private func preferred(_ places: [Place]) -> [Place] {
        let good = places.filter { !avoided.contains($0) }
        guard good.isEmpty else { return good }
        avoided.subtract(places)
        return places
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
    let place: PinnedClients.Place

    init(_ client: HTTPClient, at place: PinnedClients.Place) {
        self.client = client
        self.place = place
    }

    deinit {
        // It fails only where it was shut down before.
        Task { [client] in try? await client.shutdown() }
    }
}
