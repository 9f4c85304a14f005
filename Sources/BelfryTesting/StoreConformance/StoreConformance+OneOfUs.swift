import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What the first of several people does for all.
    static let oneOfUs: [StoreConformance] = [
        StoreConformance("Once one has done what only one has to do, nothing that waits of it is told, to nobody and over no channel") { store in
            try await store.enqueue(
                .shared(1, .ana), .shared(2, .ana, over: .email, step: 1), .shared(3, .ben, step: 0), .shared(4, .ben, over: .email, step: 1),
                .shared(5, .stranger, step: 1, key: "other"), .shared(6, .stranger, step: 1, isOneOfUs: false))
            try await store.lease()
            for number in [1, 3] { try await store.record(number, .sent) }
            #expect(try await store.note(.opened, with: .example(3), of: .ben, now: .noon))
            let read = try await store.ended()
            #expect(read == [], "who has only opened it hasn't done it")
            #expect(try await store.take(.acknowledge, with: .example(3), of: .ben, now: .noon) != nil)
            let done = try await store.ended()
            #expect(done == [.example(2), .example(4)])
        },
        StoreConformance("What others have of it in their inboxes is done, and says who did it to those alone who are in a family with them") { store in
            try await store.save(.household, now: .morning)
            let people: [UserID] = [.ana, .ben, .stranger]
            for (index, person) in people.enumerated() { try await bring(index + 1, to: person, in: store) }
            _ = try await store.putOff(.example(2), until: .evening, of: .ben, now: .morning)
            #expect(try await store.take(.acknowledge, with: .example(1), of: .ana, now: .noon) == OfferedActions.acknowledgement[.acknowledge])
            for person in people {
                let (messages, unreadCount) = (try await store.messages(of: person, in: .inbox, countMax: 9), try await store.unreadCount(of: person))
                #expect(messages.map(\.doneAt) == [person == .ana ? nil : .noon] && unreadCount == 0, "\(person)")
                #expect(messages.map(\.doneBy) == [person == .ben ? "Ana" : nil], "\(person)")
                #expect(messages.map(\.readAt) == [person == .ana ? .noon : nil] && messages.map(\.laterUntil) == [nil], "\(person)")
            }
            let others = try await store.doneByOthers(among: [.example(1), .example(2), .example(9)], of: .ben)
            #expect(others == [.example(2)])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1], "nobody else has acted on it")
        },
        StoreConformance("What was read and put off when another does it is read, as it was") { store in
            for (number, person) in [(1, UserID.ana), (2, .ben)] { try await bring(number, to: person, in: store) }
            _ = try await store.markRead(.example(2), of: .ben, now: .morning)
            _ = try await store.putOff(.example(2), until: .evening, of: .ben, now: .morning)
            _ = try await store.take(.acknowledge, with: .example(1), of: .ana, now: .noon)
            let message = try await store.messages(of: .ben, in: .inbox, countMax: 9).first
            #expect(message?.doneAt == .noon && message?.readAt == .morning && message?.laterUntil == nil)
        },
        StoreConformance("Whoever does it after another changes nothing, whether they press a button or say so otherwise") { store in
            for (number, person) in [(1, UserID.ana), (2, .ben), (3, .stranger)] { try await bring(number, to: person, in: store) }
            #expect(try await store.note(.acted, with: .example(1), of: .ana, now: .noon))
            #expect(try await store.take(.acknowledge, with: .example(2), of: .ben, now: .evening) != nil)
            #expect(try await store.note(.acted, with: .example(3), of: .stranger, now: .evening))
            let (first, second) = (
                try await store.messages(of: .ana, in: .inbox, countMax: 9), try await store.messages(of: .ben, in: .inbox, countMax: 9)
            )
            #expect(first.map(\.doneAt) == [nil] && second.map(\.doneAt) == [.noon] && second.map(\.actionsTaken) == [[]])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
        },
        StoreConformance("Of several who do it at once one has done it, and the others' is done") { store in
            let people: [UserID] = [.ana, .ben, .stranger]
            for round in 0..<5 {
                let numbers = people.indices.map { 10 * round + $0 + 1 }
                for (number, person) in zip(numbers, people) { try await bring(number, to: person, in: store, key: "news-\(round)") }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, person) in zip(numbers, people) {
                        group.addTask { _ = try await store.take(.acknowledge, with: .example(number), of: person, now: .noon) }
                    }
                    try await group.waitForAll()
                }
                var isDone: [Bool] = []
                for (number, person) in zip(numbers, people) {
                    let message = try await store.messages(of: person, in: .inbox, countMax: 99).first { $0.id == .example(number) }
                    isDone.append(message?.doneAt != nil)
                    #expect(message?.actionsTaken.isEmpty == (message?.doneAt != nil))
                }
                #expect(isDone.count { !$0 } == 1, "\(isDone)")
            }
        },
        StoreConformance("What comes into an inbox after another has done it is there as done") { store in
            try await bring(1, to: .ana, in: store)
            try await store.enqueue(.shared(2, .ben, over: .inApp))
            try await store.lease()
            _ = try await store.take(.acknowledge, with: .example(1), of: .ana, now: .noon)
            try await store.append(.shared(2, .ben, key: "news"))
            let (messages, unreadCount) = (try await store.messages(of: .ben, in: .inbox, countMax: 9), try await store.unreadCount(of: .ben))
            #expect(messages.map(\.doneAt) == [.morning] && messages.map(\.state) == [.done] && unreadCount == 0)
        },
        StoreConformance("What one has done is to disappear where others were told of it, or are about to be, and nothing else is") { store in
            for (number, person) in [(1, UserID.ana), (2, .ben), (3, .stranger)] { try await store.enqueue(.shared(number, person, over: .telegram)) }
            try await store.enqueue(.shared(4, .ben, over: .telegram, key: "other"))
            try await store.lease()
            for number in [1, 2, 4] { try await store.record(number, .sent) }
            #expect(try await store.take(.acknowledge, with: .example(1), of: .ana, now: .noon) != nil)
            let errands = try await store.leaseRemovals(.at(.noon))
            #expect(errands == [2, 3].map { RemovalErrand(delivery: .example($0), app: .house, attempt: 1, cause: .done) })
        },
        StoreConformance("What is each one's own stays theirs, and what was taken back stays so") { store in
            for (number, person) in [(1, UserID.ana), (2, .ben)] { try await bring(number, to: person, in: store, isOneOfUs: false) }
            for (number, person) in [(3, UserID.ana), (4, .ben)] { try await bring(number, to: person, in: store, key: "other") }
            _ = try await store.retract(DeliverySelection(ids: [.example(4)]), by: "shop", now: .morning)
            for number in [1, 3] { _ = try await store.take(.acknowledge, with: .example(number), of: .ana, now: .noon) }
            let messages = try await store.messages(of: .ben, in: .inbox, countMax: 9).sorted { $0.id < $1.id }
            #expect(messages.map(\.isTakenBack) == [false, true] && messages.map(\.retractedAt) == [nil, .morning])
            #expect(messages.map(\.doneAt) == [nil, nil])
        },
    ]
}

