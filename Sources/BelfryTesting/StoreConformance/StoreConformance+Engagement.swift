import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a person does with what one order tells them over several channels.
    static let engagement: [StoreConformance] = [
        StoreConformance("Whoever opens over one channel what one order tells over several has read its message in the inbox, and no other") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let (message, other) = (Delivery.ordered(1, by: .shop), Delivery.ordered(4, by: .shop))
            _ = try await store.enqueue([message, message.overPush(2), message.overPush(3, saying: "Heating"), other], under: nil, now: .morning)
            try await store.lease()
            for delivery in [message, other] { try await store.append(.of(delivery, at: delivery.createdAt)) }
            func readAt() async throws -> [Instant?] { try await store.messages(of: .ana, in: .inbox, countMax: 9).map(\.readAt) }
            let others = try await store.note(.opened, with: .example(2), of: .ben, now: .noon)
            let heating = try await store.note(.opened, with: .example(3), of: .ana, now: .noon)
            let unread = try await readAt()
            #expect(!others && heating && unread == [nil, nil])
            for moment in [Instant.noon, .evening] {
                #expect(try await store.note(.opened, with: .example(2), of: .ana, now: moment))
            }
            _ = try await store.note(.acted, with: .example(2), of: .ana, now: .evening)
            let read = try await readAt()
            #expect(read == [nil, .noon])
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(told == ["delivery-1 in_app read - - \(Instant.noon)", "delivery-1 in_app acted - - \(Instant.evening)"])
        },
        StoreConformance("What was pressed before its message came is taken there when it comes, and isn't told again") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let message = Delivery.ordered(1, by: .shop, offering: OfferedActions.example)
            let summed = Delivery.ordered(3, by: .shop, offering: OfferedActions.example)
            _ = try await store.enqueue([message, message.overPush(2), summed, summed.overPush(4)], under: nil, now: .morning)
            try await store.lease()
            for (id, number) in [("pay", 2), ("later", 1), ("pay", 4)] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: .ana, now: .noon)?.id.text == id)
            }
            // What comes a second time, as after an answer that was lost, finds everything as it is.
            for _ in 1...2 { try await store.append(.of(message, at: .evening)) }
            // It offers nothing.
            try await store.append(.of(summed, offering: nil, at: .evening))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 9)
            #expect(messages.map { $0.actionsTaken.map(\.text) } == [[], ["later", "pay"]] && messages.map(\.readAt) == [nil, .evening])
            for (id, number) in [("pay", 1), ("later", 2)] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: .ana, now: .evening)?.id.text == id)
            }
            let counts = try await store.totals().filter { $0.kind.event == .read || $0.kind.event == .acted }.map(\.count)
            #expect(counts == [1, 1])
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(
                told == [
                    "delivery-2 push acted pay - \(Instant.noon)", "delivery-1 in_app acted later - \(Instant.noon)",
                    "delivery-4 push acted pay - \(Instant.noon)", "delivery-1 in_app read - - \(Instant.evening)",
                ])
        },
    ]
}

extension InboxMessage {
    /// As the inbox is sent it.
    fileprivate static func of(_ delivery: Delivery, at moment: Instant) -> InboxMessage { of(delivery, offering: delivery.payload.actions, at: moment) }

    fileprivate static func of(_ delivery: Delivery, offering actions: OfferedActions?, at moment: Instant) -> InboxMessage {
        InboxMessage(
            id: delivery.id, recipient: delivery.recipient, member: delivery.member, alert: nil, category: delivery.payload.category,
            content: NotificationContent(title: delivery.payload.title ?? "", body: "", severity: .watch), createdAt: moment, readAt: nil, actions: actions)
    }
}
