import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What is meant for a moment by the person's own clock")
struct LocalMomentTests: HeldAtNight {
    private func delivery(_ number: Int, at local: String, expiresAt: Instant? = nil) -> Delivery {
        var payload = delivery(number).payload
        payload.deliverAtLocal = CivilDateTime(literal: local)
        return delivery(number).with(payload: payload, expiresAt: expiresAt)
    }

    @Test("What is meant for six by her clock waits until then, and then for the quiet hours to end")
    func localMoment() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1, at: "2026-01-26T06:00"))
        try await workshop.processBatch()
        let row = try await workshop.store.row(1)
        #expect(row.reason == .beforeLocalMoment && row.nextAttemptAt == Self.morning - .seconds(3600))
        try await workshop.goOn()
        try await workshop.processBatch()
        let quiet = try await workshop.store.row(1)
        #expect(quiet.reason == .quietHours && quiet.nextAttemptAt == Self.morning)
        try await workshop.goOn()
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(1)])
    }

    @Test("Who moves while it waits is told by the new clock, of each by itself")
    func movedBeforeLocalMoment() async throws {
        let workshop = await makeWorkshop()
        try await workshop.store.enqueue(delivery(1, at: "2026-01-26T09:00"), delivery(2, at: "2026-01-26T09:00"))
        #expect(try await workshop.processBatch().deferredCount == 2)
        await workshop.prefer { $0.timezone = "Europe/Berlin" }
        #expect(try await workshop.processBatch().deferredCount == 2)
        #expect(try await workshop.store.row(1).nextAttemptAt == Instant(literal: "2026-01-26T08:00:00Z"))
        try await workshop.goOn()
        try await workshop.processBatch()
        #expect(workshop.sender.sent == [.example(1), .example(2)])
    }

    @Test("Its age counts from its moment by her clock, and what has expired by then isn't told")
    func ageByLocalMoment() async throws {
        // Nine in the morning there, four days later.
        let moment = Instant(literal: "2026-01-30T17:00:00Z")
        for (late, expiresAt, reason) in [
            (Duration.seconds(86_400) - .milliseconds(1), nil, Reason.allowed), (.seconds(86_400), nil, .expired), (.zero, moment, .expired),
        ] as [(Duration, Instant?, Reason)] {
            let workshop = await makeWorkshop()
            try await workshop.store.enqueue(delivery(1, at: "2026-01-30T09:00", expiresAt: expiresAt))
            try await workshop.processBatch()
            workshop.clock.set(to: moment + late)
            try await workshop.processBatch()
            #expect(try await workshop.reason(1) == reason, "\(late)")
        }
    }

    @Test("Where the clock is among the last, what is put off at its moment is tried again")
    func retriedAfterLocalMoment() async throws {
        let workshop = await Workshop(at: Self.night) { $0.timezone = "Pacific/Pago_Pago" }
        var payload = Payload()
        payload.title = "Good morning"
        let local = CivilDateTime(literal: "2026-01-27T09:00")
        payload.deliverAtLocal = local
        let order = Delivery(
            id: .example(1), createdAt: Self.night, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue,
            payload: payload, deliverAfter: local.firstMomentAnywhere)
        try await workshop.store.enqueue(order)
        workshop.sender.answer(1, .retry(why: "HTTP 503", after: nil))
        for status in ["pending", "pending", "sent"] {
            try await workshop.goOn()
            try await workshop.processBatch()
            #expect(try await workshop.status(1) == status)
        }
        #expect(workshop.sender.sent == [.example(1), .example(1)])
    }
}
