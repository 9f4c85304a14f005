import BelfryModel
import BelfryPorts
import BelfryTime

/// What a device keeps besides its facts, as tables in memory.
struct JournalTables: Equatable, Sendable {
    private var asked: [NotificationID: AskedNotification] = [:]
    private var ledger: [LedgerKey: LedgerLine] = [:]
    private var snoozes: [Snooze] = []
    private var dismissals: [Dismissal] = []
    private var state = DeviceState()
    private var claimed: Set<Claim> = []

    private struct Claim: Hashable {
        let identifier: NotificationID
        let moment: Instant
        let action: NotificationResponse.Action
    }

    private struct LedgerKey: Hashable {
        let identifier: NotificationID
        let toldAt: Instant
    }

    func record(ledgerSince since: Instant) -> DeviceRecord {
        DeviceRecord(
            asked: asked.values.sorted { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) },
            ledger: ledger.values.filter { $0.entry.toldAt >= since }.sorted {
                ($0.entry.toldAt, $0.entry.identifier) < ($1.entry.toldAt, $1.entry.identifier)
            },
            snoozes: snoozes, dismissals: dismissals, state: state)
    }

    func subjectsTold(of category: String) -> Set<String> {
        Set(ledger.values.filter { $0.entry.category == category && $0.outcome.wasShown }.map(\.entry.identifier.subject))
    }

    /// - Returns: false where the response was claimed before.
    mutating func apply(_ change: JournalChange) -> Bool {
        if let response = change.claimed, !claimed.insert(Claim(identifier: response.identifier, moment: response.moment, action: response.action)).inserted { return false }
        for one in change.asked { asked[one.identifier] = one }
        for identifier in change.confirmed {
            asked[identifier]?.state = .confirmed
            asked[identifier]?.replacedMoment = nil
        }
        for identifier in change.settled { asked[identifier] = nil }
        for line in change.ledger { note(line) }
        snoozes.removeAll { change.endedSnoozes.contains($0) }
        for snooze in change.snoozes {
            snoozes.removeAll { $0.identifier == snooze.identifier }
            snoozes.append(snooze)
        }
        dismissals.removeAll { change.restored.contains($0.scope) }
        for dismissal in change.dismissals where !dismissals.contains(where: { $0.scope == dismissal.scope }) { dismissals.append(dismissal) }
        if let state = change.state { self.state = state }
        return true
    }

    /// A response may come before anybody knew that it was shown, and knows no category.
    private mutating func note(_ line: LedgerLine) {
        let key = LedgerKey(identifier: line.entry.identifier, toldAt: line.entry.toldAt)
        guard let known = ledger[key] else {
            ledger[key] = line
            return
        }
        guard line.outcome.follows(known.outcome) else { return }
        let category = line.entry.category.isEmpty ? known.entry.category : line.entry.category
        ledger[key] = LedgerLine(
            LedgerEntry(
                identifier: line.entry.identifier, notification: line.entry.notification, category: category, toldAt: line.entry.toldAt),
            outcome: line.outcome, outcomeAt: line.outcomeAt)
    }
}
