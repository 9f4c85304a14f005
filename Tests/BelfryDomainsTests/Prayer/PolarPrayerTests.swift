import BelfryDomains
import BelfryTesting
import BelfryTime
import Testing

struct PolarPrayerTests {
    @Test("On a polar day there are dhuhr and asr, and nothing that needs a sunset")
    func polarDay() throws {
        let times = try calculator(69.65, 18.96).times(on: CivilDate(literal: "2026-06-21"), in: zone("Europe/Oslo"))
        for prayer in [Prayer.fajr, .sunrise, .maghrib, .isha] { #expect(times[prayer] == .absent(.sunNeverSets)) }
        #expect(times.times.dhuhr.local?.time.hour == 12)
        #expect(times.times.asr.local?.time.hour == 17)
    }

    @Test("In a polar night with a dawn there are fajr, dhuhr and isha")
    func polarNight() throws {
        let times = try calculator(69.65, 18.96).times(on: CivilDate(literal: "2026-12-21"), in: zone("Europe/Oslo"))
        for prayer in [Prayer.sunrise, .asr, .maghrib] { #expect(times[prayer] == .absent(.sunNeverRises)) }
        #expect(times.times.fajr.local?.time.hour == 6)
        #expect(times.times.dhuhr.local?.time.hour == 11)
        #expect(times.times.isha.local?.time.hour == 16)
        let interval = try calculator(69.65, 18.96, .named(.ummAlQura)).times(on: CivilDate(literal: "2026-12-21"), in: zone("Europe/Oslo"))
        #expect(interval.times.isha == .absent(.sunNeverRises), "an interval has no sunset to begin with")
    }

    @Test("At the poles themselves dhuhr alone is left, with a reason for all the rest")
    func poles() throws {
        for latitude in [90.0, -90] {
            for (date, isDay) in [("2026-06-21", latitude > 0), ("2026-12-21", latitude < 0)] {
                let times = try calculator(latitude, 0).times(on: CivilDate(literal: date), in: .utc)
                #expect(times.times.dhuhr.instant != nil)
                #expect(times.times.sunrise == .absent(isDay ? .sunNeverSets : .sunNeverRises))
                #expect(times.times.fajr == .absent(isDay ? .sunNeverSets : .sunNeverRises))
                #expect(times.times.asr == .absent(isDay ? .shadowNeverLongEnough : .sunNeverRises))
            }
        }
    }

    @Test("After the last sunset before a polar night there is no sunrise, and so no night to take a share of")
    func edgeOfPolarNight() throws {
        let days = try calculator(84, 0).times(from: CivilDate(literal: "2026-10-01"), dayCount: 30, in: .utc)
        let lastSunset = try #require(days.last { $0.times.maghrib.instant != nil })
        #expect(lastSunset.times.isha == .absent(.twilightNeverEnds))
        let next = days[(lastSunset.date - days[0].date) + 1]
        #expect(next.times.maghrib == .absent(.sunNeverRises))
        #expect(next.times.isha == .absent(.twilightNeverEnds))
    }

    @Test("On the last morning before a polar day fajr has its share of the night that it ends", arguments: HighLatitudeRule.allCases)
    func edgeOfPolarDay(rule: HighLatitudeRule) throws {
        let days = try calculator(69.65, 18.96, rule: rule).times(from: CivilDate(literal: "2026-05-17"), dayCount: 2, in: zone("Europe/Oslo"))
        let (sunset, sunrise) = (try #require(days[0].times.maghrib.instant), try #require(days[1].times.sunrise.instant))
        let fajr = try #require(days[1].times.fajr.instant)
        #expect(fajr > sunset && fajr < sunrise)
        #expect(days[1].times.isha == .absent(.sunNeverSets))
    }

    @Test("Where the Sun is seen by refraction alone, there is no shadow and no asr")
    func noShadow() throws {
        let days = try calculator(67.0, 20).times(from: CivilDate(literal: "2026-11-20"), dayCount: 60, in: .utc)
        let seen = days.filter { $0.times.asr == .absent(.noShadow) }
        #expect(!seen.isEmpty)
        #expect(seen.allSatisfy { $0.times.sunrise.instant != nil && $0.times.maghrib.instant != nil })
    }

    /// The minutes are those of a computation by halving the afternoon until the shadow is so long, with the Sun of each moment.
    @Test(
        "In the far north asr is when the shadow has grown since that day's noon",
        arguments: [
            ("Atlantic/Reykjavik", 64.15, -21.94, "2026-01-10", "14:10"), ("Atlantic/Reykjavik", 64.15, -21.94, "2026-11-15", "14:12"),
            ("Atlantic/Reykjavik", 64.15, -21.94, "2026-12-06", "13:47"), ("Europe/Oslo", 69.65, 18.96, "2026-11-12", "11:53"),
            ("Europe/Oslo", 69.65, 18.96, "2026-11-15", "11:46"), ("Arctic/Longyearbyen", 78.22, 15.65, "2026-10-16", "13:16"),
        ])
    func asrInTheNorth(zoneName: String, latitude: Double, longitude: Double, date: String, expected: String) throws {
        let date = CivilDate(literal: date)
        let zone = try zone(zoneName)
        let asr = try #require(try calculator(latitude, longitude).times(on: date, in: zone).times.asr.instant)
        let wanted = zone.instant(of: CivilDateTime(date, CivilTime(literal: expected)))
        #expect(abs((asr - wanted).milliseconds) <= 60_000, "\(zone.civil(at: asr))")
    }

    @Test("Asr is never before dhuhr, however low the Sun is and whatever a method adds to its noon")
    func asrAfterDhuhr() throws {
        for latitude in stride(from: 60.0, through: 89, by: 0.5) {
            let calculator = try calculator(latitude, 20, .named(.moonsightingCommittee))
            for times in calculator.times(from: CivilDate(literal: "2026-01-01"), dayCount: 365, in: .utc) {
                guard let asr = times.times.asr.instant, let dhuhr = times.times.dhuhr.instant else { continue }
                #expect(asr >= dhuhr, "\(latitude) on \(times.date)")
            }
        }
    }

    @Test(
        "In a night of minutes what a method adds puts no time behind the next: isha comes with maghrib, and fajr with sunrise",
        arguments: [
            (65.7, PrayerMethodName.turkey, "2026-06-17"), (66.0, .turkey, "2026-06-11"), (66.2, .turkey, "2026-06-08"),
            (67.0, .moonsightingCommittee, "2026-06-01"), (-70.0, .moonsightingCommittee, "2026-11-17"),
        ])
    func shortestNights(latitude: Double, method: PrayerMethodName, date: String) throws {
        let longitude = latitude == 67 || latitude == -70 ? 18.96 : 25
        let times = try calculator(latitude, longitude, .named(method)).times(on: CivilDate(literal: date), in: .utc)
        let moments = Prayer.allCases.compactMap { times[$0].instant }
        #expect(moments.count == Prayer.allCases.count)
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 }, "\(moments)")
        #expect(times.times.maghrib.instant == times.times.isha.instant)
        if method == .turkey { #expect(times.times.fajr.instant == times.times.sunrise.instant) }
    }
}
