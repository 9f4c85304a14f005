import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryTime
import Foundation

/// A reminder as the fields of a form, and the columns of the row that come of them.
struct ReminderDraft {
    typealias Field = ReminderField

    var values: [Field: String]
    /// Those that are ticked.
    var days: Set<Weekday>
    /// A rule that says more than the form can; empty where there is none.
    let ownRule: String

    /// What the list of how it comes back offers, by what its choices send.
    enum Repeats: String, CaseIterable {
        case never, daily, workdays, weekly, monthly
        case lastDay = "last_day"
        case yearly
        /// As an app has set it.
        case own
    }

    /// In minutes. What is told later than that is of no use.
    static let validMinutes = [30, 60, 120, 240, 720, 1440, 2880, 10_080]

    static let columnNames: Set = ["title", "body", "dtstart", "rrule", "severity", "valid_minutes"]
    private static let texts: [Field] = [.title, .body, .date, .time, .repeats, .interval, .until, .count, .severity, .validFor]

    // MARK: As a form begins

    /// A new one.
    init(today: CivilDate) {
        values = [.date: today.description, .repeats: Repeats.never.rawValue, .interval: "1", .severity: Severity.watch.rawValue]
        days = []
        ownRule = ""
    }

    /// One that is there. A column that can't be used leaves its field empty.
    init(_ row: FactRecord) {
        values = [.title: row.text("title"), .body: row.text("body"), .interval: "1"]
        days = []
        let start = WrittenReading.read(row.text("dtstart"))
        let date = start?.reading(at: .midnight).date
        values[.date] = date?.description ?? ""
        if case .reading(let reading) = start { values[.time] = reading.time.shortText }
        values[.severity] = Severity(rawValue: row.text("severity"))?.rawValue ?? Severity.watch.rawValue
        if case .whole(let minutes) = row.columns["valid_minutes"] { values[.validFor] = String(minutes) }
        let rule = row.text("rrule")
        let plain = date.flatMap { Self.plain(rule, from: $0) }
        ownRule = rule.isEmpty || plain != nil ? "" : rule
        values[.repeats] = ownRule.isEmpty ? Repeats.never.rawValue : Repeats.own.rawValue
        if let plain { read(plain) }
    }

    /// Nil where the form can't show it: a moment at which it ends is on one day here and on another there, and the form knows days.
    private static func plain(_ rule: String, from date: CivilDate) -> PlainRecurrence? {
        guard let plain = (try? RecurrenceRule(rule))?.plain(from: date) else { return nil }
        if case .moment = plain.end { return nil }
        return plain
    }

    private mutating func read(_ plain: PlainRecurrence) {
        values[.interval] = String(plain.interval)
        let repeats: Repeats
        switch plain.pace {
        case .daily: repeats = .daily
        case .weekly(Weekday.workdays): repeats = .workdays
        case .weekly(let days): (repeats, self.days) = (.weekly, Set(days))
        case .monthly: repeats = .monthly
        case .lastDayOfMonth: repeats = .lastDay
        case .yearly: repeats = .yearly
        }
        values[.repeats] = repeats.rawValue
        switch plain.end {
        case .never, .moment: break
        case .count(let count): values[.count] = String(count)
        case .date(let date): values[.until] = date.description
        case .civil(let reading): values[.until] = reading.date.description
        }
    }

    // MARK: As it came back

    /// - Parameter former: what the form began with.
    init(_ post: PagePost, former: ReminderDraft?) {
        values = Dictionary(uniqueKeysWithValues: Self.texts.map { field in
            let text = post[field.rawValue] ?? ""
            // A browser ends lines as mail does (WHATWG HTML, "Constructing the entry list"); a text has them as everywhere else.
            return (field, field == .body ? text.replacing("\r\n", with: "\n") : text.trimmingCharacters(in: .whitespaces))
        })
        days = Set((post.fields[Field.day.rawValue] ?? []).compactMap(Weekday.init(rawValue:)))
        ownRule = former?.ownRule ?? ""
    }

    subscript(field: Field) -> String { values[field] ?? "" }

    /// What is wrong with its fields.
    struct Faults: Error {
        var words: [Field: any PageWord] = [:]

        init() {}

        /// Of what came of them.
        ///
        /// - Returns: nil where it is about a column that is none of the form's.
        init?(_ problem: Problem) {
            let fields: [String: Field] = [
                "title": .title, "body": .body, "dtstart": .date, "rrule": .repeats, "severity": .severity, "valid_minutes": .validFor,
            ]
            let column = problem.field?.split(separator: ".").last.flatMap { fields[String($0)] }
            guard let column else { return nil }
            words = [column: ComposeWord.unusable]
        }
    }

