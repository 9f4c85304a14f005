import BelfryTime
import Crypto
import Foundation
import GRDB
import NIOHTTP1
import Testing

/// From a signed document to a row of the queue, whatever is cut off between.
@Suite("Documents of wearables", .timeLimit(.minutes(10)))
struct WearablesTests {
    private static let secret = "the-secret-of-the-wearables-aggregator"

    private func night(_ date: String, _ minutes: Int) -> String {
        #"{"user_id":"ben","data_structure":"sleep_summary","sleep_health":{"summary":{"sleep_summary":{"duration":{"#
            + #""sleep_date_string":"\#(date)","sleep_duration_seconds_int":\#(minutes * 60)}}}}}"#
    }

    private func post(_ body: String, to server: RunningServer) async throws -> Int {
        let key = SymmetricKey(data: Data(Self.secret.utf8))
        let hash = HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: key)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try await server.ask(.POST, "/functions/v1/rook", body, [("x-rook-hash", hash)]).status
    }

    private func withStore(_ environment: [String: String] = [:], _ body: (URL, [String: String]) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try await body(folder.appendingPathComponent("belfry.sqlite"), environment.merging(["BELFRY_ROOK_SECRET": Self.secret]) { $1 })
        }
    }

    @Test("Answered and killed before anybody evaluated, the next to come by finds what is to be told; once more finds nothing")
    func killed() async throws {
        try await withStore { store, environment in
            let server = try await RunningServer(store: store, ["--no-worker"], environment: environment)
            try await Household.move(into: server)
            for (date, minutes) in Household.days { #expect(try await post(night(date, minutes), to: server) == 200) }
            server.kill()
            _ = await server.exitStatus()

            let file = try StoreFile(store)
            #expect(try file.count("notification_queue") == 0)
            #expect(try file.count("evaluation_marks WHERE user_id = 'ben'") == 1)
            let first = try await Program.run("recompute", "--store", "sqlite:\(store.path)", "--json")
            #expect(first.output == #"{"alerts":1,"failed_members":0,"members":1,"queued_deliveries":2}"# + "\n", "\(first.errors)")
            let second = try await Program.run("recompute", "--store", "sqlite:\(store.path)")
            #expect(second.output == "Members evaluated: 1; alerts opened or changed: 0; notifications queued: 0.\n")
            #expect(try file.rows("SELECT recipient_user_id FROM notification_queue ORDER BY 1").map { $0["recipient_user_id"] } == ["ana", "david"])
        }
    }

    @Test("Members whose evaluation can't be kept are counted by recompute, which then fails", arguments: [[], ["--json"]] as [[String]])
    func notKept(options: [String]) async throws {
        try await withStore { store, environment in
            let server = try await RunningServer(store: store, ["--no-worker"], environment: environment)
            try await Household.move(into: server)
            for (date, minutes) in Household.days { #expect(try await post(night(date, minutes), to: server) == 200) }
            await server.stop()

            let file = try StoreFile(store)
            try file.execute("CREATE TRIGGER refusing BEFORE INSERT ON pattern_alert_state BEGIN SELECT RAISE(ABORT, 'refused'); END")
            let refused = try await Program.run(["recompute", "--store", "sqlite:\(store.path)"] + options)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("Members whose evaluation couldn't be kept: 1."))
            #expect(refused.output.contains(options.isEmpty ? "Members evaluated: 0;" : #""failed_members":1"#))
        }
    }

    @Test("That a wearable fell silent is told by the day's round, unless that is switched off")
    func silent() async throws {
        try await withStore { store, _ in
            let recompute = ["recompute", "--store", "sqlite:\(store.path)"]
            #expect(try await Program.run("migrate", "--store", "sqlite:\(store.path)").status == 0)
            let file = try StoreFile(store)
            // The last day is the sixth before today, so that five are silent. Where Ben lives it is about noon, and the day is the same.
            try file.execute(
                """
                INSERT INTO user_profiles (user_id, timezone) VALUES ('ben', 'Etc/GMT' || printf('%+d', strftime('%H', 'now') - 12));
                INSERT INTO family_members (family_id, user_id, first_name, role) VALUES ('ours', 'ana', 'Ana', 'admin'), ('ours', 'ben', 'Ben', 'member');
                INSERT INTO wearable_daily_metrics (user_id, metric_date, source, steps, updated_at)
                WITH RECURSIVE days (number) AS (SELECT 6 UNION ALL SELECT number + 1 FROM days WHERE number < 40)
                SELECT 'ben', date('now', '-' || number || ' days'), 'watch', 8000, '2026-01-01T08:00:00.000Z' FROM days
                """)
            let off = try await Program.run(recompute, environment: ["BELFRY_MISSING_WEARABLE_ALERTS": "false"])
            #expect(off.output == "Members evaluated: 1; alerts opened or changed: 0; notifications queued: 0.\n", "\(off.errors)")
            let found = try await Program.run(recompute)
            #expect(found.output == "Members evaluated: 1; alerts opened or changed: 1; notifications queued: 1.\n", "\(found.errors)")
            let alert = try file.row("SELECT pattern_type || ' ' || metric_type || ' ' || severity || ' ' || current_level AS alert FROM pattern_alert_state")
            #expect((alert["alert"] as String) == "missing_wearable steps watch 3")
            #expect((try file.delivery()["recipient_user_id"] as String) == "ben")
        }
    }

    @Test("A server evaluates by itself after the answer, by the engine that is set, and in shadow mode tells nobody")
    func shadow() async throws {
        try await withStore(["BELFRY_PATTERN_ENGINE": "v1", "MIYA_PATTERN_SHADOW_MODE": "true"]) { store, environment in
            let server = try await RunningServer(store: store, environment: environment)
            try await Household.move(into: server)
            var live = try await server.events("/live/events", as: try await server.signIn(byLink: try await server.loginLink(for: "ana")))
            for (date, minutes) in Household.days { #expect(try await post(night(date, minutes), to: server) == 200) }
            let file = try StoreFile(store)
            while try file.count("notification_queue WHERE status = 'shadow'") < 2 { _ = try await live.next() }
            #expect(try file.count("inbox_messages") == 0)
            #expect((try file.row("SELECT engine FROM pattern_alert_state ORDER BY current_level DESC")["engine"] as String) == "v1")
            await server.stop()
        }
    }
}
