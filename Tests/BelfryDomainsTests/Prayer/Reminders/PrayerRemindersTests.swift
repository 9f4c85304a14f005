import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Prayer reminders")
struct PrayerRemindersTests {
    private let today = CivilDate(literal: "2026-11-21")

    private func settings(_ change: (inout PrayerReminderSettings) -> Void = { _ in }) -> PrayerReminderSettings {
        var settings = PrayerReminderSettings()
        change(&settings)
        return settings
    }

    private func calculator(_ latitude: Double = 52.52, _ longitude: Double = 13.405) throws -> PrayerCalculator {
        PrayerCalculator(try PrayerSettings(latitude: latitude, longitude: longitude))
    }

    /// Before the first time of the day.
    private func plan(
        _ settings: PrayerReminderSettings? = nil, _ calculator: PrayerCalculator? = nil, at now: String = "2026-11-21T00:00:00Z",
        zone name: String = "Europe/Berlin"
    ) throws -> DomainPlan {
        PrayerReminders.requests(
            from: try calculator ?? self.calculator(), for: settings ?? self.settings(),
            to: Recipient(now: Instant(literal: now), zone: try zone(name)))
    }

    @Test("Five a day without sunrise, at the times that are computed, for the days wanted and one more", arguments: [1, 7, 12])
    func days(dayCount: Int) throws {
        let plan = try plan(settings { $0.dayCount = dayCount })
        #expect(plan.requests.count == 5 * (dayCount + 1))
        let times = try calculator().times(from: today, dayCount: dayCount + 1, in: try zone("Europe/Berlin"))
        let moments = times.flatMap { day in [Prayer.fajr, .dhuhr, .asr, .maghrib, .isha].compactMap { day[$0].instant } }
        #expect(plan.requests.map(\.trigger) == moments.map { .moment($0) })
        #expect(plan.skips == ["prayer|sunrise switched_off"])
        #expect(plan.requests.allSatisfy { $0.category == "prayer" && $0.digestWindow == .never })
        #expect(plan.requests.first?.id.text == "prayer|fajr|2026-11-21")
    }

    @Test("Where a zone skips a day nothing is told twice, and the days after it are told")
    func skippedDay() throws {
        let apia = try plan(settings { $0.dayCount = 3 }, calculator(-13.83, -171.76), at: "2011-12-29T10:00:00Z", zone: "Pacific/Apia")
        #expect(Set(apia.requests.map(\.id.rule)) == ["2011-12-29", "2011-12-31", "2012-01-01"])
        #expect(apia.requests.count == 15)
        let moments = apia.requests.compactMap { request -> Instant? in
            guard case .moment(let moment) = request.trigger else { return nil }
            return moment
        }
        #expect(Set(moments).count == 15 && moments == moments.sorted())
    }

    @Test("It says which prayer, its time on the wall, and the place where it has a name")
    func words() throws {
        let request = try #require(try plan(settings { $0.placeName = "Berlin" }).requests.first)
        guard case .moment(let moment) = request.trigger else { return #expect(Bool(false), "a moment") }
        let time = try zone("Europe/Berlin").civil(at: moment).time
        #expect(
            request.facts(on: today)
                == MessageFacts(template: "prayer.time", values: ["prayer": .text("fajr"), "time": .time(time), "place": .text("Berlin")]))
        #expect(try plan().requests.first?.facts(on: today)?.values["place"] == nil)
    }

