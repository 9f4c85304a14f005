import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("Status webhooks", .timeLimit(.minutes(10)))
struct StatusWebhookTests {
    private func batch(_ count: Int = 2) -> StatusBatch {
        let sent = StatusChange(
            number: 7, delivery: .example(1), channelName: "push", kind: .sent, reason: "allowed", attemptCount: 1, happenedAt: .noon)
        let read = StatusChange(number: 8, delivery: .example(1), channelName: nil, kind: .read, happenedAt: .evening)
        return StatusBatch(app: AppID(literal: "shop"), holder: "one", changes: Array([sent, read].prefix(count)), failureCount: 0)
    }

    private func webhook(_ url: String = "https://example.org/hook") throws -> StatusWebhook {
        try StatusWebhook(url: url, secrets: [StandardWebhookTests.secret])
    }

    @Test("A batch says what became of which delivery, when and why, in its order, and nothing else")
    func body() throws {
        let request = try webhook().request(for: batch(), now: .evening)
        let (first, second) = (batch().changes[0].id, batch().changes[1].id)
        let expected = """
            {"data":{"app_id":"shop","events":[\
            {"attempts":1,"channel":"push","delivery_id":"delivery-1","id":"\(first)","occurred_at":"\(Instant.noon)","reason":"allowed","type":"sent"},\
            {"delivery_id":"delivery-1","id":"\(second)","occurred_at":"\(Instant.evening)","type":"read"}]},\
            "timestamp":"\(Instant.evening)","type":"delivery.status"}
            """
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
        #expect(request.url == "https://example.org/hook" && request.method == "POST" && request.headers["content-type"] == "application/json")
    }

    @Test("Which action a person has taken is no reason, but the action of the event")
    func action() throws {
        let taken = StatusChange(number: 9, delivery: .example(1), channelName: "in_app", kind: .acted, reason: "pay", happenedAt: .noon)
        let batch = StatusBatch(app: AppID(literal: "shop"), holder: "one", changes: [taken], failureCount: 0)
        let body = String(decoding: try webhook().request(for: batch, now: .evening).body, as: UTF8.self)
        #expect(body.contains(#""events":[{"action":"pay","channel":"in_app","#))
        #expect(body.contains(#""type":"acted"}"#) && !body.contains("reason"))
    }

    @Test("That a broadcast has ended is told by the broadcast's name and figures, and is no delivery's")
    func endedBroadcast() throws {
        var change = StatusChange(
            number: 9, delivery: DeliveryID(literal: "news-1"), channelName: "push", kind: .broadcastCompleted, happenedAt: .noon)
        func body() throws -> String {
            let batch = StatusBatch(app: AppID(literal: "shop"), holder: "one", changes: [change], failureCount: 0)
            return String(decoding: try webhook().request(for: batch, now: .evening).body, as: UTF8.self)
        }
        let pruned = try body()
        #expect(pruned.contains(#""events":[{"broadcast_id":"news-1","channel":"push","id":"\#(change.id)","occurred_at""#))
        #expect(!pruned.contains("delivery_id") && !pruned.contains("recipients"), "\(pruned)")
        change.counts = BroadcastCounts(recipients: 9, sent: 5, skipped: 2, queued: 1)
        let whole = try body()
        #expect(whole.contains(#""queued":1,"recipients":9,"sent":5,"skipped":2,"type":"broadcast_completed","waiting":1}"#), "\(whole)")
    }

    @Test("It has the same identifier as long as it says the same, and a timestamp and a signature of each attempt's own")
    func signature() throws {
        let (first, second) = (try webhook().request(for: batch(), now: .noon), try webhook().request(for: batch(), now: .evening))
        let shorter = try webhook().request(for: batch(1), now: .noon)
        let id = try #require(first.headers["webhook-id"])
        #expect(second.headers["webhook-id"] == id && shorter.headers["webhook-id"] != id)
        #expect(id.count == 16 && id.allSatisfy(\.isHexDigit))
        #expect(first.headers["webhook-timestamp"] == String(Instant.noon.secondsSinceEpoch))
        let key = SymmetricKey(data: try #require(Data(base64Encoded: String(StandardWebhookTests.secret.dropFirst("whsec_".count)))))
        let signed = "\(id).\(Instant.noon.secondsSinceEpoch).\(String(decoding: first.body, as: UTF8.self))"
        let expected = Data(HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)).base64EncodedString()
        #expect(first.headers["webhook-signature"] == "v1,\(expected)")
        #expect(second.headers["webhook-signature"] != first.headers["webhook-signature"])
    }

    @Test(
        "What an answer means",
        arguments: [
            (200, nil, .taken), (204, nil, .taken), (302, nil, .refused(why: "http_302", after: nil)),
            (410, nil, .refused(why: "http_410: the endpoint wants no more webhooks", after: .seconds(3600))),
            (429, "120", .refused(why: "http_429", after: .seconds(120))), (500, nil, .refused(why: "http_500", after: nil)),
        ] as [(Int, String?, StatusAnswer)])
    func answers(status: Int, retryAfter: String?, expected: StatusAnswer) throws {
        let response = ProviderResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:])
        #expect(try webhook().answer(of: response, now: .noon) == expected)
    }

    @Test("Over a socket it arrives as it was signed; what leads into a private network leaves only where that is allowed")
    func socket() async throws {
        let arrived = Mutex<[LoopbackServer.Request]>([])
        let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer = { request in
            let count = arrived.withLock { arrived in
                arrived.append(request)
                return arrived.count
            }
            return .response(status: count == 1 ? 503 : 200, headers: count == 1 ? ["retry-after": "7"] : [:])
        }
        try await LoopbackServer.with(answer) { server in
            let webhook = try webhook(server.address + "/hook")
            let (free, guarded) = (HTTPExchange(guarded: NetworkGuard(trustedHosts: [webhook.host])), HTTPExchange(guarded: NetworkGuard()))
            let refused = await webhook.tell(batch(), over: guarded, now: .noon)
            #expect(refused == .refused(why: "private_address: it leads into a private network, which is not allowed", after: .seconds(300)))
            let busy = await webhook.tell(batch(), over: free, now: .noon)
            #expect(busy == .refused(why: "http_503", after: .seconds(7)))
            let taken = await webhook.tell(batch(), over: free, now: .evening)
            #expect(taken == .taken)
            await free.shutdown()
            await guarded.shutdown()
        }
        let requests = arrived.withLock(\.self)
        #expect(requests.count == 2 && Set(requests.map { $0.headers["webhook-id"] }).count == 1)
        let expected = try webhook().request(for: batch(), now: .evening)
        #expect(requests.last?.body == expected.body && requests.last?.path == "/hook" && requests.last?.method == "POST")
        #expect(requests.last?.headers["webhook-signature"] == expected.headers["webhook-signature"])
    }

    @Test("Whether it can be read on the way is known by its address", arguments: [("https://example.org", true), ("http://example.org", false)])
    func secrecy(url: String, isSecret: Bool) throws {
        let webhook = try webhook(url)
        #expect(webhook.isSecret == isSecret && webhook.host == "example.org" && "\(webhook)" == "StatusWebhook")
    }
}
