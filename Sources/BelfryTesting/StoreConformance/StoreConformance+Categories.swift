import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What apps declare of their categories, and what people choose against it.
    static let categories: [StoreConformance] = [
        StoreConformance("A category is kept as its app declares it, each app its own, and declared again it has other words") { store in
            try await store.save(.offers, of: .shop, countMax: 1, now: .morning)
            let kept = try await store.category("offers", of: .shop)
            let others = try await store.category("offers", of: .house)
            #expect(kept == CategoryRecord(app: .shop, category: .offers, createdAt: .morning) && others == nil)
            let other = DeclaredCategory("offers", words: .init(name: "<Deals>"), terms: CategoryTerms(isRequired: true))
            try await store.save(other, of: .shop, countMax: 1, now: .noon)
            let after = try await store.category("offers", of: .shop)
            #expect(after == CategoryRecord(app: .shop, category: other, createdAt: .morning))
            let isRequired = try await (store.isRequiredByAny("offers"), store.isRequiredByAny("news"))
            #expect(isRequired.0 && !isRequired.1)
        },
        StoreConformance("An app declares no more than it may, each app its own, listed by their names; what is declared no longer is gone") { store in
            for name in ["b", "a", "Ä"] { try await store.save(DeclaredCategory(name, words: .init(name: name)), of: .shop, countMax: 3, now: .morning) }
            try await store.save(DeclaredCategory("a", words: .init(name: "A")), of: .house, countMax: 3, now: .morning)
            await #expect(throws: Problem.tooManyCategories(countMax: 3)) {
                try await store.save(.offers, of: .shop, countMax: 3, now: .morning)
            }
            let own = try await store.categories(of: .shop, countMax: 10).map(\.category.category)
            let all = try await store.categories(of: nil, countMax: 3)
            #expect(own == ["a", "b", "Ä"] && all.map(\.app) == [.house, .shop, .shop] && all.map(\.category.category) == ["a", "a", "b"])
            #expect(try await store.removeCategory("a", of: .shop))
            #expect(try await !store.removeCategory("a", of: .shop))
            let left = try await (store.categories(of: .shop, countMax: 1), store.category("a", of: .house))
            #expect(left.0.map(\.category.category) == ["b"] && left.1 != nil)
        },
        StoreConformance("What is off at first is off over that channel alone, for its app's, and for whoever has chosen nothing") { store in
            let kind = Payload.patternAlertKind
            try await store.save(.off(kind, over: [.push, .email]), of: .house, countMax: 9, now: .morning)
            try await store.save(.off(Payload.generalKind, over: [.inApp]), of: .shop, countMax: 9, now: .morning)
            try await store.enqueue(.example(1, over: .push), .example(2, to: .ben, over: .push), .example(3, over: .inApp), .example(4, over: .email))
            _ = try await store.enqueue([.ordered(5, by: .shop), .ordered(6, by: .school)], under: nil, now: .morning)
            try await store.setSubscriptions([CategorySubscription(category: kind, channel: .push): true], of: .ben, now: .morning)
            try await store.setSubscriptions([CategorySubscription(category: kind, channel: .email): false], of: .ana, now: .morning)
            let candidates = try await store.candidates().sorted { $0.delivery.id < $1.delivery.id }
            #expect(candidates.map(\.isCategoryOffByDefault) == [true, false, false, true, true, false])
            #expect(candidates.map(\.isCategoryOff) == [false, false, false, true, false, false])
            _ = try await store.removeCategory(kind, of: .house)
            let none = try await store.candidates().filter { $0.delivery.app == .house }
            #expect(none.allSatisfy { !$0.isCategoryOffByDefault })
        },
        StoreConformance("What nobody can switch off says so, whatever they had switched off or muted before") { store in
            let kind = Payload.patternAlertKind
            try await store.setSubscriptions([CategorySubscription(category: kind, channel: .push): false], of: .ana, now: .morning)
            try await store.mute(kind, until: .evening, of: .ana, now: .morning)
            try await store.save(.required(kind), of: .house, countMax: 9, now: .morning)
            try await store.enqueue(.example(1, over: .push))
            let batch = try await store.lease()
            let candidate = try #require(batch.toSend.first)
            #expect(candidate.isCategoryRequired && candidate.isRequired)
            _ = try await store.enqueue([.ordered(2, by: .shop)], under: nil, now: .morning)
            let other = try await store.candidates().filter { $0.delivery.app == .shop }
            #expect(other.count == 1 && other.allSatisfy { !$0.isCategoryRequired })
        },
        StoreConformance("What somebody switches on counts until they switch it off, by a mail's link too, and is theirs alone") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            let (news, offers) = (CategorySubscription(category: "news", channel: .email), CategorySubscription(category: "offers", channel: .push))
            try await store.setSubscriptions([news: true, offers: true], of: .ana, now: .morning)
            let first = try await (store.switchedOn(by: .ana), store.switchedOff(by: .ana), store.switchedOn(by: .ben))
            #expect(first.0 == [news, offers] && first.1 == [] && first.2 == [])
            _ = try await store.setSubscription(false, at: point.id, of: .ana, category: "news", now: .noon)
            let off = try await (store.switchedOn(by: .ana), store.switchedOff(by: .ana))
            #expect(off.0 == [offers] && off.1 == [news])
            _ = try await store.setSubscription(true, at: point.id, of: .ana, category: "news", now: .noon)
            let on = try await (store.switchedOn(by: .ana), store.switchedOff(by: .ana))
            #expect(on.0 == [news, offers] && on.1 == [])
            let rows = try await store.pages(of: .ana, countMax: 100).flatMap(\.self).filter { $0.table == "wanted_categories" }
            #expect(rows.count == 2 && rows.contains { $0.json.contains(#""offers""#) })
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let erased = try await store.switchedOn(by: .ana)
            #expect(erased == [])
        },
        StoreConformance("A person can switch on so much and no more, and what would be too much changes nothing") { store in
            let countMax = CategorySubscription.switchedOnCountMax
            func switches(_ numbers: ClosedRange<Int>) -> [CategorySubscription: Bool] {
                Dictionary(uniqueKeysWithValues: numbers.map { (CategorySubscription(category: "kind-\($0)", channel: .push), true) })
            }
            try await store.setSubscriptions(switches(1...countMax), of: .ana, now: .noon)
            await #expect(throws: Problem.tooManySwitchedOn(countMax: countMax)) {
                try await store.setSubscriptions(switches(countMax + 1...countMax + 1), of: .ana, now: .noon)
            }
            let full = try await store.switchedOn(by: .ana)
            #expect(full == Set(switches(1...countMax).keys))
        },
        StoreConformance("Members of a broadcast are told of what is off at first only where they have switched it on, however it goes on") { store in
            let broadcast = Broadcast.example(over: .push)
            try await store.save(.off("news", over: [.push]), of: .shop, countMax: 9, now: .morning)
            try await store.take(broadcast, to: 3)
            try await store.setSubscriptions([CategorySubscription(category: "news", channel: .push): true], of: UserID(literal: "user-1"), now: .morning)
            try await store.setSubscriptions([CategorySubscription(category: "news", channel: .push): false], of: UserID(literal: "user-2"), now: .morning)
            let batch = try #require(await store.leaseBatch())
            let wishes = Dictionary(uniqueKeysWithValues: batch.members.groups.flatMap { group in group.members.map { ($0, group.wishes) } })
            #expect((0..<3).map { wishes[$0]?.isCategoryOffByDefault } == [true, false, true])
            #expect((0..<3).map { wishes[$0]?.isCategoryOff } == [false, false, true] && !batch.isRequired)
        },
        StoreConformance("A broadcast that nobody can switch off is so for all but whoever was erased") { store in
            try await store.save(.required("news"), of: .shop, countMax: 9, now: .morning)
            try await store.take(.example(over: .push), to: 2)
            _ = try await store.erase(UserID(literal: "user-1"), leaving: nil, now: .morning)
            let batch = try #require(await store.leaseBatch())
            let wishes = Dictionary(uniqueKeysWithValues: batch.members.groups.flatMap { group in group.members.map { ($0, group.wishes) } })
            #expect((0..<2).map { wishes[$0]?.isCategoryRequired } == [true, false] && wishes[1]?.isCategoryOff == true && batch.isRequired)
        },
    ]
}

extension DeclaredCategory {
    /// With words in two languages, and off at first by mail.
    public static let offers = DeclaredCategory(
        "offers", words: .init(name: "Offers", description: "What is \"cheaper\" this week.", group: "Shop"),
        translations: [.german: .init(name: "Angebote", group: "Laden")], terms: CategoryTerms(offAtFirst: [.email, .sms]))

    public static func off(_ category: String, over channels: Set<DeliveryChannel>) -> DeclaredCategory {
        DeclaredCategory(category, words: .init(name: category), terms: CategoryTerms(offAtFirst: channels))
    }

    public static func required(_ category: String) -> DeclaredCategory {
        DeclaredCategory(category, words: .init(name: category), terms: CategoryTerms(isRequired: true))
    }
}
