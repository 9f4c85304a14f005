import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How what was taken back, or has given its place away, comes to disappear where it was shown.
    static let removals: [StoreConformance] = [
        StoreConformance("What is taken back over a channel that can is to disappear, once; what was never told, or over another channel, isn't") { store in
            try await store.enqueue(
                .example(1, over: .telegram), .example(2, over: .email), .example(3, over: .chat), .example(4, over: .telegram), .example(5, over: .ntfy))
            try await store.lease { $0.delivery.id == .example(5) ? nil : .send(.allowed) }
            for number in 1...3 { try await store.record(number, .sent) }
            try await store.record(4, .failed(error: "refused"))
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
            for _ in 1...2 { _ = try await store.retract(DeliverySelection(ids: (1...5).map { .example($0) }), by: "admin", now: .noon) }
            #expect(try await store.leaseRemovals(.at(.noon - .seconds(1))).isEmpty)
            let errands = try await store.leaseRemovals(.at(.noon))
            #expect(errands == [1, 3].map { RemovalErrand(delivery: .example($0), app: .house, attempt: 1) })
        },
        StoreConformance("What is on its way when it is taken back is to disappear, too, and what was told at one address and waits for another") { store in
            try await store.enqueue(.example(1, over: .telegram), .example(2, over: .telegram), .example(3, over: .telegram))
            try await store.lease()
            let chat = Address(id: AddressID(literal: "chat"), target: .chat("7"), registeredAt: .morning)
            try await store.record(2, chat, .accepted, disposition: .postponed(until: .evening, why: "rate_limited"))
            try await store.record(3, .returned)
            let found = try await store.retract(DeliverySelection(ids: [.example(1), .example(2), .example(3)]), by: "admin", now: .noon)
            #expect(found == Retraction(calledOff: [.example(2), .example(3)], retracted: [.example(1)]))
            #expect(try await store.leaseRemovals(.at(.noon)).map(\.delivery) == [.example(1), .example(2)])
        },
        StoreConformance("What somebody has in hand comes to another when their time is over, the first first, and is no longer theirs to end") { store in
            try await store.takeBack(1...3)
            let first = try await store.leaseRemovals(.at(.noon, countMax: 2))
            let rest = try await store.leaseRemovals(.at(.noon))
            #expect(first.count == 2 && rest.count == 1)
            #expect(try await store.leaseRemovals(.at(.noon + .seconds(59))).isEmpty)
            let again = try await store.leaseRemovals(.at(.noon + .seconds(60)))
            #expect(again.map(\.attempt) == [2, 2, 2])
            try await store.settle(first[0], [:], again: nil, isCounted: true)
            try await store.settle(first[1], [:], again: .evening, isCounted: true)
            try await store.settle(again[0], [:], again: nil, isCounted: true)
            try await store.settle(again[1], [:], again: .noon + .seconds(90), isCounted: true)
            #expect(try await store.leaseRemovals(.at(.noon + .seconds(90))).map(\.delivery) == [again[1].delivery])
            #expect(try await store.leaseRemovals(.at(.evening)).count == 2)
        },
        StoreConformance("A transmission says when it disappeared, or why it stays; what is gone stays so, and no later attempt or report changes it") { store in
            try await store.takeBack(1...2)
            let errands = try await store.leaseRemovals(.at(.noon))
            let ways = [try await store.transmissions(of: .example(1)), try await store.transmissions(of: .example(2))].compactMap(\.first)
            #expect(ways.count == 2 && ways.allSatisfy { $0.removedAt == nil && $0.staysBecause == nil })
            try await store.settle(errands[0], [ways[0].id: .removed(at: .noon)], again: nil, isCounted: true)
            try await store.settle(errands[0], [ways[0].id: .stays(why: "too_late: it is")], again: nil, isCounted: true)
            try await store.settle(errands[1], [ways[1].id: .stays(why: "too_old:\0 it is")], again: nil, isCounted: true)
            try await store.apply(
                [
                    ProviderReport(
                        provider: .telegram, eventID: "1", occurredAt: .noon,
                        content: .status(.read, of: .transmission(ways[0].id), why: nil, addressFate: nil))
                ], now: .evening)
            let (gone, there) = (try await store.transmissions(of: .example(1)).first, try await store.transmissions(of: .example(2)).first)
            #expect(gone?.removedAt == .noon && gone?.staysBecause == nil && gone?.status == .read)
            #expect(there?.removedAt == nil && there?.staysBecause?.hasPrefix("too_old:") == true)
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
        },
        StoreConformance("Whoever is erased takes along what was to disappear") { store in
            try await store.takeBack(1...2)
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
        },
        StoreConformance("What corrected data withdraw is to disappear where it tells of nothing else, and stays where its episode is one after all") { store in
            try await store.enqueue(
                .example(1, over: .telegram), .example(2, over: .email), .example(3, over: .telegram), .example(4, over: .telegram), .example(5, over: .chat))
            try await store.lease { $0.delivery.id == .example(4) ? .merge(into: .example(3)) : .send(.allowed) }
            for number in [1, 2, 3, 5] { try await store.record(number, .sent) }
            for _ in 1...2 {
                try await store.accept(
                    .example(1, resolved: .corrected), .example(2, resolved: .corrected), .example(3, resolved: .corrected), now: .noon)
            }
            #expect(try await store.leaseRemovals(.at(.noon)) == [RemovalErrand(delivery: .example(1), app: .house, attempt: 1)])
            try await store.accept(.example(5, resolved: .corrected), now: .noon)
            try await store.accept(.example(5), now: .evening)
            #expect(try await store.leaseRemovals(.at(.evening)).map(\.delivery) == [.example(1)])
        },
        StoreConformance("A time at which the provider was to be left alone isn't counted; whoever has it then has it later than who had it before") { store in
            try await store.takeBack(1...1)
            let first = try await store.leaseRemovals(.at(.noon))
            try await store.settle(first[0], [:], again: .noon + .seconds(9), isCounted: false)
            let second = try await store.leaseRemovals(.at(.noon + .seconds(9)))
            #expect(second.map(\.attempt) == [2] && second.map(\.countedAttempt) == [1])
            try await store.settle(second[0], [:], again: .noon + .seconds(20), isCounted: true)
            let third = try await store.leaseRemovals(.at(.noon + .seconds(20)))
            #expect(third.map(\.attempt) == [3] && third.map(\.waitCount) == [1])
        },
        StoreConformance("What stands in one place with what is told later is to disappear once that was sent, not before, and nothing else is; once") { store in
            try await store.tell(.placed(1))
            try await store.tell(.placed(2, over: .chat), .placed(3, to: .ben), .placed(4, under: "window"), .placed(5, under: nil), .placed(6, over: .email))
            try await store.enqueue(.placed(7))
            try await store.lease()
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
            try await store.record(7, .failed(error: "refused"))
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
            try await store.tell(.placed(8))
            let errands = try await store.leaseRemovals(.at(.evening))
            #expect(errands == [RemovalErrand(delivery: .example(1), app: .house, attempt: 1, cause: .replaced(by: .example(8)))])
            let way = try await store.transmissions(of: .example(1)).first
            try await store.settle(errands[0], way.map { [$0.id: .removed(at: .evening)] } ?? [:], again: nil, isCounted: true)
            try await store.tell(.placed(9))
            #expect(try await store.leaseRemovals(.at(.evening)).map(\.cause) == [.replaced(by: .example(9))])
        },
        StoreConformance("Of two in one place that are on their way at once each may have the place of the other, by one record or by two") { store in
            try await store.enqueue(.placed(1), .placed(2), .placed(3, under: "window"), .placed(4, under: "window"))
            try await store.lease()
            for number in [2, 1] { try await store.recordTold(.placed(number)) }
            try await store.recordTold(.placed(3, under: "window"), .placed(4, under: "window"))
            let successors = try await store.leaseRemovals(.at(.evening)).compactMap(\.cause.successor)
            #expect(successors == [2, 1, 4, 3].map { DeliveryID.example($0) })
        },
        StoreConformance("What is taken back while a later one takes its place is so at once, for all of its addresses, and stays so") { store in
            for number in 1...2 { try await store.tell(.placed(number)) }
            let first = try await store.leaseRemovals(.at(.evening))
            _ = try await store.retract(DeliverySelection(ids: [.example(1)]), by: "admin", now: .evening)
            let again = try await store.leaseRemovals(.at(.evening))
            #expect(again.map(\.cause) == [.takenBack] && again.map(\.countedAttempt) == [2] && first.map(\.attempt) == [1])
            try await store.settle(first[0], [:], again: nil, isCounted: true)
            try await store.tell(.placed(3))
            let causes = try await store.leaseRemovals(.at(.evening + .seconds(60))).map(\.cause)
            #expect(causes == [.takenBack, .replaced(by: .example(3))])
        },
        StoreConformance("A summary gives its place to nothing: it tells of others, too") { store in
            try await store.enqueue(.placed(1), .placed(2, under: nil))
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            try await store.recordTold(.placed(1, under: nil))
            try await store.tell(.placed(3))
            #expect(try await store.leaseRemovals(.at(.evening)).isEmpty)
        },
    ]
}

