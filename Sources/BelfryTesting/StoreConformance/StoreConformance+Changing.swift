import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of what waits when somebody changes it.
    static let changing: [StoreConformance] = [
        StoreConformance("What waits gets another moment, end, priority and words; the row says since when and by whom, and a dry run changes nothing") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop, deliverAfter: .evening), .ordered(2, by: .shop)], under: nil, now: .morning)
            var change = DeliveryChange()
            change.deliverAfter = .noon
            change.expiresAt = .evening
            change.priority = .low
            change.title = "Heating"
            change.body = "Due today"
            change.link = NotificationLink("https://app.example/7")
            let image = NotificationImage(url: "https://cdn.app.example/7.jpg", alt: "A boiler")
            change.image = image
            let selection = DeliverySelection(ids: [.example(1), .example(9)], app: .shop)
            let before = try await store.row(1)
            let asked = try await store.change(selection, to: change, by: "shop", isDryRun: true, now: .morning)
            let untouched = try await store.row(1)
            #expect(asked == ChangedDeliveries(changed: [.example(1)]) && untouched == before && before.changedAt == nil)
            let done = try await store.change(selection, to: change, by: "shop", isDryRun: false, now: .noon - .seconds(60))
            #expect(done == asked && done.naming(selection.ids).refused == [ChangedDeliveries.Refused(.example(9), .unknown)])
            let row = try await store.row(1)
            #expect(row.changedAt == .noon - .seconds(60) && row.changedBy == "shop" && row.status == "pending")
            let delivery = row.delivery
            #expect(delivery.deliverAfter == .noon && delivery.expiresAt == .evening && delivery.priority == .low && delivery.createdAt == before.delivery.createdAt)
            #expect(delivery.payload.title == "Heating" && delivery.payload.body == "Due today" && delivery.payload.link?.text == "https://app.example/7")
            #expect(delivery.payload.image == image && image != nil)
            let early = try await store.candidates(at: .noon - .seconds(1)).map(\.delivery.id)
            let due = try await store.candidates(at: .noon).map(\.delivery.id)
            #expect(early == [.example(2)] && Set(due) == [.example(1), .example(2)])
            var less = DeliveryChange()
            (less.expiresAt, less.body, less.link, less.image) = (.some(nil), .some(nil), .some(nil), .some(nil))
            _ = try await store.change(selection, to: less, by: "admin", isDryRun: false, now: .noon)
            let last = try await store.row(1)
            #expect(last.changedAt == .noon && last.changedBy == "admin" && last.delivery.expiresAt == nil && last.delivery.deliverAfter == .noon)
            #expect(last.delivery.payload.title == "Heating" && last.delivery.payload.body == nil && last.delivery.payload.link == nil)
            #expect(last.delivery.payload.image == nil)
        },
        StoreConformance("What is held is decided anew at the new moment, and stays held where only its words are changed") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: nil, now: .morning)
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            var words = DeliveryChange()
            words.title = "Heating"
            _ = try await store.change(DeliverySelection(ids: [.example(1), .example(2)]), to: words, by: "shop", isDryRun: false, now: .noon)
            let held = try await store.row(2)
            #expect(held.delivery.heldSince == .noon && held.nextAttemptAt == .evening && held.delivery.payload.title == "Heating")
            var moment = DeliveryChange()
            moment.deliverAfter = .noon + .seconds(60)
            _ = try await store.change(DeliverySelection(ids: [.example(1)]), to: moment, by: "shop", isDryRun: false, now: .noon)
            let moved = try await store.row(1)
            #expect(moved.delivery.heldSince == nil && moved.nextAttemptAt == .noon + .seconds(60))
            let due = try await store.candidates(at: .noon + .seconds(60)).map(\.delivery.id)
            #expect(due == [.example(1)])
            try await store.lease(at: .noon + .seconds(60)) { _ in .defer(.quietHours, until: .evening) }
            let again = try await store.row(1)
            #expect(again.delivery.heldSince == .noon + .seconds(60) && again.nextAttemptAt == .evening)
        },
        StoreConformance("What a worker has in hand, and what is through, isn't changed and says why; what its worker records counts") { store in
            _ = try await store.enqueue((1...6).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            try await store.lease { candidate in
                switch candidate.delivery.id {
                case .example(2): .skip(.expired)
                case .example(3): .merge(into: .example(1))
                default: .send(.allowed)
                }
            }
            try await store.record(4, .sent, of: .shop)
            try await store.record(5, .failed(error: "refused"), of: .shop)
            try await store.record(6, .returned, of: .shop)
            _ = try await store.cancel(DeliverySelection(ids: [.example(6)]), now: .noon)
            var change = DeliveryChange()
            change.deliverAfter = .evening
            let found = try await store.change(DeliverySelection(ids: (1...6).map { .example($0) }), to: change, by: "shop", isDryRun: false, now: .noon)
            let refusals: [DeliveryChange.Refusal] = [.sending, .skipped, .merged, .sent, .failed, .cancelled]
            #expect(found.changed.isEmpty && found.refused.map(\.why) == refusals && found.refused.map(\.id) == (1...6).map { .example($0) })
            let lost = try await store.record(1, .sent, of: .shop)
            let row = try await store.row(1)
            #expect(lost.isEmpty && row.status == "sent" && row.changedAt == nil && row.delivery.deliverAfter == nil)
        },
        StoreConformance("Of what is leased and changed at once each is its worker's and as it was, or changed and told later, and none is lost") { store in
            var moment = DeliveryChange()
            moment.deliverAfter = .evening
            let change = moment
            for round in 0..<5 {
                let ids = (1...8).map { DeliveryID.example(10 * round + $0) }
                _ = try await store.enqueue((1...8).map { .ordered(10 * round + $0, by: .shop) }, under: nil, now: .morning)
                async let leased = store.lease(token: "token-\(round)")
                async let changed = store.change(DeliverySelection(ids: ids), to: change, by: "shop", isDryRun: false, now: .noon)
                let (told, found) = (try await leased.toSend.map(\.delivery), try await changed)
                #expect(Set(told.map(\.id)).isDisjoint(with: found.changed) && Set(told.map(\.id) + found.changed) == Set(ids))
                #expect(told.allSatisfy { $0.deliverAfter == nil } && found.refused.allSatisfy { $0.why == .sending })
                let rows = try await store.deliveries(DeliverySelection(ids: ids))
                #expect(Set(rows.filter { $0.changedAt != nil && $0.status == "pending" }.map(\.delivery.id)) == Set(found.changed))
                #expect(Set(rows.filter { $0.changedAt == nil && $0.status == "sending" }.map(\.delivery.id)) == Set(told.map(\.id)))
            }
        },
        StoreConformance("What was tried gets another moment, keeps its attempts, and is told in no other words") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "later"), of: .shop)
            var (words, moment) = (DeliveryChange(), DeliveryChange())
            words.title = "Heating"
            moment.deliverAfter = .noon + .seconds(60)
            let refused = try await store.change(DeliverySelection(ids: [.example(1)]), to: words, by: "shop", isDryRun: false, now: .noon)
            #expect(refused == ChangedDeliveries(refused: [ChangedDeliveries.Refused(.example(1), .maybeTold)]))
            let moved = try await store.change(DeliverySelection(ids: [.example(1)]), to: moment, by: "shop", isDryRun: false, now: .noon)
            #expect(moved.changed == [.example(1)])
            let row = try await store.row(1)
            #expect(row.delivery.attemptCount == 1 && row.delivery.payload.title == "Boiler" && row.nextAttemptAt == .noon + .seconds(60))
            let due = try await store.candidates(at: .noon + .seconds(60)).map(\.delivery.attemptCount)
            #expect(due == [1])
        },
        StoreConformance("What was told at one address, and waits for another without an attempt counted, is told there in no other words") { store in
            try await store.enqueue(.ordered(1))
            try await store.lease()
            let desktop = Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning)
            try await store.record(1, desktop, .accepted, disposition: .postponed(until: .evening, why: "rate_limited"))
            var change = DeliveryChange()
            change.title = "Heating"
            let refused = try await store.change(DeliverySelection(ids: [.example(1)]), to: change, by: "admin", isDryRun: false, now: .noon)
            #expect(refused.refused.map(\.why) == [.maybeTold])
        },
        StoreConformance("Steps of one route keep their distance from the first that waits, and a step that is meant alone comes at the moment itself") { store in
            let steps = (0...2).map { step in
                Delivery(
                    .ordered(step + 1, by: .shop), at: DeliveryRoute.Place(key: "route-1", step: step, until: .read),
                    deliverAfter: step == 0 ? nil : .noon + .seconds(600 * step))
            }
            _ = try await store.enqueue(steps, under: nil, now: .morning)
            try await store.lease(at: .morning + .seconds(10))
            try await store.record(1, .sent, of: .shop)
            var change = DeliveryChange()
            change.deliverAfter = .evening
            let found = try await store.change(
                DeliverySelection(ids: (1...3).map { .example($0) }), to: change, by: "shop", isDryRun: false, now: .morning + .seconds(20))
            #expect(found.changed == [.example(2), .example(3)] && found.refused.map(\.why) == [.sent])
            let moments = [try await store.row(2), try await store.row(3)].map(\.nextAttemptAt)
            #expect(moments == [.evening, .evening + .seconds(600)])
            change.deliverAfter = .noon
            _ = try await store.change(DeliverySelection(ids: [.example(3)]), to: change, by: "shop", isDryRun: false, now: .morning + .seconds(30))
            let last = try await store.row(3)
            #expect(last.nextAttemptAt == .noon)
        },
        StoreConformance("A moment for all takes the place of one by each person's clock, and an end for all of one by their clock") { store in
            var delivery = Delivery.ordered(1, by: .shop, deliverAfter: .noon)
            delivery.payload.deliverAtLocal = CivilDateTime("2026-01-26T02:00")
            delivery.payload.expiresAtLocal = CivilDateTime("2026-01-26T05:00")
            _ = try await store.enqueue([delivery], under: nil, now: .morning)
            var change = DeliveryChange()
            change.deliverAfter = .morning + .seconds(60)
            _ = try await store.change(DeliverySelection(ids: [.example(1)]), to: change, by: "shop", isDryRun: false, now: .morning)
            let moved = try await store.row(1).delivery.payload
            #expect(moved.deliverAtLocal == nil && moved.expiresAtLocal != nil)
            // 05:00 where the clock is 12 hours behind.
            change.deliverAfter = Instant(literal: "2026-01-26T17:00:00Z")
            let late = try await store.change(DeliverySelection(ids: [.example(1)]), to: change, by: "shop", isDryRun: false, now: .morning)
            #expect(late.refused.map(\.why) == [.expiresTooEarly])
            change.deliverAfter = .morning + .seconds(60)
            change.expiresAt = .noon
            _ = try await store.change(DeliverySelection(ids: [.example(1)]), to: change, by: "shop", isDryRun: false, now: .morning)
            let ended = try await store.row(1).delivery
            #expect(ended.payload.expiresAtLocal == nil && ended.expiresAt == .noon)
        },
        StoreConformance("What would expire before it is due, say nothing or name a button that isn't there stays as it is, and the others are changed") { store in
            let actions = OfferedActions([try #require(OfferedAction(id: ActionID(literal: "pay"), title: "Pay"))])
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop, offering: actions)], under: nil, now: .morning)
            try await store.enqueue(.example(3))
            let ids = DeliverySelection(ids: (1...3).map { .example($0) })
            func refusals(_ change: DeliveryChange) async throws -> [DeliveryChange.Refusal] {
                let found = try await store.change(ids, to: change, by: "admin", isDryRun: false, now: .morning)
                return found.refused.sorted { $0.id < $1.id }.map(\.why)
            }
            var change = DeliveryChange()
            change.title = .some(nil)
            #expect(try await refusals(change) == [.noTitle, .noTitle, .ofAlert])
            change.title = nil
            let text = TextsByLanguage.Text(title: "Rechnung", body: nil, actionTitles: [ActionID(literal: "pay"): "Zahlen"])
            change.texts = TextsByLanguage([.german: try #require(text)])
            #expect(try await refusals(change) == [.unknownAction, .ofAlert])
            let worded = try await store.row(2)
            #expect(worded.delivery.payload.texts?[.german]?.title == "Rechnung")
            change = DeliveryChange()
            change.expiresAt = .noon
            #expect(try await refusals(change).isEmpty)
            change = DeliveryChange()
            change.deliverAfter = .noon
            #expect(try await refusals(change) == [.expiresTooEarly, .expiresTooEarly, .expiresTooEarly])
            let kept = try await store.row(1)
            #expect(kept.delivery.deliverAfter == nil && kept.delivery.expiresAt == .noon)
        },
        StoreConformance("Nothing is changed of another app, of whom or over what isn't meant, or where nothing is named") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            var change = DeliveryChange()
            change.title = "Heating"
            let ids: [DeliveryID] = [.example(1)]
            let selections = [
                DeliverySelection(ids: ids, app: .school), DeliverySelection(ids: ids, recipient: .ben), DeliverySelection(ids: ids, channelName: "push"),
                DeliverySelection(ids: [], app: .shop), DeliverySelection(app: .shop),
            ]
            for selection in selections {
                let found = try await store.change(selection, to: change, by: "shop", isDryRun: false, now: .noon)
                #expect(found == ChangedDeliveries(), "\(selection)")
            }
            let row = try await store.row(1)
            #expect(row.changedAt == nil && row.delivery.payload.title == "Boiler")
        },
    ]
}

extension Delivery {
    /// The same as a step of a route.
    fileprivate init(_ other: Delivery, at place: DeliveryRoute.Place, deliverAfter: Instant?) {
        self.init(
            id: other.id, createdAt: other.createdAt, recipient: other.recipient, member: other.member, alert: nil, channelName: other.channelName,
            payload: other.payload, deliverAfter: deliverAfter, route: place, app: other.app, priority: other.priority)
    }
}
