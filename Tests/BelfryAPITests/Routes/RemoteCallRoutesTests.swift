import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

struct RemoteCallRoutesTests {
    private static let snooze = "/rest/v1/rpc/snooze_pattern_alert"
    private static let dismiss = "/rest/v1/rpc/dismiss_pattern_alert"
    private static let alerts = "/rest/v1/rpc/get_family_pattern_alerts"
    private static let register = "/rest/v1/rpc/register_device_token"

    // MARK: Snooze and dismiss

    @Test(
        "An alert is snoozed through a day of the caller's own calendar",
        arguments: [
            ("UTC", 1, "2026-01-26"), ("UTC", 3, "2026-01-28"), ("UTC", 7, "2026-02-01"),
            // Where it is still the 24th, and where it is the 25th as well.
            ("America/Los_Angeles", 3, "2026-01-27"), ("Asia/Tokyo", 3, "2026-01-28"),
        ])
    func snoozes(timezone: String, dayCount: Int, until: String) async throws {
        try await withAPI(at: Instant(literal: "2026-01-25T03:00:00Z")) { api in
            try await api.store.accept(.example(1))
            #expect(try await api.patch("/v1/users/me/preferences", ["timezone": .text(timezone)], as: .person(.ana)).status == 200)
            let answer = try await api.post(Self.snooze, Self.call(dayCount: .number(Double(dayCount))), as: .person(.ana))
            #expect(answer.status == 200)
            #expect(
                answer.json == ["success": true, "alert_id": "alert-1", "snooze_until": .text(until), "snooze_days": .number(Double(dayCount))])
            #expect(await api.alert?.snoozeUntil?.description == until)
        }
    }

    @Test("A snooze is answered in exactly these words")
    func snoozeText() async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let answer = try await api.post(Self.snooze, Self.call(dayCount: 3), as: .person(.ana))
            #expect(answer.text == #"{"alert_id":"alert-1","snooze_days":3,"snooze_until":"2026-01-28","success":true}"#)
        }
    }

    @Test(
        "What can't be a snooze is refused, and nothing changes",
        arguments: [
            (call(dayCount: 2), "400 snooze_days_not_offered"), (call(dayCount: 0), "400 snooze_days_not_offered"),
            (call(dayCount: -3), "400 snooze_days_not_offered"), (call(dayCount: "3"), "400 wrong_type snooze_for_days"),
            (call(dayCount: 1.5), "400 snooze_days_not_offered"), (["alert_id": "alert-1"], "400 missing_field snooze_for_days"),
            (["snooze_for_days": 3], "400 missing_field alert_id"), ([], "400 wrong_type"),
        ] as [(JSON, String)])
    func badSnoozes(body: JSON, expected: String) async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let answer = try await api.post(Self.snooze, body, as: .person(.ana))
            #expect(answer.summary == expected)
            #expect(await api.alert == .example(1))
        }
    }

    @Test("Two days are not offered, and the answer says what is")
    func twoDays() async throws {
        try await withAPI { api in
            let answer = try await api.post(Self.snooze, Self.call(dayCount: 2), as: .person(.ana))
            #expect(answer.message == "An alert is snoozed for 1, 3 or 7 days. Give one of these as “snooze_for_days”.")
        }
    }

    @Test("A dismissal says when it was made, and a second one keeps the first moment")
    func dismisses() async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let expected: JSON = ["success": true, "alert_id": "alert-1", "dismissed_at": "2026-01-25T12:00:00Z"]
            #expect(try await api.post(Self.dismiss, ["alert_id": "alert-1"], as: .person(.ana)).json == expected)
            api.clock.advance(.seconds(3600))
            #expect(try await api.post(Self.dismiss, ["alert_id": "alert-1"], as: .person(.ben)).json == expected)
        }
    }

    @Test("Whoever is not in the member's family changes nothing", arguments: [Shown.person(.eve), .person(.stranger), .app, .admin])
    func strangers(shown: Shown) async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let snooze = try await api.post(Self.snooze, Self.call(dayCount: 3), as: shown)
            #expect(snooze.status == 403)
            #expect(snooze.json["message"] == "Not authorized to snooze this alert")
            let dismiss = try await api.post(Self.dismiss, ["alert_id": "alert-1"], as: shown)
            #expect(dismiss.status == 403)
            #expect(dismiss.json["message"] == "Not authorized to dismiss this alert")
            #expect(await api.alert == .example(1))
        }
    }

    @Test("An alert that isn't there is answered as one that the caller may not touch")
    func unknownAlert() async throws {
        try await withAPI { api async throws in
            #expect(try await api.post(Self.snooze, ["alert_id": "none", "snooze_for_days": 3], as: .person(.ana)).summary == "403 not_authorized")
            #expect(try await api.post(Self.dismiss, ["alert_id": "none"], as: .person(.ana)).summary == "403 not_authorized")
        }
    }

    // MARK: The family's alerts

    @Test("The family's alerts come as rows with every column, the highest level first, then the longest-lasting")
    func order() async throws {
        try await withAPI { api in
            try await api.store.accept(
                .example(1), .example(3, level: .days7), .example(2, level: .days7), .example(4, level: .days21, resolved: .recovered))
            let answer = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ben))
            #expect(answer.status == 200)
            #expect(answer.json.items.map { $0["id"] } == ["alert-2", "alert-3", "alert-1"])
            var row = answer.json[2]?.members ?? [:]
            let deviation = row.removeValue(forKey: "deviation_percent")
            let insight = row.removeValue(forKey: "insight")?.string?.replacing("\u{A0}", with: " ")
            #expect(insight == "Steps have been 35% below your usual 8,000 for 4 days.")
            #expect(
                JSON.object(row) == [
                    "id": "alert-1", "member_user_id": "ben", "metric_type": "steps", "pattern_type": "drop_vs_baseline",
                    "episode_status": "active", "active_since": "2025-12-07", "current_level": 3, "severity": "watch", "snooze_until": nil,
                    "snooze_days": nil, "dismissed_at": nil, "baseline_value": 8000, "recent_value": 5200.5, "member_name": "Ben", "engine": "v2", "day_count": 4,
                    "last_notified_level": 3, "is_snoozed": false, "resolve_reason": nil, "resolved_on": nil, "reopened": [],
                    "feed_down_since": nil,
                ])
            if case .number(let percent) = deviation { #expect(abs(percent + 34.99375) < 1e-9) } else { Issue.record("no deviation") }
        }
    }

    @Test("A row without a usual, which somebody wrote by hand, is shown without how far off it is, and hides no other", arguments: [0, 5200.5])
    func withoutUsual(recentValue: Double) async throws {
        try await withAPI { api in
            let episode = Episode(
                metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - 40, lastEvaluatedDate: .sunday - 1, dayCount: 4, level: .days3,
                baselineValue: 0, recentValue: recentValue, resolved: nil)
            try await api.store.accept(.example(1), .example(2, episode: episode))
            let answer = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ben))
            #expect(answer.status == 200 && Set(answer.json.items.compactMap { $0["id"]?.string }) == ["alert-1", "alert-2"])
            let row = answer.json.items.first { $0["id"] == "alert-2" }
            #expect(row?["deviation_percent"] == nil as JSON && row?["insight"]?.string == "Steps have been below your usual for 4 days.")
        }
    }

    @Test("A silent wearable is among the family's alerts, with a metric and figures that nobody takes for a change, and in words of its own")
    func silentWearable() async throws {
        try await withAPI { api in
            try await api.store.accept(Alert(id: .example(1), member: .ben, episode: .silence(ofDays: 8), engine: "v2", lastNotifiedLevel: .days7))
            let row = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ana)).json[0]
            #expect(row?["pattern_type"] == "missing_wearable" && row?["metric_type"] == "steps" && row?["deviation_percent"] == 0)
            #expect(row?["current_level"] == 7 && row?["severity"] == "watch" && row?["day_count"] == 8)
            #expect(row?["insight"] == "No values have come from Ben's wearable for 8 days. Its battery may be empty, or it is not being worn.")
            let own = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ben)).json[0]
            #expect(own?["insight"] == "No values have come from your wearable for 8 days. Its battery may be empty, or it is not being worn.")
            let answer = try await api.post(Self.snooze, Self.call(dayCount: 3), as: .person(.ana))
            let left = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ana))
            #expect(answer.status == 200 && left.json.items.isEmpty)
        }
    }

    @Test("Who asks for them has snoozed alerts too, marked as such for nobody but who snoozed them, and never dismissed ones")
    func snoozedToo() async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1), .example(2))
            _ = try await api.post(Self.snooze, Self.call(dayCount: 3), as: .person(.ana))
            _ = try await api.post(Self.dismiss, ["alert_id": "alert-2"], as: .person(.ana))
            let all: JSON = ["family_id": "household", "include_snoozed": true]
            let row = try await api.post(Self.alerts, all, as: .person(.ana)).json[0]
            #expect(row?["id"] == "alert-1" && row?["is_snoozed"] == true && row?["snooze_until"] == "2026-01-28" && row?["snooze_days"] == 3)
            let ofBen = try await api.post(Self.alerts, all, as: .person(.ben)).json
            #expect(ofBen.items.count == 1 && ofBen[0]?["is_snoozed"] == false && ofBen[0]?["snooze_until"] == nil as JSON)
            api.clock.set(Instant(literal: "2026-01-29T00:00:00Z"))
            #expect(try await api.post(Self.alerts, all, as: .person(.ana)).json[0]?["is_snoozed"] == false)
        }
    }

    @Test("A row tells of every end that was none")
    func reopened() async throws {
        try await withAPI { api in
            let example = Alert.example(1)
            var history = EpisodeHistory()
            history.reopenings = [.init(resolvedOn: .sunday - 20, reopenedOn: .sunday - 16)]
            let episode = example.episode
            let alert = example.updated(
                Episode(
                    metric: episode.metric, pattern: episode.pattern, activeSince: episode.activeSince, lastEvaluatedDate: episode.lastEvaluatedDate,
                    dayCount: episode.dayCount, level: episode.level, baselineValue: 8000, recentValue: 5200, resolved: nil, history: history),
                engine: "v2", lastNotifiedLevel: .days3)
            try await api.store.accept(alert)
            let row = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ana)).json[0]
            #expect(row?["reopened"] == [["resolved_on": "2026-01-05", "reopened_on": "2026-01-09"]])
        }
    }

    @Test("A snoozed alert is hidden through its day and back on the next; a dismissed one stays hidden")
    func hidden() async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1), .example(2))
            _ = try await api.post(Self.snooze, Self.call(dayCount: 3), as: .person(.ana))
            _ = try await api.post(Self.dismiss, ["alert_id": "alert-2"], as: .person(.ana))
            for (moment, expected) in [
                ("2026-01-25T12:00:00Z", []), ("2026-01-28T23:59:59Z", []), ("2026-01-29T00:00:00Z", ["alert-1"]),
            ] {
                api.clock.set(Instant(literal: moment))
                let answer = try await api.post(Self.alerts, ["family_id": "household"], as: .person(.ana))
                #expect(answer.json.items.compactMap { $0["id"]?.string } == expected, "\(moment)")
            }
        }
    }

    @Test("A family is shown to its members only, and one that isn't there to nobody", arguments: ["household", "none"])
    func foreignFamily(family: String) async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let answer = try await api.post(Self.alerts, ["family_id": .text(family)], as: .person(.eve))
            #expect(answer.summary == "403 not_authorized")
            #expect(answer.message == "Not authorized to access family pattern alerts")
        }
    }

    // MARK: Devices

    @Test("A device is registered")
    func registers() async throws {
        try await withAPI { api in
            let body: JSON = ["token": "abc", "platform_type": "ios", "app_ver": "4.2", "os_ver": nil]
            let answer = try await api.post(Self.register, body, as: .person(.ana))
            #expect(answer.json == ["success": true, "token": "abc", "platform": "ios"])
            #expect(try await api.post(Self.register, body, as: .app).summary == "401 not_authenticated")
        }
    }

    @Test(
        "What is no device is refused",
        arguments: [
            (["platform_type": "ios"], "400 missing_field token"), (["token": "", "platform_type": "ios"], "400 wrong_type token"),
            (["token": "abc"], "400 missing_field platform_type"), (["token": "abc", "platform_type": "pager"], "400 unknown_value platform_type"),
            (["token": .text(String(repeating: "a", count: 4097)), "platform_type": "web"], "400 wrong_type token"),
            (["token": "abc", "platform_type": "ios", "app_ver": .text(String(repeating: "1", count: 65))], "400 wrong_type app_ver"),
            (["token": "abc", "platform_type": "ios", "os_ver": .text(String(repeating: "1", count: 65))], "400 wrong_type os_ver"),
        ] as [(JSON, String)])
    func badDevices(body: JSON, expected: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.post(Self.register, body, as: .person(.ana)).summary == expected)
        }
    }

    // MARK: Errors

    @Test("An error has the four keys of PostgREST, always, and ours beside them")
    func errors() async throws {
        try await withAPI { api in
            let refused = try await api.post(Self.snooze, Self.call(dayCount: 3), as: .person(.eve)).json
            #expect(
                refused == [
                    "code": "42501", "message": "Not authorized to snooze this alert", "details": "not_authorized", "hint": nil,
                    "error": ["code": "not_authorized", "message": "Not authorized to snooze this alert"],
                ])
            let nobody = try await api.post(Self.snooze, Self.call(dayCount: 3)).json
            #expect(nobody["code"] == "PGRST301" && nobody["details"] == "not_authenticated")
            let wrong = try await api.post(Self.snooze, ["alert_id": 7], as: .person(.ana)).json
            #expect(wrong["code"] == "P0001" && wrong["hint"] == "alert_id")
            #expect(try await api.post("/rest/v1/rpc/no_such_call", [:]).json.keys == ["code", "message", "details", "hint", "error"])
        }
    }

    private static func call(dayCount: JSON) -> JSON {
        ["alert_id": "alert-1", "snooze_for_days": dayCount]
    }
}

extension API {
    /// The first of the examples, as it is stored.
    fileprivate var alert: Alert? {
        get async { await store.alerts(visibleTo: .ana, countMax: 10).map(\.alert).first { $0.id == .example(1) } }
    }
}
