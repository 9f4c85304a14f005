import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfryTime

/// The people of the measurements: families of an admin, who is told, and a member, whom it is about.
enum World {
    /// When things are queued, and when a worker comes by.
    static let morning = Instant(secondsSinceEpoch: 1_769_328_000)  // 2026-01-25T08:00:00Z
    static let noon = morning + .seconds(4 * 3600)
    static let ageMax = Duration.seconds(24 * 3600)
    static let zoneNames = ["America/Los_Angeles", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo", "UTC"]
    static let familyCount = 500

    static func admin(_ number: Int) -> UserID { identifier("admin-\(number % familyCount)") }
    static func member(_ number: Int) -> UserID { identifier("member-\(number % familyCount)") }

    /// Names are ours, so none is refused.
    static func identifier<Subject>(_ text: String) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(text) else { fatalError("\(text) is no identifier") }
        return identifier
    }

    /// A store with all families in it, and what each admin wants: push, and everything in quiet hours too.
    static func store(_ name: String, in workplace: Workplace, familyCount: Int = familyCount) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: workplace.path(name))
        try await fill(store, familyCount: familyCount)
        return store
    }

    static func fill(_ store: some FamilyStore, familyCount: Int = familyCount) async throws {
        for number in 0..<familyCount {
            let members = [
                FamilyMember(user: admin(number), firstName: "Ana", role: .admin),
                FamilyMember(user: member(number), firstName: "Ben", role: .member),
            ]
            try await store.save(FamilyRecord(id: identifier("family-\(number)"), name: "Household", members: members), now: morning)
            var preferences = Preferences()
            preferences.notifyPush = true
            preferences.timezone = zoneNames[number % zoneNames.count]
            preferences.quietHours = DailyWindow(start: CivilTime(hour: 22, minute: 0), end: CivilTime(hour: 7, minute: 0))
            preferences.quietHoursLevel = .all
            _ = try await store.save(ProfileChange(Set(Preferences.Key.allCases), of: preferences), for: admin(number), now: morning)
        }
    }

    /// A push to an admin, about an alert of its own.
    static func delivery(_ number: Int) -> Delivery {
        let episode = alert(number).episode
        var payload = Payload()
        payload.kind = Payload.patternAlertKind
        payload.severity = .watch
        payload.memberName = "Ben"
        payload.metric = episode.metric
        payload.pattern = episode.pattern
        payload.level = episode.level
        payload.activeSince = episode.activeSince
        payload.dayCount = episode.dayCount
        payload.baselineValue = episode.baselineValue
        payload.recentValue = episode.recentValue
        payload.deviationPercent = episode.deviationPercent
        return Delivery(
            id: identifier("019bf42a-bc00-7000-8000-\(1_000_000_000_000 + number)"),
            createdAt: morning + .milliseconds(number % 3_600_000), recipient: admin(number), member: member(number), alert: alert(number).id,
            channelName: DeliveryChannel.push.rawValue, payload: payload)
    }

    /// An alert that began on a day of its own, because a member has one alert a metric and first day.
    static func alert(_ number: Int) -> Alert {
        let firstDate = Series.firstDate + number / familyCount
        let episode = Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: firstDate, lastEvaluatedDate: firstDate + 3, dayCount: 4, level: .days3,
            baselineValue: 8000, recentValue: 5200.5, resolved: nil)
        return Alert(
            id: identifier("019bf42a-bc00-7000-9000-\(1_000_000_000_000 + number)"), member: member(number), episode: episode, engine: nil,
            lastNotifiedLevel: .days3)
    }

    /// Puts deliveries into the queue, each with its alert, by the only way in: a day from which something follows.
    static func enqueue(_ numbers: Range<Int>, into store: some MetricStore) async throws {
        let day = DailyMetrics(
            user: identifier("somebody"), date: CivilDateTime(utc: morning).date, source: "benchmark",
            values: [.steps: Double(numbers.upperBound)])
        let report = try await store.ingest([day], now: morning) { _ in
            MemberEvaluation(changes: numbers.map { AlertChange(alert: alert($0), deliveries: [delivery($0)]) })
        }
        guard report.queuedDeliveryCount == numbers.count else { throw Missing(what: "a delivery in the queue") }
    }
}
