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
}
