import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who joins and leaves a family, and whom its admins may be told of.
    static let consent: [StoreConformance] = [
        StoreConformance("An invitation makes one person a member, once, with its role and with what they consent to") { store in
            try await store.save(.household, now: .morning)
            try await store.invite(.example, now: .morning)
            let carl = FamilyMember(user: UserID(literal: "carl"), firstName: "Carl", role: .member, sharesAlerts: false)
            let family = try await store.acceptInvitation(codeHash: "hash", by: carl, now: .noon)
            #expect(family == FamilyRecord.household.id)
            let again = try await store.acceptInvitation(codeHash: "hash", by: .aStranger, now: .noon)
            #expect(again == nil)
            let members = try await store.family(FamilyRecord.household.id)?.members
            #expect(members?.map(\.user.text) == ["ana", "ben", "carl"])
            #expect(members?.last == FamilyMember(user: carl.user, firstName: "Carl", role: .admin, sharesAlerts: false))
        },
        StoreConformance("An invitation that has run out, or that nobody made, makes nobody a member") { store in
            try await store.save(.household, now: .morning)
            try await store.invite(.example, now: .morning)
            let late = try await store.acceptInvitation(codeHash: "hash", by: .aStranger, now: .evening)
            let wrong = try await store.acceptInvitation(codeHash: "other", by: .aStranger, now: .noon)
            #expect(late == nil && wrong == nil)
            #expect(try await store.families(of: .stranger).isEmpty)
        },
        StoreConformance("Who is in the family already keeps their role when they accept an invitation") { store in
            try await store.save(.household, now: .morning)
            try await store.invite(.example, now: .morning)
            let ben = FamilyMember(user: .ben, firstName: "Benjamin", role: .member)
            let family = try await store.acceptInvitation(codeHash: "hash", by: ben, now: .noon)
            #expect(family == FamilyRecord.household.id)
            let record = try await store.family(FamilyRecord.household.id)
            #expect(record == .household)
        },
        StoreConformance("A family has so many members and no more, whoever brings them; an invitation to a full one lasts until one has left") { store in
            let (family, countMax) = (FamilyRecord.household.id, FamilyRecord.memberCountMax)
            func people(_ numbers: ClosedRange<Int>) -> FamilyRecord {
                let members = numbers.map { FamilyMember(user: UserID(literal: "user-\($0)"), firstName: "", role: .member) }
                return FamilyRecord(id: family, name: "Household", members: members)
            }
            try await store.save(people(1...countMax - 1), now: .morning)
            try await store.invite(.example, now: .morning)
            await #expect(throws: Problem.tooManyMembers(countMax: countMax)) { try await store.save(people(countMax...countMax + 1), now: .noon) }
            let before = try await store.family(family)?.members.count
            #expect(before == countMax - 1, "nobody of them came in")
            try await store.save(people(2...countMax), now: .noon)
            await #expect(throws: Problem.tooManyMembers(countMax: countMax)) {
                _ = try await store.acceptInvitation(codeHash: "hash", by: .aStranger, now: .noon)
            }
            _ = try await store.remove(UserID(literal: "user-1"), from: family, now: .noon)
            let joined = try await store.acceptInvitation(codeHash: "hash", by: .aStranger, now: .noon)
            let after = try await store.family(family)?.members
            #expect(joined == family && after?.count == countMax && after?.contains { $0.user == .stranger } == true)
        },
        StoreConformance("Without a member's consent no admin is told of them; the member is, where they are one") { store in
            try await store.save(.household, now: .morning)
            #expect(try await store.admins(of: .ben) == [.ana])
            let isSet = try await store.setConsent(false, of: .ben, in: FamilyRecord.household.id, now: .noon)
            #expect(isSet)
            #expect(try await store.admins(of: .ben) == [])
            _ = try await store.setConsent(false, of: .ana, in: FamilyRecord.household.id, now: .noon)
            #expect(try await store.admins(of: .ana) == [.ana])
            let isStrangers = try await store.setConsent(true, of: .stranger, in: FamilyRecord.household.id, now: .noon)
            #expect(!isStrangers)
        },
        StoreConformance("A family saved with another admin has those whose alerts go on looked at again; the same again marks nobody") { store in
            try await store.accept(.example(1))
            try await store.save(.household, now: .noon)
            let unmarked = try await store.nextEvaluationMoment()
            #expect(unmarked == nil)
            let carl = FamilyMember(user: UserID(literal: "carl"), firstName: "Carl", role: .admin)
            try await store.save(FamilyRecord(id: FamilyRecord.household.id, name: "Household", members: [carl]), now: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 9, now: .noon) { history in
                seen.add(history)
                return .nothing
            }
            #expect(seen.all.map(\.member) == [.ben])
            #expect(seen.all.first?.familyAdmins == [.ana, carl.user])
        },
        StoreConformance("An app that saves the family again doesn't undo what a member consents to") { store in
            try await store.save(.household, now: .morning)
            _ = try await store.setConsent(false, of: .ben, in: FamilyRecord.household.id, now: .noon)
            try await store.save(.household, now: .evening)
            let members = try await store.family(FamilyRecord.household.id)?.members
            #expect(members?.map(\.sharesAlerts) == [true, false])
        },
        StoreConformance("What is queued already heeds a consent that is withdrawn, a role that is lost, and a member who leaves") { store in
            let family = FamilyRecord.household.id
            try await store.enqueue(.grouped(1), .grouped(2, to: .ben), .example(3))
            #expect(try await store.entitlements() == [true, true, true])
            _ = try await store.setConsent(false, of: .ben, in: family, now: .noon)
            #expect(try await store.entitlements() == [false, true, true], "what nobody's evaluation queued is whoever's who wrote it")
            _ = try await store.setConsent(true, of: .ben, in: family, now: .noon)
            #expect(try await store.entitlements() == [true, true, true])
            let demoted = FamilyRecord(id: family, name: "Household", members: [FamilyMember(user: .ana, firstName: "Ana", role: .member)])
            try await store.save(demoted, now: .noon)
            #expect(try await store.entitlements() == [false, true, true])
            try await store.save(.household, now: .noon)
            let isRemoved = try await store.remove(.ben, from: family, now: .noon)
            #expect(isRemoved)
            #expect(try await store.entitlements() == [false, true, true])
            let isThere = try await store.remove(.ben, from: family, now: .noon)
            #expect(!isThere)
        },
        StoreConformance("Of whoever doesn't consent nobody else sees or hides an alert, nor what was told of it; they themselves do") { store in
            let family = FamilyRecord.household.id
            try await store.enqueue(.example(1, to: .ben))
            _ = try await store.setConsent(false, of: .ben, in: family, now: .noon)
            let others = try await store.alerts(of: family, for: .ana, today: .sunday)
            let own = try await store.alerts(of: family, for: .ben, today: .sunday)
            #expect(others == [] && own?.map(\.id) == [.example(1)])
            let seen = [try await store.alerts(visibleTo: .ana, countMax: 9), try await store.alerts(visibleTo: .ben, countMax: 9)]
            #expect(seen.map(\.count) == [0, 1])
            let stories = [try await store.story(of: .example(1), for: .ana), try await store.story(of: .example(1), for: .ben)]
            #expect(stories.map { $0 != nil } == [false, true])
            let mayRead = [try await store.mayRead(.example(1), user: .ana), try await store.mayRead(.example(1), user: .ben)]
            #expect(mayRead == [false, true])
            let isSnoozed = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: .ana, now: .noon)
            let dismissedAt = try await store.dismiss(.example(1), by: .ana, now: .noon)
            #expect(!isSnoozed && dismissedAt == nil)
            let isTheirs = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: .ben, now: .noon)
            #expect(isTheirs)
            _ = try await store.setConsent(true, of: .ben, in: family, now: .evening)
            let again = try await store.alerts(of: family, for: .ana, today: .sunday)
            #expect(again?.map(\.id) == [.example(1)])
        },
        StoreConformance("An evaluation learns what was queued of alerts that go on, and may have wait again what nobody was entitled to") { store in
            try await store.enqueue(.grouped(1), .grouped(2, to: .ben), .example(3))
            try await store.accept(.example(3, resolved: .recovered))
            try await store.lease { $0.delivery.id == .example(1) ? .skip(.notEntitled) : nil }
            try await store.markForEvaluation([.ben], at: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 9, now: .evening) { history in
                seen.add(history)
                return MemberEvaluation(changes: [], requeued: history.queuedDeliveries.filter { $0.state == .notEntitled }.map(\.id))
            }
            #expect(
                seen.all.first?.queuedDeliveries == [
                    .init(id: .example(1), alert: .example(1), recipient: .ana, channelName: "push", level: .days3, state: .notEntitled),
                    .init(id: .example(2), alert: .example(2), recipient: .ben, channelName: "push", level: .days3, state: .waiting),
                ])
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.delivery.createdAt == .evening && row.reason == nil)
        },
        StoreConformance("What is left out because its recipient may not be told any more marks its member; nothing else that is left out does") { store in
            try await store.enqueue(.grouped(1), .grouped(2, to: .ben))
            try await store.lease { $0.delivery.id == .example(2) ? .skip(.expired) : nil }
            let unmarked = try await store.nextEvaluationMoment()
            #expect(unmarked == nil)
            try await store.lease { _ in .skip(.notEntitled) }
            let next = try await store.nextEvaluationMoment()
            #expect(next == .noon)
            let seen = Notes<UserID>()
            _ = try await store.evaluateDue(countMax: 9, now: .noon) { history in
                seen.add(history.member)
                return .nothing
            }
            #expect(seen.all == [.ben])
        },
        StoreConformance("A snooze is its recipient's own") { store in
            try await store.accept(.example(1))
            _ = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: .ben, now: .noon)
            try await store.enqueue(.example(1), .example(2, of: 1, to: .ben))
            let candidates = try await store.candidates()
            #expect(candidates.map { $0.alert?.snoozeUntil } == [nil, .sunday + 3])
            let overviews = [try await store.alerts(visibleTo: .ana, countMax: 1), try await store.alerts(visibleTo: .ben, countMax: 1)]
            #expect(overviews.map { $0.first?.alert.snoozeUntil } == [nil, .sunday + 3])
        },
        StoreConformance("A snooze marks the member; an evaluation sees it, and what it left out, and may have it wait again as from now") { store in
            try await store.enqueue(.example(1, level: .days7))
            try await store.lease { _ in .skip(.snoozed) }
            _ = try await store.snooze(.example(1), until: .sunday + 1, dayCount: 1, by: .ana, now: .noon)
            let next = try await store.nextEvaluationMoment()
            #expect(next == .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 1, now: .evening) { history in
                seen.add(history)
                return MemberEvaluation(changes: [], requeued: history.hiddenDeliveries.map(\.id))
            }
            let history = try #require(seen.all.first)
            #expect(history.snoozes == [.init(alert: .example(1), recipient: .ana, until: .sunday + 1, timezone: "UTC")])
            #expect(
                history.hiddenDeliveries == [
                    .init(id: .example(1), alert: .example(1), recipient: .ana, channelName: "push", level: .days7, toldLevel: nil)
                ])
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.delivery.createdAt == .evening && row.reason == nil && row.decidedAt == nil)
        },
        StoreConformance("An evaluation sees what a dismissal left out, too, and may have it wait again once that is taken back") { store in
            try await store.enqueue(.example(1, level: .days7))
            _ = try await store.dismiss(.example(1), by: .ana, now: .noon)
            try await store.lease { $0.alert?.dismissedAt != nil ? .skip(.dismissed) : nil }
            _ = try await store.restore(.example(1), by: .ana, now: .noon)
            let seen = Notes<MemberHistory>()
            _ = try await store.evaluateDue(countMax: 1, now: .evening) { history in
                seen.add(history)
                return MemberEvaluation(changes: [], requeued: history.hiddenDeliveries.map(\.id))
            }
            let history = try #require(seen.all.first)
            #expect(history.hiddenDeliveries.map(\.id) == [.example(1)] && history.alerts.map(\.dismissedAt) == [nil])
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.delivery.createdAt == .evening && row.reason == nil)
        },
    ]
}

