import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// A person's own reminders in their words and by their clock.
struct ReminderRows {
    let visitor: PageVisitor
    let shared: SharedReminders
    /// Whether a device has told them anything lately.
    let isTold: Bool

    /// So long receipts are kept.
    private static let toldLately = Duration.seconds(30 * 86_400)

    init(_ facts: PersonPlanner.Facts, for visitor: PageVisitor, zones: any TimeZoneDatabase) {
        self.visitor = visitor
        shared = SharedReminders(facts, now: visitor.now, zone: visitor.zone, zones: zones)
        isTold = (facts.rows[.notificationReceipts] ?? []).compactMap(NotificationReceipt.init).contains {
            $0.toldBy == .device && $0.toldAt >= visitor.now - Self.toldLately
        }
    }

    var recipient: Recipient { shared.recipient }
    private var words: PageWords { visitor.words }

    func title(of record: FactRecord) -> String {
        let title = record.text("title")
        return title.isEmpty ? record.id : title
    }

    // MARK: The list

    struct Entry {
        let record: FactRecord
        /// Nil where it can't be used.
        let reminder: Reminder?
        let next: Instant?

        /// What can't be used stands first, then what is to come, what is switched off, and what is over.
        fileprivate var place: (Int, Instant) {
            guard let reminder else { return (0, .min) }
            guard reminder.isEnabled else { return (2, next ?? .max) }
            return next.map { (1, $0) } ?? (3, .max)
        }
    }

    /// Of very many it is sought for the first alone when they come next; the others stand behind them.
    var sorted: [Entry] {
        let entries = shared.records.enumerated().map { index, record -> Entry in
            guard case .success(let reminder) = shared.read(record) else { return Entry(record: record, reminder: nil, next: nil) }
            return Entry(record: record, reminder: reminder, next: index < PlanDocument.ruleCountMax ? Reminders.next(of: reminder, for: recipient) : nil)
        }
        return entries.sorted { ($0.place.0, $0.place.1, $0.record.id) < ($1.place.0, $1.place.1, $1.record.id) }
    }

    func row(_ entry: Entry) -> ReminderRow {
        let record = entry.record
        let path = "/reminders?change=\(pathPart(record.id))#reminder"
        guard let reminder = entry.reminder else {
            return ReminderRow(id: record.id, title: title(of: record), state: .unusable, paceText: pace(of: record), changePath: path)
        }
        let turn = Reminders.turn(of: reminder, for: recipient)
        let state: ReminderRow.State =
            if !reminder.isEnabled { .off } else if entry.next != nil || turn != nil { .coming } else if reminder.doneThrough != nil { .done } else { .over }
        return ReminderRow(
            id: record.id, title: reminder.title, body: reminder.body.isEmpty ? nil : reminder.body, state: state,
            nextText: state == .coming ? (entry.next ?? turn?.moment).map(text) : nil, paceText: pace(of: reminder), severity: reminder.severity,
            changePath: path, turn: state == .coming ? turn.map { .init(through: $0.doneThrough, momentText: text(of: $0.moment)) } : nil)
    }

    /// "Tomorrow, Monday 26 January 2026, 08:00"
    private func text(of moment: Instant) -> String {
        let civil = visitor.zone.civil(at: moment)
        let near: TimelineWord? =
            switch civil.date - visitor.today {
            case 0: .today
            case 1: .tomorrow
            case -1: .yesterday
            default: nil
            }
        let day = near.map { words($0) + words.comma + Phrases.day(civil.date, in: visitor.language) } ?? Phrases.heading(of: civil.date, in: visitor.language)
        return day + words.comma + civil.time.shortText
    }

    /// "Every day · 08:00 · by the clock of Europe/Berlin"
    private func pace(of reminder: Reminder) -> String {
        let pace = reminder.rule.map { rule in
            rule.plain(from: reminder.startDate).map { Phrases.text(of: $0, from: reminder.startDate, in: visitor.language) } ?? words(ReminderWord.ownRule)
        }
        let once = words(ReminderWord.once)
        let zone = reminder.timezone.map { words(ReminderWord.byClock, ["zone": $0]) }
        return [pace ?? once, reminder.time?.shortText ?? words(ReminderWord.yourHour), zone].compactMap(\.self).joined(separator: " · ")
    }

    /// Of one that can't be used, as it is written.
    private func pace(of record: FactRecord) -> String {
        ["dtstart", "rrule", "timezone"].map(record.text).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    // MARK: The form

    func choices(_ draft: ReminderDraft) -> ReminderForm.Choices {
        let repeats = ReminderDraft.Repeats.allCases.filter { $0 != .own || !draft.ownRule.isEmpty }.map { choice in
            ReminderForm.Choice(value: choice.rawValue, label: words(choice.word))
        }
        var minutes = ReminderDraft.validMinutes
        if let own = Int(draft[.validFor]), own > 0, own <= Reminder.validMinutesRange.upperBound, !minutes.contains(own) { minutes = (minutes + [own]).sorted() }
        let lengths = minutes.map { ReminderForm.Choice(value: String($0), label: Phrases.text(of: .seconds($0 * 60), in: visitor.language)) }
        return ReminderForm.Choices(
            repeats: repeats, days: Weekday.allCases.map { .init(value: $0.rawValue, label: Phrases.name(of: $0, in: visitor.language)) },
            severities: Severity.allCases.map { .init(value: $0.rawValue, label: Phrases.name(of: $0, in: visitor.language)) },
            validFor: [.init(value: "", label: words(ReminderWord.untilSeen))] + lengths)
    }
}

extension ReminderDraft.Repeats {
    fileprivate var word: ReminderWord {
        switch self {
        case .never: .never
        case .daily: .daily
        case .workdays: .workdays
        case .weekly: .weekly
        case .monthly: .monthly
        case .lastDay: .lastDay
        case .yearly: .yearly
        case .own: .asItIs
        }
    }
}
