import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What people don't want to be told: categories that they switch off over a channel, or mute for a while.
    static let subscriptions: [StoreConformance] = [
        StoreConformance("A category can be switched off over one channel, and on again") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            try await store.enqueue(.example(1, over: .email), .example(2, over: .push))
            let isKnown = try await store.setSubscription(false, at: point.id, of: .ana, category: Payload.patternAlertKind, now: .noon)
            let off = try await store.candidates().map(\.isCategoryOff)
            #expect(isKnown && off == [true, false])
            _ = try await store.setSubscription(true, at: point.id, of: .ana, category: Payload.patternAlertKind, now: .noon)
            let on = try await store.candidates().map(\.isCategoryOff)
            #expect(on == [false, false])
            let another = try await store.setSubscription(false, at: point.id, of: .ben, category: nil, now: .noon)
            #expect(!another)
        },
        StoreConformance("Categories can be switched off over any channel, without an address there, and on again, a person's own alone") { store in
            let kind = Payload.patternAlertKind
            let (push, inApp) = (CategorySubscription(category: kind, channel: .push), CategorySubscription(category: kind, channel: .inApp))
            let news = CategorySubscription(category: "news", channel: .push)
            try await store.enqueue(.example(1, over: .push), .example(2, over: .inApp), .example(3, over: .email))
            try await store.setSubscriptions([push: false, inApp: false, news: false], of: .ana, now: .noon)
            let off = try await store.candidates().map(\.isCategoryOff)
            let known = try await (store.switchedOff(by: .ana), store.switchedOff(by: .ben))
            #expect(off == [true, true, false] && known.0 == [push, inApp, news] && known.1 == [])
            for _ in 1...2 { try await store.setSubscriptions([push: true, news: false], of: .ana, now: .evening) }
            try await store.setSubscriptions([inApp: true], of: .ben, now: .evening)
            let on = try await store.candidates().map(\.isCategoryOff)
            let left = try await store.switchedOff(by: .ana)
            #expect(on == [false, true, false] && left == [inApp, news])
        },
        StoreConformance("What is switched off by a mail's link is what is switched off by channel, and either takes it back") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            let news = CategorySubscription(category: "news", channel: .email)
            _ = try await store.setSubscription(false, at: point.id, of: .ana, category: "news", now: .noon)
            let off = try await store.switchedOff(by: .ana)
            try await store.setSubscriptions([news: true], of: .ana, now: .noon)
            let on = try await store.switchedOff(by: .ana)
            try await store.setSubscriptions([news: false], of: .ana, now: .noon)
            _ = try await store.setSubscription(true, at: point.id, of: .ana, category: "news", now: .noon)
            let again = try await store.switchedOff(by: .ana)
            #expect(off == [news] && on == [] && again == [])
        },
        StoreConformance("A person can switch off so much and no more, and what would be too much changes nothing") { store in
            let countMax = CategorySubscription.switchedOffCountMax
            func switches(_ numbers: ClosedRange<Int>) -> [CategorySubscription: Bool] {
                Dictionary(uniqueKeysWithValues: numbers.map { (CategorySubscription(category: "kind-\($0)", channel: .push), false) })
            }
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            try await store.setSubscriptions(switches(1...countMax), of: .ana, now: .noon)
            let problem = Problem.tooManySwitchedOff(countMax: countMax)
            let other = CategorySubscription(category: "kind-1", channel: .push)
            await #expect(throws: problem) {
                try await store.setSubscriptions(switches(countMax + 1...countMax + 2).merging([other: true]) { $1 }, of: .ana, now: .noon)
            }
            try await store.setSubscriptions(switches(countMax...countMax), of: .ana, now: .noon)
            let full = try await store.switchedOff(by: .ana)
            #expect(full == Set(switches(1...countMax).keys))
            try await store.setSubscriptions([other: true, CategorySubscription(category: "news", channel: .push): false], of: .ana, now: .noon)
            try await store.setSubscriptions(switches(1...countMax), of: .ben, now: .noon)
            let after = try await store.switchedOff(by: .ana)
            #expect(after.count == countMax && !after.contains(other))
            let isKnown = try await store.setSubscription(false, at: point.id, of: .ana, category: "news", now: .noon)
            let more = try await store.switchedOff(by: .ana)
            #expect(isKnown && more == after.union([CategorySubscription(category: "news", channel: .email)]), "a mail's link is never refused")
        },
        StoreConformance("A category is muted until a moment over every channel, and beside what is switched off; muted anew it has another end") { store in
            let kind = Payload.patternAlertKind
            try await store.enqueue(.example(1, over: .push), .example(2, over: .webhook), .example(3, to: .ben, over: .inApp))
            try await store.mute(kind, until: .noon, of: .ana, now: .morning)
            try await store.mute(kind, until: .evening + .milliseconds(7), of: .ana, now: .morning)
            try await store.mute("news", until: Mute.openEnd, of: .ana, now: .morning)
            try await store.setSubscriptions([CategorySubscription(category: kind, channel: .push): false], of: .ana, now: .morning)
            let candidates = try await store.candidates()
            #expect(candidates.map(\.categoryMutedUntil) == [.evening + .milliseconds(7), .evening + .milliseconds(7), nil])
            #expect(candidates.map(\.isCategoryOff) == [true, false, false])
            let muted = try await (store.mutedCategories(of: .ana, now: .noon), store.mutedCategories(of: .ben, now: .noon))
            #expect(muted.0 == [kind: .evening + .milliseconds(7), "news": Mute.openEnd] && muted.1 == [:])
            let off = try await store.switchedOff(by: .ana)
            #expect(off == [CategorySubscription(category: kind, channel: .push)])
            try await store.mute("news", until: nil, of: .ana, now: .noon)
            try await store.mute("news", until: nil, of: .ana, now: .noon)
            let left = try await (store.mutedCategories(of: .ana, now: .noon), store.mutedCategories(of: .ana, now: .evening + .milliseconds(7)))
            #expect(left.0.keys.sorted() == [kind] && left.1 == [:])
        },
        StoreConformance("A person can mute so many categories and no more; those whose mutes are over leave room") { store in
            let countMax = CategorySubscription.switchedOffCountMax
            for number in 1...countMax { try await store.mute("kind-\(number)", until: number == 1 ? .noon : .evening, of: .ana, now: .morning) }
            await #expect(throws: Problem.tooManySwitchedOff(countMax: countMax)) {
                try await store.mute("news", until: .evening, of: .ana, now: .morning)
            }
            try await store.mute("kind-2", until: .noon, of: .ana, now: .morning)
            try await store.setSubscriptions([CategorySubscription(category: "news", channel: .push): false], of: .ana, now: .morning)
            let full = try await store.mutedCategories(of: .ana, now: .morning)
            #expect(full.count == countMax && full["news"] == nil && full["kind-2"] == .noon)
            try await store.mute("news", until: .evening, of: .ana, now: .noon)
            let after = try await store.mutedCategories(of: .ana, now: .noon)
            #expect(after.count == countMax - 1 && after["news"] == .evening)
            let rows = try await store.rows(of: .ana, after: nil, countMax: 1_000)
            #expect(rows.contains { $0.table == "unwanted_categories" && $0.json.contains(#""news""#) && $0.json.contains("2026-01-25T20:00:00") })
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let erased = try await store.mutedCategories(of: .ana, now: .morning)
            #expect(erased == [:])
        },
    ]
}
