import BelfryModel
import BelfryPhrases
import BelfryTime
import Foundation
import SwiftCSV

/// A CSV file of daily metrics, read and checked as a whole.
struct MetricsFile {
    let days: [DailyMetrics]
    /// Where each of the days stands in the file, counted from 1.
    let lineNumbers: [Int]

    /// - Throws: ``Failure`` that names the line and the column.
    init(path: String) throws {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Failure("The file \(path) isn't there, or can't be read as text in UTF-8.")
        }
        try self.init(text: text)
    }

    init(text: String) throws {
        let csv: CSV<Enumerated>
        do {
            csv = try CSV<Enumerated>(string: text, delimiter: .comma, loadColumns: false)
        } catch {
            throw Failure("The file is not CSV: a quotation mark is left open, or there is no first line with the columns' names.")
        }
        let columns = try Columns(csv.header)
        var days: [DailyMetrics] = []
        var lineNumbers: [Int] = []
        // The first line has the names, and people count from one.
        var lineNumber = 2
        for cells in csv.rows {
            // A cell in quotation marks may go on over lines.
            defer { lineNumber += 1 + cells.reduce(0) { $0 + $1.count(where: \.isNewline) } }
            guard let day = try Self.day(cells, columns, line: lineNumber) else { continue }
            days.append(day)
            lineNumbers.append(lineNumber)
        }
        self.days = days
        self.lineNumbers = lineNumbers
    }

    /// Which cell of a line is which, by the names in the first one.
    private struct Columns {
        let user: String
        let count: Int
        private let positions: [String: Int]

        /// - Throws: ``Failure`` where one that has to be there isn't, or one that is read is there twice.
        init(_ names: [String]) throws {
            let user = names.contains("user_id") ? "user_id" : "person"
            let metrics = Metric.allCases.map(\.rawValue)
            for column in [user, "date"] where !names.contains(column) {
                let name = column == "person" ? "user_id" : column
                throw Failure("The first line must name the columns, with commas between them, and “\(name)” is not among them.")
            }
            guard metrics.contains(where: { names.contains($0) }) else {
                throw Failure("No column is a metric. Name at least one of: \(metrics.joined(separator: ", ")).")
            }
            for column in [user, "date", "source"] + metrics where names.count(where: { $0 == column }) > 1 {
                throw Failure("The first line names “\(column)” more than once. Which one counts can't be told.")
            }
            self.user = user
            count = names.count
            positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        }

        /// Nil where there is none, or nothing in it.
        func cell(_ column: String, of cells: [String]) -> String? {
            guard let position = positions[column], position < cells.count else { return nil }
            let text = cells[position].trimmingCharacters(in: .whitespacesAndNewlines)
            return text.isEmpty ? nil : text
        }
    }

    /// Nil where a line has no value at all.
    private static func day(_ cells: [String], _ columns: Columns, line: Int) throws -> DailyMetrics? {
        func failure(_ problem: Problem) -> Failure { Failure("Line \(line): \(Phrases.sentence(for: problem))") }
        guard cells.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        guard cells.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            throw Failure("Line \(line): There are more cells than the first line has names. Put one that has a comma in it into quotation marks.")
        }
        guard let user = columns.cell(columns.user, of: cells).flatMap(UserID.init) else { throw failure(.missingField(columns.user)) }
        guard let date = columns.cell("date", of: cells).flatMap({ CivilDate($0) }) else {
            throw failure(.wrongType(field: "date", expected: "a date such as 2026-01-25"))
        }
        var values: [Metric: Double] = [:]
        for metric in Metric.allCases {
            guard let text = columns.cell(metric.rawValue, of: cells) else { continue }
            guard let value = Double(text), value.isFinite else { throw failure(.wrongType(field: metric.rawValue, expected: "a number")) }
            guard metric.acceptedRange.contains(value) else {
                throw failure(.metricOutOfRange(field: metric.rawValue, range: metric.acceptedRange))
            }
            values[metric] = value
        }
        return values.isEmpty ? nil : DailyMetrics(user: user, date: date, source: columns.cell("source", of: cells) ?? "csv", values: values)
    }
}
