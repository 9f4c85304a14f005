import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct PrayerCalculatorTests {
    private func calculator(
        _ latitude: Double, _ longitude: Double, _ method: PrayerMethod = .named(.muslimWorldLeague), rule: HighLatitudeRule? = nil,
        adjustments: PrayerMinutes = .none
    ) throws -> PrayerCalculator {
        PrayerCalculator(
            try PrayerSettings(latitude: latitude, longitude: longitude, method: method, highLatitudeRule: rule, adjustments: adjustments))
    }

    private func texts(_ times: PrayerTimes) -> [String] {
        Prayer.allCases.map { times[$0].local?.time.shortText ?? times[$0].absence?.rawValue ?? "" }
    }

    // MARK: Polar days and nights

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

    // MARK: High latitudes

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
