import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

/// Thinks through what a response changes and what the app is to show.
struct ResponseDraft {
    let response: NotificationResponse
    let facts: FactBook
    let recipient: Recipient

    private(set) var change = JournalChange()

    /// What the notification told: the parts of a summary.
    private var parts: [NotificationID] { response.parts.isEmpty ? [response.identifier] : response.parts }

    init(_ response: NotificationResponse, facts: FactBook, recipient: Recipient) {
        self.response = response
        self.facts = facts
        self.recipient = recipient
        change.claimed = response
    }

    mutating func outcome() -> ResponseOutcome {
        switch response.action {
        case .dismiss:
            note(.dismissed)
            return .dismissed
        case .open:
            note(.opened)
            return destination()
        case .button(NotificationAction.used.identifier):
            note(.acted)
            return use()
        case .button(NotificationAction.snooze.identifier):
            note(.acted)
            return snooze(for: PantryReminders.snoozeLength)
        case .button(NotificationAction.later.identifier):
            note(.acted)
            return snooze(for: Reminders.snoozeLength)
        case .button(NotificationAction.done.identifier):
            note(.acted)
            return finish()
        case .button(NotificationAction.recipes.identifier):
            note(.acted)
            guard case .show(.thing(let thing)) = destination() else { return destination() }
            return .show(.recipes(thing: thing))
        case .button:
            // Of a later version, or another app's.
            note(.acted)
            return destination()
        }
    }

    private mutating func note(_ outcome: LedgerLine.Outcome) {
        change.ledger = parts.map {
            LedgerLine(
                LedgerEntry(identifier: $0, notification: response.identifier, category: "", toldAt: response.moment), outcome: outcome,
                outcomeAt: recipient.now)
        }
    }

    /// Of several things nobody can say which one was meant: the app shows them all.
    private mutating func use() -> ResponseOutcome {
        guard case .show(.thing(let thing)) = destination() else { return destination() }
        change.edits.saved[.pantryItems] = [FactRecord(id: thing, columns: ["used": .flag(true)])]
        return .used(entity: thing)
    }

    /// Of several nobody can say which one is done; and what is put to another time is to be done then.
    private mutating func finish() -> ResponseOutcome {
        guard case .show(.reminder(let id)) = destination(), let reminder = facts.reminder(id) else { return destination() }
        guard Reminders.isAsked(parts[0], of: reminder, for: recipient) else { return .gone }
        if let done = Reminders.doneThrough(parts[0], of: reminder, for: recipient) {
            change.edits.saved[.reminders] = [FactRecord(id: id, columns: ["done_through": .text(done)])]
        }
        return .done(reminder: id)
    }

    /// Of what is used up, done, gone or put to another time nothing comes again.
    private mutating func snooze(for length: Duration) -> ResponseOutcome {
        guard destination() != .gone, !parts.allSatisfy({ facts.isOutdated($0, for: recipient) }) else { return .gone }
        let reminders = parts.map(\.names).filter { $0.count == 3 && $0[0] == Reminders.domain }.compactMap { facts.reminder($0[1]) }
        change.snoozes = recipient.snoozes(of: parts, for: length, severity: reminders.map(\.severity).max() ?? .watch)
        guard let until = change.snoozes.first?.until else { return .gone }
        return .snoozed(until: until)
    }

    private func destination() -> ResponseOutcome {
        let subjects = parts.map(\.names)
        guard let first = subjects.first, first.count == 3 else { return .show(.home) }
        guard subjects.count == 1 else {
            return .show(subjects.allSatisfy { $0.first == first[0] } ? .list(domain: first[0]) : .home)
        }
        switch (first[0], first[2]) {
        case (BillReminders.domain, "weekly_digest"): return .show(.list(domain: BillReminders.domain))
        case (BillReminders.domain, _): return facts.has(bill: first[1]) ? .show(.bill(first[1])) : .gone
        case (PantryReminders.domain, "recall"): return .show(.recall(RecallReminders.event(of: first[1])))
        case (PantryReminders.domain, _): return facts.has(thing: first[1]) ? .show(.thing(first[1])) : .gone
        case (StudyReminders.domain, _): return .show(.study)
        case (PrayerReminders.domain, _): return .show(.prayer)
        case (Reminders.domain, _): return facts.reminder(first[1]) == nil ? .gone : .show(.reminder(first[1]))
        default: return .show(.home)
        }
    }
}