    @Test("Each prayer has a switch, sunrise too")
    func switches() throws {
        let plan = try plan(
            settings {
                $0.isOn.sunrise = true
                $0.isOn.dhuhr = false
                $0.dayCount = 1
            })
        #expect(
            plan.requests.map(\.id.entity) == ["fajr", "sunrise", "asr", "maghrib", "isha", "fajr", "sunrise", "asr", "maghrib", "isha"])
        #expect(plan.skips == ["prayer|dhuhr switched_off"])
    }

    @Test("It is of use for twenty minutes, or until the next time of the day if that comes sooner")
    func validity() throws {
        let table = try PrayerTimetable(lines: [
            ["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"],
            ["2026-11-21", "06:00", "06:15", "12:00", "14:00", "16:00", "16:19"],
        ])
        let calculator = PrayerCalculator(try PrayerSettings(latitude: 52.52, longitude: 13.405, timetable: table))
        let minutes = try plan(settings { $0.dayCount = 1 }, calculator).requests.prefix(5).map {
            ($0.validFor ?? .zero).milliseconds / 60_000
        }
        #expect(minutes == [15, 20, 20, 19, 20])
    }

    @Test("Minutes before, it comes earlier, says how many, and is of no use once the time is there")
    func minutesBefore() throws {
        let early = try plan(settings { $0.minutesBefore = .moving(fajr: 10, isha: 45) })
        let onTime = try plan()
        func moment(_ plan: DomainPlan, _ index: Int) -> Instant? {
            guard case .moment(let moment) = plan.requests[index].trigger else { return nil }
            return moment
        }
        #expect(moment(early, 0).map { $0 + .seconds(600) } == moment(onTime, 0))
        #expect(
            early.requests[0].facts(on: today)
                == MessageFacts(template: "prayer.before", values: ["prayer": .text("fajr"), "count": .count(10)]))
        #expect(early.requests[0].validFor == .seconds(600))
        #expect(early.requests[1] == onTime.requests[1])
        #expect(early.requests[4].validFor == .seconds(1200))
        #expect(early.requests[0].id == onTime.requests[0].id)
    }

    @Test("What is past today is not asked for, and says so")
    func past() throws {
        let plan = try plan(at: "2026-11-21T12:00:00Z")
        #expect(plan.requests.first?.id.text == "prayer|asr|2026-11-21")
        #expect(plan.skips == ["prayer|sunrise switched_off", "prayer|fajr moment_passed", "prayer|dhuhr moment_passed"])
    }

    @Test("An isha after midnight belongs to the day before, and doesn't get lost when that day is over")
    func afterMidnight() throws {
        // Ninety minutes after the sunset of a northern summer.
        let oslo = PrayerCalculator(try PrayerSettings(latitude: 59.91, longitude: 10.75, method: .named(.ummAlQura)))
        let before = try plan(nil, oslo, at: "2026-06-20T20:00:00Z", zone: "Europe/Oslo")
        let isha = try #require(before.requests.first { $0.id.text == "prayer|isha|2026-06-20" })
        guard case .moment(let moment) = isha.trigger else { return #expect(Bool(false), "a moment") }
        let oslosZone = try zone("Europe/Oslo")
        #expect(oslosZone.civil(at: moment).date == CivilDate(literal: "2026-06-21"))
        let after = PrayerReminders.requests(from: oslo, for: settings(), to: Recipient(now: moment - .seconds(60), zone: oslosZone))
        #expect(after.requests.first == isha)
    }

    @Test("Where a day has no such time, the reason is the calculator's")
    func absent() throws {
        let tromso = try plan(settings { $0.dayCount = 1 }, try calculator(69.65, 18.96), at: "2026-06-20T22:00:00Z", zone: "Europe/Oslo")
        #expect(tromso.skips.contains("prayer|maghrib sun_never_sets"))
        #expect(Set(tromso.requests.map(\.id.entity)) == ["dhuhr", "asr"])
    }

    @Test("Another place is other moments under the same names")
    func moved() throws {
        let berlin = try plan()
        let makkah = try plan(nil, try calculator(21.42, 39.83), zone: "Asia/Riyadh")
        #expect(makkah.requests.first?.id == berlin.requests.first?.id)
        #expect(makkah.requests.first?.trigger != berlin.requests.first?.trigger)
    }

    @Test("On the day on which clocks change it follows the Sun")
    func clockChange() throws {
        let plan = try plan(settings { $0.dayCount = 2 }, at: "2026-03-28T00:00:00Z")
        let dhuhrs = plan.requests.filter { $0.id.entity == "dhuhr" }.compactMap { request -> Instant? in
            guard case .moment(let moment) = request.trigger else { return nil }
            return moment
        }
        #expect(dhuhrs.count == 3)
        for (earlier, later) in zip(dhuhrs, dhuhrs.dropFirst()) { #expect(abs((later - earlier).milliseconds - 86_400_000) <= 60_000) }
    }

    @Test("A planner plans the days wanted, knows that it goes on, and lets what quiet hours hold expire")
    func planning() throws {
        let facts = DomainFacts(prayer: PrayerFacts(calculation: try calculator().settings, reminders: settings { $0.dayCount = 3 }))
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        person.preferences.quietHoursAction = .defer
        let berlin = try zone("Europe/Berlin")
        let now = Instant(literal: "2026-11-21T00:00:00Z")
        let platform = facts.platform(.ios)
        let requests = facts.plan(for: Recipient(person, now: now, zone: berlin), on: platform).plan.requests
        let plan = Planner().plan(requests, in: PlanningContext(person: person, zone: berlin, profile: platform), now: now)
        #expect(plan.lines.filter { $0.category == "prayer" }.count == 3 * 4)
        #expect(
            plan.days.flatMap(\.leftOut).filter { $0.reason == .expired }.map(\.identifier.subject.description)
                == (0..<3).map { "prayer|fajr|\(today + $0)" })
        guard case .until(let end) = plan.coverage else { return #expect(Bool(false), "it goes on") }
        #expect(berlin.civil(at: end).date == today + 3)
    }

    @Test("Settings are one object with those of the calculation")
    func json() throws {
        let facts = try decoded(
            PrayerFacts.self,
            from: #"""
                {"settings":{"latitude":21.42,"longitude":39.83,"method":"umm_al_qura","days":12,"place":"Makkah",
                             "prayers":{"sunrise":true,"asr":false},"minutes_before":{"fajr":15}}}
                """#)
        #expect(facts.calculation.method == .named(.ummAlQura))
        #expect(facts.reminders.dayCount == 12 && facts.reminders.placeName == "Makkah")
        #expect(facts.reminders.isOn.sunrise && !facts.reminders.isOn.asr && facts.reminders.isOn.isha)
        #expect(facts.reminders.minutesBefore == .moving(fajr: 15))
        #expect(try decoded(PrayerReminderSettings.self, from: #"{"minutes_before":5}"#).minutesBefore == PrayerMinutes { _ in 5 })
        #expect(try decoded(PrayerReminderSettings.self, from: "{}") == PrayerReminderSettings())
    }

    @Test("Where a name is no prayer's it is named, the first of each object, and the rest counts")
    func unknownNames() throws {
        let facts = try decoded(
            DomainFacts.self,
            from: #"""
                {"prayer":{"settings":{"latitude":0,"longitude":0,"prayers":{"witr":true,"asr":false,"isah":false},
                                       "minutes_before":{"Fajr":15,"isha":5},"adjustments":{"date":3}}}}
                """#)
        let names = Prayer.allCases.map(\.rawValue)
        #expect(
            facts.refused
                == ["prayers.isah", "minutes_before.Fajr", "adjustments.date"].map {
                    Problem.unknownName(field: "prayer.settings.\($0)", allowed: names)
                })
        #expect(facts.prayer?.reminders.isOn.asr == false && facts.prayer?.reminders.minutesBefore == PrayerMinutes.moving(isha: 5))
        let long = String(repeating: "o", count: 100)
        let settings = try decoded(PrayerReminderSettings.self, from: #"{"prayers":{"\#(long)":true}}"#)
        #expect(settings.unknownNames.map(\.field) == ["prayers.\(long.prefix(64))"])
    }

    @Test("So is one in a person's own method that it or its adjustments don't have, and a method's name has none")
    func unknownNamesOfMethod() throws {
        let facts = try decoded(
            DomainFacts.self,
            from: #"""
                {"prayer":{"settings":{"latitude":0,"longitude":0,"method":{
                    "fajr_angle":18,"isha_interval":90,"isha_interval_ramadan":120,"adjustments":{"fajr":2,"witr":3}}}}}
                """#)
        let members = [
            "fajr_angle", "isha_angle", "isha_interval", "isha_interval_in_ramadan", "maghrib_angle", "adjustments", "rounding",
        ]
        #expect(
            facts.refused == [
                .unknownName(field: "prayer.settings.method.isha_interval_ramadan", allowed: members),
                .unknownName(field: "prayer.settings.method.adjustments.witr", allowed: Prayer.allCases.map(\.rawValue)),
            ])
        #expect(facts.prayer?.calculation.method.adjustments == .moving(fajr: 2))
        #expect(try decoded(PrayerReminderSettings.self, from: #"{"method":"makkah"}"#).unknownNames.isEmpty)
    }

    @Test("What is null is as if nobody had written it")
    func nulls() throws {
        let keys = ["prayer_reminders_enabled", "prayers", "minutes_before", "days", "place"]
        let json = "{\(keys.map { "\"\($0)\":null" }.joined(separator: ","))}"
        #expect(try decoded(PrayerReminderSettings.self, from: json) == PrayerReminderSettings())
        #expect(try decoded(PrayerReminderSettings.self, from: #"{"place":""}"#) == PrayerReminderSettings(), "nor is an empty name one")
    }

    @Test(
        "What can't be used is named with its field",
        arguments: [
            (#"{"settings":{"latitude":91,"longitude":0}}"#, Problem.numberOutOfRange(field: "settings.latitude", range: -90...90)),
            (#"{"settings":{"longitude":0}}"#, .missingField("settings.latitude")), (#"{}"#, .missingField("settings")),
            (#"{"settings":{"latitude":0,"longitude":0,"days":13}}"#, .numberOutOfRange(field: "settings.days", range: 1...12)),
            (
                #"{"settings":{"latitude":0,"longitude":0,"minutes_before":{"asr":121}}}"#,
                .numberOutOfRange(field: "settings.minutes_before.asr", range: 0...120)
            ),
            (
                #"{"settings":{"latitude":0,"longitude":0,"method":"Mars"}}"#,
                .unknownValue(field: "settings.method", allowed: PrayerMethodName.allCases.map(\.rawValue))
            ),
        ])
    func problems(json: String, expected: Problem) {
        #expect(problem(with: json, as: PrayerFacts.self) == expected)
    }
}
