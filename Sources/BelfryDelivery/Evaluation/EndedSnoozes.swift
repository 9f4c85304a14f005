import BelfryModel
import BelfryPorts
import BelfryTime

/// What becomes of notifications that a snooze left out, once it is over: the highest is told if its episode goes on.
struct EndedSnoozes {
    /// To be told now.
    private(set) var requeued: [DeliveryID] = []
    /// When the next snooze ends; nil where none is in force.
    private(set) var nextEnd: Instant?

    init(in history: MemberHistory, zones: any TimeZoneDatabase, now: Instant) {
        let goingOn = Set(history.alerts.filter { $0.status == .active && $0.dismissedAt == nil }.map(\.id))
        var silent: Set<Silence> = []
        for snooze in history.snoozes where goingOn.contains(snooze.alert) {
            let zone = zones.rules(named: snooze.timezone) ?? .utc
            let end = zone.instant(of: CivilDateTime(snooze.until + 1, .midnight))
            guard now < end else { continue }
            silent.insert(Silence(alert: snooze.alert, recipient: snooze.recipient))
            nextEnd = min(nextEnd ?? end, end)
        }
        struct Way: Hashable {
            let alert: AlertID
            let recipient: UserID
            let channelName: String
        }
        let waiting = history.snoozedDeliveries.filter {
            goingOn.contains($0.alert) && !silent.contains(Silence(alert: $0.alert, recipient: $0.recipient))
        }
        let ways = Dictionary(grouping: waiting) { Way(alert: $0.alert, recipient: $0.recipient, channelName: $0.channelName) }
        requeued = ways.values.compactMap { deliveries in
            guard let highest = deliveries.max(by: { $0.level < $1.level }) else { return nil }
            return highest.toldLevel.map { highest.level > $0 } ?? true ? highest.id : nil
        }.sorted()
    }

    private struct Silence: Hashable {
        let alert: AlertID
        let recipient: UserID
    }
}
