import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: AnalyticsStore {
    public func statistics(on days: ClosedRange<CivilDate>) async throws -> [DeliveryStatistic] {
        try await pool.read { db in
            try Self.statistics(
                db, where: "day BETWEEN ? AND ? AND day <> ?",
                [days.lowerBound.description, days.upperBound.description, DeliveryStatistic.allDays.description])
        }
    }

    public func totals() async throws -> [DeliveryStatistic] {
        try await pool.read { try Self.statistics($0, where: "day = ?", [DeliveryStatistic.allDays.description]) }
    }

    private static func statistics(_ db: Database, where condition: String, _ arguments: StatementArguments) throws -> [DeliveryStatistic] {
        try StoredRow.fetchAll(
            db, sql: "SELECT * FROM delivery_statistics WHERE \(condition) ORDER BY day, channel, category, event, reason",
            arguments: arguments
        ).compactMap { row in
            guard let day = row.date("day"), let event: DeliveryEvent = row.choice("event"), let count = row.integer("count") else { return nil }
            let kind = DeliveryStatistic.Kind(
                day: day, channel: row.text("channel") ?? "", category: row.text("category") ?? "", event: event,
                reason: row.text("reason") ?? "")
            return DeliveryStatistic(kind, count: count)
        }
    }
}
