import AsyncHTTPClient
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("Connections to addresses that were checked")
struct PinnedClientsTests {
    /// Leads to one place after the other, and then from the first on again.
    private final class Turns: Sendable {
        private let answers: [[String]]
        private let count = Mutex(0)

        init(_ answers: [[String]]) {
            self.answers = answers
        }

        var networkGuard: NetworkGuard {
            NetworkGuard(trustedHosts: []) { _ in
                self.count.withLock { count in
                    defer { count += 1 }
                    return self.answers[count % self.answers.count]
                }
            }
        }
    }

    @Test("A name that leads to its places in turn keeps the connections to each of them")
    func turns() async throws {
        let clients = PinnedClients(HTTPClient.Configuration(), guarded: Turns([["192.0.32.1"], ["192.0.32.2"]]).networkGuard)
        let first = try await clients.client(for: "push.example.com")
        let second = try await clients.client(for: "push.example.com")
        let third = try await clients.client(for: "push.example.com")
        let fourth = try await clients.client(for: "push.example.com")
        #expect(first !== second && third === first && fourth === second)
        await clients.shutdown()
    }

    @Test("One host's connections are no other's, though both are at one address")
    func hosts() async throws {
        let clients = PinnedClients(HTTPClient.Configuration(), guarded: Turns([["192.0.32.1"]]).networkGuard)
        let first = try await clients.client(for: "push.example.com")
        let second = try await clients.client(for: "updates.example.com")
        #expect(first !== second)
        await clients.shutdown()
    }

    @Test("An address to which no connection could be made comes after the others of its name, until these have failed too")
    func unreachable() async throws {
        let clients = PinnedClients(HTTPClient.Configuration(), guarded: Turns([["192.0.32.1", "192.0.32.2"]]).networkGuard)
        let first = try await clients.client(for: "push.example.com")
        await clients.avoid(first)
        let second = try await clients.client(for: "push.example.com")
        let third = try await clients.client(for: "push.example.com")
        #expect(second !== first && third === second)
        await clients.avoid(second)
        let fourth = try await clients.client(for: "push.example.com")
        #expect(fourth === first)
        await clients.shutdown()
    }

    @Test("A name's only address is tried again, however often it failed")
    func onlyAddress() async throws {
        let clients = PinnedClients(HTTPClient.Configuration(), guarded: Turns([["192.0.32.1"]]).networkGuard)
        let first = try await clients.client(for: "push.example.com")
        await clients.avoid(first)
        let second = try await clients.client(for: "push.example.com")
        #expect(second === first)
        await clients.shutdown()
    }
}
