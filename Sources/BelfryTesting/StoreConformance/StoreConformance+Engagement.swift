import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a person does with what they are told, whichever channel brought it.
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
        StoreConformance("What was opened before its message came has been read there when it comes, once; what another order tells hasn't") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let (message, alone, other) = (Delivery.ordered(1, by: .shop), Delivery.ordered(3, by: .shop), Delivery.ordered(4, by: .shop))
            _ = try await store.enqueue(
                [message, message.overPush(2), alone, other, other.overPush(5), other.overPush(6, saying: "Heating")], under: nil, now: .morning)
            try await store.lease()
            for number in [2, 2, 3, 6] { #expect(try await store.note(.opened, with: .example(number), of: .ana, now: .noon)) }
            let others = try await store.note(.opened, with: .example(5), of: .ben, now: .noon)
            #expect(!others)
            // What comes a second time, as after an answer that was lost, finds everything as it is.
            for _ in 1...2 { for delivery in [message, alone, other] { try await store.append(.of(delivery, at: .evening)) } }
            let readAt = try await store.messages(of: .ana, in: .inbox, countMax: 9).map { "\($0.id) \($0.readAt?.description ?? "unread")" }.sorted()
            #expect(readAt == ["delivery-1 \(Instant.evening)", "delivery-3 \(Instant.evening)", "delivery-4 unread"])
            let (unreadCount, totals) = try await (store.unreadCount(of: .ana), store.totals())
            #expect(unreadCount == 1 && totals.filter { $0.kind.event == .read }.map(\.count) == [2])
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(told == ["delivery-1 in_app read - - \(Instant.evening)", "delivery-3 in_app read - - \(Instant.evening)"])
        },
        StoreConformance("What is opened while its message comes has been read there, whichever is first") { store in
            for number in 1...10 {
                let message = Delivery.ordered(number * 2, by: .shop)
                _ = try await store.enqueue([message, message.overPush(number * 2 + 1)], under: nil, now: .morning)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await store.note(.opened, with: .example(number * 2 + 1), of: .ana, now: .noon) }
                    group.addTask { try await store.append(.of(message, at: .noon)) }
                    try await group.waitForAll()
                }
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 20)
            #expect(messages.count == 10 && messages.allSatisfy { $0.readAt == .noon })
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
            #expect(messages.map { $0.actionsTaken.map(\.text) } == [[], ["later", "pay"]] && messages.allSatisfy { $0.readAt == .evening })
            for (id, number) in [("pay", 1), ("later", 2)] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: .ana, now: .evening)?.id.text == id)
            }
            let counts = try await store.totals().filter { $0.kind.event == .read || $0.kind.event == .acted }.map(\.count)
            #expect(counts == [1, 2])
            // Of different deliveries in any order: where they are spread, each node numbers its own.
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(
                Set(told ?? []) == [
                    "delivery-2 push acted pay - \(Instant.noon)", "delivery-1 in_app acted later - \(Instant.noon)",
                    "delivery-4 push acted pay - \(Instant.noon)", "delivery-1 in_app read - - \(Instant.evening)",
                    "delivery-3 in_app read - - \(Instant.evening)",
                ] && told?.count == 5)
        },
        StoreConformance("What is pressed on several devices at once, while its message comes, is told once and taken there") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let message = Delivery.ordered(1, by: .shop, offering: OfferedActions.example)
            _ = try await store.enqueue([message, message.overPush(2)], under: nil, now: .morning)
            try await store.lease()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    group.addTask { _ = try await store.take(ActionID(literal: "pay"), with: .example(1 + number % 2), of: .ana, now: .noon) }
                    if number == 10 { group.addTask { try await store.append(.of(message, at: .noon)) } }
                }
                try await group.waitForAll()
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 9)
            #expect(messages.map { $0.actionsTaken.map(\.text) } == [["pay"]] && messages.map(\.readAt) == [.noon])
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes ?? []
            #expect(told.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.acted, .read])
        },
        StoreConformance("Which action a member of a broadcast takes is told as soon as it may have reached them, and of the inbox once") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            func outcome(_ member: Delivery, of user: UserID = .ana) async throws -> String {
                do {
                    return try await store.take(ActionID(literal: "pay"), with: member.id, of: user, now: .noon)?.id.text ?? "unknown"
                } catch let problem as Problem {
                    return problem.code
                }
            }
            for channel in [DeliveryChannel.push, .inApp] {
                let broadcast = Broadcast.offering(over: channel)
                let ana = try #require(broadcast.delivery(to: .ana, batch: 0, index: 0))
                let ben = try #require(broadcast.delivery(to: .ben, batch: 0, index: 1))
                _ = try await store.begin(broadcast, under: nil, now: .morning)
                try await store.append([RecipientBatch([.ana, .ben])], to: broadcast, firstNumber: 0)
                try await store.seal(broadcast, now: .morning)
                let waiting = try await outcome(ana)
                let leased = try await store.leaseBatch(token: channel.rawValue) { candidate in
                    candidate.delivery.recipient == .ben ? .skip(.categoryDisabled) : .send(.allowed)
                }
                let batch = try #require(leased)
                if channel == .inApp { try await store.append(.of(ana, at: .noon)) }
                let inHand = try await outcome(ana)
                _ = try await store.record([MemberResult(at: 0, .sent), MemberResult(at: 1)], of: batch, then: .ends, now: .noon)
                let (sent, skipped, others) = (try await outcome(ana), try await outcome(ben, of: .ben), try await outcome(ana, of: .ben))
                #expect([waiting, inHand, sent, skipped, others] == ["not_told", "pay", "pay", "not_told", "unknown"], "\(channel)")
                let own = try await store.note(.opened, with: ana.id, of: .ana, now: .noon)
                let another = try await store.note(.opened, with: ana.id, of: .ben, now: .noon)
                #expect(own && !another)
            }
            let told = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            let acted = told.changes.filter { $0.kind == .acted }.map(\.line)
            #expect(acted == ["news-push-0-0 push acted pay - \(Instant.noon)", "news-in_app-0-0 in_app acted pay - \(Instant.noon)"])
            try await store.settle(told, .told)
            for channel in [DeliveryChannel.push, .inApp] {
                let ana = try #require(Broadcast.offering(over: channel).delivery(to: .ana, batch: 0, index: 0))
                let again = try await outcome(ana)
                #expect(again == "pay")
            }
            let later = try await store.leaseStatuses(of: .shop, .at(.noon))?.changes.map(\.line)
            #expect(later == ["news-push-0-0 push acted pay - \(Instant.noon)"])
        },
        StoreConformance("Nothing is taken of what waits or was left out; what is on its way, was tried or was sent may have been told") { store in
            let pay = ActionID(literal: "pay")
            let deliveries = (1...4).map { Delivery.ordered($0, offering: OfferedActions.example) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            func outcome(_ number: Int) async throws -> String {
                do {
                    return try await store.take(pay, with: .example(number), of: .ana, now: .noon) == nil ? "unknown" : "taken"
                } catch let problem as Problem {
                    return problem.code
                }
            }
            func outcomes() async throws -> [String] {
                var all: [String] = []
                for number in 1...4 { all.append(try await outcome(number)) }
                return all
            }
            let waiting = try await outcomes()
            #expect(waiting == Array(repeating: "not_told", count: 4))
            try await store.lease { $0.delivery.id == .example(4) ? .skip(.categoryDisabled) : .send(.allowed) }
            try await store.record(1, .returned)
            try await store.record(2, .retry(at: .evening, error: "http_503: the service is away"))
            let tried = try await outcomes()
            #expect(tried == ["not_told", "taken", "taken", "not_told"])
            try await store.record(3, .sent)
            let sent = try await outcome(3)
            #expect(sent == "taken")
            #expect(try await store.take(pay, with: .example(4), of: .ben, now: .noon) == nil)
        },
        StoreConformance("What a person does with a notification counts for what told them of the same, once, whichever channel brought it") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, of: 1, over: .push))
            try await store.append(.example(1))
            for step in EngagementStep.allCases + EngagementStep.allCases {
                let others = try await store.note(step, with: .example(2), of: .ben, now: .noon)
                let own = try await store.note(step, with: .example(2), of: .ana, now: .noon)
                #expect(own && !others)
            }
            let unknown = try await store.note(.opened, with: .example(9), of: .ana, now: .noon)
            #expect(!unknown)
            let message = try await store.messages(of: .ana, in: .inbox, countMax: 1).first
            #expect(message?.readAt == .noon)
            let reactions: Set<DeliveryEvent> = [.read, .acted]
            let totals = try await store.totals().filter { reactions.contains($0.kind.event) }
            #expect(totals.map(\.kind.event) == [.acted, .read] && totals.map(\.count) == [1, 1])
        },
        StoreConformance("Whoever snoozes or dismisses an alert has acted on what told them of it; others have not") { store in
            for (number, hides) in [(1, true), (2, false)] {
                try await store.enqueue(.example(number, over: .inApp))
                try await store.append(.example(number))
                _ = hides
                    ? try await store.snooze(.example(number), until: .sunday, dayCount: 1, by: .ana, now: .noon)
                    : try await store.dismiss(.example(number), by: .ben, now: .noon) != nil
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.readAt) == [nil, .noon])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
        },
        StoreConformance("Whoever snoozes an alert that a summary told of has acted on the summary") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp))
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            try await store.append(.example(1))
            #expect(try await store.snooze(.example(2), until: .sunday, dayCount: 1, by: .ana, now: .noon))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.readAt) == [.noon])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
        },
    ]
}

extension Broadcast {
    fileprivate static func offering(over channel: DeliveryChannel) -> Broadcast {
        var payload = Payload()
        payload.title = "Open on Sunday"
        payload.actions = OfferedActions.example
        return Broadcast(
            id: BroadcastID(literal: "news-\(channel.rawValue)"), app: .shop, createdAt: .morning, channelName: channel.rawValue, payload: payload)
    }
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
