import BelfryModel

extension DeliveryAnalytics {
    /// A table with a head, as CSV (RFC 4180): a row for each group, without the total.
    public var csv: String {
        let head = dimensions.map(\.rawValue) + DeliveryAnalytics.columns(of: DeliveryFigures()).map(\.name)
        let rows = rows.map { row in
            row.names + DeliveryAnalytics.columns(of: row.figures).map(\.text)
        }
        return CSV.text(head: head, rows: rows)
    }

    private static func columns(of figures: DeliveryFigures) -> [(name: String, text: String)] {
        let quiet = figures.quietHours
        let counts = [
            ("unread", figures.unreadCount), ("quiet_hours_held", quiet.heldCount),
            ("quiet_hours_held_not_critical", quiet.heldNotCriticalCount), ("quiet_hours_skipped", quiet.skippedCount),
            ("quiet_hours_skipped_not_critical", quiet.skippedNotCriticalCount),
            ("quiet_hours_critical_passed", quiet.criticalPassedCount), ("quiet_hours_all_passed", quiet.allPassedCount),
        ]
        return DeliveryEvent.allCases.map { ($0.rawValue, "\(figures.count($0))") } + counts.map { ($0.0, "\($0.1)") }
            + [("error_rate", rate(figures.errorRate)), ("read_rate", rate(figures.readRate)), ("action_rate", rate(figures.actionRate))]
    }

    private static func rate(_ rate: Double?) -> String { rate.map { "\(($0 * 10_000).rounded() / 10_000)" } ?? "" }
}
