import BelfryDomains
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime

/// Takes in what wearables report: checks it, stores it, has it evaluated and what follows queued, all or nothing.
public struct MetricIntake: Sendable {
    let store: any FamilyStore & MetricStore
    let zones: any TimeZoneDatabase
    let identifiers: any IdentifierSource
    let alerts: VitalityAlerts
    let rule = PlainRule()

    public static let dayCountMax = 10_000

    /// - Parameter channels: over which channels a family's admins are told.
    public init(
        store: any FamilyStore & MetricStore, zones: any TimeZoneDatabase, identifiers: any IdentifierSource, channels: [DeliveryChannel]
    ) {
        self.store = store
        self.zones = zones
        self.identifiers = identifiers
        self.alerts = VitalityAlerts(channels: channels, engine: PlainRule.engineName)
    }

    /// - Parameter field: how the caller names the day at an index, for errors: `metrics[3]`, or nothing where there is just one.
    /// - Throws: ``Problem`` for the first day that can't be taken, and then none is; what the store throws.
    public func take(_ days: [DailyMetrics], now: Instant, field: (Int) -> String = { "metrics[\($0)]." }) async throws -> IngestReport {
        guard days.count <= Self.dayCountMax else { throw Problem.tooManyItems(countMax: Self.dayCountMax) }
        try await check(days, now: now, field: field)
        return try await store.ingest(days, now: now) { [rule, alerts, identifiers] history in
            let observations = PrimarySource.observations(from: history.observations)
            let episodes = rule.episodes(of: history.metric, in: observations)
            return alerts.changes(to: history, episodes: episodes, now: now) { identifiers.next(now: now) }
        }
    }

    /// Looks whether all of the days can be taken, without taking any.
    ///
    /// - Throws: ``Problem`` for the first that can't.
    public func check(_ days: [DailyMetrics], now: Instant, field: (Int) -> String) async throws {
        var todays: [UserID: CivilDate] = [:]
        for (index, day) in days.enumerated() {
            try Self.check(day, field: field(index))
            if todays[day.user] == nil {
                guard try await store.isKnown(day.user) else { throw Problem.unknownUser(field: field(index) + "user_id") }
                let timezone = try await store.preferences(of: day.user).read().preferences.timezone
                todays[day.user] = (zones.rules(named: timezone) ?? .utc).civil(at: now).date
            }
            if let today = todays[day.user], day.date > today { throw Problem.dayInFuture(field: field(index) + "date") }
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
