import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is handed out of a person, and how they are erased.
    static let people: [StoreConformance] = [
        StoreConformance("What is kept of a person is handed out page by page, each row once, and no secret with it") { store in
            let mention = try await store.mentionEverywhere(.ben)
            let pages = try await store.pages(of: .ben, countMax: 2)
            let rows = pages.flatMap(\.self)
            #expect(pages.allSatisfy { $0.count <= 2 } && Set(rows.map(\.place)).count == rows.count)
            #expect(Set(rows.map(\.table)).isSuperset(of: mention) && rows.allSatisfy { !$0.json.contains("hidden-code") })
            let whole = try await store.pages(of: .ben, countMax: 1000).flatMap(\.self)
            #expect(whole == rows)
            let lines = rows.map(\.line)
            #expect(lines.contains { $0.hasPrefix(#"{"table":"contact_points","row":{"#) && $0.contains("ben@example.org") })
            #expect(lines.contains { $0.hasPrefix(#"{"table":"inbox_messages","#) && $0.contains("Ben walks less") })
            let nothing = try await store.pages(of: UserID(literal: "nobody"), countMax: 10)
            #expect(nothing.isEmpty)
        },
        StoreConformance("Mutes of everything, quiet nights, how much is wanted on one day and digests are handed out with a person's settings") { store in
            var wanted = Preferences()
            wanted.mutedUntil = .evening
            wanted.quietHoursByWeekday = QuietNights([.friday: DailyWindow(start: CivilTime(literal: "23:00"), end: CivilTime(literal: "09:00"))])
            wanted.dailyCountMax = 5
            (wanted.digestAt, wanted.digestByCategory) = (CivilTime(literal: "18:00"), DigestTimes(atOnce: ["chat"]))
            try await store.save([.mutedUntil, .quietHoursByWeekday, .dailyCountMax, .digestAt, .digestByCategory], of: wanted, for: .ben, now: .morning)
            let settings = try await store.pages(of: .ben, countMax: 100).flatMap(\.self).filter { $0.table == "user_profiles" }.map(\.json)
            #expect(settings.count == 1 && settings.allSatisfy { $0.contains(#""muted_until""#) && $0.contains("2026-01-25T20:00:00") })
            #expect(settings.allSatisfy { $0.contains(#""quiet_hours_by_weekday""#) && $0.contains("23:00-09:00") && $0.contains(#""daily_max""#) })
            #expect(settings.allSatisfy { $0.contains(#""digest_at""#) && $0.contains("18:00:00") && $0.contains(#""digest_by_category""#) })
        },
        StoreConformance("Of whoever is erased nothing is left, others keep what is theirs, and it says how much has gone") { store in
            try await store.mentionEverywhere(.ben)
            _ = try await store.enqueue([.ordered(100, by: .shop)], under: nil, now: .morning)
            let before = Dictionary(grouping: try await store.pages(of: .ben, countMax: 100).flatMap(\.self), by: \.table).mapValues(\.count)
            let others = try await store.pages(of: .ana, countMax: 100).flatMap(\.self).filter { !$0.json.contains("ben") && !$0.json.contains("Ben") }
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            #expect(report["broadcast_batches"] == 1 && before.allSatisfy { report[$0.key] == $0.value })
            let left = try await store.pages(of: .ben, countMax: 100)
            #expect(left.isEmpty)
            let kept = try await store.pages(of: .ana, countMax: 100).flatMap(\.self)
            let places = Set(kept.map(\.place))
            #expect(others.allSatisfy { places.contains($0.place) } && kept.allSatisfy { !$0.json.contains("Ben") })
            let family = try await store.family(FamilyRecord.household.id)
            #expect(family?.members.map(\.user) == [.ana] && places.contains { $0.key.contains("delivery-100") })
            let known = try await store.isKnown(.ben)
            #expect(!known)
            let again = try await store.erase(.ben, leaving: nil, now: .noon)
            #expect(again.isEmpty)
        },
        StoreConformance("The last of a family takes it along, with its invitations") { store in
            try await store.save(.household, now: .morning)
            let invitation = FamilyInvitation(family: FamilyRecord.household.id, codeHash: "hash", role: .member, expiresAt: .evening)
            try await store.invite(invitation, now: .morning)
            for user in [UserID.ana, .ben] { _ = try await store.erase(user, leaving: nil, now: .noon) }
            let family = try await store.family(FamilyRecord.household.id)
            let accepted = try await store.acceptInvitation(
                codeHash: "hash", by: FamilyMember(user: .stranger, firstName: "", role: .member), now: .noon)
            #expect(family == nil && accepted == nil)
        },
        StoreConformance("What a worker has in hand of somebody who is erased comes to nothing, and brings nothing back") { store in
            try await store.enqueue(.example(1), .example(2, about: .ana, to: .ben, over: .inApp), .example(3, about: .ana))
            try await store.lease()
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let lost = try await store.record((1...3).map { AttemptResult(delivery: .example($0), token: "token-1", disposition: .sent) }, now: .noon)
            #expect(Set(lost) == [.example(1), .example(2)])
            let content = NotificationContent(title: "Ben walks less", body: "", severity: .watch)
            for (number, recipient) in [(1, UserID.ana), (2, UserID.ben)] {
                try await store.append(
                    InboxMessage(
                        id: .example(number), recipient: recipient, member: .ben, alert: nil, category: "general", content: content, createdAt: .noon,
                        readAt: nil))
            }
            let inboxes = try await (store.messages(of: .ana, in: .inbox, countMax: 10), store.messages(of: .ben, in: .inbox, countMax: 10))
            #expect(inboxes.0.isEmpty && inboxes.1.isEmpty)
            let left = try await store.pages(of: .ben, countMax: 10)
            let told = try await store.row(3)
            #expect(left.isEmpty && told.status == "sent")
        },
        StoreConformance("What was merged into something about somebody who is erased waits again") { store in
            try await store.enqueue(.example(1), .example(2, about: .ana), .example(3, about: .ana))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let due = try await store.candidates()
            #expect(due.map(\.delivery.id) == [.example(2), .example(3)])
        },
        StoreConformance("A summary that a worker has in hand tells of nobody who is erased, and nothing once it is the worker's no more") { store in
            try await store.enqueue(.example(1, about: .ana), .example(2), .example(3, about: .ana))
            let batch = try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            let summary = try #require(batch.toSend.first)
            let before = try await store.stillTold(by: summary)
            #expect(before == [.example(2), .example(3)])
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let told = try await store.stillTold(by: summary)
            #expect(told == [.example(3)])
            #expect(summary.telling([.example(3)]).merged.map(\.id) == [.example(3)])
            try await store.giveBack("token-1")
            let lost = try await store.stillTold(by: summary)
            #expect(lost == nil)
        },
        StoreConformance("A summary that tells of somebody who was erased before it came isn't put into an inbox, and is made anew without them") { store in
            try await store.enqueue(.example(1, about: .ana, over: .inApp), .example(2, over: .inApp), .example(3, about: .ana, over: .inApp))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            func message(_ title: String, _ merged: [DeliveryID: UserID]) -> InboxMessage {
                InboxMessage(
                    id: .example(1), recipient: .ana, member: .ana, alert: nil, category: "general",
                    content: NotificationContent(title: title, body: "", severity: .watch), createdAt: .noon, readAt: nil, merged: merged)
            }
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let isThere = try await store.append(message("Ana and Ben walk less", [.example(2): .ben, .example(3): .ana]))
            let before = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(!isThere && before.isEmpty)
            try await store.record(1, .postponed(until: .noon, why: "summary_outdated"))
            let again = try await store.lease(token: "token-2")
            #expect(again.toSend.first?.merged.map(\.id) == [.example(3)])
            let isThereNow = try await store.append(message("Ana walks less", [.example(3): .ana]))
            let after = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            #expect(isThereNow && after.map(\.content.title) == ["Ana walks less"])
        },
        StoreConformance("A summary that tells of somebody who is erased goes, also where its first is about another") { store in
            try await store.enqueue(.example(1, about: .ana, over: .inApp), .example(2, over: .inApp))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            try await store.record(1, .sent)
            let content = NotificationContent(title: "Ana and Ben walk less", body: "", severity: .watch)
            try await store.append(
                InboxMessage(
                    id: .example(1), recipient: .ana, member: .ana, alert: nil, category: "general", content: content, createdAt: .noon, readAt: nil))
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 10)
            let lead = try await store.row(1)
            #expect(messages.isEmpty && lead.status == "sent")
        },
        StoreConformance("A broadcast's batch tells nobody in the place of whoever was erased, and what is recorded of it brings nothing back") { store in
            try await store.take(.example(1), to: 3)
            try await store.take(.example(2), to: 3)
            let person = UserID(literal: "user-1")
            let batch = try #require(await store.leaseBatch())
            let report = try await store.erase(person, leaving: nil, now: .noon)
            #expect(report["broadcast_batches"] == 2)
            let name = try #require(Broadcast.Place(broadcast: batch.broadcast.id, batch: 0, index: 1).delivery)
            let content = NotificationContent(title: "Open on Sunday", body: "", severity: .watch)
            try await store.append(
                InboxMessage(
                    id: name, recipient: person, member: person, alert: nil, category: "news", content: content, createdAt: .noon, readAt: nil))
            let isKept = try await store.record(batch.results(.retry(at: .evening, error: "busy")), of: batch, then: .ends, now: .noon)
            let queued = try await store.deliveries(DeliverySelection()).map(\.delivery.recipient.text).sorted()
            #expect(isKept && queued == ["user-0", "user-2"])
            let left = try await store.pages(of: person, countMax: 10)
            #expect(left.isEmpty)
            let offered = Notes<BroadcastMembers>()
            _ = try await store.leaseBatch(LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-2")) { members in
                offered.add(members)
                return []
            }
            let next = try #require(offered.all.first)
            let unwanted = next.groups.filter(\.wishes.isCategoryOff).flatMap(\.members)
            #expect(next.recipients.map(\.text) == ["user-0", "(erased)", "user-2"] && unwanted == [1])
            let stored = try await store.recipients(of: next.broadcast, batch: 0)
            #expect(stored?.recipients == next.recipients)
        },
        StoreConformance("Who was erased since a moment is known by their marks, and can be taken out of a broadcast that comes in, and of no other") { store in
            let (person, others) = (UserID(literal: "user-1"), ["user-0", "(erased)", "user-2"])
            _ = try await store.erase(person, leaving: "mark", now: .noon)
            let marks = try await (store.erasures(since: .noon), store.erasures(since: .noon + .milliseconds(1)))
            #expect(marks.0 == ["mark"] && marks.1.isEmpty)
            let (news, other) = (Broadcast.example(1), Broadcast.example(2))
            for broadcast in [news, other] {
                _ = try await store.begin(broadcast, under: nil, now: .noon)
                let people = (0...2).map { UserID(literal: "user-\($0)") }
                try await store.append([[.ana], people], to: broadcast, firstNumber: 0)
            }
            try await store.forget([person], in: news)
            let lists = try await (store.recipients(of: news, batch: 1), store.recipients(of: other, batch: 1))
            #expect(lists.0?.recipients.map(\.text) == others && lists.1?.recipients.map(\.text) == ["user-0", "user-1", "user-2"])
            try await store.seal(news, now: .noon)
            let progress = try #require(await store.progress(of: news.id))
            #expect(progress.status == .ready && progress.recipientCount == 4)
        },
        StoreConformance("A broadcast about somebody who is erased is called off, and tells of them no more") { store in
            let about = Broadcast.about(.ben)
            try await store.take(about, to: 2)
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            let progress = try #require(await store.progress(of: about.id))
            let batch = try await store.leaseBatch()
            #expect(report["broadcasts"] == 1 && progress.status == .cancelled && batch?.number == nil)
            #expect(progress.broadcast.member == nil && progress.broadcast.payload.memberName == nil)
        },
        StoreConformance("Whoever was erased may be told anew under a key that was theirs alone; one that was others' too stays known") { store in
            let own = try #require(IdempotencyKey("own", of: .shop, fingerprint: "a"))
            let shared = try #require(IdempotencyKey("shared", of: .shop, fingerprint: "a"))
            _ = try await store.enqueue([.ordered(1, by: .shop, to: .ben)], under: own, now: .morning + .seconds(1))
            _ = try await store.enqueue([.ordered(2, by: .shop, to: .ben), .ordered(3, by: .shop)], under: shared, now: .morning + .seconds(2))
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let anew = try await store.enqueue([.ordered(4, by: .shop, to: .ben)], under: own, now: .noon)
            let repeated = try await store.enqueue([.ordered(5, by: .shop)], under: shared, now: .noon)
            #expect(!anew.isRepeated && repeated.isRepeated)
        },
        StoreConformance("Whoever snoozed another's alert and is erased snoozes it no more") { store in
            try await store.accept(.example(1))
            let isHidden = try await store.snooze(.example(1), until: .sunday + 7, dayCount: 7, by: .ana, now: .morning)
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let alerts = try await store.alerts(of: FamilyRecord.household.id, for: .ben, today: .sunday)
            #expect(isHidden && alerts?.map(\.id) == [.example(1)] && alerts?.first?.snoozeUntil == nil)
        },
        StoreConformance("A mark tells when its person was erased last, and of nobody else") { store in
            _ = try await store.erase(.ben, leaving: "mark", now: .morning)
            _ = try await store.erase(.ben, leaving: "mark", now: .noon)
            let moments = try await (store.erasure(marked: "mark"), store.erasure(marked: "another"))
            #expect(moments.0 == .noon && moments.1 == nil)
        },
    ]
}

