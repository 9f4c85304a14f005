import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct AnalyticsRoutesTests {
    private static let path = "/v1/analytics"

    private func live(_ api: API) async throws {
        try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .push))
        try await api.store.lease { $0.delivery.channel == .push ? .skip(.quietHours) : .send(.allowed) }
        try await api.store.record(1, .sent)
    }

    @Test("The admin sees what happened, by channel and category")
    func answers() async throws {
        try await withAPI(at: .noon) { api in
            try await live(api)
            let answer = try await api.get("\(Self.path)?from=2026-01-25&to=2026-01-25", as: .admin)
            #expect(answer.status == 200)
            #expect(answer.json["rows"]?.items.map { $0["channel"] } == ["in_app", "push"])
            #expect(answer.json["total"]?["sent"] == 1 && answer.json["total"]?["queued"] == 2)
            #expect(answer.json["total"]?["quiet_hours"]?["skipped"] == 1)
            #expect(answer.json["total"]?["skip_reasons"] == ["quiet_hours": 1])
            #expect(answer.json["rows"]?.items.first?["category"] == "pattern_alert")
            #expect(answer.json["rows"]?.items.first?["read_rate"] == 0)
        }
    }

    @Test("Nobody else sees it", arguments: [Shown.nobody, .person(.ana), .app])
    func refused(_ shown: Shown) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get(Self.path, as: shown).summary == "401 not_authenticated")
        }
    }

    @Test(
        "What can't be asked is refused with the field",
        arguments: [("from=soon", "400 wrong_type from"), ("to=2026-02-30", "400 wrong_type to"), ("by=person", "400 unknown_value by")])
    func malformed(query: String, expected: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("\(Self.path)?\(query)", as: .admin).summary == expected)
        }
    }

    @Test("Who asks for CSV gets a table")
    func csv() async throws {
        try await withAPI(at: .noon) { api in
            try await live(api)
            let shown = Shown.headers(["accept": "text/csv", "x-miya-admin-secret": API.adminSecret])
            let answer = try await api.get("\(Self.path)?by=channel", as: shown)
            #expect(answer.headers[.contentType] == "text/csv; charset=utf-8; header=present")
            let lines = answer.text.split(separator: "\r\n")
            #expect(lines.map { $0.prefix { $0 != "," } } == ["channel", "in_app", "push"])
        }
    }

    @Test("Prometheus reads the same numbers, which the store keeps")
    func metrics() async throws {
        try await withAPI(at: .noon) { api in
            try await live(api)
            let text = try await api.get("/metrics").text
            for line in [
                #"belfry_delivery_events_total{channel="in_app",category="pattern_alert",event="sent",reason="allowed"} 1"#,
                #"belfry_delivery_events_total{channel="push",category="pattern_alert",event="skipped",reason="quiet_hours"} 1"#,
                "belfry_store_up 1",
            ] { #expect(text.contains(line + "\n"), "\(text)") }
        }
    }
}
