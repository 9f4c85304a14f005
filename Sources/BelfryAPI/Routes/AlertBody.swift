import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of `get_family_pattern_alerts`: every column is there, and what is empty is null.
struct AlertBody: Encodable {
    let alert: Alert
    /// Nil where the member is named nowhere.
    let memberName: String?
    let insight: String?
    /// Whether the caller has hidden it today.
    let isSnoozed: Bool

    private enum CodingKeys: String, CodingKey {
        case id, severity, engine, insight, reopened
        case member = "member_user_id"
        case memberName = "member_name"
        case metric = "metric_type"
        case pattern = "pattern_type"
        case status = "episode_status"
        case activeSince = "active_since"
        case dayCount = "day_count"
        case level = "current_level"
        case lastNotifiedLevel = "last_notified_level"
        case snoozeUntil = "snooze_until"
        case snoozeDays = "snooze_days"
        case isSnoozed = "is_snoozed"
        case dismissedAt = "dismissed_at"
        case feedDownSince = "feed_down_since"
        case resolveReason = "resolve_reason"
        case resolvedOn = "resolved_on"
        case deviationPercent = "deviation_percent"
        case baselineValue = "baseline_value"
        case recentValue = "recent_value"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(alert.id, forKey: .id)
        try container.encode(alert.member, forKey: .member)
        try container.encode(memberName, forKey: .memberName)
        try container.encode(insight, forKey: .insight)
        try container.encode(alert.engine, forKey: .engine)
        try container.encode(alert.status, forKey: .status)
        try container.encode(alert.severity, forKey: .severity)
        try container.encode(alert.lastNotifiedLevel, forKey: .lastNotifiedLevel)
        try container.encode(alert.snoozeUntil, forKey: .snoozeUntil)
        try container.encode(alert.snoozeDays, forKey: .snoozeDays)
        try container.encode(isSnoozed, forKey: .isSnoozed)
        try container.encode(alert.dismissedAt, forKey: .dismissedAt)
        try container.encode(alert.feedDownSince, forKey: .feedDownSince)
        try encode(alert.episode, into: &container)
    }

    private func encode(_ episode: Episode, into container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encode(episode.metric, forKey: .metric)
        try container.encode(episode.pattern, forKey: .pattern)
        try container.encode(episode.activeSince, forKey: .activeSince)
        try container.encode(episode.dayCount, forKey: .dayCount)
        try container.encode(episode.level, forKey: .level)
        try container.encode(episode.resolved, forKey: .resolveReason)
        try container.encode(episode.history.resolvedOn, forKey: .resolvedOn)
        try container.encode(episode.history.reopenings, forKey: .reopened)
        // Of a row that somebody wrote by hand there may be no usual, and JSON has no such number.
        try container.encode(episode.deviationPercent.isFinite ? episode.deviationPercent : nil, forKey: .deviationPercent)
        try container.encode(episode.baselineValue, forKey: .baselineValue)
        try container.encode(episode.recentValue, forKey: .recentValue)
    }
}

extension Services {
    /// Alerts as a person reads them.
    ///
    /// - Parameters:
    ///   - reader: nil for an app, which reads for nobody.
    ///   - names: those that they know members by.
    ///   - today: by their calendar.
    func bodies(
        of alerts: [Alert], to reader: UserID?, named names: [UserID: String], today: CivilDate, in language: Language
    ) async throws -> [AlertBody] {
        let told = try await insights.told(of: alerts, to: reader, named: names, in: language, now: now())
        return alerts.map { alert in
            AlertBody(
                alert: alert, memberName: told[alert.id]?.memberName, insight: told[alert.id]?.sentence,
                isSnoozed: alert.snoozeUntil.map { today <= $0 } ?? false)
        }
    }
}

extension Sequence<AlertOverview> {
    /// The members' names, as far as somebody has given them one.
    var names: [UserID: String] {
        reduce(into: [:]) { names, overview in
            if overview.memberName != overview.alert.member.text { names[overview.alert.member] = overview.memberName }
        }
    }
}
