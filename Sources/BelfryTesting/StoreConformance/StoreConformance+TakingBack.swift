import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of what was told when somebody takes it back.
    static let takingBack: [StoreConformance] = [
        StoreConformance("What was told is taken back once: the row says since when and by whom, and nobody need read the message any more") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            for number in 1...2 {
                try await store.record(number, .sent, of: .shop)
                try await store.append(.told(number, collapseID: number == 1 ? "4:shop:door" : nil))
            }
            let counted = try await store.totals()
            let first = try await store.retract(DeliverySelection(ids: [.example(1)], app: .shop), by: "shop", now: .evening)
            let again = try await store.retract(DeliverySelection(ids: [.example(1)]), by: "admin", now: .evening + .seconds(60))
            #expect(first == Retraction(retracted: [.example(1)]) && again == Retraction())
            let row = try await store.row(1)
            #expect(row.status == "sent" && row.sentAt == .noon && row.retractedAt == .evening && row.retractedBy == "shop")
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.retractedAt) == [nil, .evening] && messages.map(\.state) == [.current, .takenBack])
            let unread = try await store.unreadCount(of: .ana)
            let totals = try await store.totals()
            #expect(unread == 1 && totals == counted)
            // A later one of the same key takes no place of it.
            try await store.append(.told(3, collapseID: "4:shop:door", at: .evening + .seconds(120)))
            let taken = try await store.messages(of: .ana, in: .inbox, countMax: 10).filter(\.isTakenBack)
            #expect(taken.map(\.id) == [.example(1)] && taken.map(\.retractedAt) == [.evening])
        },
        StoreConformance("What has no collapse key, or was replaced before, needs no reading once it is taken back") { store in
            _ = try await store.enqueue((1...2).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            try await store.lease()
            for number in 1...2 { try await store.record(number, .sent, of: .shop) }
            try await store.append(.told(1))
            try await store.append(.told(2, collapseID: "4:shop:door"))
            try await store.append(.told(3, collapseID: "4:shop:door", at: .noon + .seconds(60)))
            _ = try await store.retract(DeliverySelection(ids: [.example(1), .example(2)]), by: "shop", now: .evening)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            let retractions = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0.retractedAt) })
            #expect(retractions == [.example(1): .evening, .example(2): .noon + .seconds(60), .example(3): nil])
            #expect(Set(messages.filter(\.isTakenBack).map(\.id)) == [.example(1), .example(2)])
            let unread = try await store.unreadCount(of: .ana)
            let marked = try await store.markRead(through: .example(3), of: .ana, countMax: 10, now: .evening)
            #expect(unread == 1 && marked == 1)
        },
        StoreConformance("What is taken back isn't put off any more, and lies where it came, read where it was read: it would come back for nothing") { store in
            _ = try await store.enqueue((1...3).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            try await store.lease()
            for number in 1...3 {
                try await store.record(number, .sent, of: .shop)
                try await store.append(.told(number, at: .noon + .seconds(number)))
            }
            _ = try await store.markRead(.example(1), of: .ana, now: .noon + .seconds(10))
            for number in 1...2 { _ = try await store.putOff(.example(number), until: .evening, of: .ana, now: .noon + .seconds(20)) }
            _ = try await store.retract(DeliverySelection(ids: [.example(1), .example(2)]), by: "shop", now: .noon + .seconds(30))
            let inbox = try await store.messages(of: .ana, in: .inbox, countMax: 9, now: .evening)
            #expect(inbox.map(\.id) == [.example(3), .example(2), .example(1)] && inbox.allSatisfy { $0.laterUntil == nil })
            #expect(inbox.map(\.readAt) == [nil, nil, .noon + .seconds(10)])
        },
        StoreConformance("A button of what was taken back answers no more, in the inbox or wherever else it still stands; others do") { store in
            _ = try await store.enqueue((1...3).map { .ordered($0, by: .shop, offering: .example) }, under: nil, now: .morning)
            try await store.lease()
            for number in 1...3 { try await store.record(number, .sent, of: .shop) }
            try await store.append(.told(1, offering: .example))
            _ = try await store.retract(DeliverySelection(ids: [.example(1), .example(2)]), by: "shop", now: .evening)
            for (number, answers) in [(1, false), (2, false), (3, true)] {
                let taken = try await store.take(ActionID(literal: "pay"), with: .example(number), of: .ana, now: .evening)
                #expect((taken != nil) == answers, "\(number)")
            }
            let message = try await store.messages(of: .ana, in: .inbox, countMax: 9).first
            #expect(message?.id == .example(1) && message?.actionsTaken == [] && message?.readAt == nil)
        },
        StoreConformance("What of it waits is called off, and what is on its way is marked where it arrives and told to nobody where it comes back") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            _ = try await store.enqueue([.ordered(3, by: .shop), .ordered(4, by: .shop)], under: nil, now: .morning)
            let ids: [DeliveryID] = [.example(1), .example(2), .example(3), .example(9)]
            let asked = Retraction(of: try await store.deliveries(DeliverySelection(ids: ids, app: .shop)))
            let found = try await store.retract(DeliverySelection(ids: ids, app: .shop), by: "shop", now: .noon)
            #expect(found == Retraction(calledOff: [.example(3)], retracted: [.example(1), .example(2)]) && asked == found)
            try await store.append(.told(1, collapseID: "4:shop:door"))
            try await store.record(1, .sent, of: .shop)
            try await store.record(2, .retry(at: .noon, error: "later"), of: .shop)
            #expect(try await store.candidates(at: .evening).map(\.delivery.id) == [.example(4)])
            let statuses = [try await store.row(1), try await store.row(2), try await store.row(3)].map(\.status)
            #expect(statuses == ["sent", "cancelled", "cancelled"])
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.isTakenBack) == [true] && messages.map(\.retractedAt) == [.noon])
        },
        StoreConformance("Nothing is taken back of another app, of whom or over what isn't meant, of what was never told, or where nothing is named") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop), .ordered(3, by: .shop)], under: nil, now: .morning)
            try await store.lease { $0.delivery.id == .example(2) ? .skip(.expired) : .send(.allowed) }
            try await store.record(1, .sent, of: .shop)
            try await store.record(3, .failed(error: "refused"), of: .shop)
            let ids: [DeliveryID] = [.example(1)]
            let selections = [
                DeliverySelection(ids: ids, app: .school), DeliverySelection(ids: ids, recipient: .ben), DeliverySelection(ids: ids, channelName: "push"),
                DeliverySelection(ids: [.example(2), .example(3)], app: .shop), DeliverySelection(ids: [], app: .shop), DeliverySelection(app: .shop),
            ]
            for selection in selections {
                let asked = Retraction(of: selection.ids == nil ? [] : try await store.deliveries(selection))
                let found = try await store.retract(selection, by: "shop", now: .evening)
                #expect(asked == Retraction() && found == Retraction(), "\(selection)")
            }
            let row = try await store.row(1)
            #expect(row.retractedAt == nil && row.retractedBy == nil)
        },
        StoreConformance("A summary is taken back as a whole; what was merged into one that waits waits again by itself") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: nil, now: .morning)
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            let part = try await store.retract(DeliverySelection(ids: [.example(2)]), by: "shop", now: .noon)
            #expect(part == Retraction())
            try await store.record(1, .retry(at: .evening, error: "later"), of: .shop)
            let lead = try await store.retract(DeliverySelection(ids: [.example(1)]), by: "shop", now: .noon)
            #expect(lead == Retraction(calledOff: [.example(1)]))
            let merged = try await store.row(2)
            #expect(merged.status == "pending" && merged.mergedInto == nil)
        },
        StoreConformance("What tells of an alert and was taken back needs no reading and stays so, though its episode is erased and is one after all") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.append(.told(1, alert: .example(1)))
            _ = try await store.retract(DeliverySelection(ids: [.example(1)]), by: "admin", now: .noon)
            #expect(try await store.unreadCount(of: .ana) == 0)
            #expect(try await store.markRead(through: .example(1), of: .ana, countMax: 10, now: .noon) == 0)
            try await store.accept(.example(1, resolved: .corrected), now: .evening)
            try await store.accept(.example(1), now: .evening)
            let row = try await store.row(1)
            #expect(row.retractedAt == .noon && row.retractedBy == "admin")
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.retractedAt) == [.noon] && messages.map(\.isTakenBack) == [true])
        },
        StoreConformance("What was told at one address and waits for another is called off, and taken back from whom it told") { store in
            _ = try await store.enqueue([.ordered(1, offering: .acknowledgement), .ordered(2)], under: nil, now: .morning)
            try await store.lease()
            try await store.append(.told(1, offering: .acknowledgement))
            let desktop = Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning)
            try await store.record(1, desktop, .accepted, disposition: .postponed(until: .evening, why: "rate_limited"))
            try await store.record(2, .postponed(until: .evening, why: "rate_limited"))
            let found = try await store.retract(DeliverySelection(ids: [.example(1), .example(2)]), by: "admin", now: .evening)
            #expect(found == Retraction(calledOff: [.example(1), .example(2)]))
            let (told, untold) = (try await store.row(1), try await store.row(2))
            #expect(told.status == "cancelled" && told.retractedAt == .evening && told.retractedBy == "admin")
            #expect(untold.status == "cancelled" && untold.retractedAt == nil && untold.retractedBy == nil)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 9)
            #expect(messages.map(\.isTakenBack) == [true])
            #expect(try await store.take(.acknowledge, with: .example(1), of: .ana, now: .evening) == nil)
        },
        StoreConformance("No correction of the data has told anew what somebody took back while it was on its way, or waited for another address") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease()
            let desktop = Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning)
            try await store.record(1, desktop, .accepted, disposition: .postponed(until: .evening, why: "rate_limited"))
            _ = try await store.retract(DeliverySelection(ids: [.example(1), .example(2)]), by: "admin", now: .noon)
            try await store.record(2, .retry(at: .evening, error: "later"))
            try await store.accept(.example(1, resolved: .corrected), .example(2, resolved: .corrected), now: .noon)
            try await store.markForEvaluation([.ben], at: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 1, now: .evening) { history in
                seen.add(history)
                return .nothing
            }
            #expect(seen.all.first?.queuedDeliveries.map(\.state) == [.other, .other])
        },
        StoreConformance("That it was taken back is told to its app once, after what it was told before, and what waited as called off") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .sent, of: .shop)
            _ = try await store.enqueue([.ordered(2, by: .shop), .ordered(3, by: .school)], under: nil, now: .morning)
            let ids: [DeliveryID] = [.example(1), .example(2), .example(3)]
            for _ in 1...2 { _ = try await store.retract(DeliverySelection(ids: ids), by: "admin", now: .evening) }
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line) ?? []
            #expect(told.filter { $0.hasPrefix("delivery-1") }.last == "delivery-1 in_app retracted - 1 \(Instant.evening)")
            #expect(told.filter { $0.hasPrefix("delivery-2") } == ["delivery-2 in_app cancelled - 0 \(Instant.evening)"])
            #expect(told.count == 3)
        },
    ]
}

extension InboxMessage {
    /// What the delivery of the same number brings Ana.
    fileprivate static func told(
        _ number: Int, collapseID: String? = nil, alert: AlertID? = nil, offering actions: OfferedActions? = nil, at moment: Instant = .noon
    ) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ana, alert: alert, category: "general",
            content: NotificationContent(title: "Boiler", body: "Due", severity: .watch), createdAt: moment, readAt: nil, actions: actions,
            collapseID: collapseID)
    }
}
