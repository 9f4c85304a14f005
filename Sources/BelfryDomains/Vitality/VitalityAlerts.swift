import BelfryModel
import BelfryTime

// BelfryDomains: turns a tenant's facts into notifications to be decided on. Pure: it neither stores nor sends.

/// Vitality, the family's health: turns the episodes of a member into alerts, and risen alerts into notifications to the family's admins.
public struct VitalityAlerts: Sendable {
    /// Over which channels each admin is told; one delivery each.
    public let channels: [DeliveryChannel]
    /// The name of the engine that found the episodes.
    public let engine: String

    public init(channels: [DeliveryChannel], engine: String) {
        self.channels = channels
        self.engine = engine
    }

    /// What follows from the episodes that a series has now: alerts opened, brought up to date or corrected, each with its notifications.
    ///
    /// Admins are told of a level once: when it is above the last that they were told of.
    /// - Parameter makeIdentifier: a fresh identifier at each call.
    public func changes(to history: MetricHistory, episodes: [Episode], now: Instant, makeIdentifier: () -> String) -> [AlertChange] {
        var unmatched = history.alerts
        var changes: [AlertChange] = []
        for episode in episodes {
            let index = unmatched.firstIndex { $0.episode.isSame(as: episode) } ?? unmatched.firstIndex { $0.engine == engine && $0.episode.overlaps(episode) }
            let existing = index.map { unmatched.remove(at: $0) }
            guard let id = existing?.id ?? AlertID(makeIdentifier()) else { continue }
            let isNews = episode.resolved == nil && episode.level.isAbove(existing?.lastNotifiedLevel)
            // Where there is nobody to tell it stays news, so that whoever becomes an admin is told.
            let deliveries = isNews ? deliveries(of: episode, alert: id, in: history, now: now, makeIdentifier: makeIdentifier) : []
            guard !deliveries.isEmpty || existing?.episode != episode else { continue }
            let alert = Alert(
                id: id, member: history.member, episode: episode, engine: engine, snoozeUntil: existing?.snoozeUntil,
                snoozeDays: existing?.snoozeDays, dismissedAt: existing?.dismissedAt,
                lastNotifiedLevel: deliveries.isEmpty ? existing?.lastNotifiedLevel : episode.level)
            changes.append(AlertChange(alert: alert, deliveries: deliveries))
        }
        // An alert of ours that the corrected data no longer supports never was.
        for alert in unmatched where alert.engine == engine && alert.status == .active {
            changes.append(AlertChange(alert: alert.corrected, deliveries: []))
        }
        return changes
    }

    private func deliveries(of episode: Episode, alert: AlertID, in history: MetricHistory, now: Instant, makeIdentifier: () -> String)
        -> [Delivery]
    {
        history.familyAdmins.flatMap { admin in
            channels.compactMap { channel in
                DeliveryID(makeIdentifier()).map { id in
                    Delivery(
                        id: id, createdAt: now, recipient: admin, member: history.member, alert: alert, channelName: channel.rawValue,
                        payload: Payload(of: episode, memberName: history.memberName))
                }
            }
        }
    }
}

extension Episode {
    /// Whether it is the same stretch by the key of `pattern_alert_state`.
    fileprivate func isSame(as other: Episode) -> Bool {
        metric == other.metric && pattern == other.pattern && activeSince == other.activeSince
    }

    /// Whether a correction of the data only moved where it begins.
    fileprivate func overlaps(_ other: Episode) -> Bool {
        metric == other.metric && pattern == other.pattern && activeSince <= other.lastEvaluatedDate && other.activeSince <= lastEvaluatedDate
    }
}

extension Alert {
    fileprivate var corrected: Alert {
        Alert(
            id: id, member: member,
            episode: Episode(
                metric: episode.metric, pattern: episode.pattern, activeSince: episode.activeSince, lastEvaluatedDate: episode.lastEvaluatedDate,
                dayCount: episode.dayCount, level: episode.level, baselineValue: episode.baselineValue, recentValue: episode.recentValue,
                resolved: .corrected),
            engine: engine, snoozeUntil: snoozeUntil, snoozeDays: snoozeDays, dismissedAt: dismissedAt, lastNotifiedLevel: lastNotifiedLevel)
    }
}

extension EpisodeLevel {
    /// Any level is above none.
    fileprivate func isAbove(_ other: EpisodeLevel?) -> Bool {
        guard let other else { return true }
        return self > other
    }
}