    /// The columns that the form has a say in, each with a value.
    ///
    /// - Throws: ``Faults``.
    func columns() throws(Faults) -> [String: FactValue] {
        var faults = Faults()
        if !self[.title].contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) { faults.words[.title] = ReminderWord.noTitle }
        if self[.title].count > 200 { faults.words[.title] = ReminderWord.longTitle }
        let date = CivilDate(self[.date])
        if date == nil { faults.words[.date] = self[.date].isEmpty ? ReminderWord.noDate : ComposeWord.unusable }
        let time = self[.time].isEmpty ? nil : CivilTime(self[.time])
        if time == nil, !self[.time].isEmpty { faults.words[.time] = SettingsWord.badTime }
        if Severity(rawValue: self[.severity]) == nil { faults.words[.severity] = ComposeWord.unusable }
        let minutes = Int(self[.validFor])
        if minutes == nil, !self[.validFor].isEmpty { faults.words[.validFor] = ComposeWord.unusable }
        let rule = rule(from: date ?? CivilDate(daysSinceEpoch: 0), at: time, &faults)
        guard faults.words.isEmpty, let date else { throw faults }
        return [
            "title": .text(self[.title]), "body": self[.body].isEmpty ? .null : .text(self[.body]),
            "dtstart": .text(date.description + (time.map { "T\($0.shortText)" } ?? "")), "rrule": rule.map { .text($0) } ?? .null,
            "severity": .text(self[.severity]), "valid_minutes": minutes.map { .whole($0) } ?? .null,
        ]
    }

    private func rule(from start: CivilDate, at time: CivilTime?, _ faults: inout Faults) -> String? {
        guard let repeats = Repeats(rawValue: self[.repeats]), repeats != .own || !ownRule.isEmpty else {
            faults.words[.repeats] = ComposeWord.unusable
            return nil
        }
        let pace: PlainRecurrence.Pace
        switch repeats {
        case .never: return nil
        case .own:
            // It says itself how long it comes back.
            for field in [Field.until, .count] where !self[field].isEmpty { faults.words[field] = ReminderWord.ownEnd }
            return ownRule
        case .daily: pace = .daily
        case .workdays: pace = .weekly(Weekday.workdays)
        case .weekly: pace = .weekly(days.isEmpty ? [Weekday(start)] : Weekday.allCases.filter(days.contains))
        case .monthly: pace = .monthly
        case .lastDay: pace = .lastDayOfMonth
        case .yearly: pace = .yearly
        }
        let interval = self[.interval].isEmpty ? 1 : Int(self[.interval]) ?? 0
        if !PlainRecurrence.intervalRange.contains(interval) { faults.words[.interval] = ReminderWord.badInterval }
        let end = end(from: start, at: time, &faults)
        return RecurrenceRule(PlainRecurrence(pace, interval: interval, end: end), from: start).description
    }

    /// UNTIL is of the type of the start (RFC 5545, section 3.3.10): a day, or the last second of one.
    private func end(from start: CivilDate, at time: CivilTime?, _ faults: inout Faults) -> RecurrenceRule.End {
        guard self[.until].isEmpty || self[.count].isEmpty else {
            faults.words[.until] = ReminderWord.bothEnds
            return .never
        }
        if !self[.count].isEmpty {
            guard let count = Int(self[.count]), PlainRecurrence.countRange.contains(count) else {
                faults.words[.count] = ReminderWord.badCount
                return .never
            }
            return .count(count)
        }
        guard !self[.until].isEmpty else { return .never }
        guard let last = CivilDate(self[.until]) else {
            faults.words[.until] = ComposeWord.unusable
            return .never
        }
        if last < start { faults.words[.until] = ReminderWord.earlyEnd }
        guard time != nil, let end = WrittenReading.day(last).end else { return .date(last) }
        return .civil(end)
    }
}

extension FactRecord {
    /// Empty where there is none.
    func text(_ column: String) -> String { if case .text(let text) = columns[column] { text } else { "" } }

    /// Its columns as an object of JSON, for a field of a form.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(columns)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// What such a field has brought, as a device may write it.
    ///
    /// - Throws: ``Problem`` where it can't be.
    init(id: String, json: String) throws {
        do {
            let columns = try JSONDecoder().decode([String: FactValue].self, from: Data(json.utf8))
            self = try FactTable.reminders.checkedEdit(FactRecord(id: id, columns: columns))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// What the form has a say in, without what says nothing.
    var ofForm: FactRecord {
        FactRecord(id: id, columns: withoutNulls.columns.filter { ReminderDraft.columnNames.contains($0.key) })
    }

    /// Without the columns that say nothing.
    var withoutNulls: FactRecord { FactRecord(id: id, columns: columns.filter { $0.value != .null }) }
}
