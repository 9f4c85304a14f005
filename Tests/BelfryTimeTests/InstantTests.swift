import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct InstantTests {
    @Test(
        "An instant reads ISO 8601 as people and databases write it",
        arguments: [
            ("2026-01-25T03:00:00Z", "2026-01-25T03:00:00Z"),
            ("2026-01-25t03:00:00z", "2026-01-25T03:00:00Z"),
            ("2026-01-25 03:00:00", "2026-01-25T03:00:00Z"),
            ("2026-01-25T03:00", "2026-01-25T03:00:00Z"),
            ("2026-01-25 03:00Z", "2026-01-25T03:00:00Z"),
            ("2026-01-25T05:00:00+02:00", "2026-01-25T03:00:00Z"),
            ("2026-01-25T05:00:00+0200", "2026-01-25T03:00:00Z"),
            ("2026-01-25 05:00:00+02", "2026-01-25T03:00:00Z"),
            ("2026-01-25 05:00+02", "2026-01-25T03:00:00Z"),
            ("2026-01-24T21:30:00-05:30", "2026-01-25T03:00:00Z"),
            ("2026-01-25T03:00:00-00:00", "2026-01-25T03:00:00Z"),
            ("2026-01-25T03:00:00.5Z", "2026-01-25T03:00:00.500Z"),
            ("2026-01-25 03:00:00.123456+00", "2026-01-25T03:00:00.123Z"),
            ("2026-01-25T03:00:00,25Z", "2026-01-25T03:00:00.250Z"),
            ("2026-01-25T03:00:00.000Z", "2026-01-25T03:00:00Z"),
            ("2026-01-25T03:00:00.999999999999Z", "2026-01-25T03:00:00.999Z"),
            ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"),
            ("1969-12-31T23:59:59.250Z", "1969-12-31T23:59:59.250Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ])
    func acceptedForms(text: String, canonical: String) {
        #expect(Instant(text)?.description == canonical)
    }

    @Test(
        "An instant refuses what is no moment, rather than to guess",
        arguments: [
            "", "Z", "2026-01-25", "2026-01-25T", "2026-01-25T03", "2026-01-25T03Z", "2026-01-25_03:00:00Z",
            "2026-1-25T03:00:00Z", "26-01-25T03:00:00Z", "02026-01-25T03:00:00Z", "+2026-01-25T03:00:00Z",
            "2026-02-29T03:00:00Z", "2026-13-01T03:00:00Z", "2026-00-01T03:00:00Z", "2026-01-00T03:00:00Z", "0000-01-01T00:00:00Z",
            "2026-01-25T24:00:00Z", "2026-01-25T03:60:00Z", "2026-01-25T03:00:60Z", "2026-01-25T3:00:00Z", "2026-01-25T03:00:0Z",
            "2026-01-25T03:00:00.Z", "2026-01-25T03:00:00.1234567890123Z", "2026-01-25T03:00.5Z", "2026-01-25T03:00:Z",
            "2026-01-25T03:00:00+", "2026-01-25T03:00:00+2", "2026-01-25T03:00:00+02:", "2026-01-25T03:00:00+02:0",
            "2026-01-25T03:00:00+24:00", "2026-01-25T03:00:00+02:60", "2026-01-25T03:00:00+02:00Z", "2026-01-25T03:00:00+020000",
            "2026-01-25T03:00:00Z ", " 2026-01-25T03:00:00Z", "2026-01-25T03:00:00ZZ", "2026-01-25T03:00:00 UTC",
            "2026-01-25T03:00:00\u{0}", "٢٠٢٦-01-25T03:00:00Z", "2026-01-25T03:00:00−02:00",
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ])
    func refusedForms(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test("Moments before 1970 keep their own second, rounded down")
    func negative() throws {
        let instant = Instant(millisecondsSinceEpoch: -1)
        #expect(instant.description == "1969-12-31T23:59:59.999Z")
        #expect(instant.secondsSinceEpoch == -1)
        #expect(Instant(millisecondsSinceEpoch: -1000).secondsSinceEpoch == -1)
        #expect(Instant(millisecondsSinceEpoch: -1001).secondsSinceEpoch == -2)
        #expect(Instant("1900-01-01T00:00:00Z")?.secondsSinceEpoch == -2_208_988_800)
    }

    @Test("The first and the last moment that can be written are those of the years 0001 and 9999")
    func bounds() {
        #expect(Instant.min.fixedWidthText == "0001-01-01T00:00:00.000Z")
        #expect(Instant.max.fixedWidthText == "9999-12-31T23:59:59.999Z")
        #expect(Instant(Instant.min.description) == .min)
        #expect(Instant(Instant.max.description) == .max)
    }

    @Test("Texts of fixed width sort like the moments they name")
    func fixedWidth() {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let range = Instant.min.millisecondsSinceEpoch...Instant.max.millisecondsSinceEpoch
        let far = (0..<1000).map { _ in Int64.random(in: range, using: &generator) }
        let near = (0..<1000).map { _ in Int64.random(in: -5000...5000, using: &generator) }
        let instants = (far + near + [range.lowerBound, range.upperBound]).map(Instant.init(millisecondsSinceEpoch:))
        #expect(instants.sorted().map(\.fixedWidthText) == instants.map(\.fixedWidthText).sorted(), "seed \(seed)")
        #expect(instants.allSatisfy { $0.fixedWidthText.utf8.count == 24 }, "seed \(seed)")
        #expect(instants.allSatisfy { Instant($0.description) == $0 && Instant($0.fixedWidthText) == $0 }, "seed \(seed)")
    }

    @Test("Adding a length and taking the difference are each other's inverse, to the millisecond")
    func arithmetic() {
        let instant = Instant(millisecondsSinceEpoch: 1500)
        #expect(instant + .milliseconds(250) == Instant(millisecondsSinceEpoch: 1750))
        #expect(instant - .seconds(2) == Instant(millisecondsSinceEpoch: -500))
        #expect(instant - Instant(secondsSinceEpoch: 3) == .milliseconds(-1500))
        #expect(Duration.microseconds(1999).milliseconds == 1)
        #expect(Duration.microseconds(-1999).milliseconds == -1)
    }
}
