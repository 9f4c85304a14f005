import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a lease takes, and in which order.
    static let leasing: [StoreConformance] = [
        StoreConformance("A delivery that says nothing of its own says what its alert says") { store in
            let silent = Delivery(
                id: .example(1), createdAt: .morning, recipient: .ana, member: .ben, alert: .example(1), channelName: "push", payload: Payload())
            var worded = silent.payload
            worded.title = "Look"
            let spoken = Delivery(
                id: .example(2), createdAt: .morning, recipient: .ana, member: .ben, alert: .example(1), channelName: "email", payload: worded)
            try await store.accept([AlertChange(alert: .example(1, level: .days7), deliveries: [silent, spoken])])
            let batch = try await store.lease()
            let payload = try #require(batch.toSend.first?.delivery.payload)
            #expect(payload.memberName == "Ben" && payload.metric == .steps && payload.severity == nil && payload.level == nil)
            #expect(batch.toSend.last?.delivery.payload == worded, "what has words of its own keeps them")
        },
        StoreConformance("A delivery that says nothing of its own names the member as its recipient knows them, or not at all") { store in
            let carl = UserID(literal: "carl")
            let members = [FamilyMember(user: .ben, firstName: "Benny", role: .member), FamilyMember(user: carl, firstName: "Carl", role: .admin)]
            try await store.save(.household, now: .morning)
            try await store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Club", members: members), now: .morning)
            let silent = [UserID.ana, carl, .ben, .stranger].enumerated().map { index, recipient in
                Delivery(
                    id: .example(index + 1), createdAt: .morning, recipient: recipient, member: .ben, alert: .example(1), channelName: "push",
                    payload: Payload())
            }
            try await store.accept([AlertChange(alert: .example(1, level: .days7), deliveries: silent)])
            let candidates = try await store.candidates(4)
            #expect(candidates.map(\.delivery.payload.memberName) == ["Ben", "Benny", "Benny", nil])
        },
        StoreConformance("What is due is leased, the oldest first, and no more than was asked for") { store in
            try await store.enqueue(.example(3), .example(1), .example(2))
            let batch = try await store.lease(2)
            #expect(batch.toSend.map(\.delivery) == [.example(1), .example(2)])
            #expect(batch.toSend.allSatisfy { $0.token == "token-1" && $0.merged.isEmpty })
            #expect(batch.verdicts.map(\.delivery) == [.example(1), .example(2)])
            let waiting = try await store.row(3)
            #expect(waiting.status == "pending")
        },
        StoreConformance("Of one moment, the lower identifier goes first") { store in
            try await store.enqueue(.example(2, createdAt: .morning), .example(1, createdAt: .morning), .example(3, createdAt: .morning))
            let candidates = try await store.candidates(2)
            #expect(candidates.map(\.delivery.id) == [.example(1), .example(2)])
        },
        StoreConformance("What has waited longest since its due moment goes first, not what was made first") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .retry(at: .noon + .seconds(30), error: "busy"))
            try await store.enqueue(.example(2, createdAt: .noon + .seconds(30)), .example(3, createdAt: .noon + .seconds(20)))
            let candidates = try await store.candidates(at: .evening)
            #expect(candidates.map(\.delivery.id) == [.example(3), .example(1), .example(2)])
        },
        StoreConformance("What was made for a later moment is not due before it") { store in
            try await store.enqueue(.example(1, createdAt: .evening))
            let early = try await store.candidates(at: .evening - .milliseconds(1))
            #expect(early.isEmpty)
            let due = try await store.candidates(at: .evening)
            #expect(due.map(\.delivery.id) == [.example(1)])
        },
        StoreConformance("What is leased is not leased again") { store in
            try await store.enqueue(.example(1))
            try await store.lease(token: "token-1")
            let second = try await store.lease(token: "token-2")
            #expect(second.toSend.isEmpty && second.verdicts.isEmpty)
        },
        StoreConformance("Workers that lease at once share the deliveries among them") { store in
            try await store.enqueue(.example(1), .example(2), .example(3), .example(4), .example(5), .example(6), .example(7), .example(8))
            let leased = try await withThrowingTaskGroup(of: [DeliveryID].self) { group in
                for worker in 1...4 {
                    group.addTask {
                        try await store.lease(2, holder: "worker-\(worker)", token: "token-\(worker)").toSend.map(\.delivery.id)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(leased.sorted() == (1...8).map { .example($0) })
        },
        StoreConformance("What was put off waits until its moment, and no longer") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "busy"))
            let early = try await store.candidates(at: .evening - .milliseconds(1))
            #expect(early.isEmpty)
            let due = try await store.candidates(at: .evening)
            #expect(due.map(\.delivery.id) == [.example(1)])
        },
        StoreConformance("What comes back is told from what is new") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease(token: "token-1") { candidate in
                guard candidate.delivery.id != .example(3) else { return nil }
                return candidate.delivery.id == .example(1) ? .send(.allowed) : .defer(.quietHours, until: .evening)
            }
            try await store.record(1, .postponed(until: .evening, why: "rate_limited"))
            let batch = try await store.lease(at: .evening, token: "token-2")
            let back = batch.toSend.filter(\.wasDecidedBefore).map(\.delivery.id).sorted()
            #expect(batch.toSend.count == 3 && back == [.example(1), .example(2)])
        },
        StoreConformance("A candidate brings what its decision needs, as it is at that moment") { store in
            try await store.enqueue(.example(1))
            var preferences = Preferences()
            preferences.notifyPush = true
            preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
            preferences.quietHoursByWeekday = QuietNights([.sunday: QuietNights.without])
            preferences.mutedUntil = .evening
            try await store.save(preferences, of: .ana, now: .morning)
            let before = try #require(await store.candidates().first)
            #expect(before.delivery == .example(1))
            #expect(before.preferences.read().preferences == preferences)
            #expect(before.alert == .init(severity: .watch, snoozeUntil: nil, dismissedAt: nil, status: .active))

            _ = try await store.snooze(.example(1), until: .sunday, dayCount: 1, by: .ana, now: .noon)
            _ = try await store.dismiss(.example(1), by: .ana, now: .noon)
            try await store.accept(.example(1, level: .days7, resolved: .recovered))
            let after = try #require(await store.candidates().first)
            #expect(after.alert == .init(severity: .attention, snoozeUntil: .sunday, dismissedAt: .noon, status: .resolved))
        },
        StoreConformance("A delivery about no alert brings none") { store in
            let general = Delivery(
                id: .example(1), createdAt: .morning, recipient: .ana, member: .ben, alert: nil, channelName: "carrier_pigeon",
                payload: Payload())
            try await store.accept([AlertChange(alert: .example(1), deliveries: [general])])
            let candidate = try #require(await store.candidates().first)
            #expect(candidate.delivery == general, "a channel that nobody knows stays a name")
            #expect(candidate.alert == nil)
            #expect(!candidate.isSuperseded)
        },
        StoreConformance("A later notification of the alert supersedes one that was held, for the same recipient and channel") { store in
            try await store.enqueue(
                .example(1), .example(2, of: 1, level: .days7), .example(3, of: 1, over: .email), .example(4, of: 1, to: .ben), .example(5))
            let fresh = try await store.candidates()
            #expect(fresh.allSatisfy { !$0.isSuperseded }, "none was held yet")
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            let held = try await store.candidates(at: .evening)
            #expect(held.filter(\.isSuperseded).map(\.delivery.id) == [.example(1)])
            try await store.lease(at: .evening) { $0.delivery.id == .example(2) ? .send(.allowed) : nil }
            let later = try await store.candidates(at: .evening)
            #expect(later.allSatisfy { !$0.isSuperseded }, "the later one doesn't wait any more")
        },
        StoreConformance("What was made later under a key of its app supersedes what is held under it, for the same recipient and channel") { store in
            func superseded(at moment: Instant) async throws -> [DeliveryID] {
                try await store.candidates(at: moment).filter(\.isSuperseded).map(\.delivery.id).sorted()
            }
            let orders: [Delivery] = [
                .keyed(1), .keyed(2, over: .email), .keyed(3, to: .ben), .keyed(4, of: .shop), .keyed(5, "window"), .keyed(6, nil),
            ]
            _ = try await store.enqueue(orders, under: nil, now: .morning)
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            let alone = try await superseded(at: .evening)
            #expect(alone.isEmpty, "none has the place of another")
            let later: [Delivery] = [.keyed(7, at: .noon), .keyed(8, nil, at: .noon), .keyed(9, over: .email, at: .noon, after: .evening + .seconds(60))]
            _ = try await store.enqueue(later, under: nil, now: .noon)
            let fresh = try await superseded(at: .noon)
            #expect(fresh.isEmpty, "nothing that was held is due")
            let held = try await superseded(at: .evening)
            #expect(held == [.example(1)], "what isn't due yet takes no place")
            let last = try await superseded(at: .evening + .seconds(60))
            #expect(last == [.example(1), .example(2)])
            try await store.lease(token: "token-2") { $0.delivery.id == .example(7) ? .send(.allowed) : nil }
            let leased = try await superseded(at: .evening)
            #expect(leased == [.example(1)], "the later one is on its way")
            try await store.record(7, .sent, token: "token-2")
            let sent = try await superseded(at: .evening)
            #expect(sent == [.example(1)], "the later one was told")
        },
        StoreConformance("What was made later under a key of its app supersedes what comes back to be tried again, but not over a webhook") { store in
            let orders: [Delivery] = [.keyed(1), .keyed(2, over: .email), .keyed(3, over: .webhook), .keyed(4, "window"), .keyed(5, nil)]
            _ = try await store.enqueue(orders, under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "busy"))
            try await store.record(2, .postponed(until: .evening, why: "rate_limited"))
            for number in 3...5 { try await store.record(number, .retry(at: .evening, error: "busy")) }
            let alone = try await store.candidates(at: .evening)
            #expect(alone.count == 5 && alone.allSatisfy { !$0.isSuperseded })
            let later: [Delivery] = [.keyed(6, at: .noon), .keyed(7, over: .email, at: .noon), .keyed(8, over: .webhook, at: .noon), .keyed(9, nil, at: .noon)]
            _ = try await store.enqueue(later, under: nil, now: .noon)
            try await store.lease(token: "token-2")
            for number in 6...9 { try await store.record(number, .sent, token: "token-2") }
            let again = try await store.candidates(at: .evening)
            #expect(again.filter(\.isSuperseded).map(\.delivery.id).sorted() == [.example(1), .example(2)])
            #expect(again.count == 5)
        },
        StoreConformance("What is paused takes no place under its key until it is let go: nothing would be told meanwhile") { store in
            _ = try await store.enqueue([.keyed(1, priority: .critical)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .retry(at: .noon, error: "busy"))
            _ = try await store.enqueue([.keyed(2, at: .noon)], under: nil, now: .noon)
            func superseded() async throws -> [DeliveryID: Bool] {
                let offered = try await store.candidates(at: .evening)
                return Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0.isSuperseded) })
            }
            let apps: [AppID?] = [.house, nil]
            for app in apps {
                _ = try await store.pause(QueuePause(app, since: .noon, exceptsCritical: true))
                let paused = try await superseded()
                #expect(paused == [.example(1): false])
                _ = try await store.resume(app, now: .noon)
            }
            _ = try await store.pause(QueuePause(.house, since: .noon, until: .evening, exceptsCritical: true))
            let over = try await superseded()
            #expect(over == [.example(1): true, .example(2): false], "its end has come")
            try await store.lease(at: .evening, token: "token-2") { $0.delivery.id == .example(2) ? .send(.allowed) : nil }
            _ = try await store.pause(QueuePause(.house, since: .evening, exceptsCritical: true))
            let onItsWay = try await superseded()
            #expect(onItsWay == [.example(1): true], "it goes to its end")
        },
        StoreConformance("What is held itself takes no place under its key before its time comes, and then only where it is told") { store in
            _ = try await store.enqueue([.keyed(1)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .retry(at: .noon, error: "busy"))
            _ = try await store.enqueue([.keyed(2, at: .noon), .keyed(3, at: .noon, after: .evening)], under: nil, now: .noon)
            try await store.lease(token: "token-2") { $0.delivery.id == .example(2) ? .defer(.quietHours, until: .evening) : nil }
            func replaced(at moment: Instant) async throws -> [DeliveryID: [DeliveryID]] {
                let offered = try await store.candidates(at: moment).filter(\.isSuperseded)
                return Dictionary(uniqueKeysWithValues: offered.map { ($0.delivery.id, $0.replacements.sorted()) })
            }
            let early = try await replaced(at: .noon)
            #expect(early.isEmpty, "the person reads the later one in the evening")
            let late = try await replaced(at: .evening)
            #expect(late == [.example(1): [.example(2), .example(3)], .example(2): [.example(3)]])
            try await store.lease(at: .evening, token: "token-3") { $0.delivery.id == .example(3) ? .send(.allowed) : nil }
            let onItsWay = try await replaced(at: .evening)
            #expect(onItsWay == [.example(1): [], .example(2): []], "nothing depends on what is decided of it any more")
        },
        StoreConformance("What another app told somebody under the same key takes no place, however much it is") { store in
            _ = try await store.enqueue([.keyed(1)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .retry(at: .noon, error: "busy"))
            _ = try await store.enqueue([.keyed(2, at: .morning + .seconds(1))], under: nil, now: .morning)
            let flood = (10...60).map { Delivery.keyed($0, of: .shop, at: .noon) }
            _ = try await store.enqueue(flood, under: nil, now: .noon)
            let found = try await store.candidates(at: .noon).filter(\.isSuperseded)
            #expect(found.map(\.delivery.id) == [.example(1)] && found.map(\.replacements) == [[.example(2)]])
        },
        StoreConformance("What is told no more supersedes nothing under its key, and neither does what was made before") { store in
            _ = try await store.enqueue([.keyed(1), .keyed(2, at: .morning + .seconds(1))], under: nil, now: .morning)
            try await store.lease { $0.delivery.id == .example(2) ? .defer(.quietHours, until: .evening) : .send(.allowed) }
            try await store.record(1, .sent)
            _ = try await store.enqueue([.keyed(3, at: .noon)], under: nil, now: .noon)
            try await store.lease(token: "token-2") { _ in .skip(.categoryDisabled) }
            let held = try await store.candidates(at: .evening)
            #expect(held.map(\.delivery.id) == [.example(2)])
            #expect(held.allSatisfy { !$0.isSuperseded })
        },
        StoreConformance("What has a moment by the recipient's clock gives way to nothing under its key, and takes no place as long as it waits") { store in
            let local = CivilDateTime("2026-01-26T09:00")
            _ = try await store.enqueue([.keyed(1, atLocal: local), .keyed(2, over: .email)], under: nil, now: .morning)
            try await store.lease { .defer($0.delivery.payload.deliverAtLocal == nil ? .quietHours : .beforeLocalMoment, until: .evening) }
            _ = try await store.enqueue([.keyed(3, at: .noon), .keyed(4, over: .email, at: .noon, atLocal: local)], under: nil, now: .noon)
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.count == 4 && waiting.allSatisfy { !$0.isSuperseded })
            try await store.lease(token: "token-2") { $0.delivery.id == .example(4) ? .send(.allowed) : nil }
            try await store.record(4, .sent, token: "token-2")
            let told = try await store.candidates(at: .evening).filter(\.isSuperseded).map(\.delivery.id)
            #expect(told == [.example(2)])
        },
        StoreConformance("A key that only looks like another supersedes nothing of it: bytes count") { store in
            _ = try await store.enqueue([.keyed(1, "caf\u{E9}")], under: nil, now: .morning)
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            _ = try await store.enqueue([.keyed(2, "cafe\u{301}", at: .noon)], under: nil, now: .noon)
            let waiting = try await store.candidates(at: .evening)
            #expect(waiting.count == 2 && waiting.allSatisfy { !$0.isSuperseded })
        },
    ]
}

extension Delivery {
    /// What an app has told under a key.
    fileprivate static func keyed(
        _ number: Int, _ key: String? = "door", of app: AppID = .house, to recipient: UserID = .ana, over channel: DeliveryChannel = .push,
        at moment: Instant = .morning, after deliverAfter: Instant? = nil, atLocal local: CivilDateTime? = nil, priority: DeliveryPriority? = nil
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Door"
        payload.collapseKey = key.map { CollapseKey(literal: $0) }
        payload.deliverAtLocal = local
        return Delivery(
            id: .example(number), createdAt: moment, recipient: recipient, member: recipient, alert: nil, channelName: channel.rawValue,
            payload: payload, deliverAfter: deliverAfter, app: app, priority: priority)
    }
}
