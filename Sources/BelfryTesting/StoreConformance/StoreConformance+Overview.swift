import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What people see of what is there.
    static let overview: [StoreConformance] = [
        StoreConformance("An alert's story has all that was told of it, for its family and for whoever may see everything") { store in
            try await store.enqueue(.example(2, of: 1, to: .ben), .example(1), .example(3))
            let story = try #require(try await store.story(of: .example(1), for: .ana))
            #expect(story.overview == AlertOverview(alert: .example(1), memberName: "Ben"))
            #expect(story.deliveries.map(\.delivery.id) == [.example(1), .example(2)])
            let everything = try await store.story(of: .example(1), for: nil)
            #expect(everything == story)
            let strangers = try await store.story(of: .example(1), for: .stranger)
            let nowhere = try await store.story(of: .example(9), for: .ana)
            #expect(strangers == nil && nowhere == nil)
        },
        StoreConformance("An operator finds deliveries by recipient, state and channel, page after page") { store in
            try await store.enqueue(.example(1), .example(2, to: .ben), .example(3, over: .inApp), .example(4), .example(5))
            func found(_ query: DeliveryQuery) async throws -> [DeliveryID] { try await store.deliveries(matching: query).deliveries.map(\.delivery.id) }
            let first = try await found(DeliveryQuery(countMax: 2))
            #expect(first == [.example(5), .example(4)])
            let second = try await found(DeliveryQuery(before: first.last, countMax: 2))
            #expect(second == [.example(3), .example(2)])
            let bens = try await found(DeliveryQuery(recipient: .ben, countMax: 10))
            #expect(bens == [.example(2)])
            let inApp = try await found(DeliveryQuery(recipient: .ana, status: .pending, channelName: "in_app", before: .example(5), countMax: 10))
            #expect(inApp == [.example(3)])
            let none = try await found(DeliveryQuery(status: .failed, countMax: 10))
            #expect(none.isEmpty)
            let aboutBen = try await found(DeliveryQuery(member: .ben, category: Payload.patternAlertKind, before: .example(3), countMax: 10))
            #expect(aboutBen == [.example(2), .example(1)])
            let toldOfThemselves = try await found(DeliveryQuery(recipient: .ben, member: .ben, countMax: 10))
            #expect(toldOfThemselves == [.example(2)])
            let aboutAna = try await found(DeliveryQuery(member: .ana, countMax: 10))
            #expect(aboutAna.isEmpty, "whom it is told of, not whom it is told")
            let ofAnotherKind = try await found(DeliveryQuery(category: "bill_reminder", countMax: 10))
            #expect(ofAnotherKind.isEmpty)
        },
        StoreConformance("A look for what is rare ends after so many, and says where it goes on; a short list is looked through whole") { store in
            try await store.enqueue(.example(1, over: .inApp), .example(2), .example(3), .example(4))
            func found(_ query: DeliveryQuery) async throws -> ([DeliveryID], DeliveryID?) {
                let found = try await store.deliveries(matching: query)
                return (found.deliveries.map(\.delivery.id), found.continuesBefore)
            }
            let first = try await found(DeliveryQuery(channelName: "in_app", countMax: 5, lookCountMax: 2))
            #expect(first == ([], .example(3)))
            let second = try await found(DeliveryQuery(channelName: "in_app", before: .example(3), countMax: 5, lookCountMax: 2))
            #expect(second == ([.example(1)], nil))
            let full = try await found(DeliveryQuery(countMax: 3, lookCountMax: 10))
            #expect(full == ([.example(4), .example(3), .example(2)], .example(2)))
            try await store.lease(1) { _ in .send(.allowed) }
            let listed = try await found(DeliveryQuery(status: .sending, countMax: 5, lookCountMax: 1))
            #expect(listed.0.count == 1 && listed.1 == nil)
        },
        StoreConformance("What was queued for a person since a moment is found, and what still waits for them though it is older") { store in
            try await store.enqueue(.example(1, createdAt: .morning), .example(2, createdAt: .morning), .example(3, to: .ben), .example(4))
            try await store.lease(1) { _ in .skip(.snoozed) }
            let since = try await store.deliveries(to: .ana, since: .morning + .seconds(1), countMax: 10)
            #expect(since.map(\.delivery.id) == [.example(4), .example(2)])
            let some = try await store.deliveries(to: .ana, since: .morning, countMax: 2)
            #expect(some.map(\.delivery.id) == [.example(4), .example(2)])
        },
        StoreConformance("A person sees all alerts of their families: active ones first, the highest level first") { store in
            try await store.accept(
                .example(1), .example(3), .example(2, level: .days21), .example(4, resolved: .recovered), .example(5, about: .stranger))
            _ = try await store.dismiss(.example(3), by: .ana, now: .noon)
            let all = try await store.alerts(visibleTo: .ben, countMax: 10)
            #expect(all.map(\.alert.id) == [.example(2), .example(3), .example(1), .example(4)], "hidden ones too")
            #expect(all.allSatisfy { $0.memberName == "Ben" })
            #expect(all.dropFirst().first?.alert.dismissedAt == .noon)
            let some = try await store.alerts(visibleTo: .ana, countMax: 2)
            #expect(some.map(\.alert.id) == [.example(2), .example(3)])
            let none = try await store.alerts(visibleTo: .stranger, countMax: 10)
            #expect(none.isEmpty)
        },
        StoreConformance("Of alerts that began on one day, the higher identifier is the newer") { store in
            let sameDay = Alert.example(2, episode: .example(1, metric: .hrv, recentValue: 31))
            try await store.accept(.example(1), sameDay)
            let all = try await store.alerts(visibleTo: .ana, countMax: 10)
            #expect(all.map(\.alert.id) == [.example(2), .example(1)])
        },
        StoreConformance("The days of a metric are seen in their order, each as the source that reported last has it") { store in
            try await store.accept([.steps(5000, of: .ben, on: .sunday - 1), .steps(4000, of: .ben, on: .sunday - 2)], at: .morning)
            try await store.accept([.steps(5100, of: .ben, on: .sunday - 1, source: "band")], at: .noon)
            try await store.accept([.steps(900, of: .ben), .steps(9000, of: .ana)], at: .noon)
            try await store.accept([.steps(800, of: .ben, source: "band")], at: .noon - .seconds(60))
            let both = [Observation(date: .sunday - 1, value: 5100), Observation(date: .sunday, value: 900)]
            let seen = try await store.observations(of: .steps, member: .ben, since: .sunday - 1)
            #expect(seen == both)
            let all = try await store.observations(of: .steps, member: .ben, since: .sunday - 30)
            #expect(all == [Observation(date: .sunday - 2, value: 4000)] + both)
            let none = try await store.observations(of: .hrv, member: .ben, since: .sunday - 30)
            #expect(none.isEmpty)

            try await store.accept([.steps(5001, of: .ben, on: .sunday - 1)], at: .evening)
            let corrected = try await store.observations(of: .steps, member: .ben, since: .sunday - 1)
            #expect(corrected.first == Observation(date: .sunday - 1, value: 5001))
        },
        StoreConformance("A nap is not seen as its day's, and another source's night is") { store in
            let revision = Revision(precedence: Revision.napPrecedence, sourceUpdatedAt: .noon, receivedAt: .noon)
            let naps = [CivilDate.sunday - 1, .sunday].map { date in
                DailyMetrics(user: .ben, date: date, source: "watch", values: [.steps: 1000], revision: revision)
            }
            try await store.accept([.steps(4000, of: .ben, source: "band")], at: .morning)
            try await store.accept(naps, at: .noon)
            let seen = try await store.observations(of: .steps, member: .ben, since: .sunday - 9)
            #expect(seen == [Observation(date: .sunday, value: 4000)])
        },
        StoreConformance("A person goes by the name that the first of their families has for them") { store in
            let ben = [FamilyMember(user: .ben, firstName: "", role: .member)]
            try await store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Club", members: ben), now: .morning)
            let benny = [FamilyMember(user: .ben, firstName: "Benny", role: .member)]
            try await store.save(FamilyRecord(id: FamilyID(literal: "zoo"), name: "Zoo", members: benny), now: .morning)
            try await store.enqueue(.example(1))
            let row = try await store.row(1)
            #expect(row.memberName == "Ben")
        },
        StoreConformance("Of a member of two families neither sees what people of the other were told, nor the names they go by there") { store in
            let carl = UserID(literal: "carl")
            let members = [FamilyMember(user: .ben, firstName: "Benny", role: .member), FamilyMember(user: carl, firstName: "Carl", role: .admin)]
            try await store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Club", members: members), now: .morning)
            try await store.enqueue(.example(1), .example(2, of: 1, to: carl), .example(3, of: 1, to: .ben))
            func story(for user: UserID?) async throws -> AlertStory { try #require(try await store.story(of: .example(1), for: user)) }
            let anas = try await story(for: .ana)
            #expect(anas.overview.memberName == "Ben" && anas.deliveries.map(\.recipientName) == ["Ana", "Ben"])
            #expect(anas.deliveries.map(\.delivery.id) == [.example(1), .example(3)] && anas.deliveries.map(\.memberName) == ["Ben", "Ben"])
            let carls = try await story(for: carl)
            #expect(carls.overview.memberName == "Benny" && carls.deliveries.map(\.recipientName) == ["Carl", "Benny"])
            let (bens, everything) = try await (story(for: .ben), story(for: nil))
            #expect(bens.deliveries.count == 3 && everything.deliveries.count == 3, "they are in both")

            let (anaMay, carlMay) = try await (store.mayRead(.example(2), user: .ana), store.mayRead(.example(1), user: carl))
            let benMay = try await store.mayRead(.example(2), user: .ben)
            #expect(!anaMay && !carlMay && benMay)
            let alerts = try await store.alerts(visibleTo: .ana, countMax: 9)
            #expect(alerts.map(\.memberName) == ["Ben"])
            let own = try await store.deliveries(to: .ana, since: .morning, countMax: 9)
            #expect(own.map(\.memberName) == ["Ben"])
        },
        StoreConformance("Only the recipient, and whoever is in a family with both the member and the recipient, may read a delivery") { store in
            try await store.enqueue(.example(1), .example(2, to: .stranger))
            let family = try await (store.mayRead(.example(1), user: .ana), store.mayRead(.example(1), user: .ben))
            #expect(family == (true, true))
            let stranger = try await (store.mayRead(.example(1), user: .stranger), store.mayRead(.example(2), user: .stranger))
            #expect(stranger == (false, true))
            let others = try await store.mayRead(.example(2), user: .ana)
            #expect(!others)
            let nothing = try await store.mayRead(.example(9), user: .ana)
            #expect(!nothing)
            let unknown = try await store.delivery(.example(9))
            #expect(unknown == nil)
        },
        StoreConformance("A delivery is seen with the names of whom it tells and of whom") { store in
            try await store.enqueue(.example(1), .example(2, to: .stranger))
            let known = try await store.row(1)
            #expect(known.recipientName == "Ana" && known.memberName == "Ben")
            let unknown = try await store.row(2)
            #expect(unknown.recipientName == nil && unknown.memberName == "Ben")
            let listed = try await store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries
            #expect(listed == [unknown, known], "a list shows what a single look shows")
            let own = try await store.deliveries(to: .stranger, since: .morning, countMax: 10)
            #expect(own.map(\.memberName) == [nil], "whoever is in no family with a member doesn't learn their name")
        },
        StoreConformance("The backlog counts what waits, and since when") { store in
            let empty = try await store.backlog(countMax: nil, now: .noon)
            #expect(empty == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil))
            try await store.enqueue(.example(1), .example(2), .example(3))
            let waiting = try await store.backlog(countMax: nil, now: .noon)
            #expect(waiting == Backlog(pendingCount: 3, sendingCount: 0, oldestDueAt: .morning + .seconds(1)))
            try await store.lease(2) { candidate in
                candidate.delivery.id == .example(1) ? .send(.allowed) : .defer(.quietHours, until: .evening)
            }
            let busy = try await store.backlog(countMax: nil, now: .noon)
            #expect(busy == Backlog(pendingCount: 2, sendingCount: 1, oldestDueAt: .morning + .seconds(3)))
            try await store.lease { _ in .skip(.snoozed) }
            try await store.record(1, .sent)
            let held = try await store.backlog(countMax: nil, now: .noon)
            #expect(held == Backlog(pendingCount: 1, sendingCount: 0, oldestDueAt: nil), "what is held isn't due")
        },
        StoreConformance("The backlog counts as far as it is asked to, and knows the oldest of all apps and priorities") { store in
            try await store.save(.household, now: .morning)
            let waiting = [Delivery.ordered(3), .ordered(4), .ordered(5, priority: .low), .ordered(2, by: .shop, priority: .critical), .ordered(1, by: .shop, priority: .low)]
            _ = try await store.enqueue(waiting, under: nil, now: .morning)
            let two = try await store.backlog(countMax: 2, now: .noon)
            #expect(two == Backlog(pendingCount: 2, sendingCount: 0, oldestDueAt: .morning + .seconds(1)))
            let uncounted = try await store.backlog(countMax: 0, now: .noon)
            #expect(uncounted == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: .morning + .seconds(1)))
            let all = try await store.backlog(countMax: 5, now: .noon)
            #expect(all == Backlog(pendingCount: 5, sendingCount: 0, oldestDueAt: .morning + .seconds(1)))
            try await store.lease(3)
            let sending = try await store.backlog(countMax: 2, now: .noon)
            #expect(sending.pendingCount == 2 && sending.sendingCount == 2)
        },
        StoreConformance("The backlog counts batches of broadcasts apart, and knows since when they wait") { store in
            try await store.take(to: 4, batchSize: 2)
            let dueAt = try #require(try await store.nextBatchMoment())
            let waiting = try await store.backlog(countMax: nil, now: .noon)
            #expect(waiting == Backlog(pendingCount: 0, sendingCount: 0, pendingBatchCount: 2, oldestDueAt: dueAt))
            let early = try await store.backlog(countMax: 1, now: dueAt - .seconds(1))
            #expect(early == Backlog(pendingCount: 0, sendingCount: 0, pendingBatchCount: 1, oldestDueAt: nil))
            let batch = try #require(await store.leaseBatch())
            let busy = try await store.backlog(countMax: nil, now: .noon)
            #expect(busy == Backlog(pendingCount: 0, sendingCount: 0, pendingBatchCount: 1, sendingBatchCount: 1, oldestDueAt: dueAt))
            _ = try await store.record(batch.results(.sent), of: batch, then: .ends, now: .noon)
            let last = try #require(await store.leaseBatch(token: "token-2"))
            _ = try await store.record(last.results(.sent), of: last, then: .ends, now: .noon)
            let through = try await store.backlog(countMax: nil, now: .noon)
            #expect(through == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil))
        },
        StoreConformance("The mark differs after every change, and stays when somebody looks") { store in
            var marks = [try await store.changeMark()]
            func note() async throws { marks.append(try await store.changeMark()) }
            try await store.save(.household, now: .morning)
            try await note()
            try await store.save(Preferences(), of: .ana, now: .morning)
            try await note()
            try await store.register(DeviceToken(token: "a1b2", platform: .web, appVersion: nil, osVersion: nil), of: .ana, now: .morning)
            try await note()
            try await store.enqueue(.example(1))
            try await note()
            _ = try await store.snooze(.example(1), until: .sunday, dayCount: 1, by: .ana, now: .noon)
            try await note()
            try await store.lease()
            try await note()
            try await store.record(1, .sent)
            try await note()
            #expect(Set(marks).count == marks.count)

            _ = try await store.alerts(visibleTo: .ana, countMax: 10)
            _ = try await store.deliveries(to: .ana, since: .morning, countMax: 10)
            _ = try await store.backlog(countMax: nil, now: .noon)
            try await note()
            #expect(marks.last == marks.dropLast().last)
        },
    ]
}

extension MetricStore {
    /// Stores days from which no alert follows.
    fileprivate func accept(_ days: [DailyMetrics], at now: Instant) async throws {
        _ = try await ingest(days, now: now) { _ in .nothing }
    }
}
