import BelfryDomains
import BelfryModel
import BelfryTesting
import Foundation
import Testing

struct PrayerSettingsTests {
    @Test(
        "A place that is not on Earth is refused by name",
        arguments: [
            (91.0, 0.0, "latitude"), (-90.001, 0, "latitude"), (.nan, 0, "latitude"), (.infinity, 0, "latitude"), (0, 181, "longitude"),
            (0, -.infinity, "longitude"), (0, .nan, "longitude"),
        ])
    func place(latitude: Double, longitude: Double, field: String) {
        let range = field == "latitude" ? -90.0...90.0 : -180.0...180.0
        #expect(throws: Problem.numberOutOfRange(field: field, range: range)) {
            try PrayerSettings(latitude: latitude, longitude: longitude)
        }
    }

    @Test("Minutes beyond three hours and angles beyond reason are refused by name")
    func numbers() {
        #expect(throws: Problem.numberOutOfRange(field: "adjustments.isha", range: -180...180)) {
            try PrayerSettings(latitude: 0, longitude: 0, adjustments: .moving(isha: 181))
        }
        #expect(throws: Problem.numberOutOfRange(field: "adjustments.fajr", range: -180...180)) {
            try PrayerSettings(latitude: 0, longitude: 0, adjustments: .moving(fajr: .min))
        }
        #expect(throws: Problem.numberOutOfRange(field: "method.fajr_angle", range: 1...30)) {
            try PrayerMethod.custom(fajrAngle: .nan, isha: .angle(18))
        }
        #expect(throws: Problem.numberOutOfRange(field: "method.isha_interval", range: 1...360)) {
            try PrayerMethod.custom(fajrAngle: 18, isha: .interval(minutes: 0, inRamadan: 90))
        }
    }

    @Test("What is left out has its default")
    func defaults() throws {
        let settings = try decoded(PrayerSettings.self, from: #"{"latitude":51.5,"longitude":-0.12}"#)
        #expect(try settings == PrayerSettings(latitude: 51.5, longitude: -0.12, method: .named(.muslimWorldLeague), madhab: .shafi))
    }

    @Test(
        "Settings written as JSON read back the same",
        arguments: [
            #"{"latitude":51.5,"longitude":-0.12,"madhab":"hanafi","method":"umm_al_qura"}"#,
            #"{"adjustments":{"fajr":-2,"isha":5},"high_latitude_rule":"twilight_angle","latitude":1,"longitude":2,"madhab":"shafi","#
                + #""method":"turkey"}"#,
            #"{"latitude":1,"longitude":2,"madhab":"shafi","method":{"fajr_angle":19,"isha_angle":17.5,"maghrib_angle":4,"rounding":"up"}}"#,
            #"{"latitude":1,"longitude":2,"madhab":"shafi","method":{"fajr_angle":19,"isha_interval":60,"isha_interval_in_ramadan":90,"#
                + #""rounding":"nearest"}}"#,
            #"{"latitude":1,"longitude":2,"madhab":"shafi","method":"dubai","timetable":[{"asr":"15:12","date":"2026-11-21","dhuhr":"12:00","#
                + #""fajr":"05:00","isha":"18:40","maghrib":"17:20","sunrise":"06:20"}]}"#,
        ])
    func roundTrip(json: String) throws {
        let settings = try decoded(PrayerSettings.self, from: json)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(settings), as: UTF8.self) == json)
    }

    @Test("Every method, school and rule is read in any usual spelling")
    func spellings() {
        let methods: [(PrayerMethodName, [String])] = [
            (.muslimWorldLeague, ["MuslimWorldLeague", "muslim-world-league", "muslim_world_league", "MWL", "muslimWorldLeague"]),
            (.ummAlQura, ["UmmAlQura", "umm al-qura", "umm_al_qura", "Makkah"]), (.northAmerica, ["ISNA", "NorthAmerica", "north-america"]),
            (.moonsightingCommittee, ["MoonsightingCommittee", "moonsighting_committee", "Moonsighting"]), (.turkey, ["Turkey", "Diyanet"]),
            (.egyptian, ["Egyptian", "egypt"]), (.karachi, ["KARACHI"]), (.dubai, ["Dubai", "Gulf"]), (.kuwait, ["Kuwait"]),
            (.qatar, ["Qatar"]), (.singapore, ["Singapore"]), (.tehran, ["Tehran"]),
        ]
        #expect(methods.count == PrayerMethodName.allCases.count)
        for (name, texts) in methods {
            for text in texts + [name.rawValue] { #expect(PrayerMethodName(spelled: text) == name, "\(text)") }
        }
        for text in ["Shafi", "shafi'i"] { #expect(Madhab(spelled: text) == .shafi) }
        #expect(Madhab(spelled: "Hanafi") == .hanafi)
        for rule in HighLatitudeRule.allCases { #expect(HighLatitudeRule(spelled: rule.rawValue.uppercased()) == rule) }
        #expect(HighLatitudeRule(spelled: "MiddleOfTheNight") == .middleOfTheNight)
        #expect(PrayerMethodName(spelled: "") == nil)
    }

    @Test(
        "What can't be used is named with its field",
        arguments: [
            (#"{"longitude":0}"#, Problem.missingField("latitude")),
            (#"{"latitude":91,"longitude":0}"#, .numberOutOfRange(field: "latitude", range: -90...90)),
            (#"{"latitude":"north","longitude":0}"#, .wrongType(field: "latitude", expected: "a number")),
            (
                #"{"latitude":0,"longitude":0,"method":"Mars"}"#,
                .unknownValue(field: "method", allowed: PrayerMethodName.allCases.map(\.rawValue))
            ),
            (#"{"latitude":0,"longitude":0,"madhab":"x"}"#, .unknownValue(field: "madhab", allowed: ["shafi", "hanafi"])),
            (
                #"{"latitude":0,"longitude":0,"adjustments":{"isha":2.5}}"#,
                .wrongType(field: "adjustments.isha", expected: "a whole number")
            ),
            (#"{"latitude":0,"longitude":0,"method":{"fajr_angle":18}}"#, .missingField("method.isha_angle")),
            (
                #"{"latitude":0,"longitude":0,"method":{"fajr_angle":0,"isha_angle":17}}"#,
                .numberOutOfRange(field: "method.fajr_angle", range: 1...30)
            ),
            (
                #"{"latitude":0,"longitude":0,"timetable":[{"date":"2026-13-01"}]}"#,
                .wrongType(field: "timetable[0].date", expected: "a date such as 2026-01-25")
            ),
        ])
    func problems(json: String, expected: Problem) {
        #expect(problem(with: json, as: PrayerSettings.self) == expected)
    }
}
