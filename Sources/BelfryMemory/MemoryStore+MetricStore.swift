import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: MetricStore {
    /// - Throws: `ConstraintViolation` where an evaluation asks for what the tables can't hold.
    public func ingest(_ days: [DailyMetrics], now: Instant, evaluate: @escaping @Sendable (MetricHistory) -> [AlertChange]) throws
        -> IngestReport
    {
        try transaction { tables in
            var report = IngestReport()
            var changedSeries: Set<Series> = []
            for day in days {
                if let metrics = tables.update(day, now: now) {
                    report.changedDayCount += 1
                    changedSeries.formUnion(metrics.map { Series(user: day.user, metric: $0) })
                } else {
                    report.unchangedDayCount += 1
                }
            }
            for series in changedSeries.sorted() {
                for change in evaluate(tables.history(of: series)) { try tables.apply(change, noting: &report) }
            }
            return report
        }
    }
}

/// One metric of one member. In an order, so that two runs evaluate in the same.
private struct Series: Hashable, Comparable {
    let user: UserID
    let metric: Metric

    static func < (left: Series, right: Series) -> Bool {
        (left.user, left.metric.rawValue) < (right.user, right.metric.rawValue)
    }
}

extension Tables {
    /// Takes over the values of a day; a metric that it doesn't mention keeps its own.
    /// - Returns: the metrics that changed; nil where all was there already.
    fileprivate mutating func update(_ day: DailyMetrics, now: Instant) -> [Metric]? {
        let key = DayKey(user: day.user, date: day.date, source: day.source)
        var stored = days[key] ?? Day(updatedAt: now)
        let changed = day.values.filter { metric, value in stored.values[metric] != value }
        if changed.isEmpty { return nil }
        stored.values.merge(changed) { _, new in new }
        stored.updatedAt = now
        days[key] = stored
        return Array(changed.keys)
    }

    fileprivate func history(of series: Series) -> MetricHistory {
        var observations: [String: [Observation]] = [:]
        for (key, day) in days where key.user == series.user {
            guard let value = day.values[series.metric] else { continue }
            observations[key.source, default: []].append(Observation(date: key.date, value: value))
        }
        return MetricHistory(
            member: series.user, memberName: firstName(of: series.user), metric: series.metric,
            observations: observations.mapValues { $0.sorted { $0.date < $1.date } },
            alerts: alerts.values.filter { $0.member == series.user && $0.episode.metric == series.metric }
                .sorted { ($0.episode.activeSince, $0.id) < ($1.episode.activeSince, $1.id) },
            familyAdmins: familyAdmins(of: series.user),
            timezone: storedPreferences(of: series.user).read().preferences.timezone)
    }

    fileprivate mutating func apply(_ change: AlertChange, noting report: inout IngestReport) throws {
        let stored = alerts[change.alert.id]
        // What the family has hidden is theirs: an evaluation that began before they hid it must not bring it back.
        let alert = stored.map { change.alert.hidden(as: $0) } ?? change.alert
        guard !alerts.values.contains(where: { $0.id != alert.id && $0.isOfSameEpisode(as: alert) }) else {
            throw ConstraintViolation.secondAlertOfEpisode
        }
        alerts[alert.id] = alert
        report.changedAlerts.append(alert.id)

        for delivery in change.deliveries where !queue.values.contains(where: { $0.delivery.tellsSame(as: delivery) }) {
            guard queue[delivery.id] == nil else { throw ConstraintViolation.secondDeliveryOfIdentifier }
            queue[delivery.id] = QueueRow(delivery)
            report.queuedDeliveryCount += 1
        }
    }
}

extension Alert {
    fileprivate func hidden(as other: Alert) -> Alert {
        Alert(
            id: id, member: member, episode: episode, engine: engine, snoozeUntil: other.snoozeUntil,
            snoozeDays: other.snoozeDays, dismissedAt: other.dismissedAt, lastNotifiedLevel: lastNotifiedLevel)
    }

    fileprivate func isOfSameEpisode(as other: Alert) -> Bool {
        member == other.member && episode.metric == other.episode.metric && episode.pattern == other.episode.pattern
            && episode.activeSince == other.episode.activeSince
    }
}

extension Delivery {
    /// Whether a person would be told the same thing twice in the same place.
    fileprivate func tellsSame(as other: Delivery) -> Bool {
        alert != nil && alert == other.alert && payload.level == other.payload.level && recipient == other.recipient
            && channelName == other.channelName
    }
}
