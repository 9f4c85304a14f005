import Foundation
import Testing

/// The times of prayer as they are asked for in a terminal.
@Suite("Prayer times", .timeLimit(.minutes(10)))
struct PrayerTimesTests {
    private func run(_ more: String...) async throws -> Program.Result {
        try await Program.run(["prayer-times", "--timezone", "Asia/Riyadh", "--from", "2016-01-05"] + more)
    }

    @Test("With --json each day is a line, in the minutes of the published table")
    func json() async throws {
        let result = try await run("--latitude", "21.427009", "--longitude", "39.828685", "--method", "UmmAlQura", "--days", "3", "--json")
        #expect(result.status == 0)
        #expect(result.lines.count == 3)
        #expect(
            result.lines.first
                == #"{"asr":"15:31","date":"2016-01-05","dhuhr":"12:26","fajr":"05:38","isha":"19:22","maghrib":"17:52","sunrise":"07:00"}"#)
    }

    @Test("Without it there is a table, of a week where nothing else is said")
    func table() async throws {
        let result = try await run("--latitude", "-33.87", "--longitude", "-70.6")
        #expect(result.status == 0)
        #expect(result.lines.count == 8)
        #expect(result.lines.first?.hasPrefix("date ") == true)
    }

    @Test("A timetable wins on the days that it has")
    func timetable() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("times.csv")
            try Data("Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha\n2016-01-05,05:01,07:02,12:03,15:04,17:05,19:06\n".utf8).write(to: file)
            let result = try await run("--latitude", "21.4", "--longitude", "39.8", "--days", "1", "--json", "--timetable", file.path)
            #expect(result.output.contains(#""fajr":"05:01","isha":"19:06","maghrib":"17:05","sunrise":"07:02""#))
        }
    }

    @Test(
        "What can't be used ends with 2 and a sentence that names the option",
        arguments: [
            ("latitude", "91"), ("longitude", "181"), ("latitude", "nan"), ("method", "Mars"), ("madhab", "x"), ("high-latitude-rule", "x"),
            ("adjust", "isha"), ("adjust", "isha=200"), ("adjust", "isha=2,isha=3"), ("days", "0"), ("from", "yesterday"),
            ("timezone", "Mars"), ("timetable", "nowhere.csv"),
        ])
    func usedWrongly(option: String, value: String) async throws {
        var options = ["latitude": "0", "longitude": "0", "timezone": "UTC"]
        options[option] = value
        let result = try await Program.run(["prayer-times"] + options.flatMap { ["--\($0.key)", $0.value] })
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("Error: --\(option): "))
        #expect(value != "Mars" || result.errors.contains("“Mars” "), "what was typed, and not the name of its field")
    }
}
