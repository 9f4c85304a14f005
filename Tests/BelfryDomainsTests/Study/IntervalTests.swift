import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("When a word is due")
struct IntervalTests {
    @Test("At the stability nine words in ten are known, whatever the decay, and the curve falls from one")
    func curve() {
        for decay in [0.1, ForgettingCurve.defaultDecay, 0.5, 0.8] {
            let curve = ForgettingCurve(decay: decay)
            #expect(abs(curve.retrievability(afterDays: 12.5, stability: 12.5) - 0.9) < 1e-12)
            #expect(curve.retrievability(afterDays: 0, stability: 12.5) == 1)
            #expect(curve.interval(stability: 12.5, retention: 0.9) == 13)
        }
    }

    @Test(
        "The interval ends when as many are known as the person wants",
        arguments: [
            // FSRS-6: S/F·(r^(-1/d) - 1) with d = 0.1542.
            (ForgettingCurve.defaultDecay, 10.0, 0.8, 33), (ForgettingCurve.defaultDecay, 10, 0.95, 4),
            (ForgettingCurve.defaultDecay, 100, 0.85, 191),
            // FSRS-4.5 and 5: with d = 0.5, F is 19/81, so 80 % are known after 81/19·0.5625 times the stability.
            (0.5, 10, 0.8, 24), (0.5, 10, 0.95, 5),
            // At least a day, at most a century.
            (0.5, 0.3, 0.9, 1), (0.1, 36_500, 0.7, 36_500),
        ])
    func interval(decay: Double, stability: Double, retention: Double, days: Int) {
        #expect(ForgettingCurve(decay: decay).interval(stability: stability, retention: retention) == days)
    }

    @Test("The interval is where the curve reaches the retention")
    func inverse() {
        let curve = ForgettingCurve()
        for retention in [0.75, 0.8, 0.9, 0.97] {
            let days = curve.interval(stability: 5000, retention: retention)
            #expect(abs(curve.retrievability(afterDays: Double(days), stability: 5000) - retention) < 1e-4)
        }
    }

    private func dueDate(_ json: String, _ settings: StudySettings = StudySettings(), zone name: String = "UTC") throws -> CivilDate? {
        let word = try decoded(StudyWord.self, from: json)
        let plan = StudyReminders.requests(
            from: [word], for: settings, to: Recipient(now: Instant(literal: "2026-01-01T00:00:00Z"), zone: try zone(name)), dayCount: 1)
        guard case .byDay(let messages) = plan.requests.first?.content else { return nil }
        return messages.keys.filter { $0 > CivilDate(literal: "2026-01-02") }.min()
    }

    @Test(
        "A state of SM-2, of FSRS or a due date comes to a day",
        arguments: [
            (#""2026-03-04""#, "2026-03-04"), (#"{"due":"2026-03-04"}"#, "2026-03-04"),
            (#"{"interval_days":6,"repetitions":2,"ease_factor":2.5,"last_review":"2026-03-01"}"#, "2026-03-07"),
            (#"{"interval_days":6.2,"last_review":"2026-03-01"}"#, "2026-03-08"),
            // SM-2 by itself: 1, 6, 15, 38, 95 days at an ease of 2.5; after a bad answer it begins again.
            (#"{"repetitions":4,"ease_factor":2.5,"last_review":"2026-03-01"}"#, "2026-04-08"),
            (#"{"repetitions":3,"ease_factor":1.3,"last_review":"2026-03-01"}"#, "2026-03-09"),
            (#"{"repetitions":0,"ease_factor":2.5,"last_review":"2026-03-01"}"#, "2026-03-02"),
            (#"{"repetitions":10000,"ease_factor":10,"last_review":"2026-03-01"}"#, "2126-02-05"),
            (#"{"stability":12.4,"difficulty":5.5,"last_review":"2026-03-01"}"#, "2026-03-13"),
            (#"{"stability":12.4,"difficulty":5.5,"last_review":"2026-03-01","due":"2026-03-20"}"#, "2026-03-20"),
        ])
    func states(json: String, day: String) throws {
        #expect(try dueDate(json) == CivilDate(literal: day))
    }

    @Test("Another retention than the program's own computes the day anew")
    func retention() throws {
        var settings = StudySettings()
        settings.desiredRetention = 0.8
        let word = #"{"stability":10,"difficulty":5,"last_review":"2026-03-01","due":"2026-03-11"}"#
        #expect(try dueDate(word, settings) == CivilDate(literal: "2026-04-03"))
        settings.curve = ForgettingCurve(decay: 0.5)
        #expect(try dueDate(word, settings) == CivilDate(literal: "2026-03-25"))
    }

    @Test("A review at a moment was on the day of the person's own calendar")
    func moments() throws {
        let word = #"{"interval_days":3,"last_review":"2026-03-01T23:30:00Z"}"#
        #expect(try dueDate(word, zone: "Europe/Berlin") == CivilDate(literal: "2026-03-05"))
        #expect(try dueDate(word, zone: "America/New_York") == CivilDate(literal: "2026-03-04"))
    }

    @Test(
        "A word that can't be used is named with its field",
        arguments: [
            (#"{"stability":0,"last_review":"2026-03-01"}"#, Problem.numberOutOfRange(field: "stability", range: 0.001...36_500)),
            (#"{"stability":4,"difficulty":11,"last_review":"2026-03-01"}"#, .numberOutOfRange(field: "difficulty", range: 1...10)),
            (#"{"stability":4}"#, .missingField("last_review")), (#"{"interval_days":4}"#, .missingField("last_review")),
            (#"{"last_review":"2026-03-01"}"#, .missingField("interval_days")),
            (#"{"interval_days":1e9,"last_review":"2026-03-01"}"#, .numberOutOfRange(field: "interval_days", range: 0...36_500)),
            (#"{"ease_factor":1.2,"last_review":"2026-03-01"}"#, .numberOutOfRange(field: "ease_factor", range: 1.3...10)),
            (
                #"{"due":"tomorrow"}"#,
                .wrongType(field: "due", expected: "a date such as 2026-01-25 or a moment such as 2026-01-25T03:00:00Z")
            ),
        ])
    func problems(json: String, expected: Problem) {
        #expect(problem(with: json, as: StudyWord.self) == expected)
    }
}
