import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: AlertStore {
    public func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) -> Bool {
        change(alert, by: caller, now: now) { tables, stored in
            tables.note(.acted, with: alert, of: caller, now: now)
            tables.snoozes[Tables.SnoozeKey(alert: alert, recipient: caller)] = Tables.Snooze(until: date, dayCount: dayCount)
            tables.mark(stored.member, at: now)
            return stored
        } != nil
    }

    public func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) -> Instant? {
        change(alert, by: caller, now: now) { tables, stored in
            tables.note(.acted, with: alert, of: caller, now: now)
            return stored.dismissed(at: stored.dismissedAt ?? now)
        }?.dismissedAt
    }

    public func restore(_ alert: AlertID, by caller: UserID, now: Instant) -> Bool {
        change(alert, by: caller, now: now) { tables, stored in
            tables.snoozes[Tables.SnoozeKey(alert: alert, recipient: caller)] = nil
            tables.mark(stored.member, at: now)
            return stored.dismissed(at: nil)
        } != nil
    }

    public func alerts(of family: FamilyID, for caller: UserID, today: CivilDate?) -> [Alert]? {
        guard let record = tables.families[family], record.has(caller) else { return nil }
        return tables.alerts.values
            .filter { record.shows($0.member, to: caller) && $0.status == .active }
            .map { tables.alert($0, for: caller) }
            .filter { !$0.isHidden(on: today) }
            .sorted { left, right in
                left.episode.level != right.episode.level
                    ? left.episode.level > right.episode.level
                    : (left.episode.activeSince, left.id) < (right.episode.activeSince, right.id)
            }
    }

    /// The alert as it is then; nil where there is none, or the caller may not see it.
    private func change(_ id: AlertID, by caller: UserID, now: Instant, to changed: (inout Tables, Alert) -> Alert) -> Alert? {
        transaction(at: now) { tables in
            guard let alert = tables.alerts[id], tables.maySee(caller, alert.member) else { return nil }
            tables.alerts[id] = changed(&tables, alert)
            return tables.alerts[id]
        }
    }
}

extension Alert {
    fileprivate func dismissed(at moment: Instant?) -> Alert {
        Alert(
            id: id, member: member, episode: episode, engine: engine, snoozeUntil: snoozeUntil, snoozeDays: snoozeDays, dismissedAt: moment,
            lastNotifiedLevel: lastNotifiedLevel, feedDownSince: feedDownSince)
    }

    fileprivate func isHidden(on today: CivilDate?) -> Bool {
        if let today, let snoozeUntil, today <= snoozeUntil { return true }
        return dismissedAt != nil
    }
}