extension Delivery {
    /// Told Ana of Ben, by the house.
    fileprivate static func placed(
        _ number: Int, to recipient: UserID = .ana, over channel: DeliveryChannel = .telegram, under key: String? = "door"
    ) -> Delivery {
        var delivery = Delivery.example(number, to: recipient, over: channel)
        delivery.payload.collapseKey = key.map { CollapseKey(literal: $0) }
        return delivery
    }
}

extension RemovalTerms {
    public static func at(_ now: Instant, countMax: Int = 10) -> RemovalTerms {
        RemovalTerms(now: now, until: now + .seconds(60), countMax: countMax)
    }
}

extension DeliveryControl where Self: DeliveryQueue & FamilyStore & MetricStore {
    /// Tells Ana so many over Telegram, and takes them back.
    fileprivate func takeBack(_ numbers: ClosedRange<Int>) async throws {
        let chat = Address(id: AddressID(literal: "chat"), target: .chat("7"), registeredAt: .morning)
        for number in numbers { try await enqueue(.example(number, over: .telegram)) }
        try await lease()
        for number in numbers { try await record(number, chat, .accepted, messageID: "\(number)", disposition: .sent) }
        for number in numbers { _ = try await retract(DeliverySelection(ids: [.example(number)]), by: "admin", now: .noon) }
    }

    /// They are told as soon as they are ordered.
    fileprivate func tell(_ deliveries: Delivery...) async throws {
        for delivery in deliveries {
            try await enqueue(delivery)
            try await lease()
            try await recordTold(delivery)
        }
    }

    /// At once.
    fileprivate func recordTold(_ deliveries: Delivery...) async throws {
        let address = AddressID(literal: "chat")
        let results = deliveries.map { delivery in
            let way = Transmission(
                id: TransmissionID(delivery: delivery.id, address: address), delivery: delivery.id, of: delivery.app, address: address, provider: .telegram,
                status: .accepted, providerMessageID: delivery.id.text, updatedAt: .noon)
            return AttemptResult(
                delivery: delivery.id, token: "token-1", disposition: .sent, transmissions: [TransmissionResult(way)], app: delivery.app,
                place: MessagePlace(of: delivery))
        }
        _ = try await record(results, now: .noon)
    }
}
