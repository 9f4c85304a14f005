import BelfryTesting
import BelfryTime
import Foundation
import GRDB
import HTTPTypes
import Testing

/// The operator's own endpoint, over a real socket, one batch at a time.
@Suite("Webhooks", .timeLimit(.minutes(10)))
struct WebhookTests {
    /// A server whose worker is run by hand, and a webhook to it with one delivery in its queue.
    ///
    /// - Parameter url: where it posts; the receiver's own address where it is left out.
    private func withDelivery(
        url other: String? = nil, environment: [String: String] = [:], to receiver: WebhookReceiver,
        _ body: @escaping @Sendable (RunningServer, StoreFile) async throws -> Void
    ) async throws {
        try await receiver.listen { url in
            let settings = WebhookReceiver.settings(other ?? url, ["BELFRY_RETRY_BASE_SECONDS": "0"])
            try await withServer("--no-worker", environment: settings.merging(environment) { $1 }) { server, file in
                try file.queue("webhook", payload: #"{"severity":"attention"}"#)
                try await body(server, file)
            }
        }
    }

    @Test("A notification is signed, and says whom it is for")
    func signed() async throws {
        let receiver = WebhookReceiver()
        try await withDelivery(to: receiver) { server, file in
            #expect(try await server.process() == .init(processed: 1, sent: 1))
            let reception = try #require(receiver.receptions.first)
            #expect(receiver.receptions.count == 1)
            #expect(reception.id == (try file.delivery()["id"] as String))
            #expect(reception.signatures.count == 1)
            let message = try #require(try JSONSerialization.jsonObject(with: Data(reception.body.utf8)) as? [String: Any])
            let data = try #require(message["data"] as? [String: Any])
            #expect(data["recipient_user_id"] as? String == "ana")
            #expect(data["member_user_id"] as? String == "ben")
            #expect(data["severity"] as? String == "attention")
            #expect(try file.delivery()["status"] == "sent")
        }
    }

    @Test("An app is told at its own endpoint what became of its deliveries, signed, and in their order")
    func statuses() async throws {
        let receiver = WebhookReceiver()
        try await receiver.listen { url in
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("status-webhooks.json").path
                try #"{"default": {"url": "\#(url)", "secret": "\#(WebhookReceiver.secret)", "allow_private": true}}"#
                    .write(toFile: file, atomically: true, encoding: .utf8)
                try await withServer(environment: ["BELFRY_STATUS_WEBHOOKS_FILE": file]) { _, store in
                    let id = try store.queue("in_app")
                    var receptions = receiver.events.makeAsyncIterator()
                    await receptions.next()
                    let reception = try #require(receiver.receptions.first)
                    let message = try #require(try JSONSerialization.jsonObject(with: Data(reception.body.utf8)) as? [String: Any])
                    let data = try #require(message["data"] as? [String: Any])
                    let event = try #require((data["events"] as? [[String: Any]])?.first)
                    #expect(message["type"] as? String == "delivery.status" && data["app_id"] as? String == "default")
                    #expect(event["delivery_id"] as? String == id && event["type"] as? String == "sent" && event["channel"] as? String == "in_app")
                    #expect(!reception.body.contains("ana") && !reception.body.contains("ben"), "it names nobody")
                }
            }
        }
    }

    @Test("A file of endpoints that changes is read anew, and one that can't be used changes nothing")
    func changedEndpoints() async throws {
        let receiver = WebhookReceiver()
        try await receiver.listen { url in
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("status-webhooks.json").path
                func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
                func endpoint(of app: String) -> String {
                    #"{"\#(app)": {"url": "\#(url)/\#(app)", "secret": "\#(WebhookReceiver.secret)", "allow_private": true}}"#
                }
                try write(endpoint(of: "shop"))
                try await withServer(environment: ["BELFRY_STATUS_WEBHOOKS_FILE": file]) { server, store in
                    try write(#"{"shop": {"url": "https://example.org", "secret": "hunter2"}}"#)
                    let said = try #require(await server.program.errors.line { $0.contains("stay as they were") })
                    #expect(said.contains("each secret of shop") && !said.contains("hunter2"))
                    #expect(try store.count("status_webhooks WHERE app_id = 'shop'") == 1)
                    try write(endpoint(of: "default"))
                    while try store.count("status_webhooks WHERE app_id = 'default'") == 0 { _ = try await server.get("/ready") }
                    try store.queue("in_app")
                    var receptions = receiver.events.makeAsyncIterator()
                    await receptions.next()
                    #expect(receiver.receptions.first?.path == "/hook/default")
                }
            }
        }
    }

