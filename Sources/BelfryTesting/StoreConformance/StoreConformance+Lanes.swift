import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension Delivery {
    /// What an app has told, about no alert.
    public static func ordered(
        _ number: Int, by app: AppID = .house, priority: DeliveryPriority = .normal, to recipient: UserID = .ana, deliverAfter: Instant? = nil,
        offering actions: OfferedActions? = nil
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Boiler"
        payload.actions = actions
        return Delivery(
            id: .example(number), createdAt: .morning + .seconds(number), recipient: recipient, member: recipient, alert: nil,
            channelName: DeliveryChannel.inApp.rawValue, payload: payload, deliverAfter: deliverAfter, app: app, priority: priority)
    }
}

extension AppID {
    public static let shop = AppID(literal: "shop")
    public static let school = AppID(literal: "school")
    public static let surgery = AppID(literal: "surgery")
}

extension StoreConformance {
    /// How apps and priorities share what a lease takes.
    static let lanes: [StoreConformance] = [
        StoreConformance("A critical one overtakes whatever waits, its app's and others'; a low one lets the normal ones go first") { store in
            let waiting = (1...20).map { Delivery.ordered($0, by: $0 % 2 == 0 ? .shop : .school, priority: $0 <= 5 ? .low : .normal) }
            let late = [Delivery.ordered(30, by: .shop, priority: .critical), .ordered(31, by: .surgery, priority: .critical)]
            _ = try await store.enqueue(waiting + late, under: nil, now: .morning)
            let first = try await store.lease(4, token: "token-1")
            let ids = first.toSend.map(\.delivery.id)
            #expect(ids.prefix(2) == [.example(30), .example(31)])
            #expect(first.toSend.allSatisfy { $0.delivery.priority != .low })
            var rest: [DeliveryPriority] = []
            for number in 2...20 { rest += try await store.lease(2, token: "token-\(number)").toSend.map(\.delivery.priority) }
            #expect(rest.count == 18)
            #expect(rest.suffix(5) == [.low, .low, .low, .low, .low])
        },
        StoreConformance("A burst of one app leaves the others' wait as it was: they have their share of the next batch") { store in
            let burst = (1...10_000).map { Delivery.ordered($0, by: .shop) }
            let few = (10_001...10_010).map { Delivery.ordered($0, by: .school) }
            _ = try await store.enqueue(burst, under: nil, now: .morning)
            _ = try await store.enqueue(few, under: nil, now: .morning)
            let first = try await store.lease(15, token: "token-1").toSend.map(\.delivery)
            let share = first.count { $0.app == .school }
            #expect(share == 7 || share == 8, "half of the places; the odd one goes to whose turn it is")
            let second = try await store.lease(15, token: "token-2").toSend.map(\.delivery)
            #expect(second.count { $0.app == .school } == 10 - share)
            #expect(first.count == 15 && second.count == 15, "what one app can't fill goes to the other")
        },
        StoreConformance("An app has its share beside one whose name only looks alike") { store in
            let alike = AppID(literal: "\u{E9}cole")
            let burst = (1...20).map { Delivery.ordered($0, by: AppID(literal: "e\u{301}cole")) }
            _ = try await store.enqueue(burst + [.ordered(21, by: alike)], under: nil, now: .morning)
            let first = try await store.lease(10).toSend.map(\.delivery)
            #expect(first.count == 10 && first.contains { $0.app == alike })
        },
        StoreConformance("A lease takes of the lanes that it may, and leaves the others where they are") { store in
            let burst = (1...100).map { Delivery.ordered($0, by: .shop) }
            let critical = Delivery.ordered(101, by: .shop, priority: .critical)
            _ = try await store.enqueue(burst + [critical, .ordered(102, by: .school)], under: nil, now: .morning)
            let crowded = QueueLane.ID(app: AppID.shop.text.utf8, rank: DeliveryPriority.normal.rank)
            let first = try await store.lease(10, token: "token-1", lanes: .allBut([crowded]))
            #expect(Set(first.toSend.map(\.delivery.id)) == [.example(101), .example(102)])
            let second = try await store.lease(10, token: "token-2", lanes: .allBut([crowded]))
            #expect(second.toSend.isEmpty)
            _ = try await store.enqueue([.ordered(103, by: .school)], under: nil, now: .morning)
            let third = try await store.lease(10, token: "token-3", lanes: .only([crowded]))
            #expect(third.toSend.map(\.delivery.id) == (1...10).map { .example($0) })
            let rest = try await store.lease(100, token: "token-4")
            #expect(rest.toSend.count == 91)
        },
        StoreConformance("A flood of critical ones leaves a quarter of each batch to what else waits") { store in
            let flood = (1...50).map { Delivery.ordered($0, by: .shop, priority: .critical) }
            let others = (51...70).map { Delivery.ordered($0, by: .school) }
            _ = try await store.enqueue(flood + others, under: nil, now: .morning)
            let batch = try await store.lease(20).toSend.map(\.delivery)
            #expect(batch.count { $0.app == .shop } == 15 && batch.count { $0.app == .school } == 5)
        },
        StoreConformance("Where there are fewer places than apps, each has its turn") { store in
            let apps: [AppID] = [.shop, .school, .surgery]
            let waiting = (1...90).map { Delivery.ordered($0, by: apps[$0 % 3]) }
            _ = try await store.enqueue(waiting, under: nil, now: .morning)
            var taken: [AppID: Int] = [:]
            for number in 1...30 {
                for delivery in try await store.lease(1, token: "token-\(number)").toSend { taken[delivery.delivery.app, default: 0] += 1 }
            }
            #expect(taken.values.reduce(0, +) == 30 && apps.allSatisfy { taken[$0, default: 0] >= 3 }, "\(taken)")
        },
        StoreConformance("What is scheduled a year ahead isn't due before, and its age counts from then") { store in
            let inAYear = Instant.noon + .seconds(365 * 86_400)
            _ = try await store.enqueue([.ordered(1, by: .shop, deliverAfter: inAYear)], under: nil, now: .morning)
            let early = try await store.candidates(at: inAYear - .milliseconds(1))
            #expect(early.isEmpty)
            let next = try await store.nextDueMoment()
            #expect(next == inAYear)
            let due = try #require(await store.candidates(at: inAYear).first)
            #expect(due.delivery == .ordered(1, by: .shop, deliverAfter: inAYear) && due.delivery.ageBeginsAt == inAYear)
        },
        StoreConformance("A result is kept only under the app of its delivery") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            let stranger = AttemptResult(delivery: .example(1), token: "token-1", disposition: .sent, app: .school)
            let lost = try await store.record([stranger], now: .noon)
            #expect(lost == [.example(1)])
            let own = AttemptResult(delivery: .example(1), token: "token-1", disposition: .sent, app: .shop)
            let kept = try await store.record([own], now: .noon)
            #expect(kept.isEmpty)
        },
    ]
}
