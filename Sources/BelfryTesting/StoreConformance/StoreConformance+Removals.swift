import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How what was taken back comes to disappear where it was shown.
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
            try await store.settle(first[0], [:], again: nil)
            try await store.settle(first[1], [:], again: .evening)
            try await store.settle(again[0], [:], again: nil)
            try await store.settle(again[1], [:], again: .noon + .seconds(90))
            #expect(try await store.leaseRemovals(.at(.noon + .seconds(90))).map(\.delivery) == [again[1].delivery])
            #expect(try await store.leaseRemovals(.at(.evening)).count == 2)
        },
        StoreConformance("A transmission says when it disappeared, or why it stays; what is gone stays so, and no later attempt or report changes it") { store in
            try await store.takeBack(1...2)
            let errands = try await store.leaseRemovals(.at(.noon))
            let ways = [try await store.transmissions(of: .example(1)), try await store.transmissions(of: .example(2))].compactMap(\.first)
            #expect(ways.count == 2 && ways.allSatisfy { $0.removedAt == nil && $0.staysBecause == nil })
            try await store.settle(errands[0], [ways[0].id: .removed(at: .noon)], again: nil)
            try await store.settle(errands[0], [ways[0].id: .stays(why: "too_late: it is")], again: nil)
            try await store.settle(errands[1], [ways[1].id: .stays(why: "too_old:\0 it is")], again: nil)
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
    ]
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
}
