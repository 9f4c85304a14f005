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
        let csv: CSV<Named>
        do {
            csv = try CSV<Named>(string: text, delimiter: .comma, loadColumns: false)
        } catch {
            throw Failure("The file is not CSV: a quotation mark is left open, or there is no first line with the columns' names.")
        }
        let userColumn = csv.header.contains("user_id") ? "user_id" : "person"
        for column in [userColumn, "date"] where !csv.header.contains(column) {
            throw Failure("The first line must name the columns, and “\(column == "person" ? "user_id" : column)” is not among them.")
        }
        guard Metric.allCases.contains(where: { csv.header.contains($0.rawValue) }) else {
            throw Failure("No column is a metric. Name at least one of: \(Metric.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        var days: [DailyMetrics] = []
        var lineNumbers: [Int] = []
        for (index, row) in csv.rows.enumerated() {
            // The first line has the names, and people count from one.
            let lineNumber = index + 2
            guard let day = try Self.day(row, userColumn: userColumn, line: lineNumber) else { continue }
            days.append(day)
            lineNumbers.append(lineNumber)
        }
        self.days = days
        self.lineNumbers = lineNumbers
    }

    /// Nil where a line has no value at all.
    private static func day(_ row: [String: String], userColumn: String, line: Int) throws -> DailyMetrics? {
        func failure(_ problem: Problem) -> Failure { Failure("Line \(line): \(Phrases.sentence(for: problem))") }
        func cell(_ column: String) -> String? {
            row[column].map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let user = cell(userColumn).flatMap(UserID.init) else { throw failure(.missingField(userColumn)) }
        guard let date = cell("date").flatMap({ CivilDate(String($0)) }) else {
            throw failure(.wrongType(field: "date", expected: "a date such as 2026-01-25"))
        }
        var values: [Metric: Double] = [:]
        for metric in Metric.allCases {
            guard let text = cell(metric.rawValue) else { continue }
            guard let value = Double(text), value.isFinite else { throw failure(.wrongType(field: metric.rawValue, expected: "a number")) }
            guard metric.acceptedRange.contains(value) else {
                throw failure(.metricOutOfRange(field: metric.rawValue, range: metric.acceptedRange))
            }
            values[metric] = value
        }
        return values.isEmpty ? nil : DailyMetrics(user: user, date: date, source: cell("source") ?? "csv", values: values)
    }
}
