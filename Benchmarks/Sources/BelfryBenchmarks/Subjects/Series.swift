import BelfryModel
import BelfryPatterns
import BelfryTime

/// A member's days of one metric, with an episode every few weeks; and how long the plain rule takes over them.
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
            contender("PlainRule over 60 days", days(60), passes: 10_000),
            contender("PlainRule over 3,650 days", days(3650), passes: 200, beside: "PlainRule over 60 days"),
        ]
    }

    private static func contender(_ name: String, _ days: [Observation], passes: Int, beside: String? = nil) -> Contender {
        Contender(name: name, unit: .microseconds, operationCount: passes, beside: beside) {
            for _ in 0..<passes { keep(PlainRule().episodes(of: .steps, in: days).count) }
        }
    }
}
