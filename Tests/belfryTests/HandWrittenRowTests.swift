import BelfryTime
import Foundation
import GRDB
import Testing

/// Rows that somebody wrote with a SQL client, with no more in them than has to be, decided and sent by one call.
@Suite("Rows written by hand", .timeLimit(.minutes(10)))
struct HandWrittenRowTests {
    private func explanation(of id: String, _ server: RunningServer) async throws -> String {
        try await Program.run("explain", id, "--store", "sqlite:\(server.store.path)").output
    }

    @Test("Every channel is decided, and the answer counts what became of the rows")
    func channels() async throws {
        try await withServer("--no-worker") { server, file in
            try file.execute("INSERT INTO user_profiles (user_id, notify_email) VALUES ('eva', 1)")
            let inApp = try file.queue("in_app")
            let critical = try file.queue("in_app", payload: #"{"severity":"critical"}"#)
            let foreign = try file.queue("in_app", payload: #"{"severity":"loud","level":"many","more":[1,2]}"#)
            let push = try file.queue("push")
            let email = try file.queue("email")
            let wantedEmail = try file.queue("email", to: "eva")
            let unknown = try file.queue("pigeon")
            #expect(try await server.process() == .init(processed: 7, sent: 3, skipped: 2, failed: 2))

            func became(_ id: String, _ status: String, reason: String?, error: String? = nil) throws {
                let row = try file.delivery(id)
                #expect(row["status"] == status)
                #expect(row["reason"] == reason)
                #expect(row["last_error"] == error)
            }
            try became(inApp, "sent", reason: "allowed")
            try became(critical, "sent", reason: "allowed")
            try became(foreign, "sent", reason: "allowed")
            try became(push, "skipped", reason: "push_disabled")
            try became(email, "skipped", reason: "email_disabled")
            try became(wantedEmail, "failed", reason: nil, error: "no_provider: nothing is set up to send over this channel")
            try became(unknown, "failed", reason: nil, error: "unknown_channel: no channel has this name")
            #expect(try file.count("notification_queue WHERE attempts > 0") == 3, "what can't be sent costs no attempt")
            let messages = try file.rows("SELECT id, severity, title FROM inbox_messages")
            #expect(Set(messages.map { $0["id"] as String }) == [inApp, critical, foreign])
            #expect(messages.allSatisfy { !($0["title"] as String).isEmpty })
            #expect(try file.row("SELECT severity FROM inbox_messages WHERE id = ?", [critical])["severity"] == "critical")
            #expect(try file.row("SELECT severity FROM inbox_messages WHERE id = ?", [inApp])["severity"] == "watch")
            for id in [inApp, push, wantedEmail, unknown] { #expect(try await !explanation(of: id, server).isEmpty) }
        }
    }

    /// One line of the table: what the recipient's profile and the alert say, and what then becomes of a push.
    private struct Line {
        let sentence: String
        /// Columns of `user_profiles` with their values in SQL; nil where there is no row at all.
        let profile: [String: String]?
        var alert: [String: String]?
        var severity: String?
        let status: String
        let reason: String

        init(
            _ sentence: String, _ profile: [String: String]?, alert: [String: String]? = nil, severity: String? = nil, _ status: String, _ reason: String
        ) {
            self.sentence = sentence
            self.profile = profile
            self.alert = alert
            self.severity = severity
            self.status = status
            self.reason = reason
        }
    }

    /// Quiet hours in SQL, as hours from now by a clock in UTC.
    private static func quiet(_ start: Int, _ end: Int, _ more: [String: String] = [:]) -> [String: String] {
        [
            "notify_push": "1", "quiet_hours_start": "strftime('%H:%M:%S', 'now', '\(start) hours')",
            "quiet_hours_end": "strftime('%H:%M:%S', 'now', '\(end) hours')",
        ].merging(more) { $1 }
    }

    private static let level = "quiet_hours_notification_level"
    private static let noNight = "'{" + Weekday.allCases.map { "\"\($0.rawValue)\":null" }.joined(separator: ",") + "}'"
    private static let table: [Line] = [
        Line("Who has said nothing wants no push", nil, "skipped", "push_disabled"),
        Line("Push is switched off", ["notify_push": "0"], "skipped", "push_disabled"),
        Line("Push is switched on", ["notify_push": "1"], "sent", "allowed"),
        Line("Push is switched on in words", ["notify_push": "'true'"], "sent", "allowed"),
        Line("The alert is snoozed through tomorrow", ["notify_push": "1"], alert: ["snooze_until": "date('now', '1 day')"], "skipped", "snoozed"),
        Line("The snooze is over", ["notify_push": "1"], alert: ["snooze_until": "date('now', '-2 days')"], "sent", "allowed"),
        Line("The alert is dismissed", ["notify_push": "1"], alert: ["dismissed_at": "datetime('now')"], "skipped", "dismissed"),
        Line("Dismissed wins over snoozed", ["notify_push": "1"], alert: ["dismissed_at": "'x'", "snooze_until": "'2099-01-01'"], "skipped", "dismissed"),
        Line("Switched off wins over both", ["notify_push": "0"], alert: ["dismissed_at": "datetime('now')"], "skipped", "push_disabled"),
        Line("Everything is muted for an hour", ["notify_push": "1", "muted_until": "datetime('now', '1 hour')"], "skipped", "muted"),
        Line("Even what is critical, where the mute has no end", ["notify_push": "1", "muted_until": "'infinity'"], severity: "critical", "skipped", "muted"),
        Line("The mute is over", ["notify_push": "1", "muted_until": "datetime('now', '-1 hour')"], "sent", "allowed"),
        Line("It is a quiet hour", quiet(-2, 2), "skipped", "quiet_hours"),
        Line("Even for what is critical", quiet(-2, 2), severity: "critical", "skipped", "quiet_hours"),
        Line("The quiet hours are over", quiet(-4, -2), "sent", "allowed"),
        Line("They have yet to come", quiet(2, 4), "sent", "allowed"),
        Line("No night of the week is quiet", quiet(-2, 2, ["quiet_hours_by_weekday": noNight]), "sent", "allowed"),
        Line("What is said of single nights can't be read", quiet(-2, 2, ["quiet_hours_by_weekday": "'weekend'"]), "skipped", "quiet_hours"),
        Line("They let everything through", quiet(-2, 2, [level: "'all'"]), "sent", "all_in_quiet_hours"),
        Line("They let critical ones through", quiet(-2, 2, [level: "'critical_only'"]), severity: "critical", "sent", "critical_in_quiet_hours"),
        Line("And no others", quiet(-2, 2, [level: "'critical_only'"]), severity: "attention", "skipped", "quiet_hours_not_critical"),
        Line("The alert's severity counts too", quiet(-2, 2, [level: "'critical_only'"]), alert: ["severity": "'critical'"], "sent", "critical_in_quiet_hours"),
        Line("Tokyo's clock is nine hours ahead", quiet(7, 11, ["timezone": "'Asia/Tokyo'"]), "skipped", "quiet_hours"),
        Line("So what is quiet in UTC is not quiet there", quiet(-2, 2, ["timezone": "'Asia/Tokyo'"]), "sent", "allowed"),
        Line("A zone that nobody knows is taken as UTC", quiet(-2, 2, ["timezone": "'Mars/Olympus'"]), "skipped", "quiet_hours"),
        Line("A time that is none makes no quiet hours", ["notify_push": "1", "quiet_hours_start": "'late'", "quiet_hours_end": "'07:00'"], "sent", "allowed"),
        Line("One end without the other makes none", ["notify_push": "1", "quiet_hours_start": "'00:00:00'"], "sent", "allowed"),
    ]

    @Test("A push is decided by the profile and the alert, line by line, and arrives in the inbox where it has no provider")
    func decisions() async throws {
        try await withServer("--no-worker") { server, file in
            var ids: [String] = []
            for (index, line) in Self.table.enumerated() {
                let (user, alert) = ("person-\(index)", "alert-\(index)")
                if let profile = line.profile { try insert(into: "user_profiles", profile.merging(["user_id": "'\(user)'"]) { $1 }, file) }
                let facts = [
                    "id": "'\(alert)'", "user_id": "'ben'", "metric_type": "'steps'", "pattern_type": "'drop_vs_baseline'",
                    "active_since": "date('2026-01-01', '\(index) days')",
                ]
                if let columns = line.alert { try insert(into: "pattern_alert_state", facts.merging(columns) { $1 }, file) }
                let payload = line.severity.map { #"{"severity":"\#($0)"}"# } ?? "{}"
                ids.append(try file.queue("push", to: user, of: line.alert == nil ? nil : alert, payload: payload))
            }
            let sentCount = Self.table.count { $0.status == "sent" }
            #expect(try await server.process() == .init(processed: ids.count, sent: sentCount, skipped: ids.count - sentCount))
            for (id, line) in zip(ids, Self.table) {
                let row = try file.delivery(id)
                #expect(row["status"] == line.status, "\(line.sentence)")
                #expect(row["reason"] == line.reason, "\(line.sentence)")
                #expect(try file.count("inbox_messages WHERE id = '\(id)'") == (line.status == "sent" ? 1 : 0), "\(line.sentence)")
                #expect(try await explanation(of: id, server).contains("Replayed: the same verdict"), "\(line.sentence)")
            }
        }
    }

    private func insert(into table: String, _ columns: [String: String], _ file: StoreFile) throws {
        let (names, values) = (columns.map(\.key), columns.map(\.value))
        try file.execute("INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
    }

    @Test("An episode of more days than there are stops nobody", arguments: ["3000000000", "-3000000000"])
    func endlessEpisode(dayCount: String) async throws {
        try await withServer("--no-worker") { server, file in
            try await Household.move(into: server)
            let columns = [
                "id": "'alert-1'", "user_id": "'ben'", "metric_type": "'steps'", "pattern_type": "'drop_vs_baseline'", "active_since": "'2026-01-01'",
                "day_count": dayCount, "baseline_value": "9000", "recent_value": "6000",
            ]
            try insert(into: "pattern_alert_state", columns, file)
            let cookie = try await server.signIn(byLink: try await server.loginLink(for: "ana"))
            for path in ["/", "/alerts/alert-1"] { #expect(try await server.get(path, as: cookie).status == 200) }
        }
    }

    @Test("A setting that can't be understood is named where the delivery is explained")
    func refusedSettings() async throws {
        try await withServer("--no-worker") { server, file in
            try file.execute("INSERT INTO user_profiles (user_id, notify_push, timezone) VALUES ('ana', 1, 'Mars/Olympus')")
            try file.execute("INSERT INTO user_profiles (user_id, notify_push, quiet_hours_start, quiet_hours_end) VALUES ('eva', 1, 'late', '07:00')")
            let (zone, time) = (try file.queue("push"), try file.queue("push", to: "eva"))
            #expect(try await server.process() == .init(processed: 2, sent: 2))
            #expect(try await explanation(of: zone, server).contains("Their time zone is not one that the system knows, so it was decided as UTC."))
            #expect(
                try await explanation(of: time, server).contains("Their setting “quiet_hours_start” could not be understood, so its default was taken."))
        }
    }

    @Test("What was queued longer ago than it is of use has expired, and the caller says how long that is")
    func expired() async throws {
        try await withServer("--no-worker") { server, file in
            let (old, older) = (try file.queue("in_app", createdAt: "datetime('now', '-25 hours')"), try file.queue("in_app", createdAt: "'2020-02-03'"))
            let (young, limited) = (try file.queue("in_app", createdAt: "datetime('now', '-23 hours')"), try file.queue("in_app"))
            try file.execute("UPDATE notification_queue SET expires_at = datetime('now', '-1 second') WHERE id = ?", [limited])
            #expect(try await server.process() == .init(processed: 4, sent: 1, skipped: 3))
            #expect(try file.delivery(young)["status"] == "sent")
            for id in [old, older, limited] { #expect(try file.delivery(id)["reason"] == "expired") }
            try file.queue("in_app", createdAt: "datetime('now', '-25 hours')")
            #expect(try await server.process(#"{"maxAge":48}"#) == .init(processed: 1, sent: 1))
        }
    }

    @Test("What was tried five times is left alone, and a batch is no larger than asked for")
    func limits() async throws {
        try await withServer("--no-worker") { server, file in
            let tried = try file.queue("in_app")
            try file.execute("UPDATE notification_queue SET attempts = 5")
            #expect(try await server.process() == .init())
            #expect(try file.delivery(tried)["status"] == "pending")
            for _ in 0..<3 { try file.queue("in_app") }
            #expect(try await server.process(#"{"batchSize":2}"#) == .init(processed: 2, sent: 2))
            #expect(try await server.process(#"{"batchSize":2}"#) == .init(processed: 1, sent: 1))
        }
    }

    @Test("What is held for quiet hours waits for their end, and is decided anew when the recipient's profile changes")
    func held() async throws {
        try await withServer("--no-worker") { server, file in
            let columns = Self.quiet(-2, 2, ["user_id": "'ana'", "quiet_hours_action": "'defer'"])
            try insert(into: "user_profiles", columns, file)
            let id = try file.queue("push")
            #expect(try await server.process() == .init(processed: 1))
            let row = try file.row(
                """
                SELECT status, reason, attempts, held_since, strftime('%H:%M:%S', next_attempt_at) AS held_until,
                    julianday(next_attempt_at) - julianday(decided_at) AS day_part, quiet_hours_end
                FROM notification_queue JOIN user_profiles ON user_id = recipient_user_id
                """)
            #expect(row["status"] == "pending")
            #expect(row["reason"] == "quiet_hours")
            #expect(row["attempts"] == 0)
            #expect(row["held_since"] != nil as String?)
            #expect(row["held_until"] == row["quiet_hours_end"] as String)
            #expect((0.0...2.01 / 24).contains(row["day_part"]))
            #expect(try await explanation(of: id, server).hasPrefix("Held until "))
            #expect(try await server.process() == .init(), "it isn't due")

            try file.execute("UPDATE user_profiles SET quiet_hours_notification_level = 'critical_only'")
            #expect(try await server.process() == .init(processed: 1), "decided anew, and held again")
            #expect(try file.delivery()["reason"] == "quiet_hours_not_critical")
            try file.execute("UPDATE user_profiles SET quiet_hours_start = NULL")
            #expect(try await server.process() == .init(processed: 1, sent: 1))
            #expect(try file.delivery()["reason"] == "allowed")
            #expect(try file.count("inbox_messages") == 1)
        }
    }

    @Test("Several that were held become one message, and each of the others says so")
    func summary() async throws {
        try await withServer("--no-worker") { server, file in
            try insert(into: "user_profiles", Self.quiet(-2, 2, ["user_id": "'ana'", "quiet_hours_action": "'defer'"]), file)
            let lead = try file.queue("push", createdAt: "datetime('now', '-1 hour')")
            let others = [try file.queue("push"), try file.queue("push", about: "clara")]
            #expect(try await server.process() == .init(processed: 3))
            try file.execute("DELETE FROM user_profiles")
            try file.execute("INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1)")
            #expect(try await server.process() == .init(processed: 3, sent: 1, skipped: 2))
            #expect(try file.delivery(lead)["status"] == "sent")
            for id in others {
                #expect(try file.delivery(id)["merged_into"] == lead)
                #expect(try await explanation(of: id, server).hasPrefix("Not sent on its own, because it became part of a summary"))
            }
            #expect(try file.rows("SELECT id FROM inbox_messages").map { $0["id"] } == [lead])
        }
    }
}
