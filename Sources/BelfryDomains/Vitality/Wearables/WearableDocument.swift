import BelfryModel
import BelfryTime

/// A document that a wearables' aggregator posts: a summary of a night, of a day's activity or of the body, or sessions of exercise.
///
/// The names are those of ROOK's data structures (docs.tryrook.io, "Data structures"); their endings say type and unit. Anything may be
/// missing or null. A day's totals come again and again, so each document is one revision of its days.
public struct WearableDocument: Decodable {
    public let user: UserID
    /// What it is, by the provider's own name, such as `sleep_summary`.
    public let structure: String
    private let root: DocumentFields

    public init(from decoder: any Decoder) throws {
        root = try DocumentFields(from: decoder)
        user = try root.identifier("user_id")
        structure = try root.text("data_structure") ?? Self.structure(of: root)
    }

    /// Where a document doesn't name its structure, what is in it does.
    private static func structure(of root: DocumentFields) throws -> String {
        if try root.objectIfPresent("sleep_health") != nil { return "sleep_summary" }
        if try root.objectIfPresent("body_health") != nil { return "body_summary" }
        guard let physical = try root.objectIfPresent("physical_health") else { throw Problem.missingField("data_structure") }
        return try physical.objectIfPresent("events") == nil ? "physical_summary" : "activity_event"
    }

    /// What Belfry keeps of a document.
    public struct Contents: Hashable, Sendable {
        public var days: [DailyMetrics] = []
        public var sessions: [ExerciseSession] = []
    }

    /// - Parameters:
    ///   - zone: where the member was on a day.
    ///   - payloadHash: of the whole document as it came.
    /// - Throws: ``Problem`` that names the field; `DecodingError` where a field is of another type.
    public func contents(in zone: @escaping (CivilDate) -> TimeZoneRules, receivedAt: Instant, payloadHash: UInt64) throws -> Contents {
        let context = Context(root: root, user: user, zone: zone, receivedAt: receivedAt, payloadHash: payloadHash)
        switch structure {
        case "sleep_summary": return Contents(days: try summaries("sleep_health", structure).map { try context.night($0) })
        case "physical_summary": return Contents(days: try summaries("physical_health", structure).map { try context.activity($0) })
        case "body_summary": return Contents(days: try summaries("body_health", structure).map { try context.body($0) })
        case "activity_event":
            let events = try root.object("physical_health").object("events").objects("activity_event")
            return Contents(sessions: try events.map { try context.session($0) })
        default: return Contents()
        }
    }

    private func summaries(_ health: String, _ name: String) throws -> [DocumentFields] {
        try root.object(health).object("summary").objects(name)
    }
}

/// What is common to all that one document says.
private struct Context {
    let root: DocumentFields
    let user: UserID
    let zone: (CivilDate) -> TimeZoneRules
    let receivedAt: Instant
    let payloadHash: UInt64

    /// The heart at night says more of a person than that of the whole day; where a source sends both, the night's counts.
    private enum Precedence: Int {
        case day, body, night
    }

    /// What begins this late and ends on the same day…
    private static let napHourMin = 9
    /// …within so long is a nap, not a night.
    private static let napLengthMax = Duration.seconds(3 * 3600)

    func night(_ summary: DocumentFields) throws -> DailyMetrics {
        let duration = try summary.objectIfPresent("duration")
        let heart = try summary.objectIfPresent("heart_rate")
        let asleep = try duration?.number("sleep_duration_seconds_int")
        var values: [Metric: Double] = [:]
        values[.sleepMinutes] = asleep.map { $0 / 60 }
        values[.deepSleepMinutes] = try duration?.number("deep_sleep_duration_seconds_int").map { $0 / 60 }
        values[.sleepEfficiency] = try summary.objectIfPresent("scores")?.number("sleep_efficiency_1_100_score_int")
        if values[.sleepEfficiency] == nil, let asleep, let inBed = try duration?.number("time_in_bed_seconds_int"), inBed > 0 {
            values[.sleepEfficiency] = 100 * asleep / inBed
        }
        try addHeart(heart, to: &values)
        let fellAsleep = try duration?.text("sleep_start_datetime_string").flatMap(WearableMoment.init)
        let wokeUp = try duration?.text("sleep_end_datetime_string").flatMap(WearableMoment.init)
        let named = try duration?.text("sleep_date_string").flatMap(WearableMoment.init)?.writtenDate
        return try day(summary, on: wokeUp?.date(in: zone) ?? named, values, isNap(from: fellAsleep, to: wokeUp) ? nil : .night)
    }

    /// Nothing is known to be one of which not both ends are.
    private func isNap(from fellAsleep: WearableMoment?, to wokeUp: WearableMoment?) -> Bool {
        guard let fellAsleep, let wokeUp, let start = fellAsleep.instant(in: zone), let end = wokeUp.instant(in: zone) else { return false }
        guard start <= end, end - start < Self.napLengthMax, let bedtime = fellAsleep.wall(in: zone) else { return false }
        return bedtime.date == wokeUp.date(in: zone) && bedtime.time.hour >= Self.napHourMin
    }

