import BelfryModel
import BelfryPorts
import BelfryTime

extension LedgerLine {
    /// One notification that was shown at one moment.
    struct Telling: Hashable {
        let notification: NotificationID
        let toldAt: Instant
    }

    var telling: Telling { Telling(notification: entry.notification, toldAt: entry.toldAt) }

    /// Several accounts of the same, as one line each.
    static func merged(_ lines: [LedgerLine]) -> [LedgerLine] {
        var merged: [LedgerLine.Key: LedgerLine] = [:]
        for line in lines {
            let key = Key(identifier: line.entry.identifier, toldAt: line.entry.toldAt)
            merged[key] = merged[key].map(line.merged(into:)) ?? line
        }
        return merged.values.sorted { ($0.entry.toldAt, $0.entry.identifier) < ($1.entry.toldAt, $1.entry.identifier) }
    }

    private struct Key: Hashable {
        let identifier: NotificationID
        let toldAt: Instant
    }
}

extension LedgerLine.Outcome {
    /// What it says of the person; nil where nothing is known of it, or it was not shown.
    var response: ReminderOutcome.Response? {
        switch self {
        case .opened: .opened
        case .acted: .acted
        case .dismissed: .dismissed
        case .ignored: .ignored
        case .told, .missed, .notAllowed: nil
        }
    }

    /// Of the parts of one summary the greatest says what became of it.
    var rank: Int {
        switch self {
        case .missed, .notAllowed: 0
        case .told: 1
        case .ignored: 2
        case .dismissed: 3
        case .opened: 4
        case .acted: 5
        }
    }
}
