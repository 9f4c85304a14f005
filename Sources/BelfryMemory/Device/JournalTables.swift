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
    private var habits = StoredHabits()
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
            ledger: lines { $0.entry.toldAt >= since || $0.outcome == .told }, snoozes: snoozes, dismissals: dismissals, state: state,
            habits: habits)
    }

    func history(since: Instant) -> [LedgerLine] { lines { $0.entry.toldAt >= since } }

    private func lines(where isWanted: (LedgerLine) -> Bool) -> [LedgerLine] {
        ledger.values.filter(isWanted).sorted { ($0.entry.toldAt, $0.entry.identifier) < ($1.entry.toldAt, $1.entry.identifier) }
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
        if let habits = change.habits { self.change(habits) }
        return true
    }

    private mutating func note(_ line: LedgerLine) {
        let key = LedgerKey(identifier: line.entry.identifier, toldAt: line.entry.toldAt)
        ledger[key] = ledger[key].map(line.merged(into:)) ?? line
    }

    private mutating func change(_ change: HabitsChange) {
        switch change {
        case .learnt(let learnt): if learnt.erasedAt == habits.erasedAt { habits = learnt }
        case .erased(let moment): habits = StoredHabits(erasedAt: moment)
        }
    }
}
