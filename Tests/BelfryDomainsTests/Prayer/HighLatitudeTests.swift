import BelfryDomains
import BelfryTesting
import BelfryTime
import Testing

struct HighLatitudeTests {
    @Test("In a summer night without darkness each rule leaves its share of the night to fajr and isha")
    func highLatitudes() throws {
        let date = CivilDate(literal: "2026-06-21")
        func times(_ rule: HighLatitudeRule?) throws -> PrayerTimes {
            try calculator(57.7, 12.0, .custom(fajrAngle: 18, isha: .angle(15)), rule: rule).times(on: date, in: .utc)
        }
        let table: [(HighLatitudeRule?, Double, Double)] = [
            (.middleOfTheNight, 1.0 / 2, 1.0 / 2), (.seventhOfTheNight, 1.0 / 7, 1.0 / 7), (.twilightAngle, 18.0 / 60, 15.0 / 60),
            (nil, 1.0 / 7, 1.0 / 7),
        ]
        for (rule, fajrShare, ishaShare) in table {
            let day = try times(rule).times
            let (sunrise, sunset) = (try #require(day.sunrise.instant), try #require(day.maghrib.instant))
            let night = 86_400_000 - Double((sunset - sunrise).milliseconds)
            let before = Double((sunrise - (try #require(day.fajr.instant))).milliseconds)
            let after = Double(((try #require(day.isha.instant)) - sunset).milliseconds)
            #expect(abs(before - fajrShare * night) < 150_000)
            #expect(abs(after - ishaShare * night) < 150_000)
        }
    }

    @Test("By the middle of the night fajr is never before the isha of that night, while the nights grow shorter and while they grow longer")
    func middles() throws {
        for latitude in [50.0, 57.7, 64.15, 65.6] {
            let north = try calculator(latitude, 12.0, .custom(fajrAngle: 18, isha: .angle(17)), rule: .middleOfTheNight)
            let days = north.times(from: CivilDate(literal: "2026-05-01"), dayCount: 123, in: .utc)
            for (day, next) in zip(days, days.dropFirst()) {
                let (isha, fajr) = (try #require(day.times.isha.instant), try #require(next.times.fajr.instant))
                #expect(isha <= fajr, "\(latitude), \(day.date)")
            }
        }
    }

    @Test(
        "Next to the polar day, where a night is many times as long as that before, fajr isn't before the isha of the night that it ends",
        arguments: [PrayerMethodName.muslimWorldLeague, .ummAlQura, .tehran, .turkey, .egyptian, .qatar, .moonsightingCommittee])
    func nextToPolarDay(name: PrayerMethodName) throws {
        for rule in HighLatitudeRule.allCases {
            let days = try calculator(69.65, 18.96, .named(name), rule: rule)
                .times(from: CivilDate(literal: "2026-05-10"), dayCount: 90, in: zone("Europe/Oslo"))
            for (day, next) in zip(days, days.dropFirst()) {
                guard let isha = day.times.isha.instant, let fajr = next.times.fajr.instant else { continue }
                // Both are rounded, each for itself.
                #expect(fajr - isha >= .seconds(-60), "\(rule), \(day.date)")
            }
        }
    }

    @Test("An isha that is counted in minutes is never after the middle of the night, and so before the next fajr", arguments: HighLatitudeRule.allCases)
    func intervalInShortNights(rule: HighLatitudeRule) throws {
        let methods: [PrayerMethod] = [.named(.ummAlQura), .named(.qatar), try .custom(fajrAngle: 18, isha: .interval(minutes: 120, inRamadan: 120))]
        for (latitude, method) in [64.15, 65.5].flatMap({ latitude in methods.map { (latitude, $0) } }) {
            let days = try calculator(latitude, -21.94, method, rule: rule).times(from: CivilDate(literal: "2026-06-19"), dayCount: 2, in: .utc)
            let (sunset, isha) = (try #require(days[0].times.maghrib.instant), try #require(days[0].times.isha.instant))
            let (fajr, sunrise) = (try #require(days[1].times.fajr.instant), try #require(days[1].times.sunrise.instant))
            #expect(abs(((isha - sunset) - (sunrise - isha)).milliseconds) <= 120_000, "\(latitude), \(method)")
            // By the rule of the middle both are there, each rounded for itself.
            #expect(fajr - isha >= .seconds(-60), "\(latitude), \(method)")
        }
        let winter = try calculator(64.15, -21.94, .named(.qatar), rule: rule).times(on: CivilDate(literal: "2026-12-21"), in: .utc).times
        #expect(try #require(winter.isha.instant) - (try #require(winter.maghrib.instant)) == .seconds(90 * 60))
    }

    @Test("The Moonsighting Committee takes at most a seventh of the night from 55° on")
    func moonsightingInTheNorth() throws {
        let day = try calculator(59.91, 10.75, .named(.moonsightingCommittee)).times(on: CivilDate(literal: "2026-06-21"), in: .utc).times
        let (sunrise, maghrib) = (try #require(day.sunrise.instant), try #require(day.maghrib.instant))
        // Its maghrib is three minutes after sunset.
        let night = 86_400_000 - (maghrib - sunrise).milliseconds + 180_000
        #expect(abs((sunrise - (try #require(day.fajr.instant))).milliseconds - night / 7) < 90_000)
        #expect(abs(((try #require(day.isha.instant)) - maghrib).milliseconds + 180_000 - night / 7) < 90_000)
    }
}
