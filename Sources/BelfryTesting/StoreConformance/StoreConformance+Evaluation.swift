import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What an evaluation is told of.
    static let evaluation: [StoreConformance] = [
        StoreConformance("An evaluation sees the whole history after the change, of every metric and source") { store in
            let days: [DailyMetrics] = [
                .steps(4002, of: .ben), .steps(4000, of: .ben, on: .sunday - 2), .steps(900, of: .ben, source: "phone"),
                .steps(9000, of: .ana), DailyMetrics(user: .ben, date: .sunday, source: "watch", values: [.hrv: 41.5]),
            ]
            _ = try await store.ingest(days, now: .morning) { _ in .nothing }
            let history = try await store.history(after: .steps(4001.5, of: .ben, on: .sunday - 1))
            #expect(history.member == .ben)
            let steps = history.reports[.steps, default: []].map { "\($0.source) \($0.date) \($0.value)" }
            #expect(
                Set(steps) == [
                    "watch 2026-01-23 4000.0", "watch 2026-01-24 4001.5", "watch 2026-01-25 4002.0", "phone 2026-01-25 900.0",
                ])
            #expect(steps.count == 4)
            #expect(history.reports[.hrv]?.map(\.value) == [41.5])
            #expect(Set(history.reports.keys) == [.steps, .hrv])
        },
        StoreConformance("An evaluation sees all of the member's alerts, in the order in which they began") { store in
            let recovered = Alert.example(1, resolved: .recovered)
            let other = Alert.example(2, episode: .example(2, metric: .hrv, recentValue: 31))
            try await store.accept(.example(3), recovered, other, .example(4, about: .ana))
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.alerts == [recovered, other, .example(3)])
        },
        StoreConformance("An alert keeps the days of its levels, its end, and the ends that were none") { store in
            let known = EpisodeHistory(
                levels: [.init(level: .days3, date: .sunday - 9), .init(level: .days7, date: .sunday - 4)], resolvedOn: .sunday - 1,
                reopenings: [.init(resolvedOn: .sunday - 7, reopenedOn: .sunday - 5)])
            let episode = Episode(
                metric: .sleepMinutes, pattern: .dropVsBaseline, activeSince: .sunday - 12, lastEvaluatedDate: .sunday, dayCount: 9, level: .days7,
                baselineValue: 420, recentValue: 300, resolved: .recovered, history: known)
            try await store.accept(Alert(id: .example(1), member: .ben, episode: episode, engine: "v2"))
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.alerts.map(\.episode) == [episode])
        },
        StoreConformance("A silent wearable is an alert beside one of the same metric and day, never more than to be watched, and may be of another later") {
            store in
            let drop = Episode(
                metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - 7, lastEvaluatedDate: .sunday, dayCount: 7, level: .days7,
                baselineValue: 8000, recentValue: 5000, resolved: nil)
            try await store.accept(
                Alert(id: .example(1), member: .ben, episode: drop, engine: "v2"), Alert(id: .example(2), member: .ben, episode: .silence(ofDays: 7), engine: "v2"))
            let both = try await store.history(after: .steps(4000, of: .ben)).alerts
            #expect(both.map(\.episode) == [drop, .silence(ofDays: 7)] && both.map(\.severity) == [.attention, .watch])
            let moved = Alert(id: .example(2), member: .ben, episode: .silence(ofDays: 3, metric: .hrv), engine: "v2", lastNotifiedLevel: .days3)
            try await store.accept(moved)
            let seen = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday)
            #expect(seen?.map(\.episode) == [drop, .silence(ofDays: 3, metric: .hrv)], "a correction may move metric and beginning")
            let isDismissed = try await store.dismiss(.example(2), by: .ana, now: .noon) != nil
            let left = try await store.alerts(of: FamilyRecord.household.id, for: .ana, today: .sunday)
            #expect(isDismissed && left?.map(\.id) == [.example(1)])
        },
        StoreConformance("An evaluation learns where the member was from which day on") { store in
            let before = try await store.history(after: .steps(1, of: .ben))
            #expect(before.stays == [])
            try await store.recordStay(of: .ben, from: .sunday - 3, in: "Asia/Tokyo", before: "America/New_York")
            try await store.recordStay(of: .ben, from: .sunday, in: "Europe/Paris", before: "Asia/Tokyo")
            let history = try await store.history(after: .steps(2, of: .ben))
            #expect(
                history.stays == [
                    .init(from: .beforeAllDays, timezone: "America/New_York"), .init(from: .sunday - 3, timezone: "Asia/Tokyo"),
                    .init(from: .sunday, timezone: "Europe/Paris"),
                ])
            let (stays, none) = (try await store.stays(of: .ben), try await store.stays(of: .ana))
            #expect(stays == history.stays && none == [])
        },
        StoreConformance("Whoever flies west over the date line arrives on the day before, and is in the new zone from then on") { store in
            try await store.recordStay(of: .ben, from: .sunday, in: "Pacific/Kiritimati", before: "Asia/Tokyo")
            try await store.recordStay(of: .ben, from: .sunday - 1, in: "Pacific/Honolulu", before: "Pacific/Kiritimati")
            let history = try await store.history(after: .steps(1, of: .ben))
            #expect(
                history.stays == [
                    .init(from: .beforeAllDays, timezone: "Asia/Tokyo"), .init(from: .sunday - 1, timezone: "Pacific/Honolulu"),
                ])
        },
        StoreConformance("An evaluation learns the member's name and zone") { store in
            try await store.save(.household, now: .morning)
            var preferences = Preferences()
            preferences.timezone = "Asia/Kathmandu"
            try await store.save(preferences, of: .ben, now: .morning)
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.memberName == "Ben")
            #expect(history.timezone == "Asia/Kathmandu")
        },
        StoreConformance("The admins of all the member's families are told, each once, the member too where they are one") { store in
            try await store.save(.household, now: .morning)
            let parents = FamilyRecord(
                id: FamilyID(literal: "parents"), name: "Parents",
                members: [
                    FamilyMember(user: UserID(literal: "zoe"), firstName: "Zoe", role: .superadmin),
                    FamilyMember(user: .ana, firstName: "Ana", role: .admin),
                    FamilyMember(user: .ben, firstName: "Ben", role: .admin),
                    FamilyMember(user: UserID(literal: "carl"), firstName: "Carl", role: .member),
                ])
            try await store.save(parents, now: .morning)
            let neighbours = FamilyRecord(
                id: FamilyID(literal: "neighbours"), name: "Neighbours",
                members: [FamilyMember(user: .stranger, firstName: "Stranger", role: .admin)])
            try await store.save(neighbours, now: .morning)
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.familyAdmins == [.ana, .ben, UserID(literal: "zoe")])
        },
        StoreConformance("Each admin knows the member by the name of a family that both are in") { store in
            func family(_ id: String, _ admin: String, member name: String) -> FamilyRecord {
                let admin = FamilyMember(user: UserID(literal: admin), firstName: "Boss", role: .admin)
                return FamilyRecord(id: FamilyID(literal: id), name: id, members: [admin, FamilyMember(user: .ben, firstName: name, role: .member)])
            }
            for family in [family("a", "zoe", member: "Benny"), family("b", "carl", member: ""), family("c", "zoe", member: "Benjamin")] {
                try await store.save(family, now: .morning)
            }
            try await store.save(.household, now: .morning)
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.familyAdmins == [.ana, UserID(literal: "carl"), UserID(literal: "zoe")])
            #expect(history.memberNames == [.ana: "Ben", UserID(literal: "zoe"): "Benny"])
            #expect(history.memberName == "Benny" && history.memberName(for: .ben) == "Benny")
            #expect(history.memberName(for: .ana) == "Ben" && history.memberName(for: UserID(literal: "carl")) == nil)
        },
        StoreConformance("Of a member without a family nobody is told") { store in
            let history = try await store.history(after: .steps(4000, of: .stranger))
            #expect(history.familyAdmins.isEmpty)
            #expect(history.memberName == nil)
            #expect(history.timezone == "UTC")
        },
        StoreConformance("An alert is brought up to date under its identifier") { store in
            try await store.accept(.example(1))
            let grown = Alert.example(1, episode: .example(1, level: .days14, recentValue: 4800, resolved: .stale), level: .days14)
            let report = try await store.accept(grown)
            #expect(report.changedAlerts == [.example(1)])
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.alerts == [grown])
        },
        StoreConformance("What the family has hidden stays hidden when the alert is brought up to date") { store in
            try await store.accept(.example(1))
            _ = try await store.snooze(.example(1), until: .sunday + 3, dayCount: 3, by: .ana, now: .morning)
            _ = try await store.dismiss(.example(1), by: .ana, now: .noon)
            try await store.accept(.example(1, level: .days7))
            let overview = try await store.alerts(visibleTo: .ana, countMax: 1)
            let alert = try #require(overview.first?.alert)
            #expect(alert.snoozeUntil == .sunday + 3)
            #expect(alert.snoozeDays == 3)
            #expect(alert.dismissedAt == .noon)
            #expect(alert.episode.level == .days7)
            #expect(alert.lastNotifiedLevel == .days7)
        },
        StoreConformance("What was told along with another is told, where an evaluation sees what a snooze left out of a lower level") { store in
            try await store.enqueue(.example(1, level: .days7), .example(2, of: 1, level: .days14), .example(3))
            try await store.lease { candidate in
                if candidate.delivery.id == .example(1) { return .skip(.snoozed) }
                return candidate.delivery.id == .example(2) ? .merge(into: .example(3)) : .send(.allowed)
            }
            let history = try await store.history(after: .steps(4000, of: .ben))
            #expect(history.hiddenDeliveries.map(\.id) == [.example(1)] && history.hiddenDeliveries.map(\.toldLevel) == [.days14])
        },
        StoreConformance("Whoever asks is told the same as an evaluation; of somebody unknown nothing") { store in
            try await store.save(.household, now: .morning)
            let told = try await store.history(after: .steps(4000, of: .ben))
            let asked = try await store.history(of: .ben, since: .sunday - 100)
            #expect(asked.member == .ben && asked.memberName == "Ben" && asked.reports == told.reports && asked.familyAdmins == told.familyAdmins)
            let later = try await store.history(of: .ben, since: .sunday + 1)
            #expect(later.memberName == "Ben" && later.reports.isEmpty, "no day before the date")
            let nobody = try await store.history(of: .stranger, since: .beforeAllDays)
            #expect(nobody.memberName == nil && nobody.reports.isEmpty && nobody.alerts.isEmpty)
        },
        StoreConformance("The days of several members are each their own, with where they were; of somebody unknown there are none") { store in
            var preferences = Preferences()
            preferences.timezone = "Asia/Tokyo"
            try await store.save(preferences, of: .ben, now: .morning)
            try await store.recordStay(of: .ben, from: .sunday - 3, in: "Asia/Tokyo", before: "America/New_York")
            let days: [DailyMetrics] = [
                .steps(900, of: .ana), .steps(4000, of: .ben), .steps(4100, of: .ben, on: .sunday - 1), .steps(4200, of: .ben, on: .sunday - 9),
            ]
            _ = try await store.ingest(days, now: .noon) { _ in .nothing }
            let told = try await store.reportedDays(of: [.ana, .ben, .stranger], since: .sunday - 5)
            let (ana, ben) = (try await store.history(of: .ana, since: .sunday - 5), try await store.history(of: .ben, since: .sunday - 5))
            #expect(told[.ana] == ReportedDays(reports: ana.reports, timezone: "UTC"))
            #expect(told[.ben] == ReportedDays(reports: ben.reports, timezone: "Asia/Tokyo", stays: ben.stays) && ben.stays.count == 2)
            #expect(told[.ben]?.reports[.steps]?.map(\.value) == [4100, 4000])
            #expect(told[.stranger]?.reports.isEmpty != false)
            let nobody = try await store.reportedDays(of: [], since: .sunday)
            #expect(nobody.isEmpty)
        },
    ]
}

extension MetricStore {
    /// What an evaluation is told after a day has come in.
    func history(after day: DailyMetrics) async throws -> MemberHistory {
        let seen = Notes<MemberHistory>()
        _ = try await ingest([day], now: .noon) { history in
            seen.add(history)
            return .nothing
        }
        return try #require(seen.all.first)
    }
}
