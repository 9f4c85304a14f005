import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of what was told, or was to be told, when corrected data show that it never was.
    static let retractions: [StoreConformance] = [
        StoreConformance("What waits is cancelled when its episode is erased, and is never leased") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.accept(.example(1, resolved: .corrected), now: .noon)
            let statuses = [try await store.row(1), try await store.row(2)].map(\.status)
            #expect(statuses == ["cancelled", "pending"])
            #expect(try await store.candidates(at: .evening).map(\.delivery.id) == [.example(2)])
        },
        StoreConformance("What was sent is marked as retracted, in the queue and in the inbox, since the first time") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.append(.told(1))
            try await store.accept(.example(1, resolved: .corrected), now: .evening)
            try await store.accept(.example(1, resolved: .corrected), now: .evening + .seconds(60))
            let row = try await store.row(1)
            #expect(row.status == "sent" && row.retractedAt == .evening)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.retractedAt) == [.evening] && messages.map(\.state) == [.corrected])
        },
        StoreConformance("What is on its way when its episode is erased is not tried again, and marked where it arrives") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease()
            try await store.accept(.example(1, resolved: .corrected), .example(2, resolved: .corrected), now: .noon)
            try await store.record(1, .retry(at: .noon, error: "later"))
            try await store.append(.told(2))
            try await store.record(2, .sent)
            #expect(try await store.candidates(at: .evening).isEmpty)
            let (first, second) = (try await store.row(1), try await store.row(2))
            #expect(first.status == "cancelled" && second.status == "sent" && second.retractedAt == .noon)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.retractedAt) == [.noon])
        },
        StoreConformance("What was given up before its episode was erased is told to nobody when it is redriven") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .failed(error: "refused"))
            try await store.accept(.example(1, resolved: .corrected), now: .noon)
            let given = try await store.row(1)
            #expect(given.status == "failed" && given.retractedAt == .noon)
            _ = try await store.redrive(DeliverySelection(), now: .evening)
            #expect(try await store.candidates(at: .evening).isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "cancelled")
        },
        StoreConformance("What was told, or is on its way, holds again when its episode is one after all") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.append(.told(1))
            try await store.accept(.example(1, resolved: .corrected), .example(2, resolved: .corrected), now: .noon)
            try await store.accept(.example(1), .example(2), now: .evening)
            try await store.record(2, .retry(at: .noon, error: "later"))
            let (first, second) = (try await store.row(1), try await store.row(2))
            #expect(first.status == "sent" && first.retractedAt == nil && second.retractedAt == nil)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(messages.map(\.retractedAt) == [nil])
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.map(\.delivery.id) == [.example(2)])
        },
        StoreConformance("What was cancelled with its episode is queued anew, once, where it is told again; what was called off is not") { store in
            func again(_ number: Int, of alert: Int) async throws -> Int {
                let change = AlertChange(alert: .example(alert), deliveries: [.example(number, of: alert)])
                return try await store.accept([change], now: .evening).queuedDeliveryCount
            }
            try await store.enqueue(.example(1), .example(2))
            _ = try await store.cancel(DeliverySelection(ids: [.example(2)]), now: .morning)
            try await store.accept(.example(1, resolved: .corrected), .example(2, resolved: .corrected), now: .noon)
            let counts = [try await again(3, of: 1), try await again(4, of: 1), try await again(5, of: 2)]
            #expect(counts == [1, 0, 0])
            let (cancelled, queued) = (try await store.row(1), try await store.row(3))
            #expect(cancelled.status == "cancelled" && cancelled.retractedAt == .noon && queued.status == "pending" && queued.retractedAt == nil)
        },
        StoreConformance("What waits to tell of a level that isn't any more is cancelled, and what was merged into it waits; what is sent stays") { store in
            try await store.enqueue(.example(1, level: .days14), .example(2), .example(3, level: .days14), .example(4))
            try await store.lease { candidate in
                if candidate.delivery.id == .example(4) { return nil }
                return candidate.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed)
            }
            try await store.record(1, .retry(at: .evening, error: "later"))
            try await store.record(3, .sent)
            let change = AlertChange(alert: .example(1, level: .days7), deliveries: [], withdrawn: [.example(1), .example(3)])
            try await store.accept([change], now: .noon)
            var rows: [DeliveryOverview] = []
            for number in 1...4 { rows.append(try await store.row(number)) }
            #expect(rows.map(\.status) == ["cancelled", "pending", "sent", "pending"])
            #expect(rows.map(\.retractedAt) == [.noon, nil, nil, nil])
            #expect(rows[1].mergedInto == nil)
        },
        StoreConformance("What is to be told along with one that waits is withdrawn like what waits by itself; with one that is on its way it stays") { store in
            try await store.enqueue(.example(1), .example(2, level: .days14), .example(3), .example(4, level: .days14))
            try await store.lease { candidate in
                switch candidate.delivery.id.text {
                case "delivery-2": .merge(into: .example(1))
                case "delivery-4": .merge(into: .example(3))
                default: .send(.allowed)
                }
            }
            try await store.record(1, .retry(at: .evening, error: "later"))
            try await store.markForEvaluation([.ben], at: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 1, now: .noon) { history in
                seen.add(history)
                let lowered = [2, 4].map { AlertChange(alert: .example($0), deliveries: [], withdrawn: [.example($0)]) }
                return MemberEvaluation(changes: lowered)
            }
            #expect(seen.all.first?.queuedDeliveries.map(\.state) == [.waiting, .waiting, .other, .other])
            let (withdrawn, sending) = (try await store.row(2), try await store.row(4))
            #expect(withdrawn.status == "cancelled" && withdrawn.retractedAt == .noon && withdrawn.mergedInto == nil)
            #expect(sending.status == "skipped" && sending.retractedAt == nil && sending.mergedInto == .example(3))
            let batch = try await store.lease(at: .evening, token: "token-2")
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)] && batch.toSend.first?.merged == [])
        },
        StoreConformance("An evaluation learns what was cancelled with an episode, what was called off by somebody, and what was left out") { store in
            try await store.enqueue(.example(1), .example(2), .example(3), .example(4), .example(5), .example(6))
            _ = try await store.cancel(DeliverySelection(ids: [.example(2)]), now: .morning)
            try await store.lease { candidate in
                let leftOut: [DeliveryID: Reason] = [.example(3): .pushDisabled, .example(5): .superseded, .example(6): .resolved]
                if candidate.delivery.id == .example(1) { return nil }
                return leftOut[candidate.delivery.id].map(Decision.skip) ?? .send(.allowed)
            }
            try await store.accept(.example(1, resolved: .corrected), .example(2, resolved: .corrected), now: .noon)
            try await store.markForEvaluation([.ben], at: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 1, now: .evening) { history in
                seen.add(history)
                return .nothing
            }
            #expect(seen.all.first?.queuedDeliveries.map(\.state) == [.withdrawn, .other, .leftOut, .other, .outdated, .outdated])
        },
        StoreConformance("An episode that is over for another reason leaves what was told of it alone") { store in
            try await store.enqueue(.example(1))
            try await store.accept(.example(1, resolved: .recovered), now: .noon)
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.retractedAt == nil)
        },
        StoreConformance("What was merged into another and is erased while that one waits to be tried again isn't told along with it") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            try await store.record(1, .retry(at: .evening, error: "later"))
            try await store.accept(.example(2, resolved: .corrected), now: .noon)
            let batch = try await store.lease(at: .evening)
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
            #expect(batch.toSend.first?.merged.map(\.id) == [.example(3)])
            let erased = try await store.row(2)
            #expect(erased.status == "cancelled" && erased.retractedAt == .noon && erased.mergedInto == nil)
            let change = AlertChange(alert: .example(2), deliveries: [.example(4, of: 2)])
            let again = try await store.accept([change], now: .evening)
            #expect(again.queuedDeliveryCount == 1, "nobody was told of it")
        },
        StoreConformance("What was merged into a cancelled one waits again") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            try await store.record(1, .retry(at: .evening, error: "later"))
            try await store.accept(.example(1, resolved: .corrected), now: .noon)
            let (lead, merged) = (try await store.row(1), try await store.row(2))
            #expect(lead.status == "cancelled")
            #expect(merged.status == "pending" && merged.mergedInto == nil)
        },
        StoreConformance("What was merged into one that is erased on its way, and comes back to wait, waits again by itself") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease { $0.delivery.id == .example(2) ? .merge(into: .example(1)) : .send(.allowed) }
            try await store.accept(.example(1, resolved: .corrected), now: .noon)
            try await store.record(1, .retry(at: .noon, error: "later"))
            _ = try await store.candidates(at: .evening)
            let (lead, merged) = (try await store.row(1), try await store.row(2))
            #expect(lead.status == "cancelled" && merged.status == "pending" && merged.mergedInto == nil)
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.map(\.delivery.id) == [.example(2)])
        },
        StoreConformance("What was found together is leased together, beyond the limit if need be") { store in
            func delivery(_ number: Int, to recipient: UserID = .ana, group: String?) -> Delivery {
                Delivery(
                    id: .example(number), createdAt: .morning + .seconds(number), recipient: recipient, member: .ben, alert: .example(number),
                    channelName: "push", payload: Payload(), groupKey: group)
            }
            try await store.enqueue(
                delivery(1, group: "a"), delivery(2, group: nil), delivery(3, group: "b"), delivery(4, group: "a"),
                delivery(5, to: .ben, group: "a"))
            let offered = try await store.candidates(1)
            #expect(offered.map(\.delivery.id) == [.example(1), .example(4)])
            #expect(offered.map(\.delivery.groupKey) == ["a", "a"])
        },
    ]
}

extension InboxMessage {
    /// What the delivery of the same number brings Ana.
    fileprivate static func told(_ number: Int) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ben, alert: .example(number), category: Payload.patternAlertKind,
            content: NotificationContent(title: "Title", body: "Body", severity: .watch), createdAt: .noon, readAt: nil)
    }
}
