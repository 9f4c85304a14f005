import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct WorkerRoutesTests {
    private static let path = "/functions/v1/process_notifications"

    @Test("A batch is answered with five numbers and words, and no more")
    func counts() async throws {
        try await withAPI { api in
            // The inbox is on, push is off, and for text messages nothing is set up.
            var preferences = Preferences()
            preferences.championNotifySMS = true
            try await api.store.save(preferences, of: .ana, now: .morning)
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .push), .example(3, over: .sms))
            let answer = try await api.post(Self.path, [:], as: .admin)
            #expect(answer.json == ["ok": true, "processed": 3, "sent": 1, "skipped": 1, "failed": 1])
            #expect(try await api.store.row(1).status == "sent")
            #expect(try await api.store.row(2).reason == .pushDisabled)
            #expect(try await api.store.row(3).lastError?.hasPrefix("no_provider") == true)
        }
    }

    @Test("A batch is as large as asked for", arguments: [(1, 1), (2, 2), (1000, 3)])
    func batchSize(asked: Int, processed: Int) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .inApp), .example(3, over: .inApp))
            let answer = try await api.post(Self.path, ["batchSize": .number(Double(asked))], as: .admin)
            #expect(answer.json["processed"] == .number(Double(processed)))
        }
    }

    @Test(
        "What was queued longer ago than asked for is skipped as expired",
        arguments: [(3.0, .expired), (5.0, .allowed), (nil, .allowed)] as [(Double?, Reason)])
    func ageMax(hours: Double?, expected: Reason) async throws {
        // Queued at 08:00, looked at at 12:00.
        try await withAPI(at: .noon) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post(Self.path, ["maxAge": hours.map { .number($0) } ?? nil], as: .admin)
            #expect(try await api.store.row(1).reason == expected)
        }
    }

    @Test(
        "No body, an empty one, an empty object and what a scheduler says of itself mean the defaults",
        arguments: [nil, "", "{}", #"{"batchSize": null}"#, #"{"time": "2026-07-01T08:00:00Z"}"#])
    func defaults(body: String?) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            let answer = try await api.ask(.post, Self.path, body, as: .admin)
            #expect(answer.json == ["ok": true, "processed": 1, "sent": 1, "skipped": 0, "failed": 0])
        }
    }

    @Test(
        "What is out of bounds is refused, and nothing is worked off",
        arguments: [
            (["batchSize": 0], "400 number_out_of_range batchSize"), (["batchSize": 1001], "400 number_out_of_range batchSize"),
            (["batchSize": 1.5], "400 number_out_of_range batchSize"), (["batchSize": 1e300], "400 number_out_of_range batchSize"),
            (["batchSize": "50"], "400 wrong_type batchSize"),
            (["maxAge": -1], "400 number_out_of_range maxAge"), (["maxAge": 8761], "400 number_out_of_range maxAge"), ([], "400 wrong_type"),
        ] as [(JSON, String)])
    func bounds(body: JSON, expected: String) async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            #expect(try await api.post(Self.path, body, as: .admin).summary == expected)
            #expect(try await api.store.row(1).status == "pending")
        }
    }

    @Test("Without the secret nothing is worked off")
    func secret() async throws {
        try await withAPI { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            #expect(try await api.post(Self.path, [:]).summary == "401 not_authenticated")
            #expect(try await api.post(Self.path, [:], as: .app).summary == "401 not_authenticated")
            #expect(try await api.store.row(1).status == "pending")
        }
    }
}
