import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Whether the feeds of wearables bring anything.
    static let feeds: [StoreConformance] = [
        StoreConformance("Who reported regularly is counted by their last day, under each of its sources and under all, a few at a time") { store in
            for user in [UserID.ana, .ben] { try await store.report(5, of: user, through: .sunday - 3) }
            try await store.report(5, of: .ben, through: .sunday - 3, source: "ring")
            // Rarely, long ago, and tomorrow, as it is somewhere.
            try await store.report(2, of: .stranger, through: .sunday - 3)
            try await store.report(5, of: try #require(UserID("old")), through: .sunday - 31)
            try await store.report(5, of: try #require(UserID("east")), through: .sunday + 1)
            let noted = Notes<[FeedCount]>()
            let rules = FeedRules(regularDayCountMin: 3, regularDayCount: 5, lookBackDayCount: 30, memberCountMin: 1) { counts, _, _ in
                noted.add(counts)
                return []
            }
            for isThrough in [false, false, true] {
                let answer = try await store.countFeeds(of: .sunday, countMax: 2, again: false, by: rules)
                #expect(answer == isThrough)
            }
            let again = try await store.countFeeds(of: .sunday, countMax: 2, again: false, by: rules)
            #expect(again && noted.all.count == 1)
            let expected: Set<FeedCount> = [
                FeedCount(source: nil, lastDate: .sunday - 3, memberCount: 2), FeedCount(source: "watch", lastDate: .sunday - 3, memberCount: 2),
                FeedCount(source: "ring", lastDate: .sunday - 3, memberCount: 1), FeedCount(source: nil, lastDate: .sunday + 1, memberCount: 1),
                FeedCount(source: "watch", lastDate: .sunday + 1, memberCount: 1),
            ]
            #expect(noted.all.first.map(Set.init) == expected)
            _ = try await store.countFeeds(of: .sunday, countMax: 9, again: true, by: rules)
            #expect(noted.all.last.map(Set.init) == expected, "a count that begins anew counts nobody twice")
            _ = try await store.countFeeds(of: .sunday + 1, countMax: 9, again: false, by: rules)
            #expect(noted.all.count == 3)
        },
        StoreConformance("Of a source with too few members nothing is said") { store in
            for user in [UserID.ana, .ben] { try await store.report(3, of: user, through: .sunday, source: user == .ana ? "ring" : "watch") }
            let noted = Notes<[FeedCount]>()
            let rules = FeedRules(regularDayCountMin: 3, regularDayCount: 3, lookBackDayCount: 30, memberCountMin: 2) { counts, _, _ in
                noted.add(counts)
                return []
            }
            _ = try await store.countFeeds(of: .sunday, countMax: 9, again: false, by: rules)
            #expect(noted.all == [[FeedCount(source: nil, lastDate: .sunday, memberCount: 2)]])
        },
        StoreConformance("What follows for feeds is kept, given to the next count, and known to an evaluation") { store in
            let down = FeedOutage(source: "watch", since: .sunday - 2)
            let over = [FeedOutage(source: nil, since: .sunday - 9, endedOn: .sunday - 5), down.ended(on: .sunday + 1)]
            let known = Notes<[FeedOutage]>()
            let rules = FeedRules(regularDayCountMin: 1, regularDayCount: 1, lookBackDayCount: 1, memberCountMin: 1) { _, outages, day in
                known.add(outages)
                return day == .sunday ? [down] : over
            }
            let none = try await store.feedOutages()
            #expect(none == [])
            for day in [CivilDate.sunday, .sunday + 1] { _ = try await store.countFeeds(of: day, countMax: 9, again: false, by: rules) }
            #expect(known.all == [[], [down]])
            let kept = try await store.feedOutages()
            #expect(kept == over)
            let history = try await store.history(of: .ben, since: .beforeAllDays)
            #expect(history.feedOutages == over)
        },
        StoreConformance("An alert says since when its feed is down, to a decision too; what it left out may wait again once it is up") { store in
            try await store.enqueue(.example(1))
            let alert = Alert.example(1)
            let held = alert.updated(alert.episode, engine: "v2", lastNotifiedLevel: .days3, feedDownSince: .sunday - 3)
            try await store.change(held, at: .morning)
            try await store.lease { $0.alert?.feedDownSince == .sunday - 3 ? .skip(.feedDown) : nil }
            let row = try await store.row(1)
            #expect(row.status == "skipped" && row.reason == .feedDown)
            let history = try await store.history(of: .ben, since: .beforeAllDays)
            #expect(history.alerts.map(\.feedDownSince) == [.sunday - 3] && history.hiddenDeliveries.map(\.id) == [.example(1)])
            let shown = try await store.alerts(visibleTo: .ana, countMax: 9)
            #expect(shown.map(\.alert.feedDownSince) == [.sunday - 3])
            try await store.change(alert.updated(alert.episode, engine: "v2", lastNotifiedLevel: .days3), at: .noon)
            let later = try await store.history(of: .ben, since: .beforeAllDays)
            #expect(later.alerts.map(\.feedDownSince) == [nil])
        },
    ]
}

extension MetricStore {
    /// So many days of steps, the last on a date.
    fileprivate func report(_ dayCount: Int, of user: UserID, through last: CivilDate, source: String = "watch") async throws {
        let days = (0..<dayCount).map { DailyMetrics.steps(4000, of: user, on: last - $0, source: source) }
        _ = try await ingest(days, now: .morning) { _ in .nothing }
    }

    /// Has an evaluation change one alert of Ben's.
    fileprivate func change(_ alert: Alert, at now: Instant) async throws {
        try await markForEvaluation([.ben], at: now)
        _ = try await evaluateDue(countMax: 9, now: now) { _ in MemberEvaluation(changes: [AlertChange(alert: alert, deliveries: [])]) }
    }
}