extension Delivery {
    /// Of an order that one does for all. A later step is due in the evening.
    fileprivate static func shared(
        _ number: Int, _ recipient: UserID, over channel: DeliveryChannel = .push, step: Int = 0, key: String = "news", isOneOfUs: Bool = true
    ) -> Delivery {
        var payload = Payload()
        // What one person is told in the same words at the same moment is one order.
        payload.title = "Boiler, \(key)"
        payload.actions = .acknowledgement
        payload.oneOfUs = isOneOfUs ? true : nil
        return Delivery(
            id: .example(number), createdAt: .morning, recipient: recipient, member: recipient, alert: nil, channelName: channel.rawValue,
            payload: payload, deliverAfter: step == 0 ? nil : .evening, route: DeliveryRoute.Place(key: key, step: step, until: .read))
    }
}

extension InboxMessage {
    /// What its sender puts there.
    ///
    /// - Parameter key: nil where it is each one's own.
    fileprivate static func shared(_ number: Int, _ recipient: UserID, key: String?) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: recipient, member: recipient, alert: nil, category: Payload.generalKind,
            content: NotificationContent(title: "Boiler", body: "", severity: .watch), createdAt: .morning, readAt: nil, actions: .acknowledgement,
            sharedKey: key)
    }
}

/// Has one told in the inbox.
private func bring(_ number: Int, to recipient: UserID, in store: any Store, key: String = "news", isOneOfUs: Bool = true) async throws {
    try await store.enqueue(.shared(number, recipient, over: .inApp, key: key, isOneOfUs: isOneOfUs))
    try await store.lease()
    try await store.append(.shared(number, recipient, key: isOneOfUs ? key : nil))
    try await store.record(number, .sent)
}

extension DeliveryQueue {
    /// Of what is due in the evening, what somebody has ended.
    fileprivate func ended() async throws -> [DeliveryID] {
        try await candidates(at: .evening).filter(\.isAcknowledged).map(\.delivery.id).sorted()
    }
}
