import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct TimeZoneRulesTests {
    struct Row: CustomTestStringConvertible {
        let zone: String
        let reading: String
        let instant: String
        let testDescription: String

        init(_ zone: String, _ reading: String, is instant: String, _ sentence: String) {
            self.zone = zone
            self.reading = reading
            self.instant = instant
            testDescription = sentence
        }
    }

    @Test(
        "A reading of the clock on the wall names one moment",
        arguments: [
            Row("UTC", "2026-01-25 03:00:00", is: "2026-01-25T03:00:00Z", "in UTC it is itself"),
            Row("America/Los_Angeles", "2026-01-24 19:00:00", is: "2026-01-25T03:00:00Z", "in winter Los Angeles is 8 hours behind"),
            Row("America/Los_Angeles", "2026-07-24 19:00:00", is: "2026-07-25T02:00:00Z", "in summer Los Angeles is 7 hours behind"),
            Row("Europe/Berlin", "2026-03-29 01:59:59", is: "2026-03-29T00:59:59Z", "the last second before a gap"),
            Row("Europe/Berlin", "2026-03-29 02:00:00", is: "2026-03-29T01:00:00Z", "the first second that a gap leaves out"),
            Row("Europe/Berlin", "2026-03-29 02:30:00", is: "2026-03-29T01:00:00Z", "the middle of a gap is the moment after it"),
            Row("Europe/Berlin", "2026-03-29 02:59:59", is: "2026-03-29T01:00:00Z", "the last second that a gap leaves out"),
            Row("Europe/Berlin", "2026-03-29 03:00:00", is: "2026-03-29T01:00:00Z", "the first second after a gap"),
            Row("Europe/Berlin", "2026-10-25 01:59:59", is: "2026-10-24T23:59:59Z", "the last second before an overlap"),
            Row("Europe/Berlin", "2026-10-25 02:00:00", is: "2026-10-25T00:00:00Z", "the first of an overlap, the first time"),
            Row("Europe/Berlin", "2026-10-25 02:59:59", is: "2026-10-25T00:59:59Z", "the last of an overlap, the first time"),
            Row("Europe/Berlin", "2026-10-25 03:00:00", is: "2026-10-25T02:00:00Z", "the first second after an overlap"),
            Row("Australia/Lord_Howe", "2026-10-04 02:15:00", is: "2026-10-03T15:30:00Z", "a gap of half an hour"),
            Row("Pacific/Apia", "2011-12-29 23:59:59", is: "2011-12-30T09:59:59Z", "the last second before a skipped day"),
            Row("Pacific/Apia", "2011-12-30 12:00:00", is: "2011-12-30T10:00:00Z", "noon of a day that never was"),
            Row("Pacific/Apia", "2011-12-31 00:00:00", is: "2011-12-30T10:00:00Z", "the first second after a skipped day"),
            Row("Pacific/Kwajalein", "1993-08-21 12:00:00", is: "1993-08-21T12:00:00Z", "noon of the day that Kwajalein left out"),
            Row("Europe/Berlin", "2050-07-01 12:00:00", is: "2050-07-01T10:00:00Z", "beyond the table the rule holds"),
            Row("Europe/Berlin", "2050-03-27 02:30:00", is: "2050-03-27T01:00:00Z", "beyond the table gaps are gaps too"),
            Row("Asia/Kathmandu", "2026-01-25 00:00:00", is: "2026-01-24T18:15:00Z", "an offset of three quarters of an hour"),
        ])
    func instantOfReading(row: Row) throws {
        let parts = row.reading.split(separator: " ").map(String.init)
        let civil = CivilDateTime(try #require(CivilDate(parts[0])), try #require(CivilTime(parts[1])))
        #expect(try zone(row.zone).instant(of: civil).description == row.instant)
    }

    @Test(
        "The moment of a reading shows that reading, and is the first that does",
        arguments: [
            "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "Antarctica/Troll",
            "Europe/Dublin",
        ])
    func roundTrip(name: String) throws {
        let zone = try zone(name)
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let first = try instant("2000-01-01T00:00:00Z")
        var moments = (0..<300).map { _ in first + .seconds(Int64.random(in: 0..<1_500_000_000, using: &generator)) }
        var transition = zone.nextTransition(after: first)
        while let moment = transition, moment < first + .seconds(1_500_000_000) {
            moments += (0..<3).map { _ in moment + .seconds(Int64.random(in: -7200...7200, using: &generator)) }
            transition = zone.nextTransition(after: moment)
        }
        for moment in moments {
            let reading = zone.civil(at: moment)
            let found = zone.instant(of: reading)
            #expect(zone.civil(at: found) == reading && found <= moment, "\(moment), seed \(seed)")
            // Where the same reading came before, it came an overlap earlier, and no overlap since 2000 is longer than 3 hours.
            #expect(moment - found <= .seconds(3 * 3600), "\(moment), seed \(seed)")
            let isRepeated = zone.civil(at: found - .seconds(1800)) == reading || zone.civil(at: found - .seconds(3600)) == reading
            #expect(!isRepeated, "\(moment), seed \(seed)")
        }
    }

    @Test(
        "A day that a zone left out is one that no clock ever showed",
        arguments: [
            ("Pacific/Apia", "2011-12-30"), ("Pacific/Fakaofo", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-21"),
            ("Pacific/Enderbury", "1994-12-31"), ("Pacific/Kiritimati", "1994-12-31"),
        ])
    func skippedDay(name: String, day: String) throws {
        let zone = try zone(name)
        let date = try #require(CivilDate(day))
        #expect((-400...400).map { date + $0 }.filter(zone.skips) == [date])
    }

    @Test("A gap at midnight leaves no day out, nor does an overlap there", arguments: ["Asia/Beirut", "America/Santiago", "America/Havana"])
    func gapAtMidnight(name: String) throws {
        let zone = try zone(name)
        let first = CivilDate(literal: "2026-01-01")
        #expect((0..<730).allSatisfy { !zone.skips(first + $0) })
    }

    @Test("UTC never changes")
    func utc() {
        #expect(TimeZoneRules.utc.nextTransition(after: .min) == nil)
        #expect(TimeZoneRules.utc.offsetSeconds(at: .max) == 0)
        #expect(TimeZoneRules.utc.name == "UTC")
    }
}
