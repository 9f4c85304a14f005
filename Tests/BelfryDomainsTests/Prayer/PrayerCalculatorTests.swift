import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct PrayerCalculatorTests {
    private func texts(_ times: PrayerTimes) -> [String] {
        Prayer.allCases.map { times[$0].local?.time.shortText ?? times[$0].absence?.rawValue ?? "" }
    }

    // MARK: Order and continuity

    @Test("Anywhere, on any day, by any method, what there is of the times is in order and near its noon, and dhuhr is always there")
    func order() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            let place = (Double.random(in: -90...90, using: &generator), Double.random(in: -180...180, using: &generator))
            let name = PrayerMethodName.allCases[Int.random(in: 0..<PrayerMethodName.allCases.count, using: &generator)]
            let rule = (HighLatitudeRule.allCases + [nil])[Int.random(in: 0...HighLatitudeRule.allCases.count, using: &generator)]
            let date = CivilDate(literal: "2000-01-01") + Int.random(in: 0..<36_525, using: &generator)
            let times = try calculator(place.0, place.1, .named(name), rule: rule).times(on: date, in: .utc)
            let what: Comment = "\(place), \(name), \(String(describing: rule)), \(date), seed \(seed)"
            let noon = try #require(times.times.dhuhr.instant, what)
            let moments = Prayer.allCases.compactMap { times[$0].instant }
            #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 }, what)
            #expect(moments.allSatisfy { abs(($0 - noon).milliseconds) <= 16 * 3_600_000 }, what)
            #expect(moments.allSatisfy { $0.millisecondsSinceEpoch % 60_000 == 0 }, what)
            for prayer in Prayer.allCases { #expect((times[prayer].instant == nil) == (times[prayer].absence != nil), what) }
        }
    }

    @Test("The days of a run are the days by themselves, over every kind of polar edge")
    func runs() throws {
        for (latitude, method) in [(51.5, PrayerMethodName.moonsightingCommittee), (69.65, .tehran), (-77.8, .ummAlQura)] {
            let calculator = try calculator(latitude, 18.96, .named(method))
            let zone = try zone("Europe/Oslo")
            let first = CivilDate(literal: "2026-01-01")
            for (index, times) in calculator.times(from: first, dayCount: 365, in: zone).enumerated() {
                #expect(times == calculator.times(on: first + index, in: zone))
            }
        }
        #expect(try calculator(0, 0).times(from: .sunday, dayCount: -1, in: .utc) == [])
    }

    // MARK: Zones

    @Test(
        "Dhuhr is on the day that the calendar on the wall says, far from Greenwich too",
        arguments: [
            ("Pacific/Apia", -13.83, -171.76), ("Pacific/Kiritimati", 1.87, -157.43), ("Pacific/Auckland", -36.85, 174.76),
            ("Pacific/Chatham", -43.95, -176.56), ("Pacific/Honolulu", 21.3, -157.86), ("Asia/Urumqi", 43.8, 87.6),
            ("Asia/Shanghai", 39.47, 75.99), ("Pacific/Fiji", -16.6, -179.99), ("Asia/Anadyr", 64.7, 177.5),
        ])
    func localDay(zoneName: String, latitude: Double, longitude: Double) throws {
        let zone = try zone(zoneName)
        let days = try calculator(latitude, longitude).times(from: CivilDate(literal: "2026-01-01"), dayCount: 365, in: zone)
        for times in days {
            let local = try #require(times.times.dhuhr.local)
            #expect(local.date == times.date)
            #expect((11...16).contains(local.time.hour))
            #expect(times.times.dhuhr.instant.map(zone.civil) == local)
        }
    }

    @Test("A day that a zone skipped has no times: the Sun rose once, and clocks passed from the 29th to the 31st")
    func skippedDay() throws {
        let apia = try zone("Pacific/Apia")
        let days = try calculator(-13.83, -171.76).times(from: CivilDate(literal: "2011-12-28"), dayCount: 5, in: apia)
        #expect(days.map(\.date.description) == ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"])
        let noons = days.compactMap(\.times.dhuhr.instant)
        #expect(zip(noons, noons.dropFirst()).allSatisfy { abs(($1 - $0).milliseconds - 86_400_000) <= 60_000 })
        #expect(days.allSatisfy { $0.times.dhuhr.local?.date == $0.date })
    }

    @Test("Isha after midnight belongs to the day before, and is written with its own date")
    func ishaAfterMidnight() throws {
        let date = CivilDate(literal: "2026-06-21")
        let times = try calculator(55.0, 10.0, rule: .middleOfTheNight).times(on: date, in: zone("Europe/Berlin"))
        let isha = try #require(times.times.isha.local)
        #expect(isha.date == date + 1)
        #expect(isha.time.hour == 1)
        #expect(times.times.fajr.local?.date == date)
    }

    @Test("The clock goes forward between fajr and isha, and each is told by its own offset")
    func clockChange() throws {
        let london = try calculator(51.5, -0.12)
        let days = try london.times(from: CivilDate(literal: "2026-03-28"), dayCount: 2, in: zone("Europe/London"))
        let noons = days.compactMap { $0.times.dhuhr.local?.time.hour }
        #expect(noons == [12, 13])
        let moments = days.compactMap(\.times.dhuhr.instant)
        #expect(abs((moments[1] - moments[0]).milliseconds - 86_400_000) <= 60_000)
    }

    // MARK: Methods and minutes

    @Test("Isha by Umm al-Qura is 90 minutes after maghrib, and 120 in Ramadan")
    func ishaInRamadan() throws {
        let makkah = try calculator(21.4225, 39.8262, .named(.ummAlQura))
        let riyadh = try zone("Asia/Riyadh")
        for (date, minutes) in [("2026-02-17", 90), ("2026-02-18", 120), ("2026-03-19", 120), ("2026-03-20", 90)] {
            let times = makkah.times(on: CivilDate(literal: date), in: riyadh)
            let (maghrib, isha) = (try #require(times.times.maghrib.instant), try #require(times.times.isha.instant))
            #expect(isha - maghrib == .seconds(minutes * 60), "\(date)")
        }
    }

    @Test("Minutes of one's own are added to each time by itself")
    func adjustments() throws {
        let date = CivilDate(literal: "2026-11-21")
        let plain = try calculator(41.0, 29.0).times(on: date, in: .utc)
        let moved = try calculator(41.0, 29.0, adjustments: PrayerMinutes(fajr: 2, sunrise: -1, dhuhr: 0, asr: 7, maghrib: 1, isha: -30))
            .times(on: date, in: .utc)
        for (prayer, minutes) in zip(Prayer.allCases, [2, -1, 0, 7, 1, -30]) {
            #expect(try #require(moved[prayer].instant) - (try #require(plain[prayer].instant)) == .seconds(minutes * 60))
        }
    }

    @Test("Rounding up is never earlier than rounding to the nearest minute, and at most a minute later")
    func rounding() throws {
        let nearest = try calculator(1.37, 103.8, .custom(fajrAngle: 20, isha: .angle(18)))
        let up = try calculator(1.37, 103.8, .custom(fajrAngle: 20, isha: .angle(18), rounding: .up))
        var laterCount = 0
        let days = zip(
            nearest.times(from: .sunday, dayCount: 50, in: .utc), up.times(from: .sunday, dayCount: 50, in: .utc))
        for (a, b) in days {
            for prayer in Prayer.allCases {
                let seconds = (try #require(b[prayer].instant) - (try #require(a[prayer].instant))).milliseconds / 1000
                #expect([0, 60].contains(seconds))
                if seconds > 0 { laterCount += 1 }
            }
        }
        #expect((90...210).contains(laterCount), "about half of 300")
    }

    @Test("Asr by Abu Hanifa is later, and maghrib by Tehran after sunset and before isha")
    func schools() throws {
        let date = CivilDate(literal: "2026-11-21")
        let settings = try PrayerSettings(latitude: 24.86, longitude: 67.0, method: .named(.karachi), madhab: .hanafi)
        let hanafi = PrayerCalculator(settings).times(on: date, in: .utc)
        let shafi = try calculator(24.86, 67.0, .named(.karachi)).times(on: date, in: .utc)
        #expect(try #require(hanafi.times.asr.instant) - (try #require(shafi.times.asr.instant)) > .seconds(1800))
        let tehran = try calculator(35.7, 51.4, .named(.tehran)).times(on: date, in: .utc)
        let sunset = try calculator(35.7, 51.4).times(on: date, in: .utc)
        let late = try #require(tehran.times.maghrib.instant) - (try #require(sunset.times.maghrib.instant))
        #expect(late > .seconds(900) && late < .seconds(1500))
    }

    // MARK: Timetables

    @Test("On the days that it has, a timetable wins, to the minute and without adjustments")
    func timetable() throws {
        let table = try PrayerTimetable(lines: [
            ["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"],
            ["2026-06-21", "23:50", "03:40", "13:20", "18:00", "22:40", "00:30"],
        ])
        let settings = try PrayerSettings(
            latitude: 55, longitude: 10, adjustments: .moving(fajr: 10, isha: 10), timetable: table)
        let days = PrayerCalculator(settings).times(from: CivilDate(literal: "2026-06-20"), dayCount: 3, in: try zone("Europe/Berlin"))
        #expect(texts(days[1]) == ["23:50", "03:40", "13:20", "18:00", "22:40", "00:30"])
        #expect(days[1].times.fajr.instant == Instant("2026-06-20T21:50:00Z"), "before midnight: the evening before")
        #expect(days[1].times.isha.instant == Instant("2026-06-21T22:30:00Z"), "after midnight: the day after")
        #expect(texts(days[0]) != texts(days[1]) && texts(days[2]) != texts(days[1]))
    }
}
