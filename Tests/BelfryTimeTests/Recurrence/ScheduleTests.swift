import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct ScheduleTests {
    private static func schedule(_ start: String, _ rule: String, additions: [String] = []) throws -> FloatingSchedule {
        FloatingSchedule(
            Recurrence(
                start: CivilDateTime(literal: start), rule: try RecurrenceRule(rule),
                additions: additions.map { CivilDateTime(literal: $0) }))
    }

    private static func moments(
        _ schedule: FloatingSchedule, in name: String, from: String = "0001-01-01T00:00:00Z", count: Int
    ) throws -> [String] {
        try schedule.occurrences(in: zone(name), from: instant(from)).prefix(count).map(\.moment.description)
    }

    @Test("A floating schedule keeps the clock on the wall wherever the person is; a fixed one keeps its zone")
    func floatingAndFixed() throws {
        let floating = try Self.schedule("2026-01-31T09:00:00", "FREQ=DAILY")
        #expect(try Self.moments(floating, in: "Europe/Berlin", count: 1) == ["2026-01-31T08:00:00Z"])
        #expect(try Self.moments(floating, in: "America/Los_Angeles", count: 1) == ["2026-01-31T17:00:00Z"])
        let fixed = FixedSchedule(floating.recurrence, timezone: "Europe/Berlin")
        let first = try #require(fixed.occurrences(rules: zone(fixed.timezone)).first { _ in true })
        #expect(first == Occurrence(civil: CivilDateTime(literal: "2026-01-31T09:00:00"), moment: try instant("2026-01-31T08:00:00Z")))
    }

    @Test("In a gap it fires once, with the gap's end; in an overlap once, the first time")
    func gapsAndOverlaps() throws {
        let gap = try Self.schedule("2026-03-28T02:30:00", "FREQ=DAILY")
        let spring = try Self.moments(gap, in: "Europe/Berlin", count: 3)
        #expect(spring == ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
        let overlap = try Self.schedule("2026-10-24T02:30:00", "FREQ=DAILY")
        let autumn = try Self.moments(overlap, in: "Europe/Berlin", count: 3)
        #expect(autumn == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
    }

    @Test("Two that come to one moment fire once, as the earlier of the readings")
    func oneMoment() throws {
        let schedule = try Self.schedule(
            "2026-03-29T02:15:00", "FREQ=DAILY;COUNT=1", additions: ["2026-03-29T02:45:00", "2026-03-29T03:00:00"])
        let found = Array(schedule.occurrences(in: try zone("Europe/Berlin")))
        let first = Occurrence(civil: CivilDateTime(literal: "2026-03-29T02:15:00"), moment: try instant("2026-03-29T01:00:00Z"))
        #expect(found == [first])
    }

    @Test("A day that a zone skipped whole has no occurrence")
    func skippedDay() throws {
        let schedule = try Self.schedule("2011-12-29T09:00:00", "FREQ=DAILY")
        #expect(try Self.moments(schedule, in: "Pacific/Apia", count: 2) == ["2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z"])
        let onlyThen = try Self.schedule("2011-12-30T09:00:00", "FREQ=DAILY;COUNT=1")
        #expect(try Self.moments(onlyThen, in: "Pacific/Apia", count: 2) == [])
    }

    @Test(
        "What falls on days ends with a day, whatever its time: of a moment that of the zone, of midnight in UTC the one that it names",
        arguments: [
            ("20261129", "America/Los_Angeles", 29), ("20261129T000000", "America/Los_Angeles", 29), ("20261128T230000Z", "Europe/Berlin", 29),
            ("20261128T225959Z", "Europe/Berlin", 28), ("20261128T150000Z", "Asia/Tokyo", 29), ("20261130T075959Z", "America/Los_Angeles", 29),
            ("20261129T000000Z", "America/Los_Angeles", 29), ("20261129T000000Z", "Pacific/Kiritimati", 29),
        ])
    func endOfDays(until: String, zoneName: String, lastDay: Int) throws {
        let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=\(until)")
        let zone = try zone(zoneName)
        for clock in ["00:00", "09:00", "23:59:59"] {
            let days = Recurrence(start: CivilDateTime(literal: "2026-11-22T\(clock)"), rule: rule, fallsOnDays: true)
            let expected = (22...lastDay).map { CivilDateTime(literal: "2026-11-\($0)T\(clock)") }
            #expect(Array(days.occurrences(in: zone)) == expected)
            #expect(FloatingSchedule(days).occurrences(in: zone).map(\.civil) == expected)
            #expect(FixedSchedule(days, timezone: zoneName).occurrences(rules: zone).map(\.civil) == expected)
        }
    }

    @Test("What has a time ends with that of UNTIL, read off the clock that is asked for")
    func endOfTimes() throws {
        let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20261127T230000Z")
        let start = CivilDateTime(literal: "2026-11-26T08:00:00")
        let times = Recurrence(start: start, rule: rule)
        let tokyo = try zone("Asia/Tokyo")
        #expect(times.occurrences(in: tokyo).map(\.date.description) == ["2026-11-26", "2026-11-27", "2026-11-28"])
        #expect(times.occurrences().map(\.date.description) == ["2026-11-26", "2026-11-27"])
        #expect(times != Recurrence(start: start, rule: rule, fallsOnDays: true))
    }

    @Test("Hours count on the clock on the wall: none is added in an overlap, and those of a gap fall together")
    func hourly() throws {
        let spring = try Self.schedule("2026-03-29T01:00:00", "FREQ=HOURLY")
        let found = try Self.moments(spring, in: "Europe/Berlin", count: 3)
        #expect(found == ["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"])
        let autumn = try Self.schedule("2026-10-25T02:00:00", "FREQ=HOURLY")
        #expect(try Self.moments(autumn, in: "Europe/Berlin", count: 2) == ["2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z"])
    }

    @Test(
        "UNTIL as a moment is read in the zone, and a moment from which to begin is inclusive",
        arguments: [
            ("20260329T010000Z", 2), ("20260329T005959Z", 1), ("20260330T002959Z", 2), ("20260330T003000Z", 3),
        ])
    func untilMoment(text: String, count: Int) throws {
        let schedule = try Self.schedule("2026-03-28T02:30:00", "FREQ=DAILY;UNTIL=\(text)")
        #expect(try Self.moments(schedule, in: "Europe/Berlin", count: 9).count == count)
        let later = try Self.moments(schedule, in: "Europe/Berlin", from: "2026-03-29T01:00:00Z", count: 9)
        #expect(later.count == count - 1)
        #expect(try Self.moments(schedule, in: "Europe/Berlin", from: "2026-03-29T01:00:00.001Z", count: 9).count == max(0, count - 2))
    }

    @Test("A moment between the two readings of an overlap comes after what fired the first time")
    func fromInsideOverlap() throws {
        let schedule = try Self.schedule("2026-10-24T02:30:00", "FREQ=DAILY")
        #expect(try Self.moments(schedule, in: "Europe/Berlin", from: "2026-10-25T01:00:00Z", count: 1) == ["2026-10-26T01:30:00Z"])
    }

    @Test("An UNTIL between the two readings of an overlap comes after the first, which has fired")
    func untilInsideOverlap() throws {
        let schedule = try Self.schedule("2026-10-24T02:30:00", "FREQ=DAILY;UNTIL=20261025T010000Z")
        #expect(try Self.moments(schedule, in: "Europe/Berlin", count: 9) == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z"])
    }

    @Test(
        "At the ends of time, nothing fires outside of what can be written",
        arguments: ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])
    func endsOfTime(name: String) throws {
        let rules = try zone(name)
        let ends = ["0001-01-01T00:00:00", "9999-12-31T23:59:59"].map { CivilDateTime(literal: $0) }
        for start in ends {
            let rule = try RecurrenceRule("FREQ=DAILY;BYHOUR=0,12,23")
            let schedule = FloatingSchedule(Recurrence(start: start, rule: rule, additions: ends))
            for from in [Instant.min, .max, Instant(millisecondsSinceEpoch: .min), Instant(millisecondsSinceEpoch: .max)] {
                let found = schedule.occurrences(in: rules, from: from).prefix(5)
                let isWritable = found.allSatisfy { (Instant.min...Instant.max).contains($0.moment) }
                #expect(isWritable, "\(start) from \(from.millisecondsSinceEpoch)")
            }
        }
    }

    // MARK: Every zone

    @Test("Around every transition of 2026 to 2030, in every zone, a reminder at each half hour fires once a day, in order, never early")
    func everyZone() throws {
        let times = (0..<48).compactMap { CivilTime(hour: $0 / 2, minute: $0 % 2 * 30) }
        let daily = try RecurrenceRule("FREQ=DAILY")
        let zones = try Self.everyZone()
        #expect(zones.count > 100)
        var transitionCount = 0
        for rules in zones {
            var last = try instant("2026-01-01T00:00:00Z")
            while let transition = rules.nextTransition(after: last), transition < (try instant("2031-01-01T00:00:00Z")) {
                last = transition
                transitionCount += 1
                let first = rules.civil(at: transition).date - 2
                let wanted = (0..<5).map { first + $0 }
                for time in times {
                    let schedule = FloatingSchedule(Recurrence(start: CivilDateTime(first, time), rule: daily))
                    let found = Array(schedule.occurrences(in: rules).prefix(5))
                    let isInOrder = zip(found, found.dropFirst()).allSatisfy { $0.moment < $1.moment }
                    let isRight = found.allSatisfy { occurrence in
                        occurrence.civil.time == time && rules.civil(at: occurrence.moment) >= occurrence.civil
                            && occurrence.moment == rules.instant(of: occurrence.civil)
                    }
                    #expect(found.map(\.civil.date) == wanted && isInOrder && isRight, "\(rules.name) \(transition) \(time)")
                }
            }
        }
        #expect(transitionCount > 500)
    }

    /// The zones of the system, each once, whatever names it has.
    private static func everyZone() throws -> [TimeZoneRules] {
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let names = (FileManager.default.subpaths(atPath: folder) ?? []).filter { !$0.hasPrefix("posix/") && !$0.hasPrefix("right/") }
        let database = SystemTimeZoneDatabase()
        var zones: [TimeZoneRules] = []
        for rules in names.sorted().compactMap(database.rules(named:)) where !zones.contains(where: rules.hasSameRules) {
            zones.append(rules)
        }
        return zones
    }
}
