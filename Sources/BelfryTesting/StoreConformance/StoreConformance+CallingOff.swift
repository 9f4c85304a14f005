import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of a broadcast that is called off.
    static let callingOff: [StoreConformance] = [
        StoreConformance("What is called off begins no further batch, and what waits by itself is called off with it") { store in
            try await store.take(to: 6)
            let first = try #require(await store.leaseBatch())
            _ = try await store.record(first.results(.retry(at: .evening, error: "busy")), of: first, then: .ends, now: .noon)
            let waitingCount = try await store.waitingMemberCount(of: .example())
            let isKnown = try await store.cancel(Broadcast.example().id, now: .noon)
            let isUnknown = try await store.cancel(BroadcastID(literal: "none"), now: .noon)
            let leftCount = try await store.waitingMemberCount(of: .example())
            #expect(isKnown && !isUnknown && waitingCount == 3 && leftCount == 0)
            let second = try await store.leaseBatch(token: "token-2")
            #expect(second?.number == nil)
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.allSatisfy { $0.status == "cancelled" } && rows.count == 3)
            let progress = try await store.progress(of: Broadcast.example().id)
            #expect(progress?.status == .cancelled && progress?.figures == [0, 0, 3, 3])
        },
        StoreConformance("A broadcast that is through stays completed when it is called off, unless something of it waits, is in hand or may go on") { store in
            func statusOnceCalledOff(_ broadcast: Broadcast) async throws -> BroadcastProgress.Status? {
                let isKnown = try await store.cancel(broadcast.id, now: .noon)
                return isKnown ? try await store.progress(of: broadcast.id)?.status : nil
            }
            func carryOut(_ broadcast: Broadcast, _ disposition: AttemptResult.Disposition) async throws {
                try await store.take(broadcast, to: 2)
                let batch = try #require(await store.leaseBatch(token: broadcast.id.text))
                _ = try await store.record(batch.results(disposition), of: batch, then: .ends, now: .noon)
            }
            try await carryOut(.example(1), .sent)
            try await carryOut(.example(2), .failed(error: "refused"))
            try await carryOut(.example(3), .retry(at: .noon, error: "busy"))
            try await carryOut(.example(4, fallback: [.email]), .sent)
            let over = [try await statusOnceCalledOff(.example(1)), try await statusOnceCalledOff(.example(2))]
            #expect(over == [.completed, .completed])
            let dead = try await store.deliveries(DeliverySelection()).filter { Broadcast.Place($0.delivery.id)?.broadcast == Broadcast.example(2).id }
            #expect(dead.map(\.status) == ["failed", "failed"])
            let inHand = try await store.lease(10)
            #expect(inHand.toSend.count == 2)
            let others = [try await statusOnceCalledOff(.example(3)), try await statusOnceCalledOff(.example(4))]
            #expect(others == [.cancelled, .cancelled])
            let again = try await statusOnceCalledOff(.example(3))
            #expect(again == .cancelled)
        },
        StoreConformance("What a batch in a worker's hands puts off after its broadcast was called off is called off too") { store in
            try await store.take(to: 2)
            let first = try #require(
                await store.leaseBatch { $0.delivery.recipient.text == "user-0" ? .defer(.quietHours, until: .evening) : .send(.allowed) })
            _ = try await store.cancel(Broadcast.example().id, now: .noon)
            _ = try await store.record(first.results(.retry(at: .evening, error: "busy")), of: first, then: .ends, now: .noon)
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.map(\.status) == ["cancelled", "cancelled"] && rows.allSatisfy { $0.lastError == Delivery.calledOff })
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.isEmpty)
        },
        StoreConformance("What was merged into a member of a broadcast that is called off waits again") { store in
            try await store.take(to: 1)
            let first = try #require(await store.leaseBatch())
            _ = try await store.record(first.results(.retry(at: .noon, error: "busy")), of: first, then: .ends, now: .noon)
            let member = try #require(first.toSend.first?.delivery.id)
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.lease { $0.delivery.id == member ? .send(.allowed) : .merge(into: member) }
            _ = try await store.record([AttemptResult(delivery: member, token: "token-1", disposition: .returned, app: .shop)], now: .noon)
            _ = try await store.cancel(Broadcast.example().id, now: .noon)
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.map(\.delivery.id) == [.example(1)])
        },
        StoreConformance("A batch in a worker's hands when its broadcast is called off isn't begun again") { store in
            try await store.take(to: 3)
            let first = try #require(await store.leaseBatch())
            _ = try await store.cancel(Broadcast.example().id, now: .noon)
            _ = try await store.record([], of: first, then: .isReturned, now: .noon)
            let second = try await store.leaseBatch(token: "token-2")
            #expect(second?.number == nil)
            let next = try await store.nextBatchMoment()
            #expect(next == nil)
        },
    ]
}
