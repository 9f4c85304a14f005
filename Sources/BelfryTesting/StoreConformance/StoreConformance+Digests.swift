import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How what an app has told as one waits for the rest of it.
    static let digests: [StoreConformance] = [
        StoreConformance("The first of a digest opens its window, what comes meanwhile is due with it, and what comes later opens another") { store in
            try await store.queue(
                .inDigest(1), .inDigest(2, at: .morning + .seconds(600), about: .ben), .inDigest(3, at: .morning + .seconds(3600)),
                .inDigest(4, at: .morning + .seconds(5400)))
            let (first, second) = (Instant.morning + .seconds(3600), Instant.morning + .seconds(7200))
            let moments = try await store.moments()
            #expect(moments == [.example(1): first, .example(2): first, .example(3): second, .example(4): second])
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.allSatisfy { $0.nextAttemptAt == $0.delivery.deliverAfter && $0.delivery.groupKey == "digest:posts" })
            let early = try await store.candidates(1, at: first - .milliseconds(1))
            let due = try await store.candidates(1, at: first)
            #expect(early.isEmpty && due.map(\.delivery.id) == [.example(1), .example(2)], "beyond the limit, to be told together")
            #expect(due.allSatisfy { $0.isEntitled }, "an app says itself whom it tells of whom")
        },
        StoreConformance("Each recipient, channel, app and key has a window of its own; what is of no digest doesn't wait") { store in
            let later = Instant.morning + .seconds(600)
            try await store.queue(.inDigest(1))
            let others = [
                Delivery.inDigest(2, at: later, to: .ben), .inDigest(3, at: later, over: .email), .inDigest(4, at: later, by: .school),
                .inDigest(5, at: later, key: "Posts"), .ordered(6, by: .shop), .inDigest(7, at: later),
            ]
            _ = try await store.enqueue(others, under: nil, digestWindow: .seconds(3600), now: later)
            try await store.queue(.inDigest(8, at: later + .seconds(600), to: .ben))
            let moments = try await store.moments()
            let (first, own) = (Instant.morning + .seconds(3600), later + .seconds(3600))
            #expect(
                moments == [
                    .example(1): first, .example(2): own, .example(3): own, .example(4): own, .example(5): own, .example(6): nil, .example(7): first,
                    .example(8): own,
                ])
        },
        StoreConformance("What was called off, is held or was tried before is waited for no more") { store in
            try await store.queue(.inDigest(1, key: "tried"), .inDigest(2, key: "held"), .inDigest(3, key: "off"))
            _ = try await store.cancel(DeliverySelection(ids: [.example(3)]), now: .morning)
            let (due, again) = (Instant.morning + .seconds(3600), Instant.morning + .seconds(5400))
            try await store.lease(at: due) { $0.delivery.id == .example(1) ? .send(.allowed) : .defer(.quietHours, until: again) }
            try await store.record(1, .retry(at: again, error: "busy"), of: .shop, at: due)
            let later = due + .seconds(600)
            try await store.queue(
                .inDigest(4, at: later, key: "tried"), .inDigest(5, at: later, key: "held"), .inDigest(6, at: .morning + .seconds(600), key: "off"))
            let moments = try await store.moments()
            let (own, ofThird) = (later + .seconds(3600), Instant.morning + .seconds(4200))
            #expect(moments[.example(4)] == own && moments[.example(5)] == own && moments[.example(6)] == ofThird)
        },
        StoreConformance("A window begins when what opens it may be told, and nothing waits for one that ends long after its own") { store in
            let eleven = Instant.morning + .seconds(3 * 3600)
            try await store.queue(
                .inDigest(1, deliverAfter: eleven), .inDigest(2, at: .morning + .seconds(600)),
                .inDigest(3, at: .morning + .seconds(700), deliverAfter: eleven + .seconds(1800)))
            try await store.queue(.inDigest(4, at: .morning + .seconds(800)), window: .seconds(60))
            let moments = try await store.moments()
            let (twelve, ownOfSecond, ownOfLast) = (eleven + .seconds(3600), Instant.morning + .seconds(4200), Instant.morning + .seconds(860))
            #expect(moments == [.example(1): twelve, .example(2): ownOfSecond, .example(3): twelve, .example(4): ownOfLast])
        },
        StoreConformance("Of a digest what comes at once is due at one moment, whichever is the first to be stored") { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 { group.addTask { try await store.queue(.inDigest(number, at: .morning + .milliseconds(number))) } }
                try await group.waitForAll()
            }
            let moments = try await store.moments()
            #expect(moments.count == 8 && Set(moments.values).count == 1)
        },
        StoreConformance("A rehearsal waits as it would, and leaves nothing behind") { store in
            try await store.queue(.inDigest(1))
            let rehearsed = try await store.rehearse(
                [.inDigest(2, at: .morning + .seconds(600)), .inDigest(3, to: .ben), .ordered(4, by: .shop)], digestWindow: .seconds(7200), now: .morning)
            let (first, own) = (Instant.morning + .seconds(3600), Instant.morning + .seconds(7200))
            #expect(rehearsed.map(\.delivery.deliverAfter) == [first, own, nil])
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.map(\.delivery.id) == [.example(1)])
        },
    ]
}

extension Delivery {
    /// One of several that an app has told as one.
    fileprivate static func inDigest(
        _ number: Int, at createdAt: Instant = .morning, key: String = "posts", by app: AppID = .shop, to recipient: UserID = .ana,
        over channel: DeliveryChannel = .inApp, about member: UserID? = nil, deliverAfter: Instant? = nil
    ) -> Delivery {
        let ordered = Delivery.ordered(number)
        return Delivery(
            id: ordered.id, createdAt: createdAt, recipient: recipient, member: member ?? recipient, alert: nil, channelName: channel.rawValue,
            payload: ordered.payload, groupKey: DigestKey(literal: key).groupKey, deliverAfter: deliverAfter, app: app)
    }
}

extension DeliveryControl {
    /// Each by itself, when it was made.
    fileprivate func queue(_ deliveries: Delivery..., window: Duration = .seconds(3600)) async throws {
        for delivery in deliveries { _ = try await enqueue([delivery], under: nil, digestWindow: window, now: delivery.createdAt) }
    }

    /// When each is due that waits for others; nil where it doesn't.
    fileprivate func moments() async throws -> [DeliveryID: Instant?] {
        let rows = try await deliveries(DeliverySelection())
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.delivery.id, $0.delivery.deliverAfter) })
    }
}
