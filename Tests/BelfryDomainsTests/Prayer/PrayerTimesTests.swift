import BelfryDomains
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct PrayerTimesTests {
    private func json(_ latitude: Double, _ longitude: Double, on date: CivilDate, _ zoneName: String) throws -> String {
        let calculator = PrayerCalculator(try PrayerSettings(latitude: latitude, longitude: longitude, method: .named(.ummAlQura)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(calculator.times(on: date, in: zone(zoneName))), as: UTF8.self)
    }

    @Test("A day is written as times on the wall, in the minutes of the published table")
    func day() throws {
        let text = try json(21.427009, 39.828685, on: CivilDate(literal: "2016-01-05"), "Asia/Riyadh")
        #expect(
            text
                == #"{"asr":"15:31","date":"2016-01-05","dhuhr":"12:26","fajr":"05:38","isha":"19:22","maghrib":"17:52","sunrise":"07:00"}"#)
    }

    @Test("Of a time after midnight, which belongs to the day before, the date is said")
    func afterMidnight() throws {
        let text = try json(69.65, 18.96, on: CivilDate(literal: "2026-07-25"), "Europe/Oslo")
        #expect(text.contains(#""date":"2026-07-25","dates":{"isha":"2026-07-26","maghrib":"2026-07-26"},"dhuhr":"12:5"#))
        let makkah = try json(21.427009, 39.828685, on: CivilDate(literal: "2026-07-25"), "Asia/Riyadh")
        #expect(!makkah.contains("dates"))
    }

    @Test("What there is not is null, and says why")
    func absence() throws {
        let text = try json(78.22, 15.65, on: CivilDate(literal: "2026-06-21"), "Arctic/Longyearbyen")
        #expect(text.contains(#""fajr":null,"isha":null,"maghrib":null,"#))
        #expect(
            text.contains(#""reasons":{"fajr":"sun_never_sets","isha":"sun_never_sets","maghrib":"sun_never_sets","sunrise":"sun_never_sets"}"#))
    }
}