    @Test("What is signed with another secret is refused by the receiver, and tried again")
    func otherSecret() async throws {
        let receiver = WebhookReceiver()
        try await withDelivery(environment: ["BELFRY_WEBHOOK_SECRET": newSecret], to: receiver) { server, file in
            #expect(try await server.process() == .init(processed: 1, failed: 1))
            #expect(receiver.receptions.isEmpty)
            let row = try file.delivery()
            #expect(row["status"] == "pending")
            #expect(row["last_error"] == "http_401")
        }
    }

    private let newSecretBytes = Data("the new webhook secret: 32 bytes".utf8)
    private var newSecret: String { "whsec_" + newSecretBytes.base64EncodedString() }

    @Test("While a secret is rotated, the message is signed with the new one and the old one")
    func rotation() async throws {
        let receiver = WebhookReceiver()
        let secrets = ["BELFRY_WEBHOOK_SECRET": newSecret, "BELFRY_WEBHOOK_PREVIOUS_SECRET": WebhookReceiver.secret]
        try await withDelivery(environment: secrets, to: receiver) { [newSecretBytes] server, _ in
            #expect(try await server.process() == .init(processed: 1, sent: 1))
            let reception = try #require(receiver.receptions.first)
            #expect(reception.signatures.count == 2)
            #expect(reception.isSigned(with: newSecretBytes))
            #expect(reception.isSigned(with: WebhookReceiver.secretBytes))
        }
    }

    @Test("A retry waits as long as it was asked to, and has the same id and body but a timestamp and a signature of its own")
    func retried() async throws {
        let receiver = WebhookReceiver { _, earlierCount in earlierCount == 0 ? .init(503, [.retryAfter: "1"]) : 200 }
        try await receiver.listen { url in
            let settings = WebhookReceiver.settings(url, ["BELFRY_RETRY_BASE_SECONDS": "0"])
            try await withServer(environment: settings) { server, file in
                try file.queue("webhook")
                var receptions = receiver.events.makeAsyncIterator()
                for _ in 0..<2 { await receptions.next() }
                try await server.drain()
                let (first, second) = (receiver.receptions[0], receiver.receptions[1])
                #expect(receiver.receptions.count == 2)
                #expect(second.id == first.id)
                let secondsApart = (Int(second.timestamp) ?? 0) - (Int(first.timestamp) ?? 0)
                #expect(secondsApart >= 1, "the second was asked for")
                #expect(Set(second.signatures).isDisjoint(with: first.signatures))
                let row = try file.delivery()
                #expect(row["status"] == "sent")
                #expect(row["attempts"] == 2)
                #expect(row["last_error"] == nil as String?)
            }
        }
    }

    @Test(
        "The wait that a provider asks for is kept in the queue, a day at most",
        arguments: [("120", 120), ("Wed, 21 Oct 2099 07:28:00 GMT", 86_400), ("soon", 0), ("-5", 0)])
    func retryAfter(_ asked: String, seconds: Int) async throws {
        let receiver = WebhookReceiver { _, _ in .init(429, [.retryAfter: asked]) }
        try await withDelivery(to: receiver) { server, file in
            // What can't be tried again before it is too old is given up.
            let patient = #"{"maxAge":48}"#
            #expect(try await server.process(patient) == .init(processed: 1, failed: 1))
            let row = try file.delivery()
            #expect(row["status"] == "pending")
            #expect(row["last_error"] == "http_429")
            let next = Instant(literal: row["next_attempt_at"])
            #expect(next - Instant(literal: row["decided_at"]) >= .seconds(seconds))
            // Decided before it was sent, recorded after: the wait is counted from between the two.
            #expect(next - Instant(literal: row["updated_at"]) <= .seconds(seconds))
            guard seconds > 0 else { return }
            #expect(try await server.process(patient) == .init(), "it isn't due")
            try file.execute("UPDATE notification_queue SET next_attempt_at = NULL")
            #expect(try await server.process(patient) == .init(processed: 1, failed: 1), "unless somebody says so")
            #expect(try file.delivery()["attempts"] == 2)
        }
    }

