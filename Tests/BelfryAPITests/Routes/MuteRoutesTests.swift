import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Categories that a person mutes for a while")
struct MuteRoutesTests {
    static let path = "/v1/users/me/mutes"

    @Test(
        "A category is muted for minutes, until a moment, or until the morning by the person's clock, and isn't told over any channel before",
        arguments: [
            ("for_minutes", JSON.number(120), "2026-01-25T14:00:00Z"), ("until", .text("2026-01-25T20:00:00Z"), "2026-01-25T20:00:00Z"),
            ("until", .text("morning"), "2026-01-25T23:00:00Z"),
        ])
    func muted(field: String, value: JSON, end: String) async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Asia/Tokyo"], as: .person(.ana))
            let muted = try await api.put(Self.path, .object(["category": "pattern_alert", field: value]), as: .person(.ana))
            #expect(muted.json == ["category": "pattern_alert", "until": .text(end)])
            #expect(try await api.get(Self.path, as: .person(.ana)).json == ["mutes": [["category": "pattern_alert", "until": .text(end)]]])
            #expect(try await api.get("/v1/users/ana/mutes", as: .app).json == ["mutes": [["category": "pattern_alert", "until": .text(end)]]])
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let left = try await api.store.row(1)
            #expect(left.status == "skipped" && left.reason == .categoryMuted)

            let heard = try await api.put(Self.path, ["category": "pattern_alert", "until": .null], as: .person(.ana))
            #expect(heard.json == ["category": "pattern_alert", "until": .null])
            try await api.store.enqueue(.example(2, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.store.row(2).reason == .allowed)
            #expect(try await api.get(Self.path, as: .person(.ana)).json == ["mutes": []])
        }
    }

    @Test("Why it wasn't told is said with the end of the mute, and replays to the same")
    func explained() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, ["category": "pattern_alert", "until": "2026-01-25T20:00:00Z"], as: .person(.ana))
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let why = try await api.get("/v1/deliveries/delivery-1", as: .admin).json
            #expect(why["reason"]?.string == "category_muted" && why["replayed_alike"] == true)
            let sentence = why["sentence"]?.string ?? ""
            #expect(sentence.contains("has muted this kind of notification until") && sentence.contains("20:00"))
            #expect(why["what_would_change"]?.string == "Ending the mute would let it through.")
        }
    }

    @Test("What can't be a mute is refused with the reason, and so is another's")
    func refused() async throws {
        try await withAPI { api in
            let calls: [(JSON, String)] = [
                (["until": "morning"], "400 missing_field category"), (["category": "news"], "400 missing_field until"),
                (["category": "news", "until": "tomorrow"], "400 wrong_type until"),
                (["category": "news", "until": "2026-01-25T12:00:00Z"], "400 wrong_type until"),
                (["category": "news", "for_minutes": 0], "400 number_out_of_range for_minutes"),
                (["category": "news", "for_minutes": 5, "until": "morning"], "400 wrong_type for_minutes"),
                (["category": "news", "until": "morning", "chanel": "push"], "400 unknown_name chanel"),
                (["category": .text(String(repeating: "a", count: 129)), "until": "morning"], "400 wrong_type category"),
                (["category": "news\u{0}", "until": "morning"], "400 wrong_type category"),
            ]
            for (call, summary) in calls { #expect(try await api.put(Self.path, call, as: .person(.ana)).summary == summary) }
            let off: JSON = ["category": "news\u{1}", "subscribed": false]
            #expect(try await api.put("/v1/users/me/subscriptions", off, as: .person(.ana)).summary == "400 wrong_type category")
            let call: JSON = ["category": "news", "for_minutes": 5]
            #expect(try await api.put("/v1/users/ben/mutes", call, as: .person(.ana)).summary == "404 unknown_user user_id")
            #expect(try await api.get(Self.path).summary == "401 not_authenticated")
            for number in 1...CategorySubscription.switchedOffCountMax {
                try await api.store.mute("kind-\(number)", until: .evening, of: .ana, now: .noon)
            }
            #expect(try await api.put(Self.path, call, as: .person(.ana)).summary == "400 too_many_switched_off")
        }
    }
}
