extension AdaptiveReport {
    /// The table and the goals, as a terminal shows them; figures in percent, with their 95 % intervals.
    public var text: String {
        let title = "\(peopleCount) people, \(dayCount) days, \(otherCount) other notifications a day, seed \(seed)"
        let header = ["policy", "responses", "of the oracle's", "over 09:00", "±1 h weekday", "±1 h weekend", "recovery, days"]
        let lines = rows.map { row in
            [
                row.policy.rawValue, Self.percent(row.responses), Self.percent(row.shareOfOracle), Self.percent(row.gain),
                Self.percent(row.foundOnWeekdays), Self.percent(row.foundAtWeekends), Self.days(row.recoveryDays),
            ]
        }
        let verdicts = goals.map { goal in
            [goal.isReached ? "yes" : "no", goal.name, goal.target, goal.isInDays ? Self.days(goal.measured) : Self.percent(goal.measured)]
        }
        return ([title, ""] + Self.aligned([header] + lines) + [""] + Self.aligned([["reached", "goal", "target", "measured"]] + verdicts))
            .joined(separator: "\n")
    }

    private static func percent(_ estimate: Estimate) -> String {
        "\(tenths(estimate.value * 100)) (\(tenths(estimate.low * 100)) to \(tenths(estimate.high * 100)))"
    }

    private static func days(_ estimate: Estimate) -> String {
        "\(tenths(estimate.value)) (\(tenths(estimate.low)) to \(tenths(estimate.high)))"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths < 0 ? "−" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Cells in columns of one width each.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }.joined(separator: "  ")
                .trimmingSpaces
        }
    }
}

extension AdaptiveReport.Goal {
    fileprivate var isInDays: Bool { name.hasPrefix("days") }
}

extension String {
    /// Without the spaces at its end.
    fileprivate var trimmingSpaces: String { String(prefix(count - reversed().prefix { $0 == " " }.count)) }
}
