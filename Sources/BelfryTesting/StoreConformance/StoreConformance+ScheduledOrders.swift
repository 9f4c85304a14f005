import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What apps have told again and again.
    static let scheduledOrders: [StoreConformance] = [
        StoreConformance("An order that comes back is kept with all that it said, and listed behind later ones, each app's by itself") { store in
            let orders = [ScheduledOrder.example(1, member: .ben), .example(2, by: .school, timezone: "Europe/Rome"), .example(3)]
            for order in orders {
                let added = try await store.add(order, under: nil, now: .morning)
                #expect(added.id == order.id && !added.isRepeated)
            }
            let first = try await store.scheduledOrder(orders[0].id)
            #expect(first == orders[0] && first?.recipients == [.ana, .ben])
            let all = try await store.scheduledOrders(of: nil, before: nil, countMax: 10)
            #expect(all == orders.reversed())
            let own = try await store.scheduledOrders(of: .shop, before: orders[2].id, countMax: 10)
            #expect(own == [orders[0]])
            let one = try await store.scheduledOrders(of: nil, before: nil, countMax: 1)
            #expect(one == [orders[2]])
            let none = try await store.scheduledOrder(ScheduledOrderID(literal: "another"))
            #expect(none == nil)
        },
        StoreConformance("What is added to an order that comes back and left out of it is kept, and what can't be read is listed and due all the same") { store in
            var order = ScheduledOrder.example(1, timezone: "Europe/Rome")
            order.timing = order.timing.map { timing in
                ScheduleTiming(
                    start: timing.start, rule: timing.rule, additions: [CivilDateTime(literal: "2026-01-27T09:00")],
                    exceptions: [CivilDateTime(literal: "2026-02-09T09:00"), CivilDateTime(literal: "2026-02-02T09:00")],
                    exceptionDays: [CivilDateTime(literal: "2026-12-24T00:00").date], timezone: timing.timezone)
            }
            var spoilt = ScheduledOrder.example(2)
            spoilt.timing = nil
            for order in [order, spoilt] { _ = try await store.add(order, under: nil, now: .morning) }
            let all = try await store.scheduledOrders(of: nil, before: nil, countMax: 10)
            #expect(all == [spoilt, order] && all.last?.timing?.exceptions.count == 2)
            let due = try await store.dueScheduledOrders(by: .evening + .seconds(86_400), countMax: 10)
            #expect(due.map(\.id) == [order.id, spoilt.id])
        },
        StoreConformance("Orders that come back are listed by the bytes of their identifiers, whatever characters these have") { store in
            let example = ScheduledOrder.example(1)
            let ids = ["!heartbeat:a:id-1", "!heartbeat:a.b:id-2", "!heartbeat:B:id-3", "0190-4"].map { ScheduledOrderID(literal: $0) }
            for id in ids {
                let order = ScheduledOrder(
                    id: id, app: example.app, createdAt: .morning, request: example.request, member: nil, recipients: example.recipients,
                    timing: example.timing, next: example.next)
                _ = try await store.add(order, under: nil, now: .morning)
            }
            func listed(before: String?) async throws -> [ScheduledOrderID] {
                try await store.scheduledOrders(of: .shop, status: .active, before: before.flatMap { ScheduledOrderID($0) }, countMax: 10).map(\.id)
            }
            let (all, heartbeats, ofOne) = try await (listed(before: nil), listed(before: "!heartbeat;"), listed(before: "!heartbeat:a;"))
            #expect(all == [ids[3], ids[0], ids[1], ids[2]] && heartbeats == [ids[0], ids[1], ids[2]] && ofOne == heartbeats)
        },
        StoreConformance("Orders that come back are listed by what became of them") { store in
            for number in 1...4 { _ = try await store.add(.example(number, by: number == 4 ? .school : .shop), under: nil, now: .morning) }
            let ids = (1...4).map { ScheduledOrder.example($0).id }
            try await store.pause(ids[0], now: .noon)
            try await store.pause(ids[1], now: .noon)
            try await store.end(ids[1], now: .evening)
            for (status, expected) in [(ScheduledOrder.Status.active, [ids[3], ids[2]]), (.paused, [ids[0]]), (.ended, [ids[1]])] {
                let found = try await store.scheduledOrders(of: nil, status: status, before: nil, countMax: 10)
                #expect(found.map(\.id) == expected, "\(status)")
            }
            let own = try await store.scheduledOrders(of: .shop, status: .active, before: nil, countMax: 10)
            #expect(own.map(\.id) == [ids[2]])
        },
        StoreConformance("An app has so many orders that come back and haven't ended, and no more; what it repeats is found all the same") { store in
            let key = try #require(IdempotencyKey("weekly", of: .shop, fingerprint: "a"))
            _ = try await store.add(.example(1), under: key, countMax: 2, now: .morning)
            _ = try await store.add(.example(2), under: nil, countMax: 2, now: .morning)
            let problem = Problem.tooManySchedules(countMax: 2)
            await #expect(throws: problem) { _ = try await store.add(.example(3), under: nil, countMax: 2, now: .morning) }
            let again = try await store.add(.example(4), under: key, countMax: 2, now: .morning)
            let other = try await store.add(.example(5, by: .school), under: nil, countMax: 2, now: .morning)
            #expect(again.isRepeated && !other.isRepeated)
            try await store.end(ScheduledOrder.example(2).id, now: .noon)
            let free = try await store.add(.example(3), under: nil, countMax: 2, now: .noon)
            #expect(!free.isRepeated)
        },
        StoreConformance("An order that comes back is changed as it was seen, or not at all, and a step that saw another order is none") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let timing = try #require(order.timing).leavingOut([CivilDateTime(CivilDate.sunday + 8, CivilTime(literal: "09:00"))])
            var other = order.telling(#"{"title":"Glass"}"#, about: .ana, [.ana, .stranger], timing: timing)
            other.next = .example(in: 15)
            let isChanged = try await store.change(order, to: other)
            let isAgain = try await store.change(order, to: order)
            let kept = try await store.scheduledOrder(order.id)
            #expect(isChanged && !isAgain && kept == other)
            var same = other
            same.timing = order.timing
            let stale = ScheduledTurn(of: same, told: other.next, missedCount: 0, next: nil)
            let isTaken = try await store.carryOut(stale, now: .noon) { _ in [.ordered(1)] }
            #expect(!isTaken, "it was decided without what is left out")
            try await store.end(order.id, now: .noon)
            let ended = try #require(await store.scheduledOrder(order.id))
            let isRaised = try await store.change(ended, to: other)
            #expect(!isRaised)
        },
        StoreConformance("What was told in the place of an occurrence is found under its key, beside what is queued of it") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let local = try #require(order.next).local
            var other = order.telling(#"{"title":"Glass"}"#, about: nil, order.recipients, timing: order.timing)
            other.next = .example(in: 8)
            let later = try #require(other.next)
            let told: [CivilDateTime: [DeliveryID]] = [later.local: [.example(7)]]
            let isLost = try await store.change(other, to: order, told: [local: [.example(8)]], now: .morning)
            let isChanged = try await store.change(order, to: other, told: told, now: .morning)
            let (key, none) = (try #require(order.key(of: later.local)), try #require(order.key(of: local)))
            let (known, unknown) = try await (
                store.deliveries(under: key.text, of: .shop, now: .noon), store.deliveries(under: none.text, of: .shop, now: .noon)
            )
            #expect(!isLost && isChanged && known == [.example(7)] && unknown.isEmpty)
            let turn = ScheduledTurn(of: other, told: later, missedCount: 0, next: nil)
            let isTaken = try await store.carryOut(turn, now: .noon) { _ in [.ordered(1, by: .shop)] }
            let both = try await store.deliveries(under: key.text, of: .shop, now: .noon)
            #expect(isTaken && both == [.example(7), .example(1)])
        },
        StoreConformance("Under one key an order that comes back is taken in once; what was queued under the key is something else") { store in
            let key = try #require(IdempotencyKey("weekly", of: .shop, fingerprint: "a"))
            _ = try await store.add(.example(1), under: key, now: .morning)
            let again = try await store.add(.example(2), under: key, now: .noon)
            #expect(again.id == ScheduledOrder.example(1).id && again.isRepeated)
            let second = try await store.scheduledOrder(ScheduledOrder.example(2).id)
            #expect(second == nil)
            let other = try #require(IdempotencyKey("weekly", of: .shop, fingerprint: "b"))
            await #expect(throws: Problem.idempotencyKeyReused) { _ = try await store.add(.example(3), under: other, now: .noon) }
            let queued = try #require(IdempotencyKey("once", of: .shop, fingerprint: "a"))
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: queued, now: .morning)
            await #expect(throws: Problem.idempotencyKeyReused) { _ = try await store.add(.example(4), under: queued, now: .noon) }
        },
        StoreConformance("What is near is found, the earliest first, and neither what is paused nor what has ended") { store in
            for number in 1...5 { _ = try await store.add(.example(number, nextAt: .noon - .seconds(number)), under: nil, now: .morning) }
            let ids = (1...5).map { ScheduledOrder.example($0).id }
            try await store.pause(ids[4], now: .morning)
            try await store.end(ids[3], now: .morning)
            let due = try await store.dueScheduledOrders(by: .noon - .seconds(2), countMax: 10)
            #expect(due.map(\.id) == [ids[2], ids[1]])
            let one = try await store.dueScheduledOrders(by: .noon, countMax: 1)
            #expect(one.map(\.id) == [ids[2]])
        },
        StoreConformance("What comes of an occurrence is queued with the step to the next, once, and found under the key of the occurrence") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let told = try #require(order.next)
            let turn = ScheduledTurn(of: order, told: told, missedCount: 2, next: .example(in: 7))
            let asked = Notes<[UserID]>()
            let isTaken = try await store.carryOut(turn, now: .noon) { standing in
                asked.add(standing.recipients)
                return [.ordered(1, by: .shop), .ordered(2, by: .shop, to: .ben)]
            }
            let isAgain = try await store.carryOut(turn, now: .noon) { _ in [.ordered(3, by: .shop)] }
            #expect(isTaken && !isAgain && asked.all == [[.ana, .ben]])
            let after = try #require(await store.scheduledOrder(order.id))
            #expect(after == order.taking(turn, now: .noon) && after.orderedCount == 1 && after.missedCount == 2)
            #expect(after.next == .example(in: 7) && after.lastLocal == told.local && after.lastOrderedAt == .noon)
            let key = try #require(order.key(of: told.local))
            let queued = try await store.deliveries(under: key.text, of: .shop, now: .noon)
            let rows = try await store.deliveries(DeliverySelection()).map(\.delivery.id)
            #expect(queued == [.example(1), .example(2)] && Set(rows) == [.example(1), .example(2)])
        },
        StoreConformance("What is ordered anew of an occurrence is found under its key beside what was ordered of it before") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let told = try #require(order.next)
            let turn = ScheduledTurn(of: order, told: told, missedCount: 0, next: .example(in: 7))
            _ = try await store.carryOut(turn, now: .noon) { _ in [.ordered(1, by: .shop)] }
            let standing = try #require(await store.scheduledOrder(order.id))
            var back = standing
            back.next = told
            let isChanged = try await store.change(standing, to: back)
            let again = ScheduledTurn(of: back, told: told, missedCount: 0, next: .example(in: 7))
            let isTaken = try await store.carryOut(again, now: .evening) { _ in [.ordered(2, by: .shop)] }
            let key = try #require(order.key(of: told.local)).text
            let known = try await store.deliveries(under: key, of: .shop, now: .evening)
            #expect(isChanged && isTaken && known == [.example(1), .example(2)])
        },
        StoreConformance("Where one delivery of an occurrence can't be queued nothing of it is, and it stands where it stood") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            _ = try await store.enqueue([.ordered(2, by: .shop)], under: nil, now: .morning)
            let turn = ScheduledTurn(of: order, told: order.next, missedCount: 0, next: nil)
            await #expect(throws: (any Error).self) {
                _ = try await store.carryOut(turn, now: .noon) { _ in [.ordered(1, by: .shop), .ordered(2, by: .shop)] }
            }
            let kept = try await store.scheduledOrder(order.id)
            let rows = try await store.deliveries(DeliverySelection()).map(\.delivery.id)
            #expect(kept == order && rows == [.example(2)])
        },
        StoreConformance("A name that its app has given to something else keeps no occurrence from being queued") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let told = try #require(order.next)
            let name = try #require(order.key(of: told.local)).text
            let own = try #require(IdempotencyKey(name, of: .shop, fingerprint: "own"))
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: own, now: .morning)
            let turn = ScheduledTurn(of: order, told: told, missedCount: 0, next: nil)
            let isTaken = try await store.carryOut(turn, now: .noon) { _ in [.ordered(2, by: .shop)] }
            let (known, rows) = try await (store.deliveries(under: name, of: .shop, now: .noon), store.deliveries(DeliverySelection()))
            #expect(isTaken && known == [.example(1)] && rows.count == 2)
        },
        StoreConformance("After its last occurrence an order has ended, and nothing resumes it") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            let missed = try await store.carryOut(ScheduledTurn(of: order, told: nil, missedCount: 1, next: nil), now: .noon) { _ in [.ordered(1)] }
            try await store.pause(order.id, now: .evening)
            try await store.resume(order.id, next: .example(in: 7), now: .evening)
            try await store.end(order.id, now: .evening)
            let ended = try #require(await store.scheduledOrder(order.id))
            let rows = try await store.deliveries(DeliverySelection())
            #expect(missed && ended.status == .ended && ended.endedAt == .noon && ended.next == nil && ended.missedCount == 1)
            #expect(rows.isEmpty && ended.lastLocal == nil && ended.orderedCount == 0)
        },
        StoreConformance("What is paused orders nothing until it is resumed, and goes on with what it is told comes next") { store in
            let order = ScheduledOrder.example(1)
            _ = try await store.add(order, under: nil, now: .morning)
            try await store.resume(order.id, next: .example(in: 14), now: .morning)
            let untouched = try await store.scheduledOrder(order.id)
            #expect(untouched == order, "it isn't paused")
            try await store.pause(order.id, now: .morning)
            try await store.pause(order.id, now: .noon)
            let paused = try #require(await store.scheduledOrder(order.id))
            let isTaken = try await store.carryOut(ScheduledTurn(of: order, told: order.next, missedCount: 0, next: nil), now: .noon) { _ in [.ordered(1)] }
            #expect(paused.status == .paused && paused.pausedAt == .morning && !isTaken)
            try await store.resume(order.id, next: .example(in: 7), now: .noon)
            let resumed = try #require(await store.scheduledOrder(order.id))
            #expect(resumed.status == .active && resumed.next == .example(in: 7))
            try await store.pause(order.id, now: .noon)
            try await store.resume(order.id, next: nil, now: .evening)
            let over = try #require(await store.scheduledOrder(order.id))
            #expect(over.status == .ended && over.endedAt == .evening)
        },
        StoreConformance("Whoever is erased is told nothing that comes back; what was for them alone, or about them, goes whole") { store in
            _ = try await store.add(.example(1), under: nil, now: .morning)
            _ = try await store.add(.example(2, to: [.ben]), under: nil, now: .morning)
            _ = try await store.add(.example(3, to: [.ana], member: .ben), under: nil, now: .morning)
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            #expect(report["schedule_recipients"] == 2 && report["schedules"] == 1)
            let left = try await store.scheduledOrders(of: nil, before: nil, countMax: 10)
            #expect(left == [ScheduledOrder.example(1, to: [.ana])])
            let order = ScheduledOrder.example(1)
            let asked = Notes<[UserID]>()
            _ = try await store.carryOut(ScheduledTurn(of: order, told: order.next, missedCount: 0, next: nil), now: .noon) { standing in
                asked.add(standing.recipients)
                return []
            }
            #expect(asked.all == [[.ana]])
        },
        StoreConformance("What the words of what comes back put in for a recipient is kept, handed out, changed and erased with them") { store in
            let order = ScheduledOrder.example(1, values: [.ana: PersonalValues(["name": "Ana \"A\""]), .ben: PersonalValues(["name": "Ben"])])
            _ = try await store.add(order, under: nil, now: .morning)
            let kept = try await store.scheduledOrder(order.id)
            let rows = try await store.pages(of: .ben, countMax: 10).flatMap(\.self)
            #expect(kept == order && kept?.values.count == 2)
            #expect(rows.map(\.table) == ["schedule_recipients"] && rows.first?.json.contains("Ben") == true)
            var other = order.telling(order.request, about: nil, order.recipients, values: [.ben: PersonalValues(["name": "B"])], timing: order.timing)
            other.next = order.next
            let isChanged = try await store.change(order, to: other)
            let changed = try await store.scheduledOrder(order.id)
            #expect(isChanged && changed == other && changed?.values == [.ben: PersonalValues(["name": "B"])])
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let left = try await store.scheduledOrder(order.id)
            #expect(left?.recipients == [.ana] && left?.values.isEmpty == true)
        },
        StoreConformance("What comes back for a family stays though the last who was named is erased") { store in
            let request = #"{"families":["household"],"title":"Bins"}"#
            let order = ScheduledOrder.example(1, to: [.ben])
            _ = try await store.add(order.telling(request, about: nil, [.ben], timing: order.timing), under: nil, now: .morning)
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let left = try await store.scheduledOrder(order.id)
            #expect(left?.recipients == [] && left?.request == request)
        },
        StoreConformance("What has ended is kept as long as what became of deliveries, and goes with its recipients") { store in
            for number in [1, 2] { _ = try await store.add(.example(number), under: nil, now: .morning) }
            try await store.end(ScheduledOrder.example(1).id, now: .morning)
            let early = try await store.prune(PruneCutoffs(deliveries: .morning, now: .noon))
            #expect(early[.schedules] == 0)
            let cutoffs = PruneCutoffs(deliveries: .noon, now: .noon)
            let (preview, report) = try await (store.prunable(cutoffs), store.prune(cutoffs))
            let left = try await store.scheduledOrders(of: nil, before: nil, countMax: 10)
            let rows = try await store.pages(of: .ana, countMax: 10).flatMap(\.self)
            #expect(preview[.schedules] == 1 && report[.schedules] == 1 && left == [.example(2)] && rows.map(\.table) == ["schedule_recipients"])
        },
    ]
}

