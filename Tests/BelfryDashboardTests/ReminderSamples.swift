import BelfryModel
import BelfryPhrases

@testable import BelfryDashboard

/// One of each state, with everything that there is to be said of it.
func remindersPage(_ word: String = "Ana", former: String? = nil) -> RemindersPage {
    let rows = ReminderRow.State.allCases.map { state in
        ReminderRow(
            id: word, title: word, body: word, state: state, nextText: word, paceText: word, severity: .critical, changePath: "/reminders?change=a#reminder",
            turn: state == .coming ? .init(through: word, momentText: word) : nil)
    }
    return RemindersPage(
        rows: rows, moreCount: 1, furtherPath: "/reminders?after=50", beginningPath: "/reminders", isTold: false, form: reminderForm(word, former: former),
        news: .init(sentence: word, undo: .init(id: word, former: word, isWhole: true)))
}

func reminderForm(_ word: String = "Ana", former: String? = nil) -> ReminderForm {
    let choices = [ReminderForm.Choice(value: word, label: word)]
    return ReminderForm(
        id: word, former: former, values: [.title: word, .body: word, .date: "2026-01-25"], days: [word],
        choices: .init(repeats: choices, days: choices, severities: choices, validFor: choices),
        faults: former == nil ? [.title: word, .until: word] : [:], hourText: "09:00")
}
