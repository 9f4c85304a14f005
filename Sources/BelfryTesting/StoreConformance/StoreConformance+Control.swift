import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What apps and operators do to the queue.
    static let control: [StoreConformance] = [
        StoreConformance("What an app queues is there with all that it said, and the latest comes first in a list") { store in
            let deliveries = [
                Delivery.ordered(1, by: .shop, priority: .critical, deliverAfter: .evening), .ordered(2, by: .school), .ordered(3, by: .shop),
            ]
            let receipt = try await store.enqueue(deliveries, under: nil, now: .morning)
            #expect(receipt == EnqueueReceipt(deliveries: deliveries.map(\.id), isRepeated: false))
            let all = try await store.deliveries(DeliverySelection())
            #expect(all.map(\.delivery) == deliveries.reversed() && all.allSatisfy { $0.status == "pending" && $0.redriveCount == 0 })
            let some = try await store.deliveries(DeliverySelection(app: .shop, status: .pending, countMax: 1))
            #expect(some.map(\.delivery.id) == [.example(3)])
            let none = try await store.deliveries(DeliverySelection(recipient: .ben))
            #expect(none.isEmpty)
        },
        StoreConformance("A list goes on behind an identifier, down to the first delivery, also where it is narrowed") { store in
            let deliveries = (1...5).map { Delivery.ordered($0, by: $0 == 3 ? .school : .shop) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            let newest = try await store.deliveries(DeliverySelection(countMax: 2)).map(\.delivery.id)
            let next = try await store.deliveries(DeliverySelection(before: newest.last, countMax: 2)).map(\.delivery.id)
            #expect(newest == [.example(5), .example(4)] && next == [.example(3), .example(2)])
            let ofShop = try await store.deliveries(DeliverySelection(app: .shop, status: .pending, before: .example(4))).map(\.delivery.id)
            #expect(ofShop == [.example(2), .example(1)])
            let beyond = try await store.deliveries(DeliverySelection(before: .example(1)))
            #expect(beyond.isEmpty)
        },
        StoreConformance("Of what was given up a list goes on behind an identifier, too") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease()
            for number in 1...3 { try await store.record(number, .failed(error: "refused")) }
            let failed = try await store.deliveries(DeliverySelection(status: .failed, before: .example(3), countMax: 1)).map(\.delivery.id)
            #expect(failed == [.example(2)])
        },
        StoreConformance("What was called off is listed, by whomever it was queued and for whomever") { store in
            let deliveries = [Delivery.ordered(1, by: .shop), .ordered(2, by: .school, to: .ben), .ordered(3), .ordered(4, by: .shop)]
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            _ = try await store.cancel(DeliverySelection(ids: [.example(1), .example(2), .example(3)]), now: .noon)
            func listed(_ selection: DeliverySelection) async throws -> [DeliveryID] { try await store.deliveries(selection).map(\.delivery.id) }
            #expect(try await listed(DeliverySelection(status: .cancelled)) == [.example(3), .example(2), .example(1)])
            #expect(try await listed(DeliverySelection(status: .cancelled, before: .example(3), countMax: 1)) == [.example(2)])
            #expect(try await listed(DeliverySelection(app: .shop, status: .cancelled)) == [.example(1)])
            #expect(try await listed(DeliverySelection(recipient: .ben, status: .cancelled)) == [.example(2)])
            #expect(try await listed(DeliverySelection(ids: [.example(1), .example(4)], status: .cancelled)) == [.example(1)])
            #expect(try await listed(DeliverySelection(status: .shadow)).isEmpty)
            func found(_ query: DeliveryQuery) async throws -> [DeliveryID] { try await store.deliveries(matching: query).deliveries.map(\.delivery.id) }
            #expect(try await found(DeliveryQuery(status: .cancelled, countMax: 10)) == [.example(3), .example(2), .example(1)])
            #expect(try await found(DeliveryQuery(recipient: .ben, status: .cancelled, countMax: 10)) == [.example(2)])
            #expect(try await found(DeliveryQuery(status: .cancelled, before: .example(3), countMax: 10, lookCountMax: 1)) == [.example(2)])
        },
        StoreConformance("The same key queues once, for 30 days, each app's for itself; another request under it is refused") { store in
            let key = try #require(IdempotencyKey("order-7", of: .shop, fingerprint: "a"))
            let first = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: key, now: .morning)
            let again = try await store.enqueue([.ordered(3, by: .shop), .ordered(4, by: .shop)], under: key, now: .noon)
            #expect(again == EnqueueReceipt(deliveries: first.deliveries, isRepeated: true))
            let other = try #require(IdempotencyKey("order-7", of: .shop, fingerprint: "b"))
            await #expect(throws: Problem.idempotencyKeyReused) {
                _ = try await store.enqueue([.ordered(5, by: .shop)], under: other, now: .noon)
            }
            let elsewhere = try #require(IdempotencyKey("order-7", of: .school, fingerprint: "b"))
            let own = try await store.enqueue([.ordered(6, by: .school)], under: elsewhere, now: .noon)
            #expect(!own.isRepeated)
            let late = try await store.enqueue([.ordered(7, by: .shop)], under: other, now: .morning + IdempotencyKey.lifetime)
            #expect(!late.isRepeated)
            let queued = try await store.deliveries(DeliverySelection())
            #expect(queued.map(\.delivery.id) == [.example(7), .example(6), .example(2), .example(1)])
        },
        StoreConformance("A key may stand for nothing: then nothing is queued under it later, either") { store in
            let key = try #require(IdempotencyKey("over-7", of: .shop, fingerprint: "a"))
            let receipt = try await store.enqueue([], under: key, now: .morning)
            #expect(receipt == EnqueueReceipt(deliveries: [], isRepeated: false))
            let again = try await store.enqueue([.ordered(1, by: .shop)], under: key, now: .noon)
            #expect(again == EnqueueReceipt(deliveries: [], isRepeated: true))
            let queued = try await store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
        },
        StoreConformance("What an app queued under a key is found by it, and called off, for 30 days; a repetition answers the same as before") { store in
            let key = try #require(IdempotencyKey("boiler-7", of: .shop, fingerprint: "a"))
            let receipt = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: key, now: .morning)
            _ = try await store.enqueue([.ordered(3, by: .shop), .ordered(4, by: .school)], under: nil, now: .morning)
            let found = try await store.deliveries(under: "boiler-7", of: .shop, now: .noon)
            #expect(found == receipt.deliveries)
            let others = [
                try await store.deliveries(under: "boiler-7", of: .school, now: .noon), try await store.deliveries(under: "boiler-8", of: .shop, now: .noon),
                try await store.deliveries(under: "Boiler-7", of: .shop, now: .noon),
            ]
            #expect(others == [[], [], []])
            let cancelled = try await store.cancel(DeliverySelection(ids: found, app: .shop), now: .noon)
            #expect(cancelled == receipt.deliveries)
            let again = try await store.enqueue([.ordered(5, by: .shop)], under: key, now: .noon)
            #expect(again == EnqueueReceipt(deliveries: receipt.deliveries, isRepeated: true))
            let waiting = try await store.deliveries(DeliverySelection(status: .pending))
            #expect(waiting.map(\.delivery.id) == [.example(4), .example(3)])
            let last = try await store.deliveries(under: "boiler-7", of: .shop, now: .morning + IdempotencyKey.lifetime - .seconds(1))
            let late = try await store.deliveries(under: "boiler-7", of: .shop, now: .morning + IdempotencyKey.lifetime)
            #expect(last == receipt.deliveries && late.isEmpty)
        },
        StoreConformance("What would be called off is counted, up to what may be changed at once, as it is chosen; what doesn't wait isn't") { store in
            _ = try await store.enqueue((1...5).map { .ordered($0, by: .shop, to: $0 == 5 ? .ben : .ana) }, under: nil, now: .morning)
            _ = try await store.cancel(DeliverySelection(ids: [.example(1)]), now: .morning)
            func count(_ selection: DeliverySelection) async throws -> Int { try await store.waitingCount(selection) }
            let all = try await count(DeliverySelection())
            let bounded = try await count(DeliverySelection(countMax: 3))
            let some = try await (
                count(DeliverySelection(recipient: .ben)), count(DeliverySelection(app: .school)), count(DeliverySelection(channelName: "in_app")),
                count(DeliverySelection(ids: [.example(1), .example(2)])), count(DeliverySelection(madeBefore: .morning))
            )
            #expect(all == 4 && bounded == 3 && some == (1, 0, 4, 1, 0))
            let called = try await store.cancel(DeliverySelection(), now: .noon)
            let none = try await count(DeliverySelection())
            #expect(called.count == all && none == 0)
        },
        StoreConformance("What was made before a moment is looked at, called off and tried again by itself") { store in
            _ = try await store.enqueue((1...4).map { .ordered($0, by: $0 == 2 ? .school : .shop) }, under: nil, now: .morning)
            let third = Instant.morning + .seconds(3)
            let listed = try await store.deliveries(DeliverySelection(status: .pending, madeBefore: third)).map(\.delivery.id)
            let ofShop = try await store.deliveries(DeliverySelection(app: .shop, status: .pending, madeBefore: third)).map(\.delivery.id)
            let ofAna = try await store.deliveries(DeliverySelection(recipient: .ana, status: .pending, madeBefore: third)).map(\.delivery.id)
            #expect(listed == [.example(2), .example(1)] && ofShop == [.example(1)] && ofAna == listed)
            let cancelled = try await store.cancel(DeliverySelection(app: .shop, madeBefore: third), now: .noon)
            #expect(cancelled == [.example(1)])
            try await store.lease()
            for number in 2...4 { try await store.record(number, .failed(error: "refused"), of: number == 2 ? .school : .shop) }
            let failed = try await store.deliveries(DeliverySelection(status: .failed, madeBefore: third)).map(\.delivery.id)
            let redriven = try await store.redrive(DeliverySelection(madeBefore: third), now: .evening)
            #expect(failed == [.example(2)] && redriven == [.example(2)])
        },
        StoreConformance("What no key names is no choice: nothing is called off, tried again or listed") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            let cancelled = try await store.cancel(DeliverySelection(ids: [], app: .shop), now: .noon)
            let redriven = try await store.redrive(DeliverySelection(ids: [], app: .shop), now: .noon)
            let listed = try await store.deliveries(DeliverySelection(ids: [], app: .shop))
            #expect(cancelled.isEmpty && redriven.isEmpty && listed.isEmpty)
        },
        StoreConformance("Calls that come at once under one key queue once") { store in
            let key = try #require(IdempotencyKey("order-7", of: .shop, fingerprint: "a"))
            let receipts = try await withThrowingTaskGroup(of: EnqueueReceipt.self) { group in
                for number in 1...8 {
                    group.addTask { try await store.enqueue([.ordered(number, by: .shop)], under: key, now: .morning) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(receipts.count { !$0.isRepeated } == 1)
            #expect(Set(receipts.map(\.deliveries)).count == 1)
            let queued = try await store.deliveries(DeliverySelection())
            #expect(queued.map(\.delivery.id) == receipts.first?.deliveries)
        },
        StoreConformance("A delivery whose identifier another has already is refused with all that comes along, and its key stays free") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            let key = try #require(IdempotencyKey("order-7", of: .shop, fingerprint: "a"))
            await #expect(throws: (any Error).self) {
                _ = try await store.enqueue([.ordered(2, by: .shop), .ordered(1, by: .shop)], under: key, now: .noon)
            }
            let receipt = try await store.enqueue([.ordered(3, by: .shop)], under: key, now: .noon)
            #expect(receipt == EnqueueReceipt(deliveries: [.example(3)], isRepeated: false))
            let queued = try await store.deliveries(DeliverySelection())
            #expect(queued.map(\.delivery.id) == [.example(3), .example(1)])
        },
        StoreConformance("A rehearsal is offered what a lease would be, and leaves nothing behind") { store in
            var wanted = Preferences()
            wanted.notifyPush = true
            try await store.save(wanted, of: .ana, now: .morning)
            try await store.register(.phone, of: .ana, now: .morning)
            let inApp = [Delivery.ordered(1, by: .shop, deliverAfter: .noon), .ordered(2, by: .shop, to: .ben)]
            let pushed = Delivery(
                id: .example(3), createdAt: .morning, recipient: .ana, member: .ben, alert: nil, channelName: DeliveryChannel.push.rawValue,
                payload: inApp[0].payload, expiresAt: .evening, app: .shop)
            let rehearsed = try await store.rehearse(inApp + [pushed], digestWindow: nil, now: .noon)
            let (rows, due) = (try await store.deliveries(DeliverySelection()), try await store.nextDueMoment())
            #expect(rows.isEmpty && due == nil)
            #expect(rehearsed.map(\.delivery) == inApp + [pushed] && rehearsed.map(\.addresses.count) == [0, 0, 1])
            _ = try await store.enqueue(inApp + [pushed], under: nil, now: .morning)
            let offered = try await store.candidates(at: .noon)
            #expect(Set(rehearsed) == Set(offered))
            let none = try await store.rehearse([], digestWindow: nil, now: .noon)
            #expect(none.isEmpty)
        },
        StoreConformance("What waits can be called off, by itself or together; what is on its way can't") { store in
            _ = try await store.enqueue((1...6).map { .ordered($0, by: $0 < 4 ? .shop : .school) }, under: nil, now: .morning)
            try await store.lease(2) { $0.delivery.app == .shop ? .send(.allowed) : nil }
            let one = try await store.cancel(DeliverySelection(ids: [.example(1), .example(2)], app: .shop), now: .noon)
            #expect(one == [.example(2)])
            let none = try await store.cancel(DeliverySelection(ids: [.example(4)], app: .shop), now: .noon)
            #expect(none.isEmpty, "it is another app's")
            let both = try await store.cancel(DeliverySelection(app: .school, countMax: 2), now: .noon)
            #expect(both == [.example(4), .example(5)])
            let row = try await store.row(2)
            #expect(row.status == "cancelled" && row.lastError == Delivery.calledOff)
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.map(\.delivery.id) == [.example(3), .example(6)])
        },
        StoreConformance("What was merged into one that is called off waits again") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            try await store.record(1, .retry(at: .evening, error: "busy"))
            _ = try await store.cancel(DeliverySelection(ids: [.example(1)]), now: .noon)
            let waiting = try await store.candidates()
            #expect(waiting.map(\.delivery.id) == [.example(2)])
        },
        StoreConformance("A dead letter that is redriven has its attempts and its age anew, and keeps what happened") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease()
            let transmission = Transmission(
                id: TransmissionID(delivery: .example(1), address: AddressID(literal: "phone")), delivery: .example(1), of: .house,
                address: AddressID(literal: "phone"), provider: .apns, status: .failed, why: "refused", updatedAt: .noon)
            let refused = AttemptResult(
                delivery: .example(1), token: "token-1", disposition: .failed(error: "refused"), transmissions: [TransmissionResult(transmission)])
            try await store.record([refused], now: .noon)
            try await store.record(2, .sent)
            let changed = try await store.redrive(DeliverySelection(), now: .evening)
            #expect(changed == [.example(1)])
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.lastError == "refused" && row.redriveCount == 1)
            #expect(row.delivery.attemptCount == 0 && row.delivery.createdAt == Delivery.example(1).createdAt && row.delivery.ageBeginsAt == .evening)
            let batch = try await store.lease(at: .evening, token: "token-2")
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
            let ways = try await store.transmissions(of: .example(1))
            #expect(ways.map(\.status) == [.pending], "what was refused there may be taken now")
            try await store.record(1, .sent, token: "token-2", at: .evening)
            let done = try await store.row(1)
            #expect(done.status == "sent" && done.redriveCount == 1)
        },
    ]
}
