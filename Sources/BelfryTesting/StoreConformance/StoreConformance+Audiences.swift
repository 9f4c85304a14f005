import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension AudienceKey {
    /// By its name, of an app that tells its news.
    public static func example(_ name: String = "recalls", of app: AppID = .shop) -> AudienceKey {
        AudienceKey(app: app, id: AudienceID(literal: name))
    }
}

extension AudienceStore {
    /// Takes one in with people, and whether they may come and go by themselves.
    public func save(_ key: AudienceKey = .example(), title: String? = "Recalls", isOpen: Bool = false, with people: [UserID] = []) async throws {
        try await save(Audience(key: key, title: title, isOpen: isOpen, createdAt: .morning), openCountMax: 10)
        _ = try await add(Set(people), to: key, ifOpen: false, now: .morning)
    }
}

extension StoreConformance {
    /// Lists of people that apps keep.
    static let audiences: [StoreConformance] = [
        StoreConformance("An audience is of its app, has another title once it is saved again, and keeps who is in it") { store in
            try await store.save(with: [.ana])
            try await store.save(.example(of: .school), title: nil)
            let later = Audience(key: .example(), title: "Called back", isOpen: true, createdAt: .noon)
            try await store.save(later, openCountMax: 10)
            let (own, others, none) = try await (store.audience(.example()), store.audience(.example(of: .school)), store.audience(.example("news")))
            #expect(own == Audience(key: .example(), title: "Called back", isOpen: true, createdAt: .morning))
            #expect(others == Audience(key: .example(of: .school), title: nil, isOpen: false, createdAt: .morning) && none == nil)
            let (members, strangers) = try await (
                store.members(of: .example(), after: nil, countMax: 10), store.members(of: .example(of: .school), after: nil, countMax: 10)
            )
            #expect(members == [.ana] && strangers.isEmpty)
        },
        StoreConformance("Audiences of an app are listed by their names, a part at a time") { store in
            for name in ["c", "a", "é", "b"] { try await store.save(.example(name)) }
            try await store.save(.example("b2", of: .school))
            let first = try await store.audiences(of: .shop, after: nil, countMax: 2)
            let second = try await store.audiences(of: .shop, after: first.last?.key.id, countMax: 3)
            #expect(first.map(\.key.id.text) == ["a", "b"] && second.map(\.key.id.text) == ["c", "é"])
        },
        StoreConformance("An app has so many open audiences at most, and as many others as it likes") { store in
            for name in ["a", "b"] { try await store.save(Audience(key: .example(name), title: name, isOpen: true, createdAt: .morning), openCountMax: 2) }
            let third = Audience(key: .example("c"), title: "c", isOpen: true, createdAt: .morning)
            await #expect(throws: Problem.tooManyAudiences(countMax: 2)) { try await store.save(third, openCountMax: 2) }
            let refused = try await store.audience(third.key)
            #expect(refused == nil)
            for name in ["a", "b"] { try await store.save(Audience(key: .example(name), title: "again", isOpen: true, createdAt: .noon), openCountMax: 2) }
            try await store.save(Audience(key: .example("c"), title: nil, isOpen: false, createdAt: .morning), openCountMax: 2)
            try await store.save(Audience(key: .example("a", of: .school), title: "a", isOpen: true, createdAt: .morning), openCountMax: 2)
            try await store.save(Audience(key: .example("a"), title: "a", isOpen: false, createdAt: .morning), openCountMax: 2)
            try await store.save(third, openCountMax: 2)
            let open = try await store.openAudiences(for: .ana).map(\.audience.key)
            #expect(open == [.example("a", of: .school), .example("b"), .example("c")].sorted())
        },
        StoreConformance("People come into an audience and go, each once, and are read in the order of their bytes, a part at a time") { store in
            try await store.save()
            let people = ["b", "a", "ab", "é", "\"quoted\""].map { UserID(literal: $0) }
            let (added, again) = try await (
                store.add(Set(people), to: .example(), ifOpen: false, now: .morning),
                store.add([people[0], .ana], to: .example(), ifOpen: false, now: .noon)
            )
            let expected = (people + [.ana]).sorted()
            #expect(added == 5 && again == 1)
            let first = try await store.members(of: .example(), after: nil, countMax: 4)
            let second = try await store.members(of: .example(), after: first.last, countMax: 4)
            #expect(first + second == expected && first.count == 4)
            let (removed, none) = try await (
                store.remove([people[1], people[3], .ben], from: .example(), ifOpen: false), store.remove([.ben], from: .example(), ifOpen: false)
            )
            let count = try await store.memberCount(of: .example())
            #expect(removed == 2 && none == 0 && count == 4)
            let strange = try await (
                store.add([.ana], to: .example("news"), ifOpen: false, now: .noon), store.remove([.ana], from: .example(of: .school), ifOpen: false),
                store.memberCount(of: .example("news")))
            #expect(strange.0 == nil && strange.1 == nil && strange.2 == 0)
        },
        StoreConformance("A person joins and leaves by themselves where an audience is open, and sees which they are in") { store in
            try await store.save(.example("open"), title: "Open", isOpen: true, with: [.ben])
            try await store.save(.example("closed"), title: "Closed", with: [.ana])
            let joined = try await (
                store.add([.ana], to: .example("open"), ifOpen: true, now: .noon), store.add([.ben], to: .example("closed"), ifOpen: true, now: .noon))
            #expect(joined.0 == 1 && joined.1 == nil)
            let seen = try await store.openAudiences(for: .ana)
            #expect(seen.map(\.audience.title) == ["Open"] && seen.map(\.isMember) == [true])
            let left = try await (
                store.remove([.ana], from: .example("open"), ifOpen: true), store.remove([.ana], from: .example("closed"), ifOpen: true))
            #expect(left.0 == 1 && left.1 == nil)
            let (after, closed) = try await (store.openAudiences(for: .ana), store.members(of: .example("closed"), after: nil, countMax: 9))
            #expect(after.map(\.isMember) == [false] && closed == [.ana])
        },
        StoreConformance("Of an audience that is deleted nobody is left, and one of its name begins empty") { store in
            // More than go at once.
            try await store.save(with: (0...10_000).map { UserID(literal: "user-\($0)") })
            try await store.save(.example(of: .school), with: [.ana])
            let (isGone, isKnown) = try await (store.removeAudience(.example()), store.removeAudience(.example("news")))
            #expect(isGone && !isKnown)
            let again = try await store.removeAudience(.example())
            #expect(!again)
            try await store.save()
            let (own, others) = try await (store.memberCount(of: .example()), store.memberCount(of: .example(of: .school)))
            #expect(own == 0 && others == 1)
        },
        StoreConformance("A broadcast's batches are made of who is in an audience, in their order, each full but the last") { store in
            let people = (0..<1203).map { UserID(literal: "user-\($0)") }
            try await store.save(with: people)
            try await store.save(.example(of: .school), with: [.stranger])
            let broadcast = Broadcast.example()
            _ = try await store.begin(broadcast, under: nil, now: .morning)
            let first = try await store.appendMembers(
                of: .example(), after: nil, values: nil, to: broadcast, firstNumber: 0, batchCountMax: 2)
            let rest = try await store.appendMembers(
                of: .example(), after: first.last, values: nil, to: broadcast, firstNumber: first.batchCount, batchCountMax: 2)
            let none = try await store.appendMembers(of: .example(), after: rest.last, values: nil, to: broadcast, firstNumber: 3, batchCountMax: 2)
            #expect(first.batchCount == 2 && rest.batchCount == 1 && none.batchCount == 0 && none.last == nil)
            var told: [[UserID]] = []
            while let batch = try await store.recipients(of: broadcast, batch: told.count) {
                #expect(batch.values == nil)
                told.append(batch.recipients)
            }
            #expect(told.map(\.count) == [500, 500, 203] && told.flatMap { $0 } == people.sorted())
            try await store.seal(broadcast, now: .morning)
            let progress = try await store.progress(of: broadcast.id)
            #expect(progress?.recipientCount == 1203 && progress?.status == .ready)
            let batch = try #require(await store.leaseBatch())
            let isKept = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            let second = try #require(Broadcast.Place(broadcast: broadcast.id, batch: 0, index: 1).delivery)
            let overview = try await store.member(second)
            #expect(isKept && batch.toSend.count == 500 && overview?.delivery.recipient == told[0][1] && overview?.status == "sent")
        },
        StoreConformance("What a broadcast puts in for everybody in an audience stands beside each of them, and those who are erased leave both") { store in
            let people = ["a \"b\"", "ben", "é"].map { UserID(literal: $0) }
            try await store.save(with: people)
            let broadcast = Broadcast.example()
            _ = try await store.begin(broadcast, under: nil, now: .morning)
            let values = PersonalValues(["name": "“\\“ \"you\""])
            _ = try await store.appendMembers(of: .example(), after: nil, values: values, to: broadcast, firstNumber: 0, batchCountMax: 1)
            try await store.seal(broadcast, now: .morning)
            let batch = try await store.recipients(of: broadcast, batch: 0)
            #expect(batch == RecipientBatch(people.sorted(), values: [values, values, values]))
            for person in people.dropLast() { _ = try await store.erase(person, leaving: nil, now: .noon) }
            let left = try await store.recipients(of: broadcast, batch: 0)
            #expect(left == RecipientBatch([.erased, .erased, people[2]], values: [PersonalValues(), PersonalValues(), values]))
            let members = try await store.members(of: .example(), after: nil, countMax: 9)
            #expect(members == [people[2]])
        },
    ]
}
