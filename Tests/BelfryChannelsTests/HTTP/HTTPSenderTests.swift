import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("Handing over to a provider over HTTP", .timeLimit(.minutes(10)))
struct HTTPSenderTests {
    /// Posts to an address what has a title.
    private struct Posting: ProviderDialect {
        let address: String

        var provider: Provider { .webhook }
        var timeout: Duration { .seconds(30) }

        func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
            guard !notification.content.title.isEmpty else { throw Unsendable("untitled: it has no title") }
            guard notification.content.title != "keyless" else { throw Unsendable("keyless: there is no key", isOperatorsToMend: true) }
            return ProviderRequest(url: address + "/hook", headers: ["authorization": authorization ?? ""], body: "Hello")
        }

        func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
            SendResult(response.status == 200 ? .delivered : .rejected(why: "http_\(response.status)"))
        }
    }

    @Test("What can’t be said in a provider’s language tells nothing of the provider, and leaves its turn to the next")
    func unsendable() async throws {
        let protection = ProviderProtection()
        for _ in 0..<CircuitBreaker.failureCountMax { protection.note(.retry(why: "http_500", after: nil), now: .noon) }
        let later = Instant.noon + CircuitBreaker.shortestOpening
        try await LoopbackServer.with({ _ in .response(status: 200) }) { server in
            let exchange = HTTPExchange()
            let sender = HTTPSender(Posting(address: server.address), over: exchange, protection: protection)
            let unsendable = await sender.send(.toPhone(title: ""), now: later)
            #expect(unsendable.outcome.label == "rejected" && !protection.isWorking)
            let mendable = await sender.send(.toPhone(title: "keyless"), now: later)
            #expect(mendable.outcome == .retry(why: "keyless: there is no key", after: .seconds(900)) && !protection.isWorking)
            let probe = await sender.send(.toPhone(), now: later)
            #expect(probe.outcome == .delivered && protection.isWorking)
            await exchange.shutdown()
        }
    }

    @Test("What comes back from waiting for its turn goes before what is new")
    func turn() async throws {
        try await LoopbackServer.with({ _ in .response(status: 200) }) { server in
            let exchange = HTTPExchange()
            let sender = HTTPSender(Posting(address: server.address), over: exchange, protection: ProviderProtection(rate: 10, burst: 1))
            let new = OutgoingNotification.toPhone()
            let back = OutgoingNotification(delivery: new.delivery, content: new.content, address: new.address, hasWaited: true)
            let turn = Instant.noon + .milliseconds(100)
            var labels: [String] = []
            for (notification, moment) in [(new, Instant.noon), (new, .noon), (new, turn), (back, turn)] {
                labels.append(await sender.send(notification, now: moment).outcome.label)
            }
            #expect(labels == ["delivered", "not_tried", "not_tried", "delivered"])
            await exchange.shutdown()
        }
    }

    /// A secret in a file that somebody exchanges, or doesn't, after it was refused.
    private final class Keys: AuthorizationSource {
        private let keys: Mutex<[String]>

        init(_ keys: [String]) {
            self.keys = Mutex(keys)
        }

        func authorization(now: Instant) async throws(AuthorizationFailure) -> String { keys.withLock { $0[0] } }

        func refuse(_ authorization: String) async {
            keys.withLock { if $0.count > 1 { $0.removeFirst() } }
        }
    }

    @Test("A refused key is not shown again, but another in its place is", arguments: [(["old"], ["old"]), (["old", "new"], ["old", "new"])])
    func refusedKey(keys: [String], expected: [String]) async throws {
        let shown = Mutex<[String]>([])
        let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer = { request in
            let key = request.headers["authorization"] ?? ""
            shown.withLock { $0.append(key) }
            return .response(status: key == "new" ? 200 : 401)
        }
        try await LoopbackServer.with(answer) { server in
            let exchange = HTTPExchange()
            let sender = HTTPSender(Posting(address: server.address), over: exchange, authorizations: Keys(keys), protection: ProviderProtection())
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result.outcome == (keys.contains("new") ? .delivered : .rejected(why: "http_401")))
            await exchange.shutdown()
        }
        #expect(shown.withLock(\.self) == expected)
    }
}
