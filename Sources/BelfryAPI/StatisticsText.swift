import BelfryModel

/// What ever happened to deliveries, in Prometheus' text format (version 0.0.4). It is kept with them, so it goes on after a restart.
struct StatisticsText {
    let totals: [DeliveryStatistic]

    /// Lines, each with its end; none where nothing has happened.
    var text: String {
        guard !totals.isEmpty else { return "" }
        let lines = totals.map { statistic in
            let kind = statistic.kind
            let labels = [
                ("channel", kind.channel), ("category", kind.category), ("event", kind.event.rawValue), ("reason", kind.reason),
            ].map { "\($0)=\"\($1.escapedLabel)\"" }.joined(separator: ",")
            return "\(StatisticsText.name){\(labels)} \(statistic.count)"
        }
        let head = [
            "# HELP \(StatisticsText.name) What happened to deliveries, by channel, category, event and reason, since the store was made.",
            "# TYPE \(StatisticsText.name) counter",
        ]
        return (head + lines).map { $0 + "\n" }.joined()
    }

    static let name = "belfry_delivery_events_total"
}
