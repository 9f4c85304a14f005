import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What other programs post, written by hand from what their documentation says.
@Suite("What other programs report")
struct IntakeRoutesTests {
    /// As Alertmanager 0.27 writes it.
    private static func group(_ status: String, startsAt: String = "2026-01-25T11:58:00.123456789Z") -> JSON {
        [
            "receiver": "belfry", "status": .text(status), "version": "4", "groupKey": "{}:{alertname=\"DiskFull\"}", "truncatedAlerts": 0,
            "groupLabels": ["alertname": "DiskFull"], "commonLabels": ["alertname": "DiskFull", "severity": "critical", "instance": "nas:9100"],
            "commonAnnotations": ["summary": "The disk is nearly full"], "externalURL": "http://alertmanager:9093",
            "alerts": [
                [
                    "status": .text(status), "labels": ["alertname": "DiskFull", "severity": "critical", "instance": "nas:9100"],
                    "annotations": ["summary": "The disk is nearly full"], "startsAt": .text(startsAt), "endsAt": "0001-01-01T00:00:00Z",
                    "generatorURL": "http://prometheus:9090/graph?g0.expr=x", "fingerprint": "9f86d081884c7d65",
                ]
            ],
        ]
    }

    private static func monitor(_ status: Double, time: String) -> JSON {
        [
            "heartbeat": ["monitorID": 7, "status": .number(status), "time": .text(time), "msg": "timeout", "ping": .null, "important": true, "duration": 60],
            "monitor": ["id": 7, "name": "Photos", "type": "http", "url": "https://photos.example.org", "interval": 60], "msg": "[Photos] timeout",
        ]
    }

    private func told(_ api: API, _ person: UserID = .ana) async throws -> [JSON?] {
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
        return try await api.get("/v1/inbox", as: .person(person)).json["messages"]?.items.map { $0["title"] } ?? []
    }

