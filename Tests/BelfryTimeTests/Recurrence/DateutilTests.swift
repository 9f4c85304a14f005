import BelfryTime
import Foundation
import Testing

/// Random recurrences, each with the answer of python-dateutil: see the README beside the file.
@Suite("Recurrences by another's reckoning")
struct DateutilTests {
    /// A line of the file.
    private struct Row {
        let text: String
        let recurrence: Recurrence
        let from: CivilDateTime?
        let countMax: Int
        let answer: [CivilDateTime]

        init(_ text: Substring) throws {
            let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(columns.count == 7, "\(text)")
            let start = try #require(try Self.readings(columns[0]).first)
            recurrence = Recurrence(
                start: start, rule: try RecurrenceRule(String(columns[1])), additions: try Self.readings(columns[2]),
                exceptions: try Self.readings(columns[3]))
            from = try Self.readings(columns[4]).first
            countMax = try #require(Int(columns[5]))
            answer = try Self.readings(columns[6])
            self.text = String(text)
        }

        /// `20260131T090000`, …
        private static func readings(_ list: Substring) throws -> [CivilDateTime] {
            try list.split(separator: ",").map { text in
                func number(_ start: Int, _ count: Int) -> Int { Int(text.dropFirst(start).prefix(count)) ?? -1 }
                let date = try #require(CivilDate(year: number(0, 4), month: number(4, 2), day: number(6, 2)))
                return CivilDateTime(date, try #require(CivilTime(hour: number(9, 2), minute: number(11, 2), second: number(13, 2))))
            }
        }
    }

    /// Read once for all tests.
    private static let rows = Result { () throws -> [Row] in
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Fixtures/recurrences.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(Row.init)
    }

    @Test("Thousands of random recurrences come to what dateutil says")
    func answers() throws {
        let rows = try Self.rows.get()
        #expect(rows.count == 2400)
        for row in rows {
            let found = Array(row.recurrence.occurrences(from: row.from).prefix(row.countMax))
            #expect(found == row.answer, "\(row.text)")
        }
    }

    @Test("Rules written in their one form and read again are the same rules")
    func descriptions() throws {
        for row in try Self.rows.get() {
            let rule = try #require(row.recurrence.rule)
            #expect(try RecurrenceRule(rule.description) == rule, "\(row.text)")
        }
    }

    @Test("Whatever has two occurrences on one day was said to be able to")
    func repeats() throws {
        for row in try Self.rows.get() where !row.recurrence.mayRepeatWithinDay {
            #expect(Set(row.answer.map(\.date)).count == row.answer.count, "\(row.text)")
        }
    }
}
