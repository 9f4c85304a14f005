import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDomains

@Suite("Documents of wearables")
struct WearableDocumentTests {
    private func contents(_ text: String, in zone: TimeZoneRules = .utc) throws -> WearableDocument.Contents {
        try JSONDecoder().decode(WearableDocument.self, from: Data(text.utf8)).contents(in: { _ in zone }, receivedAt: .noon, payloadHash: 7)
    }

    private func night(_ duration: String = "", _ more: String = "", root: String = "") -> String {
        #"{"data_structure":"sleep_summary","user_id":"ben"\#(root),"sleep_health":{"summary":{"sleep_summary":{"#
            + #""metadata":{"datetime_string":"2026-01-25T06:00:00Z","sources_of_data_array":["Fitbit","Phone"]}\#(more),"#
            + #""duration":{"sleep_duration_seconds_int":25200\#(duration)}}}}}"#
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try contents(text)
            return nil
        } catch let problem as Problem {
            return "\(problem.code) \(problem.field ?? "")"
        } catch let error as DecodingError {
            return "\(Problem(error).code) \(Problem(error).field ?? "")"
        } catch {
            return "\(error)"
        }
    }

    @Test("A night gives sleep, deep sleep, efficiency, and the heart at rest")
    func wholeNight() throws {
        let heart = #","heart_rate":{"hr_resting_bpm_int":58,"hrv_avg_rmssd_float":42.5,"hrv_avg_sdnn_float":60},"scores":{"sleep_efficiency_1_100_score_int":91}"#
        let day = try #require(try contents(night(#","deep_sleep_duration_seconds_int":5400"#, heart)).days.first)
        #expect(day.user == .ben && day.source == "Fitbit" && day.date == .sunday)
        #expect(day.values == [.sleepMinutes: 420, .deepSleepMinutes: 90, .sleepEfficiency: 91, .restingHeartRate: 58, .hrv: 42.5])
        let computed = try contents(night(#","time_in_bed_seconds_int":28000"#)).days.first
        #expect(computed?.values[.sleepEfficiency] == 90)
    }

    @Test(
        "A night belongs to the day of waking up, where the member is",
        arguments: [
            ("2026-01-25T07:00:00+09:00", "2026-01-25"), ("2026-01-24T22:30:00.000Z", "2026-01-25"), ("2026-01-25 07:00:00", "2026-01-25"),
            ("2026-01-24T20:00:00Z", "2026-01-25"), ("2026-01-24T10:00:00Z", "2026-01-24"), ("2026-01-24", "2026-01-24"),
        ])
    func wakeUp(end: String, date: String) throws {
        let text = night(#","sleep_end_datetime_string":"\#(end)","sleep_date_string":"2026-01-20T00:00:00Z""#)
        #expect(try contents(text, in: zone("Asia/Tokyo")).days.first?.date.description == date)
    }

    @Test("Without a moment of waking up the provider's day counts, then that of the document")
    func providersDay() throws {
        #expect(try contents(night(#","sleep_date_string":"2026-01-20T00:00:00Z""#)).days.first?.date == .sunday - 5)
        #expect(try contents(night(#","sleep_end_datetime_string":null"#)).days.first?.date == .sunday)
    }

    @Test("A day's activity gives steps and movement, on the day that stands there")
    func activity() throws {
        func text(_ activity: String) -> String {
            #"{"user_id":"ben","document_version":3,"physical_health":{"summary":{"physical_summary":{"distance":{"steps_int":8200},"#
                + #""metadata":{"datetime_string":"2026-01-24T00:00:00Z"},"activity":{\#(activity)},"heart_rate":{"hr_resting_bpm_int":61}}}}}"#
        }
        let day = try #require(try contents(text(#""active_seconds_int":3600"#), in: zone("America/Los_Angeles")).days.first)
        #expect(day.date == .sunday - 1 && day.source == "rook")
        #expect(day.values == [.steps: 8200, .movementMinutes: 60, .restingHeartRate: 61])
        #expect(day.revision?.version == 3)
        let parts = try contents(text(#""moderate_intensity_seconds_int":600,"vigorous_intensity_seconds_int":300"#)).days.first
        #expect(parts?.values[.movementMinutes] == 15)
    }

    @Test("The heart of the night has precedence over that of the body, and this over that of the day")
    func precedence() throws {
        func text(_ health: String, _ name: String) -> String {
            #"{"user_id":"ben","\#(health)":{"summary":{"\#(name)":{"metadata":{"datetime_string":"2026-01-24"},"heart_rate":{"hr_resting_bpm_int":61}}}}}"#
        }
        let documents = [("physical_health", "physical_summary"), ("body_health", "body_summary"), ("sleep_health", "sleep_summary")]
        let precedences = try documents.map { try contents(text($0, $1)).days.first?.revision?.precedence ?? -1 }
        #expect(precedences == precedences.sorted() && Set(precedences).count == 3)
    }

    @Test(
        "A nap is of its day and replaces no night: it begins at nine or later, and is over on that day within three hours",
        arguments: [
            ("2026-01-25T13:00:00", "2026-01-25T14:30:00", true), ("2026-01-25T04:00:00Z", "2026-01-25T05:00:00Z", true),
            ("2026-01-25T22:00:00+09:00", "2026-01-25T23:30:00+09:00", true), ("2026-01-25T09:00:00", "2026-01-25T12:00:00", false),
            ("2026-01-25T08:59:00", "2026-01-25T10:00:00", false), ("2026-01-25T00:30:00", "2026-01-25T02:00:00", false),
            ("2026-01-24T23:00:00", "2026-01-25T01:00:00", false), ("2026-01-24T15:30:00Z", "2026-01-24T17:00:00Z", false),
            // By the clock that stands there, also where the member is said to be elsewhere.
            ("2026-01-25T00:30:00-05:00", "2026-01-25T02:30:00-05:00", false), ("2026-01-25T13:00:00.000-05:00", "2026-01-25T14:00:00.000-05:00", true),
        ])
    func nap(start: String, end: String, isNap: Bool) throws {
        let text = night(#","sleep_start_datetime_string":"\#(start)","sleep_end_datetime_string":"\#(end)""#)
        let day = try #require(try contents(text, in: zone("Asia/Tokyo")).days.first)
        let whole = try #require(try contents(night(#","sleep_end_datetime_string":"2026-01-25T07:00:00""#), in: zone("Asia/Tokyo")).days.first)
        #expect(day.date == .sunday && whole.date == .sunday)
        #expect(((day.revision?.precedence ?? 0) < (whole.revision?.precedence ?? 0)) == isNap)
    }

    @Test("A revision is as new as the document says, and never newer than its arrival")
    func revisions() throws {
        func moment(_ root: String) throws -> Instant? { try contents(night(root: root)).days.first?.revision?.sourceUpdatedAt }
        #expect(try moment("") == Instant(literal: "2026-01-25T06:00:00Z"))
        #expect(try moment(#","datetime":"2026-01-25T09:00:00+01:00""#) == .morning)
        #expect(try moment(#","datetime":"2099-01-01T00:00:00Z""#) == .noon)
        let final = try contents(night(root: #","is_final":true"#)).days.first?.revision
        #expect(final?.isFinal == true && final?.payloadHash == 7 && final?.receivedAt == .noon)
    }

    @Test("Sessions of exercise have a beginning, a length and a kind")
    func sessions() throws {
        func text(_ activity: String) -> String {
            #"{"data_structure":"activity_event","user_id":"ben","physical_health":{"events":{"activity_event":[{"activity":{\#(activity)}}]}}}"#
        }
        let run = #""activity_start_datetime_string":"2026-01-24T23:30:00Z","activity_type_name_string":"running""#
        let expected = ExerciseSession(
            user: .ben, source: "rook", startedAt: Instant(literal: "2026-01-24T23:30:00Z"), date: .sunday, kind: "running", durationSeconds: 1800)
        #expect(try contents(text(run + #","activity_duration_seconds_int":1800"#), in: zone("Europe/Paris")).sessions == [expected])
        #expect(try contents(text(run + #","activity_end_datetime_string":"2026-01-25T00:00:00Z""#), in: zone("Europe/Paris")).sessions == [expected])
        #expect(problem(text(run)) == "number_out_of_range physical_health.events.activity_event[0].activity.activity_duration_seconds_int")
        #expect(problem(text("")) == "missing_field physical_health.events.activity_event[0].activity.activity_start_datetime_string")
    }

    @Test("What can't be a person's day is read all the same: it is for the store to flag")
    func implausible() throws {
        let text = night(root: "").replacing("25200", with: "144000")
        #expect(try contents(text).days.first?.values[.sleepMinutes] == 2400)
    }

    @Test("An infinite share of the time in bed is left out")
    func infinity() throws {
        let text = night(#","time_in_bed_seconds_int":1e-300"#).replacing("25200", with: "1e308")
        #expect(try contents(text).days.first?.values.keys.sorted { $0.rawValue < $1.rawValue } == [.sleepMinutes])
    }

    @Test("A moment from which a zone leads out of the calendar counts as none", arguments: ["0001-01-01T00:00:00", "9999-12-31T23:00:00Z"])
    func calendarEnds(moment: String) throws {
        for name in ["Asia/Tokyo", "America/Los_Angeles"] {
            let day = try contents(night(#","sleep_end_datetime_string":"\#(moment)""#, root: #","updated_at":"\#(moment)""#), in: zone(name)).days.first
            #expect(day?.date == .sunday && day?.revision?.sourceUpdatedAt == .noon)
        }
    }

    @Test("A document of which Belfry keeps nothing is no mistake")
    func others() throws {
        #expect(try contents(#"{"user_id":"ben","data_structure":"heart_rate_event"}"#) == WearableDocument.Contents())
    }

    @Test(
        "A document of another shape is refused with the path of the field",
        arguments: [
            (#"{"data_structure":"sleep_summary"}"#, "missing_field user_id"),
            (#"{"user_id":7}"#, "wrong_type user_id"),
            (#"{"user_id":"ben"}"#, "missing_field data_structure"),
            (#"{"user_id":"ben","data_structure":"sleep_summary"}"#, "missing_field sleep_health"),
            (#"{"user_id":"ben","sleep_health":{"summary":{}}}"#, "missing_field sleep_health.summary.sleep_summary"),
            (#"{"user_id":"ben","sleep_health":[]}"#, "wrong_type sleep_health"),
            (
                #"{"user_id":"ben","sleep_health":{"summary":{"sleep_summary":{"duration":{"sleep_duration_seconds_int":"long"}}}}}"#,
                "wrong_type sleep_health.summary.sleep_summary.duration.sleep_duration_seconds_int"
            ),
            (
                #"{"user_id":"ben","sleep_health":{"summary":{"sleep_summary":{}}}}"#,
                "missing_field sleep_health.summary.sleep_summary.metadata.datetime_string"
            ),
            (
                #"{"user_id":"ben","sleep_health":{"summary":{"sleep_summary":{"metadata":{"datetime_string":"soon"}}}}}"#,
                "wrong_type sleep_health.summary.sleep_summary.metadata.datetime_string"
            ),
        ])
    func refusals(text: String, expected: String) {
        #expect(problem(text) == expected)
    }
}
