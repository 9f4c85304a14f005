import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("Taking in what is told to many")
struct BroadcastDeskTests {
    @Test("Who is erased as it comes in isn't told, though they are named after that", arguments: [true, false])
    func erasedMeanwhile(isMarked: Bool) async throws {
        let store = MemoryStore()
        let order = try JSONDecoder().decode(NotificationOrder.self, from: Data(#"{"title": "Open on Sunday", "channels": ["push"]}"#.utf8))
        let left = Mutex((0...2).map { UserID(literal: "user-\($0)") })
        let recipients = AsyncThrowingStream<BroadcastRecipient, any Error>(unfolding: {
            let next: UserID? = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let next, next.text == "user-1" {
                _ = try await store.erase(next, leaving: isMarked ? "mark of \(next)" : "mark of another", now: .noon + .seconds(1))
            }
            return next.map { BroadcastRecipient(NamedRecipient($0), .anywhere) }
        })
        let desk = BroadcastDesk(store: store, identifiers: SequentialIdentifiers(prefix: "news")) { "mark of \($0)" }
        let (progress, isRepeated) = try await desk.take(order, of: .shop, to: .named(recipients), under: nil, now: .noon)
        #expect(!isRepeated && progress.status == .ready && progress.recipientCount == 3)
        let list = await store.recipients(of: progress.broadcast, batch: 0)
        #expect(list?.recipients.map(\.text) == ["user-0", isMarked ? "(erased)" : "user-1", "user-2"])
    }

    @Test("An audience is taken in step by step, everybody in it once, and who is erased meanwhile isn't told")
    func audience() async throws {
        let store = MemoryStore()
        let key = AudienceKey.example()
        let people = (0...10_000).map { UserID(literal: "user-\($0)") }
        try await store.save(key, with: people)
        _ = try await store.erase(.ben, leaving: "mark of user-17", now: .noon - .seconds(1))
        let order = try JSONDecoder().decode(NotificationOrder.self, from: Data(#"{"title": "Taken back", "channels": ["push"]}"#.utf8))
        let desk = BroadcastDesk(store: store, identifiers: SequentialIdentifiers(prefix: "news")) { "mark of \($0)" }
        let target = BroadcastTarget<AsyncStream<BroadcastRecipient>>.audience(key.id)
        let (progress, _) = try await desk.take(order, of: .shop, to: target, under: nil, now: .noon)
        #expect(progress.status == .ready && progress.recipientCount == 10_001)
        var told: [UserID] = []
        var number = 0
        while let batch = await store.recipients(of: progress.broadcast, batch: number) {
            told += batch.recipients
            number += 1
        }
        #expect(number == 21 && told == people.sorted().map { $0.text == "user-17" ? .erased : $0 })
        let preview = try await desk.preview(of: order, of: .shop, to: target, now: .noon)
        #expect(preview.recipientCount == 10_001 && preview.deliveries.map(\.recipient) == Array(people.sorted().prefix(100)))
        await #expect(throws: Problem.unknownAudience(field: "audience")) {
            try await desk.take(order, of: .school, to: target, under: nil, now: .noon)
        }
    }

    @Test("An order leaves its line once all of its recipients are in, and names what it became; one that is given up or repeated leaves none")
    func audited() async throws {
        let store = MemoryStore()
        let order = try JSONDecoder().decode(NotificationOrder.self, from: Data(#"{"title": "Open on Sunday", "channels": ["push"]}"#.utf8))
        let desk = BroadcastDesk(store: store, identifiers: SequentialIdentifiers(prefix: "news")) { _ in nil }
        let key = try #require(IdempotencyKey("sunday", of: .shop, fingerprint: "a"))
        func take(_ people: [UserID], isBroken: Bool, _ number: Int) async throws -> BroadcastProgress {
            let left = Mutex(people)
            let recipients = AsyncThrowingStream<BroadcastRecipient, any Error>(unfolding: {
                let next: UserID? = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if next == nil, isBroken { throw Problem.malformedJSON }
                return next.map { BroadcastRecipient(NamedRecipient($0), .anywhere) }
            })
            let entry = AuditEntry.example(number, .broadcastOrdered, by: .admin)
            return try await Audit.$line.withValue(Audit.Line { entry }) {
                try await desk.take(order, of: .shop, to: .named(recipients), under: key, now: .noon).progress
            }
        }
        // More than go into one transaction.
        let many = (0...12_000).map { UserID(literal: "user-\($0)") }
        await #expect(throws: Problem.malformedJSON) { _ = try await take(many, isBroken: true, 1) }
        let none = await store.auditEntries(AuditSelection())
        #expect(none.isEmpty)
        let taken = try await take([.ana, .ben], isBroken: false, 2)
        let again = try await take([.ana, .ben], isBroken: false, 3)
        let found = await store.auditEntries(AuditSelection())
        #expect(found == [AuditEntry.example(2, .broadcastOrdered, by: .admin, of: taken.broadcast.id.text)] && again == taken)
    }
}
