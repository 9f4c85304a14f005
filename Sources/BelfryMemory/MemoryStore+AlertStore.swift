import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: AlertStore {
    public func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) -> Bool {
        change(alert, by: caller) { $0.hidden(until: date, dayCount: dayCount, dismissedAt: $0.dismissedAt) } != nil
    }

    public func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) -> Instant? {
        change(alert, by: caller) { $0.hidden(until: $0.snoozeUntil, dayCount: $0.snoozeDays, dismissedAt: $0.dismissedAt ?? now) }?
            .dismissedAt
    }

    public func restore(_ alert: AlertID, by caller: UserID, now: Instant) -> Bool {
        change(alert, by: caller) { $0.hidden(until: nil, dayCount: nil, dismissedAt: nil) } != nil
    }

    public func alerts(of family: FamilyID, for caller: UserID, today: CivilDate) -> [Alert]? {
        guard let record = tables.families[family], record.has(caller) else { return nil }
        return tables.alerts.values
            .filter { record.has($0.member) && $0.status == .active && !$0.isHidden(on: today) }
            .sorted { left, right in
                left.episode.level != right.episode.level
                    ? left.episode.level > right.episode.level
                    : (left.episode.activeSince, left.id) < (right.episode.activeSince, right.id)
            }
    }

    /// The alert as it is then; nil where there is none, or the caller is in no family of its member.
    private func change(_ id: AlertID, by caller: UserID, to changed: (Alert) -> Alert) -> Alert? {
        transaction { tables in
            guard let alert = tables.alerts[id], tables.areFamily(caller, alert.member) else { return nil }
            tables.alerts[id] = changed(alert)
            return tables.alerts[id]
        }
    }
}

extension Alert {
    fileprivate func hidden(until date: CivilDate?, dayCount: Int?, dismissedAt: Instant?) -> Alert {
        Alert(
            id: id, member: member, episode: episode, engine: engine, snoozeUntil: date, snoozeDays: dayCount, dismissedAt: dismissedAt,
            lastNotifiedLevel: lastNotifiedLevel)
    }

    fileprivate func isHidden(on today: CivilDate) -> Bool {
        dismissedAt != nil || snoozeUntil.map { today <= $0 } ?? false
    }
}
