import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What apps have told to audiences again and again.
    static let scheduledAudiences: [StoreConformance] = [
        StoreConformance("What tells an audience is due by itself: the earliest of each app first, and those behind the one that had its turn") { store in
            for number in 1...3 { try await store.add(number, by: .school, .morning + .seconds(number)) }
            try await store.add(4, by: .shop, .morning + .seconds(9))
            try await store.add(5, by: .shop, .noon)
            try await store.add(6, by: .shop, .evening)
            _ = try await store.add(.example(7, nextAt: .morning), under: nil, now: .morning)
            try await store.add(8, by: .shop, .morning)
            try await store.pause(ScheduledOrder.example(8).id, now: .morning)
            func due(behind app: AppID?, _ countMax: Int = 10) async throws -> [ScheduledOrderID] {
                try await store.dueAudienceOrders(by: .noon, behind: app, countMax: countMax).map(\.id)
            }
            let (all, behind, around, one) = try await (due(behind: nil), due(behind: .school), due(behind: .shop), due(behind: .school, 1))
            #expect(all == [1, 4, 2, 5, 3].map { ScheduledOrder.example($0).id } && around == all)
            #expect(behind == [4, 1, 5, 2, 3].map { ScheduledOrder.example($0).id } && one == [ScheduledOrder.example(4).id])
            let others = try await store.dueScheduledOrders(by: .evening, countMax: 1)
            #expect(others.map(\.id) == [ScheduledOrder.example(7).id])
        },
        StoreConformance("The broadcast of an occurrence is carried out with the step to the next, once, and found under the key of the occurrence") { store in
            let (order, broadcast) = (ScheduledOrder.example(1), Broadcast.example())
            _ = try await store.add(order, under: nil, now: .morning)
            try await store.fill(broadcast, under: order.intakeKey(of: .example))
            let (early, filling) = try await (store.leaseBatch(), store.progress(of: broadcast.id)?.status)
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 1, next: .example(in: 8))
            let isTaken = try await store.carryOut(turn, sealing: broadcast, now: .noon)
            let isAgain = try await store.carryOut(turn, sealing: broadcast, now: .noon)
            let after = try await store.scheduledOrder(order.id)
            let key = try #require(order.key(of: .example)).text
            let (known, progress) = try await (store.deliveries(under: key, of: .shop, now: .noon), store.progress(of: broadcast.id))
            #expect(early == nil && filling == .filling && isTaken && !isAgain)
            #expect(after == order.taking(turn, now: .noon) && after?.orderedCount == 1 && after?.missedCount == 1)
            #expect(known == broadcast.id.asKept && progress?.status == .ready && progress?.recipientCount == 2)
            let batch = try await store.leaseBatch()
            #expect(batch?.broadcast == broadcast)
        },
        StoreConformance("What is paused meanwhile, or stands elsewhere, has no broadcast carried out, and stays where it is") { store in
            let (order, broadcast) = (ScheduledOrder.example(1), Broadcast.example())
            _ = try await store.add(order, under: nil, now: .morning)
            try await store.fill(broadcast, under: nil)
            try await store.pause(order.id, now: .morning)
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: .example(in: 8))
            let isTaken = try await store.carryOut(turn, sealing: broadcast, now: .noon)
            let (kept, progress) = try await (store.scheduledOrder(order.id), store.progress(of: broadcast.id))
            #expect(!isTaken && kept?.next == order.next && kept?.orderedCount == 0 && progress?.status == .filling)
        },
        StoreConformance("A broadcast that somebody has begun anew goes out with the step that has the new one, and the other takes none") { store in
            let (order, stale, anew) = (ScheduledOrder.example(1), Broadcast.example(1), Broadcast.example(2))
            _ = try await store.add(order, under: nil, now: .morning)
            let key = order.intakeKey(of: .example)
            try await store.fill(stale, under: key)
            try await store.fill(anew, under: key)
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: .example(in: 8))
            let isStaleTaken = try await store.carryOut(turn, sealing: stale, now: .noon)
            let between = try await store.scheduledOrder(order.id)
            let isTaken = try await store.carryOut(turn, sealing: anew, now: .noon)
            let batch = try await store.leaseBatch()
            #expect(!isStaleTaken && between == order && isTaken && batch?.broadcast == anew)
        },
        StoreConformance("An occurrence that is ordered anew is another broadcast, found behind the one before") { store in
            let (order, first, second) = (ScheduledOrder.example(1), Broadcast.example(1), Broadcast.example(2))
            _ = try await store.add(order, under: nil, now: .morning)
            try await store.fill(first, under: order.intakeKey(of: .example))
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: .example(in: 8))
            _ = try await store.carryOut(turn, sealing: first, now: .noon)
            let standing = try #require(await store.scheduledOrder(order.id))
            var back = standing
            back.next = order.next
            let isChanged = try await store.change(standing, to: back)
            try await store.fill(second, under: back.intakeKey(of: .example))
            let again = ScheduledTurn(of: back, told: back.next, missedCount: 0, next: .example(in: 8))
            let isTaken = try await store.carryOut(again, sealing: second, now: .evening)
            let known = try await store.deliveries(under: try #require(order.key(of: .example)).text, of: .shop, now: .evening)
            #expect(isChanged && isTaken && known == first.id.asKept + second.id.asKept)
        },
    ]
}

extension CivilDateTime {
    /// That of the example's next occurrence.
    fileprivate static let example = ScheduledOccurrence.example(in: 1).local
}

extension ScheduledOrderStore {
    /// Takes in the example of a number, told to an audience at a moment.
    fileprivate func add(_ number: Int, by app: AppID, _ moment: Instant) async throws {
        let order = ScheduledOrder.example(number, by: app, nextAt: moment)
        _ = try await add(order.telling(#"{"audience":"recalls"}"#, about: nil, [], timing: order.timing), under: nil, now: .morning)
    }
}

extension BroadcastStore {
    /// Begins one for two people and doesn't seal it.
    fileprivate func fill(_ broadcast: Broadcast, under key: IdempotencyKey?) async throws {
        _ = try await begin(broadcast, under: key, now: .morning)
        try await append([[.ana, .ben]], to: broadcast, firstNumber: 0)
    }
}
