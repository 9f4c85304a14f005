import BelfryModel
import BelfryTime

/// An authority's published times, a row a day, which count to the minute as they are printed.
public struct PrayerTimetable: Hashable, Sendable {
    /// One printed row: a day, and what the clock on the wall shows at its six times.
    public struct Row: Hashable, Sendable {
        public let date: CivilDate
        public let times: PerPrayer<CivilTime>
    }

    private let rowsByDate: [CivilDate: Row]

    /// In the order of the days.
    public var rows: [Row] { rowsByDate.values.sorted { $0.date < $1.date } }

    public subscript(date: CivilDate) -> Row? { rowsByDate[date] }

    /// Reads the lines of a table, already split into cells: the first names the columns, in any order and case; the others are days.
    ///
    /// Columns of other names and lines without anything in them are passed over.
    /// - Throws: `Problem` whose field names line and column, as `line 3, asr`: `missingField` where a column or a time isn't there,
    ///   `wrongType` for what is no date or time, for a day that comes twice and for times out of order.
    public init(lines: [[String]]) throws(Problem) {
        let columns = try Columns(header: lines.first ?? [])
        var rows: [Row] = []
        var lineNumbers: [Int] = []
        for (index, cells) in lines.enumerated().dropFirst() where cells.contains(where: { !trimmed($0).isEmpty }) {
            rows.append(try Row(cells, columns, line: index + 1))
            lineNumbers.append(index + 1)
        }
        try self.init(rows) { "line \(lineNumbers[$0]), \($1)" }
    }

    /// - Parameter field: the name of a field, from the index of its row and the column.
    init(_ rows: [Row], field: (Int, String) -> String) throws(Problem) {
        var rowsByDate: [CivilDate: Row] = [:]
        for (index, row) in rows.enumerated() {
            try row.checkOrder { field(index, $0) }
            guard rowsByDate.updateValue(row, forKey: row.date) == nil else {
                throw .wrongType(field: field(index, "date"), expected: "a day that no row above has")
            }
        }
        self.rowsByDate = rowsByDate
    }
}

/// Where the columns stand that a timetable must have.
private struct Columns {
    private var indices: [String: Int] = [:]

    init(header: [String]) throws(Problem) {
        for (index, cell) in header.enumerated() {
            // A byte order mark is what some programs put in front of a file in UTF-8.
            let name = trimmed(cell.hasPrefix("\u{FEFF}") ? String(cell.unicodeScalars.dropFirst()) : cell).lowercased()
            guard name == "date" || Prayer(rawValue: name) != nil else { continue }
            guard indices.updateValue(index, forKey: name) == nil else {
                throw .wrongType(field: "line 1, \(name)", expected: "one column of this name")
            }
        }
        for name in ["date"] + Prayer.allCases.map(\.rawValue) where indices[name] == nil { throw .missingField("line 1, \(name)") }
    }

    func cell(_ name: String, of cells: [String], line: Int) throws(Problem) -> String {
        guard let index = indices[name], cells.indices.contains(index), case let text = trimmed(cells[index]), !text.isEmpty else {
            throw .missingField("line \(line), \(name)")
        }
        return text
    }
}

private func trimmed(_ text: String) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
}

extension PrayerTimetable.Row {
    /// - Throws: see ``PrayerTimetable/init(lines:)``
    fileprivate init(_ cells: [String], _ columns: Columns, line: Int) throws(Problem) {
        let dateText = try columns.cell("date", of: cells, line: line)
        guard let date = CivilDate(dateText) else {
            throw .wrongType(field: "line \(line), date", expected: "a date such as 2026-01-25")
        }
        func time(_ prayer: Prayer) throws(Problem) -> CivilTime {
            let text = try columns.cell(prayer.rawValue, of: cells, line: line)
            guard let time = CivilTime(text) else {
                throw .wrongType(field: "line \(line), \(prayer.rawValue)", expected: "a time such as 05:38")
            }
            return time
        }
        self.init(date: date, times: try PerPrayer(time))
    }

    /// Sunrise, dhuhr and asr are on the day itself; fajr may be before its midnight, maghrib and isha after the next, if before sunrise.
    fileprivate func checkOrder(field: (String) -> String) throws(Problem) {
        func check(_ isRight: Bool, _ prayer: Prayer, _ expected: String) throws(Problem) {
            guard isRight else { throw .wrongType(field: field(prayer.rawValue), expected: expected) }
        }
        try check(times.sunrise < times.dhuhr, .dhuhr, "a time after sunrise")
        try check(times.dhuhr < times.asr, .asr, "a time after dhuhr")
        try check(times.fajr < times.sunrise || times.fajr > times.asr, .fajr, "a time before sunrise")
        try check(times.maghrib > times.asr || times.maghrib < times.sunrise, .maghrib, "a time after asr")
        try check(dayOffsets.isha == 0 || dayOffsets.isha == 1 && times.isha < times.sunrise, .isha, "a time after maghrib")
    }

    /// How many days before or after the date of the row each time is.
    private var dayOffsets: PerPrayer<Int> {
        let maghrib = times.maghrib < times.asr ? 1 : 0
        return PerPrayer(
            fajr: times.fajr > times.sunrise ? -1 : 0, sunrise: 0, dhuhr: 0, asr: 0, maghrib: maghrib,
            isha: maghrib + (times.isha < times.maghrib ? 1 : 0))
    }

    /// The row as moments in a zone.
    public func prayerTimes(in zone: TimeZoneRules) -> PrayerTimes {
        let offsets = dayOffsets
        return PrayerTimes(
            date: date,
            times: PerPrayer { prayer in
                let local = CivilDateTime(date + offsets[prayer], times[prayer])
                return .at(zone.instant(of: local), local: local)
            })
    }
}
