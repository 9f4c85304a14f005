import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is known of how much a person was told under an app's key.
    static let throttling: [StoreConformance] = [
        StoreConformance("What was told under an app's key, over whatever channel, is known of what has the same key, app and person, within its window") { store in
            let told = [Delivery.throttled(1), .throttled(2), .throttled(3, over: .inApp)]
            let others = [
                Delivery.throttled(4, key: "gate"), .throttled(5, to: .ben), .throttled(6, key: nil), .throttled(7), .throttled(8, windowMinutes: 10),
            ]
            _ = try await store.enqueue(told + others, under: nil, now: .morning)
            _ = try await store.enqueue([.throttled(9, app: .shop)], under: nil, now: .morning)
            let decisions: [DeliveryID: Decision] = [.example(1): .send(.allowed), .example(2): .skip(.muted), .example(3): .send(.allowed)]
            try await store.lease { decisions[$0.delivery.id] }
            for number in [1, 3] { try await store.record(number, .sent) }
            let known = try await store.throttledLately(at: .noon + .seconds(601))
            #expect(known == [.example(7): [.noon, .noon], .example(4): [], .example(5): [], .example(6): [], .example(8): [], .example(9): []])
            let last = try await store.throttledLately(at: .noon + .milliseconds(3_599_999))
            #expect(last[.example(7)] == [.noon, .noon])
            let over = try await store.throttledLately(at: .noon + .seconds(3600))
            #expect(over[.example(7)] == [])
        },
        StoreConformance("What is being sent counts under its key, and no longer once it is given back or put off; no more is known than is allowed") { store in
            _ = try await store.enqueue([1, 2, 3].map { Delivery.throttled($0, countMax: 1) }, under: nil, now: .morning)
            try await store.lease(1)
            let during = try await store.throttledLately(at: .noon)
            #expect(during == [.example(2): [.noon], .example(3): [.noon]])
            try await store.record(1, .returned)
            let after = try await store.throttledLately(at: .noon)
            #expect(after == [.example(1): [], .example(2): [], .example(3): []])
            for number in 1...2 {
                let moment = Instant.noon + .seconds(number)
                try await store.lease(1, at: moment, token: "token-\(number + 1)")
                try await store.record(number, .sent, token: "token-\(number + 1)", at: moment)
            }
            let latest = try await store.throttledLately(at: .noon + .seconds(60))
            #expect(latest == [.example(3): [.noon + .seconds(2)]])
        },
        StoreConformance("The same over several channels, of an order or a route, counts once under its key, and not against itself") { store in
            let route = [DeliveryChannel.push, .email].enumerated().map { step, channel in
                Delivery.throttled(4, named: 4 + step, over: channel, route: DeliveryRoute.Place(key: "route-1", step: step, until: .read))
            }
            _ = try await store.enqueue([Delivery.throttled(1), .throttled(1, named: 2, over: .email), .throttled(3)] + route, under: nil, now: .morning)
            let first: Set<DeliveryID> = [.example(1), .example(4)]
            try await store.lease { first.contains($0.delivery.id) ? .send(.allowed) : nil }
            for number in [1, 4] { try await store.record(number, .sent) }
            let offered = try await store.candidates(at: .noon + .seconds(60))
            let known = Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0) })
            for number in [2, 5] {
                let candidate = try #require(known[.example(number)])
                #expect(candidate.throttledLately == [.noon] && candidate.sameThrottledAt == .noon, "\(number)")
            }
            let other = try #require(known[.example(3)])
            #expect(other.throttledLately == [.noon, .noon] && other.sameThrottledAt == nil)
        },
        StoreConformance("In a flood, however large, all that was told under a key is known: first, last and in the midst of what wasn't told") { store in
            let told = [1, 1101, 2202]
            let deliveries = (1...2202).map { number in
                Delivery.throttled(number, windowMinutes: 1440, after: told.contains(number) ? nil : .evening + .seconds(86_400))
            }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            for number in told {
                let moment = Instant.noon + .seconds(number)
                try await store.lease(1, at: moment, token: "token-\(number)")
                try await store.record(number, .sent, token: "token-\(number)", at: moment)
            }
            _ = try await store.enqueue([.throttled(2203, windowMinutes: 1440)], under: nil, now: .morning)
            let known = try await store.throttledLately(at: .evening)
            #expect(known == [.example(2203): told.reversed().map { .noon + .seconds($0) }])
        },
        StoreConformance("What was queued long ago counts under its key from when it was told") { store in
            _ = try await store.enqueue([.throttled(1, after: .noon + .seconds(40 * 86_400))], under: nil, now: .morning)
            let moment = Instant.noon + .seconds(40 * 86_400)
            try await store.lease(at: moment)
            _ = try await store.enqueue([.throttled(2)], under: nil, now: .morning)
            let known = try await store.throttledLately(at: moment + .seconds(60))
            #expect(known == [.example(2): [moment]])
        },
    ]
}

extension DeliveryQueue {
    /// What is known of each that a lease would be offered. Nothing is taken.
    fileprivate func throttledLately(at now: Instant) async throws -> [DeliveryID: [Instant]] {
        let offered = try await candidates(at: now)
        return Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0.throttledLately) })
    }
}

extension Delivery {
    /// What an app has ordered under a key, about no alert.
    ///
    /// - Parameters:
    ///   - name: of the delivery, where it isn't its number.
    ///   - key: nil for what nothing limits.
    fileprivate static func throttled(
        _ number: Int, named name: Int? = nil, to recipient: UserID = .ana, over channel: DeliveryChannel = .push, key: String? = "door", countMax: Int = 5,
        windowMinutes: Int = 60, after deliverAfter: Instant? = nil, route: DeliveryRoute.Place? = nil, app: AppID = .house
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Number \(number)"
        payload.throttle = key.flatMap { KeyedThrottle(key: $0, countMax: countMax, windowMinutes: windowMinutes) }
        return Delivery(
            id: .example(name ?? number), createdAt: .morning + .seconds(number), recipient: recipient, member: recipient, alert: nil,
            channelName: channel.rawValue, payload: payload, deliverAfter: deliverAfter, route: route, app: app)
    }
}