    @Test("An endpoint that fails is tried on, uncounted from the fifth time, and given up when no time is left, with the last error")
    func failures() async throws {
        let receiver = WebhookReceiver { _, earlierCount in earlierCount < 4 ? 503 : 500 }
        try await withDelivery(to: receiver) { server, file in
            for attempt in 1...5 {
                #expect(try await server.process() == .init(processed: 1, failed: attempt < 5 ? 1 : 0))
                let row = try file.delivery()
                #expect(row["attempts"] == min(attempt, 4))
                #expect(row["status"] == "pending")
            }
            #expect(try await server.process() == .init(), "it isn't due")
            try file.execute("UPDATE notification_queue SET next_attempt_at = NULL, expires_at = datetime('now', '+59 seconds')")
            #expect(try await server.process() == .init(processed: 1, failed: 1))
            #expect(try await server.process() == .init())
            let row = try file.delivery()
            #expect(row["status"] == "failed")
            #expect(row["last_error"] == "http_500")
            #expect(row["next_attempt_at"] == nil as String?)
            #expect(Set(receiver.receptions.map(\.id)).count == 1)
            #expect(receiver.receptions.count == 6)
            let told = try await Program.run("explain", row["id"], "--store", "sqlite:\(server.store.path)")
            #expect(told.output.hasPrefix("Given up after 5 or more failed attempts (http_500); it was meant to be sent, because "))
        }
    }

    @Test("An endpoint that is gone is not asked again for a while, and what was to go there waits and loses no attempt")
    func gone() async throws {
        let receiver = WebhookReceiver { _, _ in 410 }
        try await withDelivery(to: receiver) { server, file in
            #expect(try await server.process() == .init(processed: 1))
            let row = try file.delivery()
            #expect(row["status"] == "pending")
            #expect(row["attempts"] == 0)
            #expect((row["last_error"] as String?)?.hasPrefix("http_410") == true)
            #expect(try await server.process() == .init(), "it isn't due")
            try file.execute("UPDATE notification_queue SET next_attempt_at = NULL")
            #expect(try await server.process() == .init(processed: 1))
            #expect(receiver.receptions.count == 1)
        }
    }

    @Test(
        "Whoever sends by hand and waits is told what came of it in the end, and of what is only tried again later that it still waits",
        arguments: [("1", 0, "sent"), ("3600", 3, "pending")])
    func waitedFor(_ asked: String, exitStatus: Int, status: String) async throws {
        let receiver = WebhookReceiver { _, earlierCount in earlierCount == 0 ? .init(503, [.retryAfter: asked]) : 200 }
        try await receiver.listen { url in
            let settings = WebhookReceiver.settings(url, ["BELFRY_RETRY_BASE_SECONDS": "0"])
            try await withServer(environment: settings) { server, _ in
                let line = ["send", "ana", "--channel", "webhook", "--title", "Hello", "--wait", "--timeout", "10m", "--store", "sqlite:\(server.store.path)"]
                let result = try await Program.run(line)
                #expect(Int(result.status) == exitStatus, "\(result.errors)")
                #expect(result.lines.first?.hasSuffix("  \(status)") == true, "\(result.output)")
            }
        }
    }

    @Test("Where nothing listens, it is tried again")
    func nothingListens() async throws {
        // That of tcpmux, on which nobody listens; one that was free a moment ago may be somebody else's by now.
        try await withDelivery(url: "http://127.0.0.1:1/", to: WebhookReceiver()) { server, file in
            #expect(try await server.process() == .init(processed: 1, failed: 1))
            let row = try file.delivery()
            #expect(row["status"] == "pending")
            #expect(row["attempts"] == 1)
            #expect((row["last_error"] as String?)?.hasPrefix("not_connected: ") == true)
            #expect(row["next_attempt_at"] != nil as String?)
        }
    }

    @Test("A redirect is not followed", arguments: [301, 302, 307, 308])
    func redirect(_ status: Int) async throws {
        let receiver = WebhookReceiver { _, _ in .init(status, [.location: "/hook/elsewhere"]) }
        try await withDelivery(to: receiver) { server, file in
            #expect(try await server.process() == .init(processed: 1, failed: 1))
            #expect(receiver.receptions.map(\.path) == ["/hook"])
            let row = try file.delivery()
            #expect(row["last_error"] == "http_\(status)")
        }
    }
}