extension Broadcast {
    fileprivate static func about(_ member: UserID) -> Broadcast {
        Broadcast(
            id: BroadcastID(literal: "about"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.inApp.rawValue,
            payload: Delivery.example(1).payload, member: member)
    }
}

extension PersonStore {
    /// All that is handed out.
    public func pages(of person: UserID, countMax: Int) async throws -> [[PersonalRow]] {
        var pages: [[PersonalRow]] = []
        while case let page = try await rows(of: person, after: pages.last?.last?.place, countMax: countMax), !page.isEmpty { pages.append(page) }
        return pages
    }
}

extension AddressBook where Self: Store {
    /// Has a person of the household stand in every table that persons stand in.
    ///
    /// - Returns: the tables.
    @discardableResult
    public func mentionEverywhere(_ person: UserID) async throws -> Set<String> {
        try await enqueue(.example(1), .example(2, about: .ana, to: person), .example(3, over: .inApp))
        try await save(Preferences(), of: person, now: .morning)
        try await recordStay(of: person, from: .sunday, in: "Europe/Rome", before: "UTC")
        try await register(DeviceToken(token: "a1b2", platform: .ios, appVersion: nil, osVersion: nil), of: person, now: .morning)
        let draft = try ContactPoint.Draft(id: AddressID(literal: "mailbox"), channel: .email, value: "\(person)@example.org")
        let point = try await save(draft, of: person, verification: .byCode(hash: "hidden-code", expiresAt: .evening), now: .morning)
        _ = try await setSubscription(false, at: point.id, of: person, category: "news", now: .morning)
        try await save(CalendarLink(detail: .titles, createdAt: .morning), hash: "hidden-code", of: person)
        try await setSubscriptions([CategorySubscription(category: "news", channel: .push): true], of: person, now: .morning)
        let session = ExerciseSession(user: person, source: "watch", startedAt: .morning, date: .sunday, kind: nil, durationSeconds: 600)
        _ = try await store([session], now: .morning)
        // Ana, who has an alert, comes first.
        _ = try await continueRound(of: .sunday, countMax: 2, again: false, now: .morning)
        let rules = FeedRules(regularDayCountMin: 1, regularDayCount: 1, lookBackDayCount: 1, memberCountMin: 1) { _, outages, _ in outages }
        _ = try await countFeeds(of: .sunday, countMax: 2, again: false, by: rules)
        for alert in [1, 2] { _ = try await snooze(.example(alert), until: .sunday + 7, dayCount: 7, by: person, now: .morning) }
        for (number, recipient) in [(1, UserID.ana), (2, person)] {
            let content = NotificationContent(title: "Ben walks less", body: "", severity: .watch)
            try await append(
                InboxMessage(
                    id: .example(number), recipient: recipient, member: number == 1 ? person : .ana, alert: nil, category: "general", content: content,
                    createdAt: .noon, readAt: nil))
        }
        let news = Broadcast.example(1)
        _ = try await begin(news, under: nil, now: .morning)
        let own = ["Ana", "\(person)"].map { PersonalValues(["name": $0]) }
        try await append([RecipientBatch([.ana, person], values: own)], to: news, firstNumber: 0)
        try await seal(news, now: .morning)
        let about = Broadcast.about(person)
        _ = try await begin(about, under: nil, now: .morning)
        let valued = ScheduledOrder.example(1, to: [.ana, person], values: [person: PersonalValues(["name": "Ben"])])
        _ = try await add(valued, under: nil, now: .morning)
        _ = try await add(ScheduledOrder.example(2, to: [person], member: person), under: nil, now: .morning)
        let facts = SyncChanges(tables: Dictionary(uniqueKeysWithValues: FactTable.allCases.map { ($0, .init(created: [FactRecord(id: "one")])) }))
        _ = try await push(SyncPush(id: "push-1", changes: facts, pulledAt: nil), of: person, now: .morning)
        try await save(with: [.ana, person])
        try await save(Rota([.ana, person], handovers: Rota.example.handovers), named: .grandma, of: .house, countMax: 1, now: .morning)
        let weekend = Rota.Override(from: CivilDateTime(literal: "2026-12-05T09:00"), until: CivilDateTime(literal: "2026-12-07T09:00"), user: person)
        _ = try await save(weekend, inRota: .grandma, of: .house, over: weekend.from, countMax: 1)
        let hook = HookRecord(
            name: HookID(literal: "ci"), app: .house, createdAt: .morning, request: "{}", recipients: [.ana, person], signature: .key, secret: nil)
        try await save(hook, countMax: 1, now: .noon)
        try await note(.example(1, .personRead, person: person))
        try await note(.example(2, .personRead, by: .operator(person)))
        // What a sync has kept of its own isn't in memory.
        return Set(PersonalTable.all.map(\.name)).subtracting(["sync_marks", "sync_pushes"])
    }
}
