import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is known of the members of a broadcast's batch.
    static let members: [StoreConformance] = [
        StoreConformance("Of each member of a batch is known what is known of a delivery that stands alone") { store in
            var generator = SeededGenerator(seed: .seed(of: "members"))
            let names = (0..<60).map { "user-\($0)" } + [#"o"neill\"#, "Zoë Ç", "two words"]
            let people = names.map { UserID(literal: $0) }
            for (number, person) in people.enumerated() { try await settle(person, number, on: store, &generator) }
            try await expectKnownAsAlone(people, on: store)
        },
        StoreConformance("However many others stand between the members of a batch, and however often one of them, each has what they want") { store in
            var generator = SeededGenerator(seed: .seed(of: "members far apart"))
            // As people sort, the last would stand before "m", where it says "fi" in one letter; by its bytes it is the last.
            let people = ["a", "m-50", "z", "m-50", "nobody", "Zo\u{EB}", "\u{FB01}nn"].map { UserID(literal: $0) }
            let others = (0..<100).map { UserID(literal: "m-\($0)") }
            for (number, person) in Set(people + others).sorted().enumerated() { try await settle(person, number, on: store, &generator) }
            try await expectKnownAsAlone(people, on: store)
        },
        StoreConformance("Each member of a personalised broadcast has words of their own: waiting, in a worker's hands, told, and as a row of the queue") { store in
            let broadcast = Broadcast.personal
            let batch = RecipientBatch(
                [.ana, .ben], values: [PersonalValues(["name": "Ana", "points": "120"]), PersonalValues(["name": #"{{points}} "B""#, "points": "3"])])
            let names = (0...1).compactMap { Broadcast.Place(broadcast: broadcast.id, batch: 0, index: $0).delivery }
            func bodies() async throws -> [String?] {
                var bodies: [String?] = []
                for name in names { bodies.append(try await store.member(name)?.delivery.payload.body) }
                return bodies
            }
            try await store.tell(broadcast, to: batch)
            let expected = ["Ana, you have 120 points.", #"{{points}} "B", you have 3 points."#]
            let stored = try await store.recipients(of: broadcast, batch: 0)
            let waiting = try await bodies()
            #expect(stored == batch && waiting == expected)
            let leased = try #require(await store.leaseBatch())
            #expect(leased.isPersonal && leased.toSend.map(\.delivery.payload.body) == expected)
            let results = [MemberResult(at: 0, .sent), MemberResult(at: 1, .retry(at: .evening, error: "busy"))]
            _ = try await store.record(results, of: leased, then: .ends, now: .noon)
            let told = try await store.member(names[0])
            let rows = try await store.deliveries(DeliverySelection())
            #expect(told?.status == "sent" && told?.delivery.payload.body == expected[0])
            #expect(rows.map(\.delivery.id) == [names[1]] && rows.map(\.delivery.payload.body) == [expected[1]])
            #expect(rows.map(\.delivery.payload.title) == ["Your points"])
            let german = try #require(TextsByLanguage.Text(title: #"{{points}} "B"s Punkte"#, body: "3"))
            #expect(rows.map { $0.delivery.payload.texts?[.german] } == [german], "whoever changes their language while it waits is told theirs in it")
        },
        StoreConformance("What a person has of their own in broadcasts is handed out to them alone, batch by batch, and goes with them") { store in
            let broadcast = Broadcast.personal
            _ = try await store.begin(broadcast, under: nil, now: .morning)
            // As a text, the last name has the first in it.
            let batches = [[UserID.ben, .ana], [.ana, .ben], [.ana, UserID(literal: #"a"ben"#)]].map { people in
                RecipientBatch(people, values: people.map { PersonalValues(["name": "\($0.text)'s", "points": "1"]) })
            }
            try await store.append(batches, to: broadcast, firstNumber: 0)
            let own = try await store.pages(of: .ben, countMax: 1).flatMap(\.self).map(\.json)
            #expect(own.count == 2 && own.allSatisfy { $0.contains("ben's") && !$0.contains("ana") })
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let left = try await store.pages(of: .ben, countMax: 10)
            let first = try await store.recipients(of: broadcast, batch: 0)
            let last = try await store.recipients(of: broadcast, batch: 2)
            #expect(left.isEmpty && first == RecipientBatch([.erased, .ana], values: [PersonalValues(), batches[0].values?[1] ?? PersonalValues()]))
            #expect(last == batches[2])
        },
    ]

    /// Of each recipient of a batch the store tells what it tells of a delivery that stands alone.
    private static func expectKnownAsAlone(_ people: [UserID], on store: any Store) async throws {
        for (number, channel) in [DeliveryChannel.push, .email, .inApp, .whatsApp].enumerated() {
            let broadcast = Broadcast.named(number, over: channel)
            try await store.save(channel == .whatsApp ? .required("news") : .off("news", over: [.push, .inApp]), of: .shop, countMax: 1, now: .morning)
            _ = try await store.begin(broadcast, under: nil, now: .morning)
            try await store.append([RecipientBatch(people)], to: broadcast, firstNumber: 0)
            try await store.seal(broadcast, now: .morning)
            let offered = Notes<BroadcastMembers>()
            let terms = LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-\(number)")
            _ = try await store.leaseBatch(terms) { members in
                offered.add(members)
                return []
            }
            let members = try #require(offered.all.first)
            #expect(members.recipients == people && members.groups.flatMap(\.members).sorted() == Array(people.indices))
            let alone = Set(people).sorted().enumerated().map { place, person in
                Delivery(
                    id: .example(number * 100 + place), createdAt: .morning, recipient: person, member: person, alert: nil,
                    channelName: channel.rawValue, payload: broadcast.payload, app: .shop)
            }
            _ = try await store.enqueue(alone, under: nil, now: .morning)
            let candidates = try await store.candidates(1000).filter { $0.delivery.channel == channel }
            let expected = Dictionary(uniqueKeysWithValues: candidates.map { ($0.delivery.recipient, $0) })
            #expect(expected.count == alone.count)
            for group in members.groups {
                for place in group.members {
                    let known = try #require(members.candidate(at: place, wishes: group.wishes))
                    let other = try #require(expected[people[place]])
                    #expect(known.preferences == other.preferences && known.isCategoryOff == other.isCategoryOff)
                    #expect(known.categoryMutedUntil == other.categoryMutedUntil && known.isCategoryOffByDefault == other.isCategoryOffByDefault)
                    #expect(known.isCategoryRequired == other.isCategoryRequired)
                    #expect(known.toldAt == other.toldAt && known.toldLately == other.toldLately && known.addresses == other.addresses)
                    #expect(known.delivery.recipient == people[place] && known.isEntitled && !known.isSuperseded && !known.isReached)
                }
            }
            if channel != .whatsApp, people.count > 50 { #expect(members.groups.count > 4, "they differ") }
        }
    }
}

extension BroadcastStore {
    fileprivate func tell(_ broadcast: Broadcast, to batch: RecipientBatch) async throws {
        _ = try await begin(broadcast, under: nil, now: .morning)
        try await append([batch], to: broadcast, firstNumber: 0)
        try await seal(broadcast, now: .morning)
    }
}

extension Broadcast {
    fileprivate static var personal: Broadcast {
        var payload = Payload()
        payload.kind = "news"
        payload.title = "Your points"
        payload.body = "{{name}}, you have {{points}} points."
        payload.texts = TextsByLanguage.Text(title: "{{name}}s Punkte", body: "{{points}}").flatMap { TextsByLanguage([.german: $0]) }
        return Broadcast(
            id: BroadcastID(literal: "points"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.inApp.rawValue, payload: payload)
    }

    fileprivate static func named(_ number: Int, over channel: DeliveryChannel) -> Broadcast {
        var payload = Payload()
        payload.kind = "news"
        payload.title = "Open on Sunday"
        payload.notification = NotificationID(literal: "bills|rent|due_day|2026-11-30")
        return Broadcast(
            id: BroadcastID(literal: "named-\(number)"), app: .shop, createdAt: .morning, channelName: channel.rawValue, payload: payload)
    }
}

extension StoreConformance {
    /// Lets a person want something, and be reached somewhere, by chance.
    private static func settle(_ person: UserID, _ number: Int, on store: any Store, _ generator: inout SeededGenerator) async throws {
        func happens() -> Bool { Bool.random(using: &generator) }
        var wanted = Preferences()
        wanted.notifyPush = happens()
        wanted.notifyInApp = happens()
        wanted.quietHoursAction = happens() ? .defer : .skip
        wanted.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        if happens() { wanted.quietHoursByWeekday = QuietNights([.sunday: QuietNights.without]) }
        wanted.timezone = ["UTC", "Europe/Berlin", "Mars/Olympus"].randomElement(using: &generator) ?? "UTC"
        wanted.language = Language.allCases.randomElement(using: &generator)
        let ends: [Instant?] = [nil, .morning, .evening, Mute.openEnd]
        wanted.mutedUntil = ends.randomElement(using: &generator).flatMap { $0 }
        wanted.dailyCountMax = happens() ? 2 : nil
        wanted.digestAt = happens() ? CivilTime(literal: "18:00") : nil
        wanted.digestByCategory = happens() ? DigestTimes(atOnce: ["news"]) : DigestTimes()
        let keys = Set(Preferences.Key.allCases.filter { _ in happens() })
        if happens() { try await store.save(keys, of: wanted, for: person, now: .morning) }
        if happens() { try await store.mute(happens() ? "news" : "offers", until: .evening, of: person, now: .morning) }
        if happens() { try await store.setSubscriptions([CategorySubscription(category: "news", channel: .push): true], of: person, now: .morning) }
        for index in 0..<Int.random(in: 0...2, using: &generator) {
            let token = DeviceToken(token: "token-\(number)-\(index)", platform: .ios, appVersion: nil, osVersion: nil)
            try await store.register(token, of: person, now: .morning + .seconds(index))
        }
        if happens() {
            let draft = try ContactPoint.Draft(id: AddressID(literal: "mailbox-\(number)"), channel: .email, value: "user\(number)@example.org")
            let point = try await store.save(draft, of: person, verification: .vouchedFor, now: .morning)
            if happens() { _ = try await store.setSubscription(false, at: point.id, of: person, category: "news", now: .morning) }
        }
        if happens() {
            let name = NotificationID(literal: "bills|rent|due_day|2026-11-30")
            let receipt = NotificationReceipt(identifier: name, toldAt: .morning, toldBy: happens() ? .device : .server, category: "news")
            let changes = SyncChanges(tables: [.notificationReceipts: .init(created: [receipt.record])])
            _ = try await store.push(SyncPush(id: nil, changes: changes, pulledAt: nil), of: person, now: .morning)
        }
    }
}
