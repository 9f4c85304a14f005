import BelfryModel
import BelfryTime

/// Draws a plan as a picture of time for a terminal: a row a day, midnight to midnight, half an hour a column, with what is told below.
public struct PlanPicture: Sendable {
    private let plan: Plan
    private let setting: Phrases.PlanSetting
    private let isExplained: Bool

    /// - Parameter isExplained: whether each line has its sentence, and so has what is left out.
    public init(_ plan: Plan, in setting: Phrases.PlanSetting, isExplained: Bool) {
        self.plan = plan
        self.setting = setting
        self.isExplained = isExplained
    }

    private static let margin = "             "
    private static let columnMinutes = 30

    public var text: String {
        var rows = [Self.margin + "0     3     6     9     12    15    18    21"]
        for day in plan.days {
            rows.append(row(day))
            rows += day.lines.flatMap(entries)
            if isExplained { rows += day.leftOut.map { entry($0) } }
        }
        if isExplained { rows += plan.unplanned.map { entry($0, after: $0.due.map(day) ?? Self.margin) } }
        rows += ["", Self.legend] + leftOutSummary
        return rows.joined(separator: "\n")
    }

    private static let legend = "● told  ◆ critical  ◉ several as one  ◐ held or snoozed  ☼ asks to open the app  ✕ not told  ░ quiet hours"

    // MARK: One day

    private func row(_ day: PlannedDay) -> String {
        var cells = (0..<(1440 / Self.columnMinutes)).map { column -> Character in
            let time = CivilTime(hour: column * Self.columnMinutes / 60, minute: column * Self.columnMinutes % 60)
            return time.map { setting.quietWeek.contains(CivilDateTime(day.date, $0)) } == true ? "░" : "·"
        }
        for leftOut in day.leftOut where leftOut.reason != .nothingToSay {
            if let due = leftOut.due, let column = column(of: due, on: day.date) { cells[column] = "✕" }
        }
        for line in day.lines {
            guard let column = column(of: line.moment, on: day.date) else { continue }
            if Self.rank(cells[column]) < Self.rank(Self.mark(of: line)) { cells[column] = Self.mark(of: line) }
        }
        return "\(Phrases.shortText(of: day.date))  \(String(cells))  \(count(day))"
    }

    private func count(_ day: PlannedDay) -> String {
        let told = day.lines.isEmpty ? "" : "\(day.lines.count) told"
        let notCount = day.leftOut.count { $0.reason != .nothingToSay }
        let not = notCount == 0 ? "" : "\(notCount) not"
        return [told, not].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func column(of moment: Instant, on date: CivilDate) -> Int? {
        let civil = setting.zone.civil(at: moment)
        return civil.date == date ? (civil.time.hour * 60 + civil.time.minute) / Self.columnMinutes : nil
    }

    private static func mark(of line: PlannedNotification) -> Character {
        if line.reason == .coverageEnds { return "☼" }
        if line.severity == .critical { return "◆" }
        if line.isSummary { return "◉" }
        return line.isPutOff ? "◐" : "●"
    }

    /// Of several in one column the gravest shows.
    private static func rank(_ mark: Character) -> Int {
        ["✕", "●", "☼", "◐", "◉", "◆"].firstIndex(of: mark).map { $0 + 1 } ?? 0
    }

    // MARK: What is told

    private func entries(_ line: PlannedNotification) -> [String] {
        let content = Phrases.content(of: line, in: setting.language)
        let time = setting.zone.civil(at: line.moment).time
        let clock = time.second == 0 ? "\(time.shortText)   " : time.description
        let body = content.body.split(separator: "\n", omittingEmptySubsequences: false).map(Phrases.printable)
        let first = "\(Self.margin)\(clock)  \(Self.mark(of: line)) \(Phrases.printable(content.title))" + (line.isSummary || body[0].isEmpty ? "" : ": \(body[0])")
        let rest = (line.isSummary ? body : Array(body.dropFirst())).map { "\(Self.margin)            \($0)" }
        return [first] + rest + (isExplained ? ["\(Self.margin)            → \(Phrases.sentence(for: line, in: setting))"] : [])
    }

    /// - Parameter margin: has the day where none of the rows above is that of the line.
    private func entry(_ leftOut: LeftOutNotification, after margin: String = Self.margin) -> String {
        let clock = leftOut.due.map { setting.zone.civil(at: $0).time.shortText } ?? "     "
        return "\(margin)\(clock)     ✕ \(Phrases.printable(leftOut.identifier.description)): \(Phrases.sentence(for: leftOut, in: setting))"
    }

    /// As wide as the margin.
    private func day(of moment: Instant) -> String { "\(Phrases.shortText(of: setting.zone.civil(at: moment).date))  " }

    private var leftOutSummary: [String] {
        let counts = Dictionary(grouping: plan.leftOut, by: \.reason).mapValues(\.count)
        guard !counts.isEmpty, !isExplained else { return [] }
        let lines = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { "  \($0.value) because \(Phrases.planCause($0.key))" }
        return ["Not told:"] + lines
    }
}

extension PlannedNotification {
    /// Whether it is told noticeably later than it is due, and not just behind others of the same moment.
    var isPutOff: Bool { moment - parts[0].due >= .seconds(60) }
}

extension Phrases {
    /// Text of a stranger for a terminal: without control characters, which could repaint it.
    static func printable(_ text: some StringProtocol) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
    }

    /// `Sat 21 Nov`, always of the same width.
    static func shortText(of date: CivilDate) -> String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (_, month, day) = date.components
        return "\(weekdays[date.weekday]) \(day < 10 ? " " : "")\(day) \(months[month - 1]) "
    }
}
