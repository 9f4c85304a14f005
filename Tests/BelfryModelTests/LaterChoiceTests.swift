import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct LaterChoiceTests {
    /// Nil for no quiet hours.
    private func moment(_ choice: LaterChoice, after now: String, quiet: String? = nil, zone: TimeZoneRules = .utc) throws -> String? {
        let quiet = try quiet.map { try #require(DailyWindow($0)) }
        let now = try #require(Instant(now))
        return choice.moment(after: now, in: zone, quiet: WeeklyWindow(everyDay: quiet))?.description
    }

    @Test("In an hour is in an hour, also at night")
    func hour() throws {
        #expect(try moment(.inAnHour, after: "2026-01-25T23:30:00Z", quiet: "22:00-07:00") == "2026-01-26T00:30:00Z")
    }

    @Test(
        "The evening is at 18:00, and once it has begun there is none left today",
        arguments: [
            ("2026-01-25T01:00:00Z", "2026-01-25T18:00:00Z"), ("2026-01-25T17:59:59Z", "2026-01-25T18:00:00Z"), ("2026-01-25T18:00:00Z", nil),
            ("2026-01-25T23:00:00Z", nil),
        ])
    func evening(now: String, expected: String?) throws {
        #expect(try moment(.thisEvening, after: now) == expected)
    }

    @Test(
        "The morning is when the quiet hours of the night end, or else at 08:00; before 04:00 it is the morning that comes",
        arguments: [
            (nil, "2026-01-25T12:00:00Z", "2026-01-26T08:00:00Z"), ("22:00-07:00", "2026-01-25T12:00:00Z", "2026-01-26T07:00:00Z"),
            ("22:00-09:30", "2026-01-25T23:00:00Z", "2026-01-26T09:30:00Z"), ("00:30-06:00", "2026-01-25T12:00:00Z", "2026-01-26T06:00:00Z"),
            // Quiet until before the morning, or only after it has begun: that is no night.
            ("21:00-03:00", "2026-01-25T12:00:00Z", "2026-01-26T08:00:00Z"), ("13:00-14:00", "2026-01-25T12:00:00Z", "2026-01-26T08:00:00Z"),
            // Who works at night sleeps in the morning.
            ("07:00-15:00", "2026-01-25T12:00:00Z", "2026-01-26T15:00:00Z"),
            ("22:00-07:00", "2026-01-26T02:00:00Z", "2026-01-26T07:00:00Z"), (nil, "2026-01-26T03:59:59Z", "2026-01-26T08:00:00Z"),
            (nil, "2026-01-26T04:00:00Z", "2026-01-27T08:00:00Z"), (nil, "2026-01-31T12:00:00Z", "2026-02-01T08:00:00Z"),
        ] as [(String?, String, String)])
    func morning(quiet: String?, now: String, expected: String) throws {
        #expect(try moment(.tomorrowMorning, after: now, quiet: quiet) == expected)
    }

    @Test("It goes by the person's own clock, also in the night in which that is put forward")
    func zones() throws {
        let berlin = try zone("Europe/Berlin")
        #expect(try moment(.thisEvening, after: "2026-03-28T12:00:00Z", zone: berlin) == "2026-03-28T17:00:00Z")
        #expect(try moment(.thisEvening, after: "2026-03-28T17:30:00Z", zone: berlin) == nil)
        #expect(try moment(.tomorrowMorning, after: "2026-03-28T12:00:00Z", quiet: "22:00-07:00", zone: berlin) == "2026-03-29T05:00:00Z")
        #expect(try moment(.tomorrowMorning, after: "2026-03-28T22:30:00Z", zone: berlin) == "2026-03-29T06:00:00Z")
    }

    @Test("Every choice is later than now, whatever the clock shows and whenever it is quiet")
    func later() throws {
        for minute in stride(from: 0, to: 24 * 60, by: 7) {
            let now = Instant.morning + .seconds(60 * minute)
            for quiet in [nil, DailyWindow("22:00-07:00"), DailyWindow("07:00-06:59")] {
                for choice in LaterChoice.allCases {
                    let moment = choice.moment(after: now, in: .utc, quiet: WeeklyWindow(everyDay: quiet))
                    #expect(moment.map { $0 > now } ?? (choice == .thisEvening), "\(choice) at \(now)")
                }
            }
        }
    }
}
