import BelfryModel
import BelfryPlanning
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

/// Quiet hours around every change of a clock on Earth since 2000, against the C library's own computation.
struct QuietHoursEverywhereTests {
    /// Quiet hours in minutes since midnight, with an own idea of what is inside.
    struct Minutes: Sendable {
        let start: Int
        let end: Int

        func contains(_ minute: Int) -> Bool {
            if start == end { return false }
            if start < end { return minute >= start && minute < end }
            return minute >= start || minute < end
        }

        var window: DailyWindow? {
            DailyWindow(
                start: CivilTime(hour: start / 60, minute: start % 60), end: CivilTime(hour: end / 60, minute: end % 60))
        }
    }

    private static let windows = [
        Minutes(start: 22 * 60, end: 7 * 60), Minutes(start: 0, end: 6 * 60), Minutes(start: 90, end: 150),
        Minutes(start: 23 * 60 + 59, end: 1), Minutes(start: 2 * 60, end: 3 * 60),
    ]

    /// Moments at which a zone without any change is asked as well: in January 2000, July 2020 and December 2040.
    private static let fixedMoments = [947_894_400, 1_593_561_600, 2_239_056_000]

    @Test("In every zone, around every change of its clock from 2000 to 2040, it is quiet exactly when the clock on the wall says so")
    func everyTransition() throws {
        let database = SystemTimeZoneDatabase()
        var comparisonCount = 0
        var transitionCount = 0
        var differenceCount = 0
        var firstDifferences: [String] = []
        for oracle in try ZoneOracle.everyZone() {
            let zone = try #require(database.rules(named: oracle.name), "\(oracle.name) can not be read")
            let transitions = oracle.starts.dropFirst()
            transitionCount += transitions.count
            for minutes in Self.windows {
                var inputs = try inputs(quietHours: minutes, action: .skip)
                for transition in transitions + Self.fixedMoments {
                    var index = 0
                    _ = oracle.offset(at: transition, near: &index)
                    for second in Self.moments(around: transition, of: minutes, in: oracle) {
                        let local = second + oracle.offset(at: second, near: &index)
                        let minute = ((local % 86_400 + 86_400) % 86_400) / 60
                        let expected = minutes.contains(minute) ? Decision.skip(.quietHours) : .send(.allowed)
                        inputs.now = Instant(secondsSinceEpoch: Int64(second))
                        comparisonCount += 1
                        if PolicyPipeline.standard.decide(inputs, in: zone) != expected {
                            differenceCount += 1
                            if differenceCount <= 5 {
                                firstDifferences.append("\(oracle.name) \(inputs.now) \(minutes): not \(expected.action)")
                            }
                        }
                    }
                }
            }
        }
        print("quiet hours: \(comparisonCount) comparisons around \(transitionCount) transitions")
        #expect(differenceCount == 0, "first \(firstDifferences)")
        #expect(comparisonCount > 1_000_000)
        #expect(transitionCount > 10_000)
    }

