import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// What is computed against what the authorities print. `Timetables/README.md` says where it comes from.
struct PublishedTimetablesTests {
    private static let folder =
        ProcessInfo.processInfo.environment["BELFRY_PRAYER_TIMETABLES"].map { URL(fileURLWithPath: $0) }
        ?? Bundle.module.bundleURL.appendingPathComponent("Timetables")

    /// An entry of `index.json`, whose place and method are those of ``PrayerSettings``.
    private struct City: Decodable {
        let city: String
        let timezone: String
        let tolerance_minutes: Int
        let rows: Int
    }

    @Test("Every computed time is as near to the printed one as it must be")
    func withinTolerance() throws {
        let index = try Data(contentsOf: Self.folder.appendingPathComponent("index.json"))
        let cities = try JSONDecoder().decode([City].self, from: index)
        let settings = try JSONDecoder().decode([PrayerSettings].self, from: index)
        #expect(cities.count >= 4)
        for (city, settings) in zip(cities, settings) {
            let calculator = PrayerCalculator(settings)
            let zone = try zone(city.timezone)
            let text = try String(contentsOf: Self.folder.appendingPathComponent(city.city + ".csv"), encoding: .utf8)
            let table = try PrayerTimetable(lines: text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) })
            #expect(table.rows.count == city.rows)
            for row in table.rows {
                let computed = calculator.times(on: row.date, in: zone)
                let printed = row.prayerTimes(in: zone)
                for prayer in Prayer.allCases {
                    let (moment, wanted) = (try #require(computed[prayer].instant), try #require(printed[prayer].instant))
                    let minutes = (moment - wanted).milliseconds / 60_000
                    #expect(abs(minutes) <= city.tolerance_minutes, "\(city.city) \(row.date) \(prayer): \(minutes) minutes off")
                }
            }
        }
    }
}
