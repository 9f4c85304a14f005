import BelfryModel
import BelfryPorts
import BelfryTime

/// What becomes of notifications that a snooze, a dismissal or a feed's outage left out, once it is over or taken back: the highest is told if its episode
/// goes on.
struct EndedSnoozes {
    /// To be told now.
    private(set) var requeued: [DeliveryID] = []
    /// When the next snooze ends; nil where none is in force.
    private(set) var nextEnd: Instant?

    /// - Parameter changes: what follows from the same history: an episode may end with the snooze, or be told of anyway.
    init(in history: MemberHistory, after changes: [AlertChange], zones: any TimeZoneDatabase, now: Instant) {
        let goingOn = history.alertsGoingOn(after: changes)
        var silent: Set<Silence> = []
        for snooze in history.snoozes where goingOn[snooze.alert] != nil {
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
        silent.formUnion(changes.flatMap(\.deliveries).compactMap { told in told.alert.map { Silence(alert: $0, recipient: told.recipient) } })
        let waiting = history.hiddenDeliveries.filter { left in
            let isReached = goingOn[left.alert].map { left.level <= $0.episode.level && $0.feedDownSince == nil } ?? false
            return isReached && !silent.contains(Silence(alert: left.alert, recipient: left.recipient))
        }
        let ways = Dictionary(grouping: waiting) { Way(alert: $0.alert, recipient: $0.recipient, channelName: $0.channelName) }
        requeued = ways.values.compactMap { deliveries in
            guard let highest = deliveries.max(by: { $0.level < $1.level }) else { return nil }
            return highest.toldLevel.map { highest.level > $0 } ?? true ? highest.id : nil
        }.sorted()
    }

    /// Of this alert the recipient isn't told again: they don't want it yet, or are told of a level by a delivery of its own.
    private struct Silence: Hashable {
        let alert: AlertID
        let recipient: UserID
    }
}

extension MemberHistory {
    /// The alerts that go on and that nobody dismissed, as they are after some changes.
    func alertsGoingOn(after changes: [AlertChange]) -> [AlertID: Alert] {
        let changed = Dictionary(changes.map { ($0.alert.id, $0.alert) }, uniquingKeysWith: { $1 })
        let goingOn = alerts.map { changed[$0.id] ?? $0 }.filter { $0.status == .active && $0.dismissedAt == nil }
        return Dictionary(goingOn.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }
}
