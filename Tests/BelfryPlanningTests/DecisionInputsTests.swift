import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct DecisionInputsTests {
    /// A line of `belfry decide`: 19:00 in Los Angeles.
    private static let line = """
        {"now":"2026-01-25T03:00:00Z","timezone":"America/Los_Angeles","notify_push":true,"quiet_hours_start":"22:00:00",\
        "quiet_hours_end":"07:00:00","quiet_hours_notification_level":"critical_only","quiet_hours_action":"skip","severity":"watch",\
        "snooze_until":null,"dismissed_at":null}
        """

    @Test("The line from the guide is read, and sends at 19:00 in Los Angeles")
    func example() throws {
        let inputs = try decoded(DecisionInputs.self, from: Self.line)
        #expect(inputs.now.description == "2026-01-25T03:00:00Z")
        #expect(inputs.channel == .push)
        #expect(inputs.preferences.timezone == "America/Los_Angeles")
        #expect(inputs.preferences.quietHours?.start == CivilTime("22:00"))
        #expect(PolicyPipeline.standard.decide(inputs, in: try zone(inputs.preferences.timezone)) == .send(.allowed))
    }

    @Test("Only the moment must be there; all else has the default of a new person, channel push and severity watch")
    func defaults() throws {
        let inputs = try decoded(DecisionInputs.self, from: #"{"now":"2026-01-25T03:00:00Z"}"#)
        let expected = DecisionInputs(
            now: try instant("2026-01-25T03:00:00Z"), channel: .push, preferences: Preferences(), severity: .watch)
        #expect(inputs == expected)
        #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == .skip(.pushDisabled))
    }

    @Test(
        "A null is the same as a missing key",
        arguments: [
            "timezone", "notify_push", "notify_in_app", "notify_email", "champion_notify_email", "champion_notify_sms", "quiet_hours_start",
            "quiet_hours_end", "quiet_hours_notification_level", "quiet_hours_action", "severity", "channel", "snooze_until",
            "quiet_hours_by_weekday", "daily_max", "digest_at", "digest_by_category", "due_at", "awaited", "told_today", "throttle_max", "throttle_told",
            "dismissed_at", "feed_down_since",
            "expires_at", "deliver_at_local", "held_since", "episode_status", "superseded", "acknowledged", "in_doubt", "step_due_at", "told_at",
            "refused_settings",
        ])
    func null(key: String) throws {
        let without = try decoded(DecisionInputs.self, from: #"{"now":"2026-01-25T03:00:00Z"}"#)
        #expect(try decoded(DecisionInputs.self, from: #"{"now":"2026-01-25T03:00:00Z","\#(key)":null}"#) == without)
    }

    @Test("A key of which nothing is known is passed over")
    func unknownKey() throws {
        #expect(try decoded(DecisionInputs.self, from: #"{"now":"2026-01-25T03:00:00Z","mood":[1,{}]}"#).severity == .watch)
    }

    @Test(
        "What cannot be understood is refused by the name of its field",
        arguments: [
            ("now", "1", Problem.wrongType(field: "now", expected: "text")),
            ("now", "\"soon\"", .wrongType(field: "now", expected: "an ISO 8601 instant such as 2026-01-25T03:00:00Z")),
            ("now", "null", .wrongType(field: "now", expected: "text")),
            ("channel", "\"pigeon\"", .unknownValue(field: "channel", allowed: DeliveryChannel.allCases.map(\.rawValue))),
            ("channel", "1", .wrongType(field: "channel", expected: "text")),
            ("severity", "\"grave\"", .unknownValue(field: "severity", allowed: ["watch", "attention", "critical"])),
            ("severity", "2", .wrongType(field: "severity", expected: "text")),
            ("episode_status", "\"over\"", .unknownValue(field: "episode_status", allowed: ["active", "resolved"])),
            ("notify_push", "1", .wrongType(field: "notify_push", expected: "true or false")),
            ("notify_in_app", "\"true\"", .wrongType(field: "notify_in_app", expected: "true or false")),
            ("quiet_hours_start", "\"22h\"", .wrongType(field: "quiet_hours_start", expected: "a time of day such as 22:00:00")),
            ("quiet_hours_end", "700", .wrongType(field: "quiet_hours_end", expected: "text")),
            (
                "quiet_hours_notification_level", "\"some\"",
                .unknownValue(field: "quiet_hours_notification_level", allowed: ["all", "critical_only", "none"])
            ),
            ("quiet_hours_action", "\"wait\"", .unknownValue(field: "quiet_hours_action", allowed: ["skip", "defer"])),
            ("timezone", "{}", .wrongType(field: "timezone", expected: "text")),
            ("snooze_until", "\"2026-02-30\"", .wrongType(field: "snooze_until", expected: "a date such as 2026-01-25")),
            ("snooze_until", "true", .wrongType(field: "snooze_until", expected: "text")),
            (
                "dismissed_at", "\"2026-01-25\"",
                .wrongType(field: "dismissed_at", expected: "an ISO 8601 instant such as 2026-01-25T03:00:00Z")
            ),
            ("expires_at", "0", .wrongType(field: "expires_at", expected: "text")),
            (
                "deliver_at_local", "\"2026-12-24T09:00Z\"",
                .wrongType(field: "deliver_at_local", expected: "a day and a time such as 2026-01-31T09:00:00")
            ),
            ("held_since", "[]", .wrongType(field: "held_since", expected: "text")),
            ("told_at", "0", .wrongType(field: "told_at", expected: "text")),
            ("step_due_at", "0", .wrongType(field: "step_due_at", expected: "text")),
            ("told_today", "-1", .numberOutOfRange(field: "told_today", range: 0...1_000_000)),
            ("throttle_max", "0", .numberOutOfRange(field: "throttle_max", range: 1...100)),
            ("throttle_told", "-1", .numberOutOfRange(field: "throttle_told", range: 0...1_000_000)),
            ("daily_max", "10001", .numberOutOfRange(field: "daily_max", range: 0...10_000)),
            ("superseded", "\"no\"", .wrongType(field: "superseded", expected: "true or false")),
            ("in_doubt", "\"no\"", .wrongType(field: "in_doubt", expected: "true or false")),
            ("entitled", "\"no\"", .wrongType(field: "entitled", expected: "true or false")),
            ("refused_settings", "\"timezone\"", .wrongType(field: "refused_settings", expected: "a list")),
            ("refused_settings", "[\"timezone\",\"mood\"]", .wrongType(field: "refused_settings[1]", expected: "another value")),
        ])
    func refused(key: String, value: String, expected: Problem) {
        let now = key == "now" ? "" : #""now":"2026-01-25T03:00:00Z","#
        #expect(problem(with: "{\(now)\"\(key)\":\(value)}", as: DecisionInputs.self) == expected)
    }

    @Test(
        "Without the moment, or without an object, there is nothing to decide",
        arguments: [
            ("{}", Problem.missingField("now")), ("", .malformedJSON), ("{\"now\":", .malformedJSON),
            ("[]", .wrongType(field: "", expected: "an object")),
        ])
    func nothing(json: String, expected: Problem) {
        #expect(problem(with: json, as: DecisionInputs.self) == expected)
    }

    @Test("Stored inputs read back as themselves and replay to the same verdict")
    func replay() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let zones = try ["UTC", "America/Los_Angeles", "Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu"].map(zone)
        var actions: Set<Decision.Action> = []
        for _ in 0..<5000 {
            let inputs = try randomInputs(zones, using: &generator)
            let stored = try JSONEncoder().encode(inputs)
            let replayed = try JSONDecoder().decode(DecisionInputs.self, from: stored)
            #expect(replayed == inputs, "seed \(seed)")
            let zone = try #require(zones.first { $0.name == inputs.preferences.timezone })
            let decision = PolicyPipeline.standard.decide(inputs, in: zone)
            #expect(PolicyPipeline.standard.decide(replayed, in: zone) == decision, "seed \(seed)")
            if let until = decision.until { #expect(until > inputs.now, "seed \(seed)") }
            actions.insert(decision.action)
        }
        #expect(actions == [.send, .skip, .defer], "seed \(seed)")
    }

    @Test("A throttle and a day's limit only leave out what would be sent, nothing that is critical, and never more where less was told; the throttle first")
    func limits() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let zones = try ["UTC", "America/Los_Angeles", "Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu"].map(zone)
        var reasons: Set<Reason> = []
        for _ in 0..<5000 {
            var inputs = try randomInputs(zones, using: &generator)
            // So that most of them get as far as the limits.
            inputs.dismissedAt = nil
            inputs.expiresAt = nil
            inputs.preferences.dailyCountMax = Int.random(in: 0...3, using: &generator)
            inputs.throttleCountMax = Int.random(in: 1...3, using: &generator)
            inputs.toldToday = Int.random(in: 0...3, using: &generator)
            inputs.throttleTold = Int.random(in: 0...3, using: &generator)
            let zone = try #require(zones.first { $0.name == inputs.preferences.timezone })
            func decided(_ change: (inout DecisionInputs) -> Void) -> Decision {
                var other = inputs
                change(&other)
                return PolicyPipeline.standard.decide(other, in: zone)
            }
            let decision = decided { _ in }
            let unlimited = decided { ($0.preferences.dailyCountMax, $0.throttleCountMax) = (nil, nil) }
            let isThrottled = try #require(inputs.throttleTold) >= #require(inputs.throttleCountMax)
            let isCapped = try #require(inputs.toldToday) >= #require(inputs.preferences.dailyCountMax)
            let expected: Decision =
                if unlimited.action != .send || inputs.severity == .critical { unlimited
                } else if isThrottled { .skip(.throttled)
                } else if isCapped { .skip(.frequencyCapped)
                } else { unlimited }
            #expect(decision == expected, "seed \(seed)")
            let quieter = decided { ($0.toldToday, $0.throttleTold) = (0, 0) }
            if decision.action == .send { #expect(quieter == decision, "seed \(seed)") }
            reasons.insert(decision.reason)
        }
        #expect(reasons.isSuperset(of: [.throttled, .frequencyCapped, .allowed, .quietHours, .criticalInQuietHours, .allInQuietHours]), "seed \(seed)")
    }

    @Test("A verdict is written with its action, its reason, and until when it is held")
    func verdict() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func json(_ decision: Decision) throws -> String { String(decoding: try encoder.encode(decision), as: UTF8.self) }
        #expect(try json(.send(.allowed)) == #"{"action":"send","reason":"allowed","until":null}"#)
        #expect(try json(.skip(.quietHoursNotCritical)) == #"{"action":"skip","reason":"quiet_hours_not_critical","until":null}"#)
        let until = try instant("2026-01-25T15:00:00Z")
        #expect(try json(.defer(.quietHours, until: until)) == #"{"action":"defer","reason":"quiet_hours","until":"2026-01-25T15:00:00Z"}"#)
        let carrier = try #require(DeliveryID("d"))
        #expect(try json(.merge(into: carrier)) == #"{"action":"merge","reason":"merged_into_summary","until":null}"#)
    }

    private func randomInputs(_ zones: [TimeZoneRules], using generator: inout SeededGenerator) throws -> DecisionInputs {
        let now = try instant("2026-01-01T00:00:00Z") + .milliseconds(Int64.random(in: 0..<31_536_000_000, using: &generator))
        func one<Value>(of values: [Value]) throws -> Value { try #require(values.randomElement(using: &generator)) }
        func chance() -> Bool { Int.random(in: 0..<4, using: &generator) == 0 }
        func near() -> Instant { now + .seconds(Int64.random(in: -86_400...86_400, using: &generator)) }
        func time() throws -> CivilTime {
            let second = Int.random(in: 0..<86_400, using: &generator)
            return try #require(CivilTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60))
        }
        var preferences = Preferences()
        preferences.notifyPush = !chance()
        preferences.notifyInApp = !chance()
        preferences.notifyEmail = !chance()
        preferences.championNotifyEmail = !chance()
        preferences.championNotifySMS = !chance()
        preferences.quietHours = chance() ? nil : DailyWindow(start: try time(), end: try time())
        preferences.quietHoursByWeekday = QuietNights(
            try Weekday.allCases.reduce(into: [:]) { $0[$1] = chance() ? DailyWindow(start: try time(), end: try time()) : nil })
        preferences.quietHoursLevel = try one(of: QuietHoursLevel.allCases)
        preferences.quietHoursAction = try one(of: QuietHoursAction.allCases)
        preferences.timezone = try one(of: zones).name
        preferences.mutedUntil = chance() ? near() : nil
        preferences.digestAt = chance() ? try time() : nil
        preferences.dailyCountMax = chance() ? Int.random(in: 0...3, using: &generator) : nil
        return DecisionInputs(
            now: now, channel: try one(of: DeliveryChannel.allCases), preferences: preferences, severity: try one(of: Severity.allCases),
            snoozeUntil: chance() ? CivilDateTime(utc: near()).date : nil, dismissedAt: chance() ? near() : nil,
            expiresAt: chance() ? near() : nil, deliverAtLocal: chance() ? CivilDateTime(utc: near()) : nil, heldSince: chance() ? near() : nil,
            episodeStatus: chance() ? try one(of: EpisodeStatus.allCases) : nil, isSuperseded: chance(),
            toldToday: chance() ? Int.random(in: 0...3, using: &generator) : nil,
            throttleCountMax: chance() ? Int.random(in: 1...3, using: &generator) : nil,
            throttleTold: chance() ? Int.random(in: 0...3, using: &generator) : nil, isAcknowledged: chance(),
            stepDueAt: chance() ? near() : nil, dueAt: chance() ? near() : nil, isAwaited: chance(), isInDoubt: chance(),
            refusedSettings: chance() ? [try one(of: Preferences.Key.allCases)] : [])
    }
}
