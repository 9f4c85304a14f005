import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who is told next where nobody of those before has reacted.
    static let escalation: [StoreConformance] = [
        StoreConformance("Nobody further is told once somebody before has acted on it; that they were told, or opened it, isn't enough for that") { store in
            try await store.enqueue(.told(1, .ana), .told(2, .ben, fromStep: 1), .told(3, .stranger, fromStep: 2))
            try await store.lease()
            try await store.record(1, .sent)
            let due = try await store.candidates(at: .evening)
            #expect(due.map(\.delivery.id) == [.example(2), .example(3)] && due.allSatisfy { !$0.isAcknowledged })
            #expect(due.first?.delivery.payload.escalation == Escalation.Place(fromStep: 1, until: .acknowledged))
            #expect(try await store.note(.opened, with: .example(1), of: .ana, now: .noon))
            let opened = try await store.acknowledged()
            #expect(opened == [])
            #expect(try await store.note(.acted, with: .example(2), of: .ben, now: .noon))
            let second = try await store.acknowledged()
            #expect(second == [.example(3)], "who was told later stands before nobody but those behind")
            #expect(try await store.note(.acted, with: .example(1), of: .ana, now: .noon))
            let both = try await store.acknowledged()
            #expect(both == [.example(2), .example(3)])
        },
        StoreConformance("Whoever presses a button of it has acted on it, whichever channel brought it") { store in
            try await store.enqueue(.told(1, .ana), .told(2, .ana, over: .email), .told(3, .ben, fromStep: 1))
            try await store.lease()
            for number in [1, 2] { try await store.record(number, .sent) }
            #expect(try await store.take(.acknowledge, with: .example(2), of: .ben, now: .noon) == nil, "it isn't theirs")
            let before = try await store.acknowledged()
            #expect(before == [])
            #expect(try await store.take(.acknowledge, with: .example(2), of: .ana, now: .noon) != nil)
            let after = try await store.acknowledged()
            #expect(after == [.example(3)])
        },
        StoreConformance("Where it is enough that somebody reads it, their inbox and their opening it count") { store in
            for number in [1, 3] {
                try await store.enqueue(
                    .told(number, .ana, over: .inApp, key: "news-\(number)"), .told(number + 1, .ben, fromStep: 1, until: .read, key: "news-\(number)"))
            }
            try await store.lease()
            for number in [1, 3] { try await store.record(number, .sent) }
            let told = try await store.acknowledged()
            #expect(told == [])
            let message = InboxMessage(
                id: .example(1), recipient: .ana, member: .ana, alert: nil, category: Payload.generalKind,
                content: NotificationContent(title: "Title", body: "Body", severity: .watch), createdAt: .noon, readAt: nil)
            try await store.append(message)
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            #expect(try await store.note(.opened, with: .example(3), of: .ana, now: .noon))
            let read = try await store.acknowledged()
            #expect(read == [.example(2), .example(4)])
        },
        StoreConformance("Where all that those before were told comes to nothing, whoever is next is told at once; whoever is behind them waits") { store in
            try await store.enqueue(
                .told(1, .ana), .told(2, .ana, over: .email), .told(3, .ben, fromStep: 1), .told(4, .stranger, fromStep: 2), .told(5, .ben, key: "other"))
            try await store.enqueue(.told(6, .ana, app: .shop), .told(7, .ben, fromStep: 1, app: .shop))
            try await store.lease { $0.delivery.channel == .push ? .skip(.pushDisabled) : .send(.allowed) }
            let open = try await store.candidates().map(\.delivery.id)
            #expect(open == [.example(7)], "a mail is on its way")
            try await store.record(2, .failed(error: "refused"))
            let next = try await store.candidates(at: .noon).map(\.delivery).filter { $0.app == .house }
            #expect(next.map(\.id) == [.example(3)] && next.first?.deliverAfter == .noon)
            try await store.lease { $0.delivery.id == .example(3) ? .skip(.categoryDisabled) : nil }
            let last = try await store.candidates().map(\.delivery.id).filter { $0 != .example(7) }
            #expect(last == [.example(4)])
        },
        StoreConformance("Who may be told still, or was left out for what has nothing to do with where they are reached, keeps the next waiting") { store in
            try await store.enqueue(.told(1, .ana), .told(2, .stranger), .told(3, .ben, fromStep: 1))
            try await store.enqueue(.told(4, .ana, key: "other"), .told(5, .ben, fromStep: 1, key: "other"))
            try await store.lease { candidate in
                switch candidate.delivery.id {
                case .example(1): .skip(.pushDisabled)
                case .example(4): .skip(.expired)
                default: .defer(.quietHours, until: .evening)
                }
            }
            let due = try await store.candidates()
            #expect(due.isEmpty)
        },
        StoreConformance("What another app told under the same key, or the same one under another, is no reaction to it") { store in
            try await store.enqueue(.told(1, .ana, app: .shop), .told(2, .ana, key: "other"), .told(3, .ben, fromStep: 1))
            try await store.lease()
            for number in [1, 2] {
                try await store.record(number, .sent)
                #expect(try await store.note(.acted, with: .example(number), of: .ana, now: .noon))
            }
            let none = try await store.acknowledged()
            #expect(none == [])
        },
        StoreConformance("A step for whoever is on duty goes to whoever that is when it comes due, with all of it that waits; what is for others stays") { store in
            try await store.save(.example, named: .grandma, of: .house, countMax: 1, now: .morning)
            try await store.enqueue(
                .told(1, .ana, fromStep: 1, rota: .grandma), .told(2, .ana, over: .email, fromStep: 1, rota: .grandma), .told(3, .ana, fromStep: 1),
                .told(4, .ana, fromStep: 1, key: "other", rota: .grandma), .told(5, .ana, rota: .grandma))
            try await store.enqueue(.told(6, .ana, fromStep: 1, rota: .grandma, app: .shop))
            let first = try await store.lease(at: .noon, onDuty: { _ in .ben })
            #expect(first.toSend.map(\.delivery.id) == [.example(5)] && first.toSend.map(\.delivery.recipient) == [.ana], "it isn't of an escalation")
            try await store.record(5, .sent)
            let asked = Notes<Rota>()
            let whoever: @Sendable (Rota) -> UserID? = { rota in
                asked.add(rota)
                return .ben
            }
            let taken = try await store.lease(1, at: .evening, lanes: .only([Delivery.told(1, .ana).lane]), onDuty: whoever)
            #expect(taken.toSend.map(\.delivery.recipient) == [.ben] && asked.all == [.example])
            for number in 1...6 {
                let (row, recipient) = (try await store.row(number).delivery, number <= 2 ? UserID.ben : .ana)
                #expect(row.recipient == recipient && row.member == recipient, "\(number)")
            }
            let rest = try await store.lease(at: .evening, onDuty: { _ in .stranger })
            let recipients = Dictionary(rest.toSend.map { ($0.delivery.id, $0.delivery.recipient) }) { first, _ in first }
            let expected: [DeliveryID: UserID] = [.example(2): .stranger, .example(3): .ana, .example(4): .stranger, .example(6): .ana]
            #expect(recipients == expected, "the other app has no rota")
        },
        StoreConformance("What was tried stays with whom it was tried, and so does what is for a rota by which nobody is on duty") { store in
            try await store.save(.example, named: .grandma, of: .house, countMax: 1, now: .morning)
            try await store.enqueue(.told(1, .ana, fromStep: 1, rota: .grandma))
            let nobody = try await store.lease(at: .evening, onDuty: { _ in nil })
            #expect(nobody.toSend.map(\.delivery.recipient) == [.ana])
            try await store.record(1, .retry(at: .evening + .seconds(60), error: "away"), at: .evening)
            let again = try await store.lease(at: .evening + .seconds(60), onDuty: { _ in .ben })
            let row = try await store.row(1)
            #expect(again.toSend.map(\.delivery.recipient) == [.ana] && row.delivery.recipient == .ana)
        },
        StoreConformance("Whom an escalation of what comes back tells is kept beside it, is told with it, and is forgotten where they are erased") { store in
            let order = ScheduledOrder.example(1).telling([.ana], further: [.ben: 1, .stranger: 2])
            _ = try await store.add(order, under: nil, now: .morning)
            let kept = try await store.scheduledOrder(order.id)
            #expect(kept == order && kept?.everybody == [.ana, .ben, .stranger].sorted())
            let changed = order.telling([.ana], further: [.ben: 2])
            #expect(try await store.change(order, to: changed))
            let other = try await store.scheduledOrder(order.id)
            #expect(other == changed)
            let rows = try await store.pages(of: .ben, countMax: 10).flatMap(\.self)
            #expect(rows.map(\.table) == ["schedule_recipients"])
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let asked = Notes<[UserID]>()
            let left = try #require(await store.scheduledOrder(order.id))
            #expect(left.further == [:] && left.recipients == [.ana])
            _ = try await store.carryOut(ScheduledTurn(of: left, told: left.next, missedCount: 0, next: nil), now: .noon) { standing in
                asked.add(standing.everybody)
                return []
            }
            #expect(asked.all == [[.ana]])
        },
        StoreConformance("What comes back and has nobody left to tell first goes whole, whomever it would tell next") { store in
            _ = try await store.add(ScheduledOrder.example(1).telling([.ana], further: [.ben: 1]), under: nil, now: .morning)
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.scheduledOrders(of: nil, before: nil, countMax: 10)
            #expect(left == [])
            let rows = try await store.pages(of: .ben, countMax: 10).flatMap(\.self)
            #expect(rows.isEmpty)
        },
    ]
}

extension Delivery {
    /// Of an order with an escalation; whoever is told further is due in the evening.
    ///
    /// - Parameter fromStep: nil for who is told first.
    fileprivate static func told(
        _ number: Int, _ recipient: UserID, over channel: DeliveryChannel = .push, fromStep: Int? = nil, until: Escalation.Reaction = .acknowledged,
        key: String = "news", rota: RotaID? = nil, app: AppID = .house
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Boiler"
        payload.actions = .acknowledgement
        payload.rota = rota
        payload.escalation = fromStep.map { Escalation.Place(fromStep: $0, until: until) }
        return Delivery(
            id: .example(number), createdAt: .morning, recipient: recipient, member: recipient, alert: nil, channelName: channel.rawValue,
            payload: payload, deliverAfter: fromStep == nil ? nil : .evening, route: DeliveryRoute.Place(key: key, step: fromStep ?? 0, until: .read), app: app)
    }
}

extension DeliveryQueue {
    /// Of what is due in the evening, before which somebody has reacted.
    fileprivate func acknowledged() async throws -> [DeliveryID] {
        try await candidates(at: .evening).filter(\.isAcknowledged).map(\.delivery.id).sorted()
    }
}
