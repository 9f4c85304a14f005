import BelfryModel
import BelfryTesting
import Foundation
import GRDB
import NIOHTTP1
import Testing

/// The power is cut again and again, in the middle of taking in and in the middle of sending.
@Suite("Pulling the plug", .timeLimit(.minutes(10)))
struct KillTests {
    static let killCount = 100
    static let memberCount = 1000

    @Test("Killed a hundred times, the server loses nothing that it accepted and repeats nothing whose answer it recorded")
    func killed() async throws {
        let seed = UInt64.seed()
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            // One in eight notifications is refused when it first comes.
            let receiver = WebhookReceiver { id, earlierCount in id.hashedByte % 8 == 0 && earlierCount == 0 ? 503 : 200 }
            try await receiver.listen { url in
                let work = AcknowledgedWork(memberCount: Self.memberCount)
                var generator = SeededGenerator(seed: seed)
                var receptions = receiver.events.makeAsyncIterator()
                for kill in 0...Self.killCount {
                    let server = try await RunningServer(
                        store: store,
                        // Each life of the server posts to an address of its own, so that it can be told from the others.
                        environment: WebhookReceiver.settings(
                            "\(url)/\(kill)", ["BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_RETRY_BASE_SECONDS": "0"]))
                    if kill == 0 { try await work.makeFamily(on: server) }
                    let receptionCount = Int.random(in: 1...8, using: &generator)
                    let posting = Task { await work.post(to: server, wave: kill == Self.killCount ? .max : receptionCount + 1) }
                    if kill < Self.killCount {
                        // So many notifications later, wherever the server is then.
                        for _ in 0..<receptionCount { _ = await receptions.next() }
                        server.kill()
                        await posting.value
                    } else {
                        await posting.value
                        try await server.drain()
                        await server.stop()
                    }
                }
                try audit(store, work, receiver.receptions)
            }
        }
    }

    /// Compares what was acknowledged, what is recorded, and what the other end received.
    private func audit(_ store: URL, _ work: AcknowledgedWork, _ receptions: [WebhookReceiver.Reception]) throws {
        let queue = try DatabaseQueue(path: store.path)
        let (dayCount, rows) = try queue.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM wearable_daily_metrics WHERE sleep_minutes IS NOT NULL") ?? 0,
                try Row.fetchAll(db, sql: "SELECT id, member_user_id, status, attempts, last_error FROM notification_queue")
            )
        }
        #expect(work.acknowledged == Set(0..<Self.memberCount), "every post was acknowledged in the end")
        #expect(dayCount == Self.memberCount * Household.dayCount, "every day that was accepted is there, once")
        #expect(rows.count == Self.memberCount, "one notification a member, however often their days were posted")
        #expect(Set(rows.map { $0["member_user_id"] as String }).count == Self.memberCount)
        let unsent = rows.filter { $0["status"] != "sent" }.map(\.description)
        #expect(unsent == [], "every one was sent")

        let delivered = receptions.filter { $0.status == 200 }
        #expect(Set(delivered.map(\.id)) == Set(rows.map { $0["id"] as String }), "every one was received, and nothing else")
        let repeated = Dictionary(grouping: delivered, by: \.id).values.filter { $0.count > 1 }
        #expect(repeated.allSatisfy { Set($0.map(\.path)).count == $0.count }, "repeated only after a kill that lost the answer, under the same id")
        print("\(rows.count) notifications over \(Self.killCount) kills: \(repeated.count) received twice, none lost")
    }
}

extension String {
    /// The same in every process, unlike `hashValue`.
    fileprivate var hashedByte: UInt8 { utf8.reduce(0) { $0 &* 31 &+ $1 } }
}
