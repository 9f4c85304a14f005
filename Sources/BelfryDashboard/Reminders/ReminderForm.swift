import BelfryModel
import BelfryPhrases

/// What a person fills in of a reminder, with what is wrong with it.
public struct ReminderForm: Hashable, Sendable {
    /// What it is to be called; of one that is there already, what it is called.
    public let id: String
    /// How it was, as an object of JSON; nil where it is a new one.
    public let former: String?
    /// What stands in each field.
    public let values: [ReminderField: String]
    /// The days that are ticked.
    public let days: Set<String>
    public let choices: Choices
    /// What is wrong with a field, a sentence each.
    public let faults: [ReminderField: String]
    /// "09:00", for what has no time of its own.
    public let hourText: String

    public typealias Choice = SettingsPage.Choice

    public struct Choices: Hashable, Sendable {
        public let repeats: [Choice]
        public let days: [Choice]
        public let severities: [Choice]
        public let validFor: [Choice]

        public init(repeats: [Choice], days: [Choice], severities: [Choice], validFor: [Choice]) {
            self.repeats = repeats
            self.days = days
            self.severities = severities
            self.validFor = validFor
        }
    }

    public init(
        id: String, former: String? = nil, values: [ReminderField: String], days: Set<String> = [], choices: Choices, faults: [ReminderField: String] = [:],
        hourText: String
    ) {
        self.id = id
        self.former = former
        self.values = values
        self.days = days
        self.choices = choices
        self.faults = faults
        self.hourText = hourText
    }

    func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let isNew = former == nil
        let body: HTML = """
            <form class="fields" id="reminder-form" method="post" action="/reminders">\(tokenField(frame))\(hidden(.id, id))\
            \(former.map { hidden(.former, $0) })
            \(ReminderFormFields(form: self, words: words).all)
            <div class="actions"><button id="save-reminder" class="main">\(isNew ? words(ReminderWord.add) : words(SettingsWord.save))</button>\
            \(isNew ? nil : "<a class=\"button\" href=\"/reminders\">\(words(ReminderWord.cancel))</a>" as HTML)</div></form>
            """
        return "<div class=\"compose\">\(section(RemindersPage.formID, words(isNew ? ReminderWord.newTitle : .changeTitle), body: body))</div>"
    }
}

/// The fields, each with its label, its hint and what is wrong with it.
private struct ReminderFormFields {
    let form: ReminderForm
    let words: PageWords

    var all: [HTML] {
        [
            wrapped(.title, words(ComposeWord.title), input(.title, "text", " maxlength=\"200\" autocomplete=\"off\" dir=\"auto\" required")),
            wrapped(.body, words(ComposeWord.body), text(.body, " maxlength=\"4096\" rows=\"3\" dir=\"auto\"")),
            wrapped(.date, words(ReminderWord.date), input(.date, "date", " required")),
            wrapped(.time, words(ReminderWord.time), hint: words(ReminderWord.timeHint, ["time": form.hourText]), input(.time, "time")),
            wrapped(.repeats, words(ReminderWord.repeats), hint: words(ReminderWord.repeatsHint), select(.repeats, form.choices.repeats)),
            weekdays,
            wrapped(
                .interval, words(ReminderWord.interval), hint: words(ReminderWord.intervalHint), input(.interval, "number", " min=\"1\" max=\"100\" inputmode=\"numeric\"")),
            wrapped(.until, words(ReminderWord.until), hint: words(ReminderWord.endHint), input(.until, "date")),
            wrapped(.count, words(ReminderWord.count), input(.count, "number", " min=\"1\" max=\"10000\" inputmode=\"numeric\"")),
            wrapped(.severity, words(ComposeWord.severity), select(.severity, form.choices.severities)),
            wrapped(.validFor, words(ReminderWord.validFor), select(.validFor, form.choices.validFor)),
        ]
    }

    private var weekdays: HTML {
        let boxes = form.choices.days.map { day -> HTML in
            """
            <label class="check"><input type="checkbox" name="\(ReminderField.day.rawValue)" value="\(day.value)"\
            \(form.days.contains(day.value) ? " checked" : nil)> <span>\(day.label)</span></label>
            """
        }
        return """
            <fieldset class="weekdays" aria-describedby="hint-of-days"><legend class="aside">\(words(ReminderWord.days))</legend>\(boxes)\
            <p class="aside" id="hint-of-days">\(words(ReminderWord.daysHint))</p></fieldset>
            """
    }

    private func input(_ field: ReminderField, _ type: HTML, _ extra: HTML? = nil) -> HTML {
        "<input id=\"reminder-\(field.rawValue)\" type=\"\(type)\" name=\"\(field.rawValue)\" value=\"\(form.values[field] ?? "")\"\(extra)\(said(field))>"
    }

    private func text(_ field: ReminderField, _ extra: HTML) -> HTML {
        // A line break at its beginning is none of the text (HTML, "The textarea element").
        "<textarea id=\"reminder-\(field.rawValue)\" name=\"\(field.rawValue)\"\(extra)\(said(field))>\n\(form.values[field] ?? "")</textarea>"
    }

    private func select(_ field: ReminderField, _ choices: [ReminderForm.Choice]) -> HTML {
        let options = choices.map { choice -> HTML in
            "<option value=\"\(choice.value)\"\(choice.value == form.values[field] ? " selected" : nil)>\(choice.label)</option>"
        }
        return "<select id=\"reminder-\(field.rawValue)\" name=\"\(field.rawValue)\"\(said(field))>\(options)</select>"
    }

    private func wrapped(_ field: ReminderField, _ label: String, hint: String? = nil, _ control: HTML) -> HTML {
        let id = field.rawValue
        let hintLine: HTML? = hint.map { "<span class=\"aside\" id=\"hint-of-\(id)\">\($0)</span>" }
        let fault: HTML? = form.faults[field].map { "<span class=\"fault\" id=\"fault-of-\(id)\">\($0)</span>" }
        return "<p><label for=\"reminder-\(id)\">\(label)</label>\(control)\(hintLine)\(fault)</p>"
    }

    private static let hinted: Set<ReminderField> = [.time, .repeats, .interval, .until]

    /// What is read out with the field.
    private func said(_ field: ReminderField) -> HTML? {
        let isFaulty = form.faults[field] != nil
        let ids = [isFaulty ? "fault-of-\(field.rawValue)" : nil, Self.hinted.contains(field) ? "hint-of-\(field.rawValue)" : nil].compactMap(\.self)
        guard !ids.isEmpty else { return nil }
        return "\(isFaulty ? " aria-invalid=\"true\"" : nil) aria-describedby=\"\(ids.joined(separator: " "))\""
    }
}
