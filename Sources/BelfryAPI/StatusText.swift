import BelfryModel
import BelfryPorts
import BelfryTime

/// How apps stand that are told what becomes of their deliveries, in Prometheus' text format (version 0.0.4).
struct StatusText {
    let standings: [StatusStanding]
    let now: Instant

    /// Lines, each with its end; none where no app is told.
    var text: String {
        guard !standings.isEmpty else { return "" }
        var lines = [
            "# HELP belfry_status_oldest_age_seconds How long what an app is to be told next has waited.", "# TYPE belfry_status_oldest_age_seconds gauge",
        ]
        for standing in standings {
            let age = standing.oldestAt.map { max(0, (now - $0).milliseconds) } ?? 0
            lines.append("belfry_status_oldest_age_seconds{\(label(standing))} \(Double(age) / 1000)")
        }
        lines += [
            "# HELP belfry_status_events_given_up_total Events that an app was never told, because it took nothing for too long.",
            "# TYPE belfry_status_events_given_up_total counter",
        ]
        for standing in standings { lines.append("belfry_status_events_given_up_total{\(label(standing))} \(standing.givenUpCount)") }
        return lines.map { $0 + "\n" }.joined()
    }

    private func label(_ standing: StatusStanding) -> String { "app=\"\(standing.app.text.escapedLabel)\"" }
}
