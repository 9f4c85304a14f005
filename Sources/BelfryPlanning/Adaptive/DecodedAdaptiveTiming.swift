import BelfryModel
import BelfryTime

/// `true`, `false`, or an object whose fields differ from those of `true`.
struct DecodedAdaptiveTiming: Decodable {
    /// Nil where it is off.
    let timing: AdaptiveTiming?

    private enum Key: String, CodingKey {
        case earliest, latest, weekend, tries, thins, seed
        case leastPercents = "least_percents"
    }

    init(from decoder: any Decoder) throws {
        if let isOn = try? decoder.singleValueContainer().decode(Bool.self) {
            timing = isOn ? AdaptiveTiming() : nil
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        var timing = AdaptiveTiming()
        timing.bounds = DailyWindow(
            start: try container.decodeIfPresent(CivilTime.self, forKey: .earliest) ?? timing.bounds.start,
            end: try container.decodeIfPresent(CivilTime.self, forKey: .latest) ?? timing.bounds.end)
        if let weekend = try container.decodeIfPresent([Int].self, forKey: .weekend) {
            timing.weekend = Set(try Self.checked(weekend, in: 0...6, Problem.path(container.codingPath + [Key.weekend])))
        }
        if let percents = try container.decodeIfPresent([String: Int].self, forKey: .leastPercents) {
            _ = try Self.checked(Array(percents.values), in: 0...100, Problem.path(container.codingPath + [Key.leastPercents]))
            timing.leastPercents = percents
        }
        timing.tries = try container.decodeIfPresent(Bool.self, forKey: .tries) ?? timing.tries
        timing.thins = try container.decodeIfPresent(Bool.self, forKey: .thins) ?? timing.thins
        timing.seed = try container.decodeIfPresent(UInt64.self, forKey: .seed) ?? timing.seed
        self.timing = timing
    }

    private static func checked(_ numbers: [Int], in range: ClosedRange<Int>, _ field: String) throws(Problem) -> [Int] {
        guard numbers.allSatisfy(range.contains) else {
            throw .numberOutOfRange(field: field, range: Double(range.lowerBound)...Double(range.upperBound))
        }
        return numbers
    }
}
