import BelfryModel
import BelfryTime

/// Sends the same days in many orders, some twice, some wrong first, and compares what the engines make of them.
enum DeliveryOrders {
    /// How many orders end in other episodes than the days in their order do, or in a level that is told twice.
    static func differingCount(
        on people: [BenchPerson], orderCount: Int, using generator: inout some RandomNumberGenerator, onProgress: (Int) -> Void
    ) -> Int {
        let series = people.flatMap { person in
            PatternBench.metrics.compactMap { metric in
                person.observations[metric].map { (metric, Array($0.suffix(60))) }
            }
        }.filter { !$0.1.isEmpty }
        guard !series.isEmpty else { return 0 }
        return (0..<orderCount).count { order in
            defer { onProgress(order + 1) }
            let (metric, observations) = series[order % series.count]
            return differs(metric, observations, using: &generator)
        }
    }

    private static func differs(
        _ metric: Metric, _ observations: [Observation],
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        guard let last = observations.last?.date else { return false }
        let zones = MemberZones(home: .utc)
        let now = TimeZoneRules.utc.instant(of: CivilDateTime(last + 2, .midnight))
        var deliveries: [ReportedValue] = []
        for observation in observations {
            let final = report(observation, revision: 2, now)
            deliveries.append(final)
            if Int.random(in: 0..<4, using: &generator) == 0 { deliveries.append(final) }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                let early = Observation(
                    date: observation.date,
                    value: observation.value * Double.random(in: 0.2..<1, using: &generator))
                deliveries.append(report(early, revision: 1, now))
            }
        }
        let expected = DailySeries(of: metric, observations)
        let found = DailySeries(
            of: metric, from: deliveries.shuffled(using: &generator), now: now, zones: zones)
        return EngineVersion.allCases.contains { version in
            let episodes = version.engine.episodes(in: found, through: last)
            let repeats = episodes.contains {
                Set($0.notifications.map(\.level)).count < $0.notifications.count
            }
            return repeats || episodes != version.engine.episodes(in: expected, through: last)
        }
    }

    private static func report(_ observation: Observation, revision: Int64, _ now: Instant)
        -> ReportedValue
    {
        ReportedValue(
            date: observation.date, source: "watch", value: observation.value,
            sourceUpdatedAt: Instant(millisecondsSinceEpoch: now.millisecondsSinceEpoch + revision),
            receivedAt: now)
    }
}
