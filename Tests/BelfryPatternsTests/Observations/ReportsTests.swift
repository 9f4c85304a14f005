import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("What a series is made from")
struct ReportsTests {
    private let zones = MemberZones(home: .utc)

    private func report(
        _ day: Int, _ value: Double, source: String = "watch", revision: Int = 0, received: Int = 0,
        hash: UInt64 = 0, isFinal: Bool = false
    ) -> ReportedValue {
        ReportedValue(
            date: .sunday + day, source: source, value: value,
            sourceUpdatedAt: .morning + .seconds(revision),
            receivedAt: .morning + .seconds(received), payloadHash: hash, isFinal: isFinal)
    }

    private func values(
        _ reports: [ReportedValue], metric: Metric = .steps, now: String = "2027-01-01T00:00:00Z"
    ) -> [Double] {
        DailySeries(of: metric, from: reports, now: Instant(literal: now), zones: zones).days.map(
            \.value)
    }

    @Test(
        "Of a day the newest revision counts: by the provider's moment, then by arrival, then by the payload"
    )
    func revisions() {
        #expect(
            values([report(0, 5000, revision: 2), report(0, 9000, revision: 1, received: 9)]) == [5000])
        #expect(
            values([report(0, 5000, received: 2), report(0, 9000, received: 1, hash: 9)]) == [5000])
        #expect(values([report(0, 5000, hash: 2), report(0, 9000, hash: 1)]) == [5000])
        #expect(values([report(0, 5000), report(0, 5000)]) == [5000])
    }

    @Test(
        "A revision that nobody can believe makes its day missing; the one before doesn't come back")
    func implausible() {
        #expect(
            values([report(0, 5000, revision: 1), report(0, 0, revision: 2), report(1, 6000)]) == [6000])
    }

    @Test("A nap is no night: where it is the only sleep of its day, the day is missing", arguments: [Metric.sleepMinutes, .hrv, .restingHeartRate])
    func nap(metric: Metric) {
        let nap = Revision(precedence: Revision.napPrecedence, sourceUpdatedAt: .noon, receivedAt: .noon, isFinal: true)
        let night = Revision(precedence: 2, sourceUpdatedAt: .morning, receivedAt: .morning, isFinal: true)
        let slept = [nap, night].map { ReportedValue(date: .sunday, source: "watch", value: $0 == nap ? 90 : 80, revision: $0) }
        #expect(values([slept[0]], metric: metric) == [])
        #expect(values(slept, metric: metric) == [80] && values(slept.reversed(), metric: metric) == [80])
    }

    @Test(
        "A day of steps is over six hours after its midnight, or when the next day has begun in the data"
    )
    func steps() {
        #expect(values([report(0, 5000)], now: "2026-01-26T05:59:59Z") == [])
        #expect(values([report(0, 5000)], now: "2026-01-26T06:00:00Z") == [5000])
        #expect(values([report(0, 5000), report(1, 300)], now: "2026-01-26T01:00:00Z") == [5000])
        #expect(
            values([report(0, 5000), report(1, 300, source: "ring")], now: "2026-01-26T01:00:00Z") == [])
    }

    @Test("A next day that begins with a zero, or with the few steps of a night, doesn't say that the day before is over", arguments: [0.0, 40])
    func nightlySteps(count: Double) {
        let reports = [report(0, 5000), report(1, count)]
        #expect(values(reports, now: "2026-01-26T00:10:00Z") == [])
        #expect(values(reports, now: "2026-01-26T06:00:00Z") == [5000])
    }

    @Test("A night is over at noon of the day of waking, or when the provider says that it is final")
    func nights() {
        #expect(values([report(0, 400)], metric: .sleepMinutes, now: "2026-01-25T11:59:59Z") == [])
        #expect(values([report(0, 400)], metric: .sleepMinutes, now: "2026-01-25T12:00:00Z") == [400])
        #expect(
            values([report(0, 400, isFinal: true)], metric: .sleepMinutes, now: "2026-01-25T08:00:00Z")
                == [400])
    }

    @Test("Midnight is the person's own, in the zone in which they were on that day")
    func civil() throws {
        let tokyo = MemberZones(
            home: try zone("America/New_York"),
            stays: [.init(from: .sunday + 1, zone: try zone("Asia/Tokyo"))])
        func count(_ now: String) -> Int {
            DailySeries(of: .steps, from: [report(0, 5000)], now: Instant(literal: now), zones: tokyo)
                .days.count
        }
        // The day after is lived in Tokyo, where 06:00 is 21:00 UTC of the day itself.
        #expect(count("2026-01-25T20:59:59Z") == 0)
        #expect(count("2026-01-25T21:00:00Z") == 1)
        #expect(tokyo.travelDates == [.sunday + 1])
        let near = MemberZones(
            home: try zone("America/New_York"),
            stays: [.init(from: .sunday + 1, zone: try zone("America/Los_Angeles"))])
        #expect(near.travelDates == [])
    }

    @Test("A night that was over where the person woke up isn't open again when they fly west on that day", arguments: [true, false])
    func overForGood(isWestward: Bool) throws {
        let (tokyo, losAngeles) = (try zone("Asia/Tokyo"), try zone("America/Los_Angeles"))
        let zones = MemberZones(
            home: isWestward ? tokyo : losAngeles, stays: [.init(from: .sunday, zone: isWestward ? losAngeles : tokyo)])
        func moment(_ day: Int) -> Instant { DayClosing.moment(of: .sunday + day, for: .sleepMinutes, zones) }
        #expect(moment(-1) == Instant(literal: isWestward ? "2026-01-24T03:00:00Z" : "2026-01-24T20:00:00Z"))
        #expect(moment(0) == Instant(literal: "2026-01-25T03:00:00Z"))
        #expect(moment(1) == Instant(literal: isWestward ? "2026-01-26T20:00:00Z" : "2026-01-26T03:00:00Z"))
    }

    @Test("Values of two wearables are never mixed")
    func primary() {
        let ring = (0..<5).map { report($0, 4000, source: "ring") }
        #expect(values(ring + (0..<9).map { report($0, 9000) }) == Array(repeating: 9000, count: 9))
    }

    @Test(
        "After a change of wearables the old days count only if both were worn on 14 days, and then in the new one's terms"
    )
    func bridge() {
        let ring = (-40..<14).map { report($0, 4000, source: "ring") }
        let watch = (0..<30).map { report($0, 8000) }
        let bridged = values(ring + watch)
        #expect(bridged.count == 70)
        #expect(bridged.allSatisfy { abs($0 - 8000) < 1e-6 })
        #expect(values(ring.dropLast() + watch).count == 30)
    }

    @Test("10,000 days in any order, sent twice and wrong first, end in the same series")
    func anyOrder() {
        var generator = SeededGenerator(seed: .seed())
        let final = (0..<100).map { report($0, Double(5000 + $0), revision: 2) }
        let expected = values(final)
        for _ in 0..<100 {
            let early = final.map { report($0.date - .sunday, 300, revision: 1) }
            let repeated = final.filter { _ in Bool.random(using: &generator) }
            #expect(values((final + early + repeated).shuffled(using: &generator)) == expected)
        }
    }

    @Test(
        "The weekend is that of the country in which the person was on the day",
        arguments: [
            ("Europe/Oslo", "Sat Sun"), ("Africa/Cairo", "Fri Sat"), ("Asia/Riyadh", "Fri Sat"), ("Asia/Dhaka", "Fri Sat"), ("Asia/Tehran", "Fri"),
            ("Asia/Kabul", "Thu Fri"), ("Asia/Dubai", "Sat Sun"),
        ])
    func weekends(name: String, expected: String) throws {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let there = try zone(name)
        let zones = MemberZones(home: .utc, stays: [MemberZones.Stay(from: .sunday, zone: there)])
        func days(from first: CivilDate) -> String {
            let reports = (0..<7).map { report(first + $0 - .sunday, 8000) }
            let series = DailySeries(of: .steps, from: reports, now: Instant(literal: "2027-01-01T00:00:00Z"), zones: zones)
            return series.days.filter(\.isWeekend).map { names[$0.date.weekday] }.joined(separator: " ")
        }
        #expect(days(from: .sunday + 1) == expected)
        #expect(days(from: .sunday - 7) == "Sun Sat", "they were elsewhere then")
    }
}