    func activity(_ summary: DocumentFields) throws -> DailyMetrics {
        var values: [Metric: Double] = [:]
        values[.steps] = try summary.objectIfPresent("distance")?.number("steps_int")
        let activity = try summary.objectIfPresent("activity")
        if let active = try activity?.number("active_seconds_int") {
            values[.movementMinutes] = active / 60
        } else {
            let parts = try ["moderate_intensity_seconds_int", "vigorous_intensity_seconds_int"].compactMap { try activity?.number($0) }
            if !parts.isEmpty { values[.movementMinutes] = parts.reduce(0, +) / 60 }
        }
        try addHeart(try summary.objectIfPresent("heart_rate"), to: &values)
        return try day(summary, on: nil, values, .day)
    }

    func body(_ summary: DocumentFields) throws -> DailyMetrics {
        var values: [Metric: Double] = [:]
        try addHeart(try summary.objectIfPresent("heart_rate"), to: &values)
        return try day(summary, on: nil, values, .body)
    }

    func session(_ event: DocumentFields) throws -> ExerciseSession {
        let activity = try event.object("activity")
        guard let text = try activity.text("activity_start_datetime_string") else {
            throw Problem.missingField(activity.path("activity_start_datetime_string"))
        }
        guard let start = WearableMoment(text), let startedAt = start.instant(in: zone) else {
            throw Problem.wrongType(field: activity.path("activity_start_datetime_string"), expected: "a moment such as 2026-01-25T08:00:00Z")
        }
        var seconds = try activity.number("activity_duration_seconds_int")
        if seconds == nil, let ended = try activity.text("activity_end_datetime_string").flatMap(WearableMoment.init)?.instant(in: zone) {
            seconds = Double((ended - startedAt).milliseconds) / 1000
        }
        guard let seconds, (0...172_800).contains(seconds) else {
            throw Problem.numberOutOfRange(field: activity.path("activity_duration_seconds_int"), range: 0...172_800)
        }
        return ExerciseSession(
            user: user, source: try source(event), startedAt: startedAt, date: start.date(in: zone),
            kind: try activity.text("activity_type_name_string").map { String($0.prefix(64)) }, durationSeconds: Int(seconds))
    }

    // MARK: Parts

    /// The two measures of variability are not the same; a source that has both is taken by the one that it measures at night.
    private func addHeart(_ heart: DocumentFields?, to values: inout [Metric: Double]) throws {
        values[.restingHeartRate] = try heart?.number("hr_resting_bpm_int")
        values[.hrv] = try heart?.number("hrv_avg_rmssd_float") ?? heart?.number("hrv_avg_sdnn_float")
    }

    /// - Parameter precedence: nil for a nap.
    private func day(_ summary: DocumentFields, on date: CivilDate?, _ values: [Metric: Double], _ precedence: Precedence?) throws -> DailyMetrics {
        let metadata = try summary.objectIfPresent("metadata")
        let stamp = try metadata?.text("datetime_string")
        // The day of a summary stands there as it is meant, even where it looks like a moment in UTC.
        guard let date = date ?? stamp.flatMap(WearableMoment.init)?.writtenDate else {
            throw stamp == nil
                ? Problem.missingField(summary.path("metadata.datetime_string"))
                : Problem.wrongType(field: summary.path("metadata.datetime_string"), expected: "a day such as 2026-01-25")
        }
        let changed = try ["source_updated_at", "updated_at", "datetime", "created_at"].compactMap { try root.text($0) }.first ?? stamp
        let changedAt = changed.flatMap(WearableMoment.init)?.instant(in: zone)
        // Nobody may claim a revision that all later ones would lose against.
        let revision = Revision(
            precedence: precedence?.rawValue ?? Revision.napPrecedence, sourceUpdatedAt: min(changedAt ?? receivedAt, receivedAt),
            version: try root.number("document_version").flatMap { Int(exactly: $0) } ?? 0, receivedAt: receivedAt, payloadHash: payloadHash,
            isFinal: root.isTrue("is_final") || (metadata?.isTrue("is_final_bool") ?? false))
        // Of huge numbers and tiny ones an infinite one is made, which can't be read back.
        return DailyMetrics(user: user, date: date, source: try source(summary), values: values.filter { $0.value.isFinite }, revision: revision)
    }

    private static let sourceByteCountMax = 64

    private func source(_ part: DocumentFields) throws -> String {
        let named = try part.objectIfPresent("metadata")?.firstText("sources_of_data_array") ?? "rook"
        guard named.utf8.count > Self.sourceByteCountMax else { return named }
        // No scalar has more than four bytes in UTF-8.
        return String(named.unicodeScalars.prefix(Self.sourceByteCountMax / 4).map(Character.init))
    }
}
