import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is known of how much a person was told lately.
    static let counting: [StoreConformance] = [
        StoreConformance("Of whoever limits it is known when they were told something, over channels that interrupt them") { store in
            try await store.limit(.ana, to: 5)
            try await store.enqueue(
                .example(1), .example(2, over: .email), .example(3, over: .inApp), .example(4, over: .webhook), .example(5), .example(6),
                .example(7, over: .sms), .example(8, to: .ben), .example(9))
            let others: [DeliveryID: Decision] = [
                .example(5): .skip(.muted), .example(6): .defer(.quietHours, until: .evening), .example(9): .merge(into: .example(1)),
            ]
            try await store.lease { others[$0.delivery.id] ?? .send(.allowed) }
            for number in [1, 3, 4, 8] { try await store.record(number, .sent) }
            try await store.record(2, .failed(error: "gone"))
            try await store.record(7, .retry(at: .evening, error: "busy"))
            try await store.enqueue(.example(10, to: .ben), .example(11, over: .inApp), .example(12))
            let known = try await store.toldLately(at: .evening)
            #expect(known[.example(6)] == [.noon] && known[.example(7)] == [.noon] && known[.example(12)] == [.noon])
            #expect(known[.example(10)] == [], "Ben limits nothing")
            try await store.save([.dailyCountMax], of: Preferences(), for: .ana, now: .noon)
            let unlimited = try await store.toldLately(at: .evening)
            #expect(unlimited[.example(12)] == [])
        },
        StoreConformance("What is being sent counts as told when that was decided, and no longer once it is given back") { store in
            try await store.limit(.ana, to: 5)
            try await store.enqueue(.example(1), .example(2))
            try await store.lease(1)
            let during = try await store.toldLately(at: .noon)
            #expect(during == [.example(2): [.noon]])
            try await store.record(1, .returned)
            let after = try await store.toldLately(at: .noon)
            #expect(after == [.example(1): [], .example(2): []])
        },
        StoreConformance("No more is known of what a person was told than is needed: the latest, as many as they want, and nothing from long ago") { store in
            try await store.limit(.ana, to: 2)
            try await store.enqueue(.example(1), .example(2), .example(3), .example(4))
            for number in 1...3 {
                let moment = Instant.noon + .seconds(number)
                try await store.lease(1, at: moment, token: "token-\(number)")
                try await store.record(number, .sent, token: "token-\(number)", at: moment)
            }
            let latest = try await store.toldLately(at: .evening)
            #expect(latest == [.example(4): [.noon + .seconds(3), .noon + .seconds(2)]])
            let last = try await store.toldLately(at: .noon + .seconds(3) + ToldLately.length)
            #expect(last == [.example(4): [.noon + .seconds(3)]])
            let none = try await store.toldLately(at: .noon + .seconds(3) + ToldLately.length + .milliseconds(1))
            #expect(none == [.example(4): []])
            try await store.limit(.ana, to: 0)
            let nothing = try await store.toldLately(at: .evening)
            #expect(nothing == [.example(4): []], "nothing has to be known of whoever wants none")
        },
        StoreConformance("The same over several channels, of an order, a route or an alert, counts once, and not against itself") { store in
            try await store.limit(.ana, to: 3)
            let route = [DeliveryChannel.push, .email, .sms].enumerated().map { step, channel in
                Delivery.pushed(4, named: 4 + step, over: channel, route: DeliveryRoute.Place(key: "route-1", step: step, until: .read))
            }
            _ = try await store.enqueue([Delivery.pushed(1), .pushed(1, named: 2, over: .email), .pushed(3)] + route, under: nil, now: .morning)
            try await store.enqueue(.example(7), .example(8, of: 7, over: .email), .example(9, of: 7, over: .email, level: .days7))
            let first: Set<DeliveryID> = [.example(1), .example(4), .example(7)]
            try await store.lease { first.contains($0.delivery.id) ? .send(.allowed) : nil }
            for number in [1, 4, 7] { try await store.record(number, .sent) }
            let offered = try await store.candidates(at: .evening).filter { $0.delivery.id != .example(6) }
            let known = Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0) })
            for number in [2, 5, 8] {
                let candidate = try #require(known[.example(number)])
                #expect(candidate.toldLately == [.noon, .noon] && candidate.sameToldAt == .noon, "\(number)")
            }
            for number in [3, 9] {
                let candidate = try #require(known[.example(number)])
                #expect(candidate.toldLately == [.noon, .noon, .noon] && candidate.sameToldAt == nil, "\(number)")
            }
            try await store.lease(at: .evening, token: "token-2") { $0.delivery.id == .example(2) ? .send(.allowed) : nil }
            let again = try await store.toldLately(at: .evening)
            #expect(again[.example(3)] == [.evening, .noon, .noon], "it counts when it was told last")
        },
        StoreConformance("In a flood, however large, all is known that a person was told since they limit it: first, last and in the midst of the rest") { store in
            try await store.limit(.ana, to: 3)
            let last = 2 * ToldLately.rowCountMax(for: 3) + 202
            let told = [1, last / 2, last]
            let deliveries = (1...last).map { Delivery.pushed($0, after: told.contains($0) ? nil : .evening + .seconds(86_400)) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            for number in told {
                let moment = Instant.noon + .seconds(number)
                try await store.lease(1, at: moment, token: "token-\(number)")
                try await store.record(number, .sent, token: "token-\(number)", at: moment)
            }
            _ = try await store.enqueue([.pushed(last + 1)], under: nil, now: .morning)
            let known = try await store.toldLately(at: .evening)
            #expect(known == [.example(last + 1): told.reversed().map { .noon + .seconds($0) }])
        },
        StoreConformance("What a person was told before they limited it is known, too, and each once") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease(1, at: .noon, token: "token-1")
            try await store.limit(.ana, to: 5)
            try await store.lease(1, at: .noon + .seconds(1), token: "token-2")
            let known = try await store.toldLately(at: .evening)
            #expect(known[.example(3)] == [.noon + .seconds(1), .noon])
        },
        StoreConformance("Of the members of a broadcast is known when they were told something, where they limit it") { store in
            let others = (0..<3).map { UserID(literal: "user-\($0)") }
            for user in others.dropLast() { try await store.limit(user, to: 3) }
            try await store.enqueue(.example(1, to: others[0]), .example(2, to: others[2]))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.record(2, .sent)
            for (number, channel) in [DeliveryChannel.push, .inApp].enumerated() {
                try await store.take(.example(number + 1, over: channel), to: 3)
                let batch = try #require(await store.leaseBatch(at: .evening, token: "token-\(number + 2)"))
                var told: [Int: [Instant]] = [:]
                for group in batch.members.groups {
                    for place in group.members { told[place] = group.wishes.toldLately }
                }
                #expect(told == [0: channel == .push ? [.noon] : [], 1: [], 2: []], "\(channel)")
            }
        },
    ]
}

extension FamilyStore {
    /// Has a person want at most so many notifications on one day.
    fileprivate func limit(_ user: UserID, to countMax: Int) async throws {
        var wanted = Preferences()
        wanted.dailyCountMax = countMax
        try await save([.dailyCountMax], of: wanted, for: user, now: .morning)
    }
}

extension DeliveryQueue {
    /// What is known of each that a lease would be offered. Nothing is taken.
    fileprivate func toldLately(at now: Instant) async throws -> [DeliveryID: [Instant]] {
        let offered = try await candidates(at: now)
        return Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0.toldLately) })
    }
}

extension Delivery {
    /// What an app has pushed, about no alert.
    ///
    /// - Parameter name: of the delivery, where it isn't its number.
    fileprivate static func pushed(
        _ number: Int, named name: Int? = nil, over channel: DeliveryChannel = .push, after deliverAfter: Instant? = nil,
        route: DeliveryRoute.Place? = nil
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Number \(number)"
        return Delivery(
            id: .example(name ?? number), createdAt: .morning + .seconds(number), recipient: .ana, member: .ana, alert: nil,
            channelName: channel.rawValue, payload: payload, deliverAfter: deliverAfter, route: route)
    }
}
