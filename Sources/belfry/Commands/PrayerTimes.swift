import ArgumentParser
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import SwiftCSV

struct PrayerTimesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prayer-times",
        abstract: "Computes the times of prayer, day by day.",
        discussion: """
            Out, with --json:
                {"asr":"15:12","date":"2026-11-21","dhuhr":"12:03","fajr":"05:21",
                 "isha":"18:40","maghrib":"17:20","sunrise":"06:52"}

            One object a line, with times on the wall. A time that a day doesn't have, as in polar summer, is null, and "reasons" says why.
            Where one is after midnight, as isha in northern summers, "dates" says on which day: {"isha":"2026-11-22"}.
            """)

    // What begins with a minus sign is a number here, and not an option.
    @Option(parsing: .unconditional, help: "Degrees, north positive.")
    var latitude: Double

    @Option(parsing: .unconditional, help: "Degrees, east positive.")
    var longitude: Double

    @Option(help: "The zone of the times, an IANA name such as Asia/Riyadh.")
    var timezone: String

    @Option(help: "Whose angles: \(PrayerMethodName.allCases.map(\.rawValue).joined(separator: ", ")).")
    var method = PrayerMethodName.muslimWorldLeague.rawValue

    @Option(help: "The school of asr: shafi or hanafi.")
    var madhab = Madhab.shafi.rawValue

    @Option(help: "middle_of_the_night, seventh_of_the_night or twilight_angle (default: what suits the latitude).")
    var highLatitudeRule: String?

    @Option(help: "Minutes to add, such as fajr=2,isha=-3; -180 to 180 each.")
    var adjust: String?

    @Option(help: "A CSV file with an authority's times, which win: columns date, fajr, sunrise, dhuhr, asr, maghrib, isha.")
    var timetable: String?

    @Option(help: "The first day (default: today).")
    var from: String?

    @Option(help: "How many days, at most ten years of them.")
    var days = 7

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    func run() throws {
        guard let zone = SystemTimeZoneDatabase().rules(named: timezone) else {
            throw usage("timezone", "“\(timezone)” is not a time zone that this system knows. Give an IANA name such as Europe/Berlin.")
        }
        let settings = try settings()
        let dayCountMax = 3660
        guard (1...dayCountMax).contains(days) else { throw usage("days", "Give a number from 1 to \(dayCountMax).") }
        let first = try read("from", from, as: "a date such as 2026-01-25", CivilDate.init) ?? zone.civil(at: .systemNow()).date
        let times = PrayerCalculator(settings).times(from: first, dayCount: days, in: zone)
        if json { try times.forEach(printJSON) } else { printTable(times) }
    }

    private func settings() throws -> PrayerSettings {
        let methods = PrayerMethodName.allCases.map(\.rawValue).joined(separator: ", ")
        let rules = HighLatitudeRule.allCases.map(\.rawValue).joined(separator: ", ")
        let method = try read("method", method, as: "one of \(methods)", PrayerMethodName.init(spelled:))
        let madhab = try read("madhab", madhab, as: "shafi or hanafi", Madhab.init(spelled:))
        let rule = try read("high-latitude-rule", highLatitudeRule, as: "one of \(rules)", HighLatitudeRule.init(spelled:))
        let adjustments = try read("adjust", adjust, as: "minutes such as fajr=2,isha=-3", Self.minutes)
        let timetable = try timetable.map(Self.timetable)
        do {
            return try PrayerSettings(
                latitude: latitude, longitude: longitude, method: .named(method ?? .muslimWorldLeague), madhab: madhab ?? .shafi,
                highLatitudeRule: rule, adjustments: adjustments ?? .none, timetable: timetable)
        } catch {
            let field = error.field ?? ""
            throw usage(field.hasPrefix("adjustments") ? "adjust" : field, Phrases.sentence(for: error))
        }
    }

    /// Nil where the option wasn't given.
    private func read<Value>(_ option: String, _ text: String?, as expected: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text else { return nil }
        guard let value = read(text) else { throw usage(option, "“\(text)” can't be read. Give \(expected).") }
        return value
    }

    private func usage(_ option: String, _ sentence: String) -> Failure {
        Failure("--\(option): \(sentence)", isUsage: true)
    }

    private static func minutes(_ text: String) -> PrayerMinutes? {
        var minutes = PrayerMinutes.none
        var named: Set<Prayer> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, let prayer = Prayer(rawValue: sides[0].lowercased()), named.insert(prayer).inserted,
                let number = Int(sides[1])
            else { return nil }
            minutes[prayer] = number
        }
        return minutes
    }

    private static func timetable(_ path: String) throws -> PrayerTimetable {
        let lines: [[String]]
        do {
            let csv = try CSV<Enumerated>(string: String(contentsOfFile: path, encoding: .utf8), delimiter: .comma, loadColumns: false)
            lines = [csv.header] + csv.rows
        } catch {
            throw Failure("--timetable: The file \(path) can't be read as CSV in UTF-8.", isUsage: true)
        }
        do {
            return try PrayerTimetable(lines: lines)
        } catch {
            throw Failure("--timetable: \(path): \(Phrases.sentence(for: error))", isUsage: true)
        }
    }

    private func printTable(_ days: [PrayerTimes]) {
        print((["date      "] + Prayer.allCases.map { $0.rawValue.padded(to: 7) }).joined(separator: "  "))
        for day in days {
            let cells = Prayer.allCases.map { cell(day[$0], on: day.date).padded(to: 7) }
            print(([day.date.description] + cells).joined(separator: "  "))
        }
        let reasons = Set(days.flatMap { day in Prayer.allCases.compactMap { day[$0].absence } })
        if !reasons.isEmpty {
            let texts = reasons.map { $0.rawValue.replacing("_", with: " ") }.sorted()
            print("\n–: there is no such time that day (\(texts.joined(separator: "; "))).")
        }
    }

    /// A time of another day is marked, as `00:42+1`.
    private func cell(_ time: PrayerTime, on date: CivilDate) -> String {
        guard let local = time.local else { return "–" }
        return local.time.shortText + (local.date == date ? "" : local.date > date ? "+1" : "-1")
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String { padding(toLength: count, withPad: " ", startingAt: 0) }
}
