import BelfryDelivery
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime

/// Takes in what wearables report: checks it, stores it, has it evaluated and what follows queued, all or nothing.
public struct MetricIntake: Sendable {
    let store: any FamilyStore & MetricStore
    let zones: any TimeZoneDatabase
    public let evaluator: MemberEvaluator
    let insights: InsightDesk?

    public static let dayCountMax = 10_000
    /// Each is evaluated in the one transaction, for which others wait.
    public static let memberCountMax = 1000

    /// - Parameter insights: where a writer is told of changed alerts; nil where there is none.
    public init(
        store: any FamilyStore & MetricStore, zones: any TimeZoneDatabase, evaluator: MemberEvaluator, insights: InsightDesk? = nil
    ) {
        self.store = store
        self.zones = zones
        self.evaluator = evaluator
        self.insights = insights
    }

    /// - Parameter field: how the caller names the day at an index, for errors: `metrics[3]`, or nothing where there is just one.
    /// - Throws: ``Problem`` for the first day that can't be taken, and then none is; what the store throws.
    public func take(_ days: [DailyMetrics], now: Instant, field: (Int) -> String = { "metrics[\($0)]." }) async throws -> IngestReport {
        guard days.count <= Self.dayCountMax else { throw Problem.tooManyItems(countMax: Self.dayCountMax) }
        guard Set(days.map(\.user)).count <= Self.memberCountMax else { throw Problem.tooManyItems(countMax: Self.memberCountMax) }
        try await check(days, now: now, field: field)
        let report = try await store.ingest(days, now: now) { [evaluator] in evaluator.evaluate($0, now: now) }
        // What is stored is accepted, whatever becomes of the words.
        try? await insights?.prepare(report.changedAlerts, now: now)
        return report
    }

    /// Looks whether all of the days can be taken, without taking any.
    ///
    /// - Parameter newcomers: who isn't known yet, and will be by then.
    /// - Throws: ``Problem`` for the first that can't.
    public func check(_ days: [DailyMetrics], now: Instant, assuming newcomers: Set<UserID> = [], field: (Int) -> String) async throws {
        let todayOfNewcomers = TimeZoneRules.utc.civil(at: now).date
        let timezones = try await store.preferences(ofKnown: Set(days.map(\.user))).mapValues { $0.read().preferences.timezone }
        var lastDates = timezones.mapValues { (zones.rules(named: $0) ?? .utc).civil(at: now).date }
        for (index, day) in days.enumerated() {
            try Self.check(day, field: field(index))
            let known = lastDates[day.user] ?? (newcomers.contains(day.user) ? todayOfNewcomers : nil)
            guard var lastDate = known else { throw Problem.unknownUser(field: field(index) + "user_id") }
            if day.date > lastDate, let timezone = timezones[day.user] {
                let stays = try await store.stays(of: day.user)
                lastDate = MemberZones(timezone: timezone, stays: stays, in: zones).lastDate(at: now)
                lastDates[day.user] = lastDate
            }
            guard day.date <= lastDate else { throw Problem.dayInFuture(field: field(index) + "date") }
        }
    }

    private static func check(_ day: DailyMetrics, field: String) throws(Problem) {
        guard !day.values.isEmpty else { throw .noMetrics(field: field.isEmpty ? "metrics" : String(field.dropLast())) }
        for (metric, value) in day.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard metric.acceptedRange.contains(value) else {
                throw .metricOutOfRange(field: field + metric.rawValue, range: metric.acceptedRange)
            }
        }
    }
}