    @Test("Whatever quiet hours hold back comes in the first minute at which the clock on the wall says that they are over")
    func everyEnd() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let database = SystemTimeZoneDatabase()
        let oracles = try ZoneOracle.everyZone().filter { $0.starts.count > 1 }
        var comparisonCount = 0
        while comparisonCount < 3000 {
            let oracle = try #require(oracles.randomElement(using: &generator))
            let transition = try #require(oracle.starts.dropFirst().randomElement(using: &generator))
            let anywhere = Minutes(start: Int.random(in: 0..<1440, using: &generator), end: Int.random(in: 0..<1440, using: &generator))
            let minutes = try #require((Self.windows + [anywhere, anywhere]).randomElement(using: &generator))
            let second = transition + Int.random(in: -86_400...86_400, using: &generator)
            guard Self.isQuiet(second, minutes, oracle) else { continue }

            // All ends and all changes since 2000 are on whole minutes.
            var end = second - second % 60 + 60
            while Self.isQuiet(end, minutes, oracle) { end += 60 }
            var inputs = try inputs(quietHours: minutes, action: .defer)
            inputs.now = Instant(millisecondsSinceEpoch: Int64(second) * 1000 + Int64.random(in: 0..<1000, using: &generator))
            let zone = try #require(database.rules(named: oracle.name))
            let expected = Decision.defer(.quietHours, until: Instant(secondsSinceEpoch: Int64(end)))
            #expect(PolicyPipeline.standard.decide(inputs, in: zone) == expected, "\(oracle.name) \(inputs.now) \(minutes), seed \(seed)")
            comparisonCount += 1
        }
    }

    @Test("Where nights have hours of their own, what they hold comes in the first minute at which none of them is on")
    func everyEndOfNights() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let database = SystemTimeZoneDatabase()
        let oracles = try ZoneOracle.everyZone().filter { $0.starts.count > 1 }
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        var comparisonCount = 0
        while comparisonCount < 500 {
            let oracle = oracles[number(0..<oracles.count)]
            let transition = try #require(oracle.starts.dropFirst().randomElement(using: &generator))
            // The hours that begin on a day, by the number of days since 1 January 1970, a Thursday.
            let week = (0..<7).map { _ in Minutes(start: number(0..<1440), end: number(0..<1440)) }
            var index = 0
            func isQuiet(_ second: Int) -> Bool {
                let local = second + oracle.offset(at: second, near: &index)
                let (day, minute) = (local / 86_400, local % 86_400 / 60)
                let (own, former) = (week[day % 7], week[(day + 6) % 7])
                return own.contains(minute) && own.start <= minute || former.start > former.end && minute < former.end
            }
            let second = transition + number(-3 * 86_400..<3 * 86_400)
            guard isQuiet(second) else { continue }
            var end = second - second % 60 + 60
            while isQuiet(end) { end += 60 }
            var preferences = Preferences()
            preferences.notifyPush = true
            preferences.quietHoursAction = .defer
            let days: [Weekday] = [.thursday, .friday, .saturday, .sunday, .monday, .tuesday, .wednesday]
            preferences.quietHoursByWeekday = QuietNights(zip(days, week).reduce(into: [:]) { $0[$1.0] = $1.1.window })
            let inputs = DecisionInputs(now: Instant(secondsSinceEpoch: Int64(second)), channel: .push, preferences: preferences, severity: .watch)
            let zone = try #require(database.rules(named: oracle.name))
            let expected = Decision.defer(.quietHours, until: Instant(secondsSinceEpoch: Int64(end)))
            #expect(PolicyPipeline.standard.decide(inputs, in: zone) == expected, "\(oracle.name) \(inputs.now) \(week), seed \(seed)")
            comparisonCount += 1
        }
    }

    @Test("In every zone, the changes of its clock from 2000 to 2040 are all found, in order, and no others")
    func everyChange() throws {
        let database = SystemTimeZoneDatabase()
        for oracle in try ZoneOracle.everyZone() {
            let zone = try #require(database.rules(named: oracle.name), "\(oracle.name) can not be read")
            #expect(oracle.starts.dropFirst().allSatisfy { $0 % 60 == 0 }, "\(oracle.name) changes within a minute")
            var starts: [Int] = []
            var offsets = [zone.offsetSeconds(at: Instant(secondsSinceEpoch: Int64(ZoneOracle.span.lowerBound)))]
            var now = Instant(secondsSinceEpoch: Int64(ZoneOracle.span.lowerBound))
            while let next = zone.nextTransition(after: now), next.secondsSinceEpoch < ZoneOracle.span.upperBound {
                starts.append(Int(next.secondsSinceEpoch))
                offsets.append(zone.offsetSeconds(at: next))
                now = next
            }
            #expect(starts == Array(oracle.starts.dropFirst()), "\(oracle.name)")
            #expect(offsets == oracle.offsets, "\(oracle.name)")
        }
    }

    /// The change and the ends of the quiet hours on the days about it, each with the second before and after.
    private static func moments(around transition: Int, of minutes: Minutes, in oracle: ZoneOracle) -> [Int] {
        var moments = [transition - 1, transition, transition + 1]
        for (second, dayShifts) in [(transition - 1, [-1, 0]), (transition, [0, 1])] {
            let offset = oracle.offset(at: second)
            let day = (second + offset) / 86_400
            for shift in dayShifts {
                for minute in [minutes.start, minutes.end] {
                    let end = (day + shift) * 86_400 + minute * 60 - offset
                    moments += [end - 1, end, end + 1]
                }
            }
        }
        return moments
    }

    private static func isQuiet(_ second: Int, _ minutes: Minutes, _ oracle: ZoneOracle) -> Bool {
        let local = second + oracle.offset(at: second)
        return minutes.contains(local % 86_400 / 60)
    }

    private func inputs(quietHours: Minutes, action: QuietHoursAction) throws -> DecisionInputs {
        var preferences = Preferences()
        preferences.notifyPush = true
        let window: DailyWindow = try #require(quietHours.window)
        preferences.quietHours = window
        preferences.quietHoursAction = action
        return DecisionInputs(now: Instant(secondsSinceEpoch: 0), channel: .push, preferences: preferences, severity: .watch)
    }
}