extension FamilyInvitation {
    fileprivate static var example: FamilyInvitation {
        FamilyInvitation(family: FamilyRecord.household.id, codeHash: "hash", role: .admin, expiresAt: .evening)
    }
}

extension Delivery {
    /// One that an evaluation has queued.
    fileprivate static func grouped(_ number: Int, to recipient: UserID = .ana) -> Delivery {
        let example = Delivery.example(number, to: recipient)
        return Delivery(
            id: example.id, createdAt: example.createdAt, recipient: recipient, member: .ben, alert: example.alert, channelName: "push",
            payload: example.payload, groupKey: "group-\(number)")
    }
}

extension FamilyMember {
    fileprivate static let aStranger = FamilyMember(user: .stranger, firstName: "", role: .member)
}

extension DeliveryQueue {
    fileprivate func entitlements() async throws -> [Bool] {
        try await candidates().sorted { $0.delivery.id < $1.delivery.id }.map(\.isEntitled)
    }
}

extension MetricStore {
    /// Who is told of a member's alerts.
    fileprivate func admins(of member: UserID) async throws -> [UserID] {
        let seen = Notes<[UserID]>()
        try await markForEvaluation([member], at: .morning)
        _ = try await evaluateDue(countMax: 10, now: .evening) { history in
            if history.member == member { seen.add(history.familyAdmins) }
            return .nothing
        }
        return try #require(seen.all.last)
    }
}
