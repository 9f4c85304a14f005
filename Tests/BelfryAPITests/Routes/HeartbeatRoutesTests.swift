import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Heartbeats, over the API")
struct HeartbeatRoutesTests {
    private static let path = "/v1/heartbeats/backup"
    private static let call: JSON = [
        "every_minutes": 60, "grace_minutes": 10, "notify": ["recipient_user_id": "ana", "title": "No backup", "channels": ["in_app"]],
    ]

    @Test("An app takes one in, lets it beat, looks at it and removes it; schedules don't show it")
    func wholeLife() async throws {
        try await withAPI { api in
            let taken = try await api.put(Self.path, Self.call, as: .app)
            #expect(taken.status == 200 && taken.json["state"] == "waiting" && taken.json["due_at"] == "2026-01-25T13:10:00Z")
            #expect(taken.json["recipients"] == ["ana"] && taken.json["title"] == "No backup" && taken.json["last_beat_at"] == nil)
            let beaten = try await api.post(Self.path + "/beat", [:], as: .app)
            let due: JSON = "2026-01-25T13:10:00Z"
            #expect(beaten.json == ["key": "backup", "state": "waiting", "last_beat_at": "2026-01-25T12:00:00Z", "due_at": due], "and not who is told")
            let shown = try await api.get(Self.path, as: .app).json
            #expect(shown["last_beat_at"] == "2026-01-25T12:00:00Z" && shown["recipients"] == ["ana"])
            #expect(try await api.get("/v1/heartbeats", as: .app).json == ["heartbeats": [shown]])
            #expect(try await api.get("/v1/schedules", as: .app).json == ["schedules": []])
            let kept = await api.store.scheduledOrders(of: nil, status: nil, before: nil, countMax: 10)
            let id = try #require(kept.first?.id)
            #expect(try await api.get("/v1/schedules/\(id)", as: .app).status == 404)
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.get(Self.path, as: .app).summary == "404 unknown_heartbeat")
            #expect(try await api.post(Self.path + "/beat", [:], as: .app).summary == "404 unknown_heartbeat")
        }
    }

    @Test("Families, and who is told where nobody reacts, are shown as they were given; a family that isn't there is refused")
    func families() async throws {
        try await withAPI { api in
            let escalation: JSON = ["until": "acknowledged", "steps": [["recipients": ["stranger"], "after_minutes": 15]]]
            let notify: JSON = ["families": ["household"], "title": "No backup", "channels": ["in_app"], "escalation": escalation]
            let taken = try await api.put(Self.path, ["every_minutes": 60, "notify": notify], as: .app)
            #expect(taken.status == 200 && taken.json["families"] == ["household"] && taken.json["escalation"] == escalation, "\(taken.text)")
            let nowhere: JSON = ["families": ["nowhere"], "title": "No backup"]
            #expect(try await api.put(Self.path, ["every_minutes": 60, "notify": nowhere], as: .app).summary == "404 unknown_family notify.families[0]")
            let valued: JSON = ["recipients": ["ana"], "title": "No backup", "personalised": true]
            #expect(try await api.put(Self.path, ["every_minutes": 60, "notify": valued], as: .app).summary == "400 unknown_name notify.personalised")
        }
    }

    @Test("Another's isn't found, a person has none, and a key that can be none is refused")
    func refused() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.call, as: .app)
            #expect(try await api.post(Self.path + "/beat", [:], as: .admin).summary == "404 unknown_heartbeat")
            #expect(try await api.put(Self.path, Self.call, as: .person(.ana)).status == 403)
            #expect(try await api.put(Self.path, Self.call).status == 401)
            #expect(try await api.put("/v1/heartbeats/a%20b", Self.call, as: .app).summary == "400 wrong_type key")
            #expect(try await api.put(Self.path, ["every_minutes": 60], as: .app).summary == "400 missing_field notify")
            #expect(try await api.put(Self.path, ["every_minutes": 60, "every_hours": 1], as: .app).summary == "400 unknown_name every_hours")
        }
    }
}