extension ScheduledOrder {
    /// Tells the household at nine on Mondays; the number makes its identifier, as `weekly-1`.
    public static func example(
        _ number: Int, by app: AppID = .shop, to recipients: [UserID] = [.ben, .ana], member: UserID? = nil, values: [UserID: PersonalValues] = [:],
        timezone: String? = nil, nextAt: Instant? = nil
    ) -> ScheduledOrder {
        let next = ScheduledOccurrence.example(in: 1)
        return ScheduledOrder(
            id: ScheduledOrderID(literal: "weekly-\(number)"), app: app, createdAt: .morning, request: #"{"channels":["in_app"],"title":"Bins"}"#,
            member: member, recipients: recipients, values: values,
            timing: ScheduleTiming(start: next.local, rule: RecurrenceRule(literal: "FREQ=WEEKLY;BYDAY=MO"), timezone: timezone),
            next: nextAt.map { ScheduledOccurrence(local: next.local, at: $0) } ?? next)
    }
}

extension ScheduledOccurrence {
    /// At nine in the morning, so many days after the Sunday.
    public static func example(in dayCount: Int) -> ScheduledOccurrence {
        let local = CivilDateTime(.sunday + dayCount, CivilTime(literal: "09:00"))
        return ScheduledOccurrence(local: local, at: local.firstMomentAnywhere)
    }
}

extension RecurrenceRule {
    /// Stops the test run where the text is no rule, because then the test itself is wrong.
    init(literal text: String) {
        guard let rule = try? RecurrenceRule(text) else { preconditionFailure("\"\(text)\" is no rule") }
        self = rule
    }
}

extension ScheduledOrderStore {
    /// With as many as an app may have.
    public func add(_ order: ScheduledOrder, under key: IdempotencyKey?, now: Instant) async throws -> (id: ScheduledOrderID, isRepeated: Bool) {
        try await add(order, under: key, countMax: ScheduledOrder.countMax, now: now)
    }

    /// Where nothing was told in the place of anything.
    public func change(_ order: ScheduledOrder, to other: ScheduledOrder) async throws -> Bool {
        try await change(order, to: other, told: [:], now: .noon)
    }

    /// Whatever became of them.
    public func scheduledOrders(of app: AppID?, before: ScheduledOrderID?, countMax: Int) async throws -> [ScheduledOrder] {
        try await scheduledOrders(of: app, status: nil, before: before, countMax: countMax)
    }
}