    @Test("Words are told to whoever is in a family and on duty by a rota; alerts are refused there")
    func open() async throws {
        try await withAPI { api in
            let rota: JSON = ["people": ["eve"], "since": "2026-01-25", "handover": ["every_days": 1, "at": "09:00"], "timezone": "UTC"]
            #expect(try await api.put("/v1/rotas/nights", rota, as: .app).status == 200)
            let path = "/v1/intake/text?families=\(FamilyRecord.household.id)&rotas=nights&channel=in_app"
            let told = try await api.ask(.post, path, "The door is open", as: .app)
            #expect(told.status == 202 && told.json["deliveries"]?.items.count == FamilyRecord.household.members.count + 1)
            #expect(try await api.ask(.post, "/v1/intake/text?families=none", "x", as: .app).summary == "404 unknown_family families[0]")
            #expect(try await api.ask(.post, "/v1/intake/text", "x", as: .app).summary == "400 missing_field to")
            let alert = try await api.post("/v1/intake/grafana?families=household", Self.group("firing"), as: .app)
            #expect(alert.summary == "400 unknown_name families")
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "door"])
            let first = try await api.ask(.post, path, "The door is open", as: shown)
            _ = try await api.ask(.delete, "/v1/rotas/nights", nil, as: .app)
            let again = try await api.ask(.post, path, "The door is open", as: shown)
            #expect(again.status == 202 && again.json["is_repeated"] == true && again.json["deliveries"] == first.json["deliveries"])
            #expect(try await api.ask(.post, path, "The door is open", as: .app).summary == "404 unknown_rota rotas[0]")
        }
    }

    @Test("An alert is told to everybody who is named, once however often it is resent, and its end takes its place")
    func alertmanager() async throws {
        try await withAPI { api async throws in
            let path = "/v1/intake/alertmanager?to=ana,ben&channel=in_app"
            let first = try await api.post(path, Self.group("firing"), as: .app)
            #expect(first.status == 202 && first.json["deliveries"]?.items.count == 2 && first.json["is_repeated"] == false)
            #expect(first.json["called_off"] == [])
            for person in [UserID.ana, .ben] { #expect(try await told(api, person) == ["The disk is nearly full"]) }
            api.clock.advance(.seconds(4 * 3600))
            let again = try await api.post(path, Self.group("firing"), as: .app)
            #expect(again.status == 202 && again.json["is_repeated"] == true && again.json["deliveries"] == first.json["deliveries"])
            let over = try await api.post(path, Self.group("resolved"), as: .app)
            #expect(over.json["deliveries"]?.items.count == 2 && over.json["is_repeated"] == false)
            #expect(try await told(api) == ["Resolved: The disk is nearly full", "The disk is nearly full"])
            let messages = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items ?? []
            #expect(messages.map { $0["retracted_at"]?.string == nil } == [true, false], "the first is replaced")
            let list = try await api.get("/v1/deliveries?recipient_user_id=ana", as: .app).json["deliveries"]?.items ?? []
            #expect(list.map { $0["category"] } == ["alertmanager", "alertmanager"] && list.map { $0["priority"] } == ["normal", "critical"])
        }
    }

    @Test("What quiet hours hold until it is over is called off, and nobody hears of it")
    func overInTheNight() async throws {
        try await withAPI { api async throws in
            var wanted = Preferences()
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "10:00"), end: CivilTime(literal: "14:00"))
            wanted.quietHoursAction = .defer
            try await api.store.save(wanted, of: .ana, now: .noon)
            let path = "/v1/intake/uptime-kuma?to=ana&channel=in_app"
            let down = try await api.post(path, Self.monitor(0, time: "2026-01-25 11:58:00.123"), as: .app)
            #expect(try await told(api) == [])
            let up = try await api.post(path, Self.monitor(1, time: "2026-01-25 12:05:00.456"), as: .app)
            #expect(up.status == 202 && up.json["called_off"] == down.json["deliveries"] && up.json["deliveries"] == [])
            api.clock.advance(.seconds(3 * 3600))
            #expect(try await told(api) == [])
        }
    }

    @Test("Words are told as they are, with what stands beside them in headers or in the address")
    func text() async throws {
        try await withAPI { api async throws in
            let key = "Bearer \(API.appKey)"
            let form = Shown.headers(["authorization": key, "content-type": "application/x-www-form-urlencoded"])
            #expect(try await api.ask(.post, "/v1/intake/text?to=ana", "Backup done", as: form).status == 202)
            let headers = Shown.headers(["x-api-key": API.appKey, "title": "Backup", "priority": "urgent", "tags": "warning,nas"])
            #expect(try await api.ask(.post, "/v1/intake/text?to=ana&category=nas", "No space left", as: headers).status == 202)
            #expect(try await api.ask(.post, "/v1/intake/text?to=ana&t=Door&m=It+is+open", nil, as: .app).status == 202)
            let json = Shown.headers(["authorization": key, "content-type": "application/json"])
            #expect(try await api.ask(.post, "/v1/intake/text?to=ana", #"{"title": "Heater", "message": "Cold", "priority": 8}"#, as: json).status == 202)
            #expect(try await Set(told(api)) == ["Backup done", "⚠️ Backup", "Door", "Heater"])
            let list = try await api.get("/v1/deliveries", as: .app).json["deliveries"]?.items ?? []
            #expect(list.filter { $0["priority"] == "critical" }.map { $0["category"] } == ["nas"])
        }
    }

    @Test("Words under a key are told once; others under it are refused")
    func key() async throws {
        try await withAPI { api async throws in
            let shown = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "backup-7"])
            let first = try await api.ask(.post, "/v1/intake/text?to=ana", "Backup done", as: shown)
            let again = try await api.ask(.post, "/v1/intake/text?to=ana", "Backup done", as: shown)
            #expect(first.json["is_repeated"] == false && again.json["is_repeated"] == true && first.json["deliveries"] == again.json["deliveries"])
            let other = try await api.ask(.post, "/v1/intake/text?to=ben", "Backup done", as: shown)
            #expect(other.summary == "409 idempotency_key_reused")
            let titled = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "backup-7", "title": "Disk"])
            #expect(try await api.ask(.post, "/v1/intake/text?to=ana", "Backup done", as: titled).summary == "409 idempotency_key_reused")
        }
    }

    @Test("Whoever shows no key of an app is refused, and a key in the address is none")
    func strangers() async throws {
        try await withAPI { api async throws in
            for source in IntakeSource.allCases {
                let path = "/v1/intake/\(source.rawValue)?to=ana"
                #expect(try await api.post(path, [:], as: .nobody).status == 401)
                #expect(try await api.post(path, [:], as: .person(.ana)).summary == "403 not_authorized")
                #expect(try await api.post(path + "&key=\(API.appKey)", [:], as: .nobody).status == 401)
                #expect(try await api.post(path + "&key=x", [:], as: .app).summary == "400 unknown_name key")
                #expect(try await api.post("/v1/intake/\(source.rawValue)", Self.group("firing"), as: .app).summary == "400 missing_field to")
            }
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
        }
    }

    @Test("What isn't as it was expected is refused by the name of its field, and nothing is told")
    func refused() async throws {
        try await withAPI { api async throws in
            let path = "/v1/intake/alertmanager?to=ana"
            #expect(try await api.post(path, [:], as: .app).summary == "400 missing_field groupKey")
            #expect(try await api.post(path, Self.group("burning"), as: .app).summary == "400 unknown_value status")
            #expect(try await api.post(path, Self.group("firing", startsAt: "now"), as: .app).summary == "400 wrong_type alerts[0].startsAt")
            #expect(try await api.post(path + "&channel=pigeon", Self.group("firing"), as: .app).summary == "400 unknown_value channel")
            let (words, form) = ("/v1/intake/text?to=ana", Shown.headers(["x-api-key": API.appKey, "content-type": "multipart/form-data; boundary=x"]))
            #expect(try await api.ask(.post, words, "--x--", as: form).summary == "400 wrong_type Content-Type")
            #expect(try await api.ask(.post, words, "", as: .app).summary == "400 missing_field message")
            #expect(try await api.ask(.post, words + "&click=javascript:x", "x", as: .app).summary == "400 wrong_type click")
            let large = String(repeating: "x", count: 4 * 1024 * 1024 + 1)
            #expect(try await api.ask(.post, words, large, as: .app).summary == "413 body_too_large")
            let queued = await api.store.deliveries(DeliverySelection())
            #expect(queued.isEmpty)
        }
    }

    @Test("A group of five hundred alerts is one message that says how many")
    func many() async throws {
        try await withAPI { api async throws in
            var group = Self.group("firing").members
            let alert = group["alerts"]?[0]?.members ?? [:]
            group["alerts"] = .list((1...500).map { .object(alert.merging(["fingerprint": .text("\($0)")]) { $1 }) })
            let answer = try await api.post("/v1/intake/alertmanager?to=ana&channel=in_app", .object(group), as: .app)
            #expect(answer.json["deliveries"]?.items.count == 1)
            #expect(try await told(api) == ["DiskFull (500)"])
        }
    }
}
