import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct MetricsRoutesTests {
    private static let path = "/v1/metrics"

    // MARK: What is taken

    @Test(
        "One day, a list and an object with a list are taken",
        arguments: [
            JSON.day(steps: 8000), [.day(steps: 8000)], ["metrics": [.day(steps: 8000)]],
            ["user_id": "ben", "date": "2026-01-25", "source": "fitbit", "steps": 8000, "resting_hr": nil, "mood": "fine"],
        ] as [JSON])
    func forms(body: JSON) async throws {
        try await withAPI { api in
            let answer = try await api.post(Self.path, body, as: .app)
            #expect(answer.status == 200)
            #expect(answer.json == ["changed_days": 1, "unchanged_days": 0, "alerts": [], "queued_deliveries": 0])
            #expect(await api.steps == [8000])
        }
    }

    @Test("A person posts for themself, by name or without, and for nobody else")
    func ownDays() async throws {
        try await withAPI { api in
            #expect(try await api.post(Self.path, .day(of: .ben, steps: 1), as: .person(.ben)).status == 200)
            #expect(try await api.post(Self.path, ["date": "2026-01-24", "steps": 2], as: .person(.ben)).status == 200)
            #expect(await api.steps == [2, 1])

            let mixed: JSON = [["date": "2026-01-23", "steps": 3], .day(of: .ana, steps: 4)]
            let answer = try await api.post(Self.path, mixed, as: .person(.ben))
            #expect(answer.summary == "403 not_authorized")
            #expect(answer.message?.contains("A person's token writes their own alone") == true)
            #expect(await api.steps == [2, 1])
            #expect(try await api.post(Self.path, .day(of: .ben, steps: 5), as: .person(.ana)).status == 403)
        }
    }

    @Test("The same days again change nothing")
    func duplicates() async throws {
        try await withAPI { api in
            _ = try await api.post(Self.path, .days(steps: [1, 2, 3]), as: .app)
            let answer = try await api.post(Self.path, .days(steps: [1, 2, 4]), as: .app)
            #expect(answer.json["changed_days"] == 1 && answer.json["unchanged_days"] == 2)
        }
    }

    // MARK: What is refused

    private static let good = #"{"user_id": "ben", "date": "2026-01-25", "steps": 1}"#

    @Test(
        "What can't be taken is refused with the path of the field",
        arguments: [
            (#"{"metrics": ["#, "400 malformed_json"),
            ("", "400 missing_field date"),
            ("7", "400 wrong_type"),
            (#"{"metrics": 7}"#, "400 wrong_type metrics"),
            (#"{"metrics": [\#(good), 7]}"#, "400 wrong_type metrics[1]"),
            (#"{"metrics": [\#(good), {"date": "2026-01-24", "steps": 1}]}"#, "400 missing_field metrics[1].user_id"),
            (#"{"metrics": [\#(good), {"date": "2026-01-24", "steps": "many"}]}"#, "400 wrong_type metrics[1].steps"),
            (#"[\#(good), {"user_id": "ben", "date": "2026-01-24", "steps": null, "hrv_ms": {}}]"#, "400 wrong_type [1].hrv_ms"),
            (#"{"user_id": "ben", "date": "2026-01-25", "steps": true}"#, "400 wrong_type steps"),
            (#"{"user_id": "ben", "date": "2026-02-30", "steps": 1}"#, "400 wrong_type date"),
            (#"{"user_id": "ben", "date": 20260125, "steps": 1}"#, "400 wrong_type date"),
            (#"{"user_id": "ben", "steps": 1}"#, "400 missing_field date"),
            (#"{"user_id": "", "date": "2026-01-25", "steps": 1}"#, "400 wrong_type user_id"),
            (#"{"user_id": "ben", "date": "2026-01-25", "source": "", "steps": 1}"#, "400 wrong_type source"),
            (#"{"user_id": "ben", "date": "2026-01-25", "steps": -1}"#, "400 metric_out_of_range steps"),
            (#"{"user_id": "ben", "date": "2026-01-25", "steps": 200001}"#, "400 metric_out_of_range steps"),
            (#"{"metrics": [{"user_id": "ben", "date": "2026-01-25", "resting_hr": 3}]}"#, "400 metric_out_of_range metrics[0].resting_hr"),
            (#"{"user_id": "ben", "date": "2026-01-25"}"#, "400 no_metrics metrics"),
            (#"[{"user_id": "ben", "date": "2026-01-25", "stepps": 1}]"#, "400 no_metrics [0]"),
            (#"{"user_id": "nobody", "date": "2026-01-25", "steps": 1}"#, "404 unknown_user user_id"),
            (#"{"metrics": [{"user_id": "nobody", "date": "2026-01-25", "steps": 1}]}"#, "404 unknown_user metrics[0].user_id"),
        ])
    func refusals(body: String, expected: String) async throws {
        try await withAPI { api in
            let answer = try await api.ask(.post, Self.path, body, as: .app)
            #expect(answer.summary == expected)
            #expect(await api.steps == [])
        }
    }

    @Test("A mistake in the last day keeps the others out")
    func allOrNothing() async throws {
        try await withAPI { api in
            let answer = try await api.post(Self.path, ["metrics": [.day(steps: 1), .day(of: .ana, steps: 2), .day(steps: -3)]], as: .app)
            #expect(answer.summary == "400 metric_out_of_range metrics[2].steps")
            #expect(await api.steps == [])
            #expect(await api.store.observations(of: .steps, member: .ana, since: .sunday) == [])
        }
    }

    @Test("More than 10,000 days are too many")
    func tooMany() async throws {
        let days = JSON.list([JSON](repeating: .day(steps: 1), count: MetricIntake.dayCountMax + 1))
        try await withAPI { api async throws in
            #expect(try await api.post(Self.path, days, as: .app).summary == "400 too_many_items")
            #expect(await api.steps == [])
        }
    }

    @Test("Days of more than 1,000 members are too many")
    func tooManyMembers() async throws {
        let days = JSON.list((0...MetricIntake.memberCountMax).map { JSON.day(of: UserID(literal: "user-\($0)"), steps: 1) })
        try await withAPI { api async throws in
            #expect(try await api.post(Self.path, days, as: .app).summary == "400 too_many_items")
        }
    }

    @Test("A body of 10 MiB is too large, and the sender gets to read that")
    func tooLarge() async throws {
        let body = #"{"metrics": ["# + String(repeating: " ", count: 10 * 1024 * 1024) + "]}"
        try await withAPI { api in
            let answer = try await api.ask(.post, Self.path, body, as: .app)
            #expect(answer.summary == "413 body_too_large")
            #expect(answer.message == "The body is larger than 4 MiB. Send it in smaller parts.")
        }
    }

    @Test(
        "A day has come when it has come where the member lives",
        arguments: [("Pacific/Kiritimati", "200"), ("UTC", "400 day_in_future date"), ("Pacific/Pago_Pago", "400 day_in_future date")])
    func future(timezone: String, expected: String) async throws {
        // Noon of the 25th in UTC is 02:00 of the 26th in Kiritimati and 01:00 of the 25th in Pago Pago.
        try await withAPI(at: .noon) { api async throws in
            var preferences = Preferences()
            preferences.timezone = timezone
            try await api.store.save(preferences, of: .ben, now: .noon)
            #expect(try await api.post(Self.path, .day(steps: 1, on: .sunday), as: .app).status == 200)
            #expect(try await api.post(Self.path, .day(steps: 1, on: .sunday + 1), as: .app).summary == expected)
            #expect(try await api.post(Self.path, .day(steps: 1, on: .sunday + 2), as: .app).summary == "400 day_in_future date")
        }
    }

    @Test("Whoever has flown west over the date line has lived a day that has yet to come where they are; a week later nobody has")
    func dateLine() async throws {
        for (moved, expected) in [(CivilDate.sunday, "200"), (CivilDate.sunday - 7, "400 day_in_future date")] {
            try await withAPI(at: .noon) { api async throws in
                try await api.store.recordStay(of: .ben, from: moved, in: "Pacific/Honolulu", before: "Pacific/Kiritimati")
                var preferences = Preferences()
                preferences.timezone = "Pacific/Honolulu"
                try await api.store.save(preferences, of: .ben, now: .noon)
                #expect(try await api.post(Self.path, .day(steps: 1, on: .sunday + 1), as: .app).summary == expected)
                #expect(try await api.post(Self.path, .day(steps: 1, on: .sunday + 2), as: .app).summary == "400 day_in_future date")
            }
        }
    }

    // MARK: What follows

    @Test("A week of low days after three usual ones opens an alert, and tells each admin once")
    func drop() async throws {
        try await withAPI { api in
            let answer = try await api.post(Self.path, .days(steps: .usual + .drop), as: .app)
            #expect(answer.json["changed_days"] == 28)
            #expect(answer.json["alerts"]?.items.count == 1)
            #expect(answer.json["queued_deliveries"] == 1)

            let rows = await api.store.deliveries(matching: DeliveryQuery(countMax: 100)).deliveries
            #expect(rows.map(\.delivery.recipient) == [.ana])
            #expect(rows.map(\.delivery.member) == [.ben])
            #expect(rows.map(\.status) == ["pending"])
            #expect(rows.first?.delivery.alert?.text == answer.json["alerts"]?[0]?.string)

            let again = try await api.post(Self.path, .days(steps: .usual + .drop), as: .app)
            #expect(again.json == ["changed_days": 0, "unchanged_days": 28, "alerts": [], "queued_deliveries": 0])
            let corrected = try await api.post(Self.path, .day(steps: 3900, on: .sunday - 1), as: .app)
            #expect(corrected.json["changed_days"] == 1 && corrected.json["queued_deliveries"] == 0)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 100)).deliveries.count == 1)
        }
    }

    @Test("A day that comes late is looked at with those around it")
    func lateDay() async throws {
        try await withAPI { api in
            _ = try await api.post(Self.path, .days(steps: .usual, through: .sunday - 4), as: .app)
            _ = try await api.post(Self.path, .day(steps: 2000, on: .sunday - 3), as: .app)
            let early = try await api.post(Self.path, .day(steps: 2000, on: .sunday - 1), as: .app)
            #expect(early.json["queued_deliveries"] == 0)
            let late = try await api.post(Self.path, .day(steps: 2000, on: .sunday - 2), as: .app)
            #expect(late.json["queued_deliveries"] == 1)
        }
    }

    @Test("Today's steps are not looked at before the day is over")
    func openDay() async throws {
        try await withAPI { api in
            let answer = try await api.post(Self.path, .days(steps: .usual + [2000, 2000, 2000], through: .sunday), as: .app)
            #expect(answer.json["queued_deliveries"] == 0)
            #expect(await api.store.nextEvaluationMoment() == Instant(literal: "2026-01-26T06:00:00Z"))
        }
    }
}

extension API {
    /// Ben's, in the order of days.
    fileprivate var steps: [Double] {
        get async { await store.observations(of: .steps, member: .ben, since: .sunday - 100).map(\.value) }
    }
}
