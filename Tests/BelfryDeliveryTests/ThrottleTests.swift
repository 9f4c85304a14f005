import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("How much an app has one person told under a key")
struct ThrottleTests {
    @Test("A worker tells no more under a key than the app allows in its window, says why, and goes on once it is over")
    func worker() async throws {
        let workshop = await Workshop()
        func order(_ number: Int, at moment: Instant) async throws {
            var payload = Payload()
            payload.title = "The door is open"
            payload.throttle = KeyedThrottle(key: "door", countMax: 1, windowMinutes: 60)
            let delivery = Delivery(
                id: .example(number), createdAt: moment, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue, payload: payload)
            _ = try await workshop.store.enqueue([delivery], under: nil, now: moment)
        }
        try await order(1, at: .noon)
        try await workshop.processBatch()
        #expect(try await workshop.fate(1) == "sent allowed")
        let later = Instant.noon + .seconds(60)
        workshop.clock.set(to: later)
        try await order(2, at: later)
        try await workshop.processBatch()
        #expect(try await workshop.fate(2) == "skipped throttled")
        workshop.clock.set(to: .noon + .seconds(3600))
        try await order(3, at: .noon + .seconds(3600))
        try await workshop.processBatch()
        #expect(try await workshop.fate(3) == "sent allowed")

        let explanation = Explainer(zones: SystemTimeZoneDatabase()).explain(try await workshop.store.row(2), to: .ana)
        #expect(explanation.sentence == "Not sent, because you had lately been told as many of these as the app allows (1).")
        #expect(explanation.isReplayedAlike == true && explanation.whatWouldChange == nil)
        let said = StoredInputs(explanation).lines(in: .english) { $0.description }.map { "\($0.name): \($0.value)" }
        #expect(said.contains("The app allows at most: 1") && said.contains("Of these told before: 1"))
    }
}

extension Workshop {
    fileprivate func fate(_ number: Int) async throws -> String {
        let row = try await store.row(number)
        return "\(row.status) \(row.reason?.rawValue ?? "–")"
    }
}
