import ArgumentParser
import BelfryModel

/// How often a person is told something of its kind at most, as the options of the commands that have something told.
struct ThrottleOptions: ParsableArguments {
    @Option(help: "Of what kind it is: of what has the same key, of at most 64 bytes, each person is told only so many within so long.")
    var throttleKey: String?

    @Option(help: "With --throttle-key: how many at most, \(KeyedThrottle.countRange.lowerBound) to \(KeyedThrottle.countRange.upperBound).")
    var throttleMax: Int?

    @Option(help: "With --throttle-key: within how many minutes, a week (\(KeyedThrottle.windowMinutesRange.upperBound)) at most.")
    var throttleMinutes: Int?

    /// What they say, as the API has it; empty where none was given.
    var fields: [String: Any] {
        var throttle: [String: Any] = [:]
        throttle["key"] = throttleKey
        throttle["max"] = throttleMax
        throttle["within_minutes"] = throttleMinutes
        return throttle.isEmpty ? [:] : ["throttle": throttle]
    }
}
