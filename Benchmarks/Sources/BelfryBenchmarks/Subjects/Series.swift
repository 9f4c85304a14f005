import BelfryModel
import BelfryPatterns
import BelfryTime

/// A member's days of one metric, with an episode every few weeks; and how long the engine takes over them.
enum Series {
    static let firstDate = CivilDate(daysSinceEpoch: 16_436)  // 2015-01-01

    /// About 8,000 steps a day, and of every 50 days the last six at about half of that. The same each time.
    static func days(_ count: Int) -> [Observation] {
        (0..<count).map { index in
            let noise = Double((index * 7919) % 601) - 300
            return Observation(date: firstDate + index, value: (index % 50 < 44 ? 8000 : 4200) + noise)
        }
    }

    static var contenders: [Contender] {
        [
            contender("v2 over 60 days", days(60), passes: 2000, goal: 1000),
            contender("v2 over 3,650 days", days(3650), passes: 50, beside: "v2 over 60 days"),
            everybody,
        ]
    }

    /// A day's work for 10,000 people: 60 days of four metrics each, looked at anew. The goal is ten seconds for all of them.
    private static var everybody: Contender {
        let metrics: [Metric] = [.sleepMinutes, .steps, .hrv, .restingHeartRate]
        let usual = [430.0, 8000, 55, 58]
        let people = (0..<100).map { person in
            zip(metrics, usual).map { metric, usual in
                DailySeries(of: metric, (0..<60).map { Observation(date: firstDate + $0, value: usual * share(person, $0)) })
            }
        }
        return Contender(name: "10,000 people of 60 days and four metrics", unit: .microseconds, operationCount: 10_000, goal: 1000) {
            let engine = RobustRules()
            for number in 0..<10_000 {
                for series in people[number % people.count] { keep(engine.episodes(in: series, through: firstDate + 59).count) }
            }
        }
    }

    /// Chance of a person's own around the usual, and in every third person a bad week at the end.
    private static func share(_ person: Int, _ day: Int) -> Double {
        (person % 3 == 0 && day >= 53 ? 0.6 : 1) * (1 + Double((person * 131 + day * 7919) % 401 - 200) / 1000)
    }

    private static func contender(_ name: String, _ days: [Observation], passes: Int, beside: String? = nil, goal: Double? = nil) -> Contender {
        let series = DailySeries(of: .steps, days)
        return Contender(name: name, unit: .microseconds, operationCount: passes, beside: beside, goal: goal) {
            for _ in 0..<passes { keep(RobustRules().episodes(in: series, through: firstDate + days.count).count) }
        }
    }
}
