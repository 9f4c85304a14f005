import BelfryModel
import BelfryPorts
import BelfryTime

// One small world for all tests: Ana looks after Ben, a stranger has nothing to do with either, and it is a Sunday.

extension UserID {
    /// The admin of the household.
    public static var ana: UserID { UserID(literal: "ana") }
    /// A member of the household, whom most alerts are about.
    public static var ben: UserID { UserID(literal: "ben") }
    /// In no family.
    public static var stranger: UserID { UserID(literal: "stranger") }
}

extension FamilyRecord {
    public static let household = FamilyRecord(
        id: FamilyID(literal: "household"), name: "Household",
        members: [
            FamilyMember(user: .ana, firstName: "Ana", role: .admin),
            FamilyMember(user: .ben, firstName: "Ben", role: .member),
        ])
}

extension Instant {
    /// When things happen that are to be told.
    public static let morning = Instant(literal: "2026-01-25T08:00:00Z")
    /// When a worker comes by.
    public static let noon = Instant(literal: "2026-01-25T12:00:00Z")
    /// Until when something is put off.
    public static let evening = Instant(literal: "2026-01-25T20:00:00Z")
}

extension CivilDate {
    /// The day of ``Instant/morning``, ``Instant/noon`` and ``Instant/evening``.
    public static let sunday = CivilDate(literal: "2026-01-25")
}

extension AlertID {
    public static func example(_ number: Int) -> AlertID { AlertID(literal: "alert-\(number)") }
}

extension Address {
    /// The operator's own endpoint.
    public static let endpoint = Address(id: AddressID(literal: "endpoint"), target: .endpoint, registeredAt: .morning)
}

extension DeliveryID {
    public static func example(_ number: Int) -> DeliveryID { DeliveryID(literal: "delivery-\(number)") }
}

extension Episode {
    /// A drop that began in December, the later the higher the number.
    public static func example(
        _ number: Int, metric: Metric = .steps, level: EpisodeLevel = .days3, recentValue: Double = 5200.5, resolved: ResolveReason? = nil
    ) -> Episode {
        Episode(
            metric: metric, pattern: .dropVsBaseline, activeSince: .sunday - 50 + number, lastEvaluatedDate: .sunday - 1,
            dayCount: level.rawValue + 1, level: level, baselineValue: 8000, recentValue: recentValue, resolved: resolved)
    }

    /// A wearable from which nothing has come for so many days before the Sunday.
    public static func silence(ofDays dayCount: Int, metric: Metric = .steps, resolved: ResolveReason? = nil) -> Episode {
        let since = CivilDate.sunday - dayCount
        let levels = [EpisodeLevel.days3, .days7].filter { $0.rawValue <= dayCount }
        return Episode(
            metric: metric, pattern: .missingWearable, activeSince: since, lastEvaluatedDate: .sunday - 1, dayCount: dayCount,
            level: levels.last ?? .days3, baselineValue: 8000, recentValue: 8000, resolved: resolved,
            history: EpisodeHistory(
                levels: levels.map { .init(level: $0, date: since + ($0.rawValue - 1)) }, resolvedOn: resolved.map { _ in .sunday }))
    }
}

extension Alert {
    /// An alert about Ben that nobody has hidden.
    public static func example(
        _ number: Int, about member: UserID = .ben, episode: Episode? = nil, level: EpisodeLevel = .days3, resolved: ResolveReason? = nil
    ) -> Alert {
        Alert(
            id: .example(number), member: member, episode: episode ?? .example(number, level: level, resolved: resolved), engine: "v2",
            lastNotifiedLevel: level)
    }
}

extension Delivery {
    /// Tells of the alert of the same number, unless it says of which; made in the morning, the later the higher the number.
    public static func example(
        _ number: Int, of alert: Int? = nil, about member: UserID = .ben, to recipient: UserID = .ana, over channel: DeliveryChannel = .push,
        level: EpisodeLevel = .days3, createdAt: Instant? = nil
    ) -> Delivery {
        let episode = Episode.example(alert ?? number, level: level)
        var payload = Payload()
        payload.kind = Payload.patternAlertKind
        payload.severity = level.severity
        payload.memberName = "Ben"
        payload.metric = episode.metric
        payload.pattern = episode.pattern
        payload.level = level
        payload.activeSince = episode.activeSince
        payload.dayCount = episode.dayCount
        payload.baselineValue = episode.baselineValue
        payload.recentValue = episode.recentValue
        payload.deviationPercent = -35
        return Delivery(
            id: .example(number), createdAt: createdAt ?? .morning + .seconds(number), recipient: recipient, member: member,
            alert: .example(alert ?? number), channelName: channel.rawValue, payload: payload, expiresAt: .evening + .seconds(7 * 86_400))
    }
}
