import BelfryClient
import BelfryModel
import BelfryTime
import Foundation
import Testing

@Suite("The guide for Swift apps")
struct ClientGuideTests {
    @Test("What it shows is code that compiles")
    func compiled() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let page = try String(contentsOf: folder.appendingPathComponent("../../docs/guide/clients.md"), encoding: .utf8)
        let samples = page.matches(of: /```swift\n([\s\S]*?)```/).flatMap { $0.1.split(separator: "\n") }
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8).split(separator: "\n")
        let code = Set(source.map { $0.drop { $0 == " " } })
        #expect(samples.count > 20)
        for line in samples {
            #expect(code.contains(line.drop { $0 == " " }), "the guide shows a line that is compiled nowhere: \(line)")
        }
    }

    @Test("Its first order goes out as it says")
    func order() async throws {
        let script = Script(
            .answer(202, #"{"deliveries": ["d-1"], "is_repeated": false}"#),
            .answer(
                200,
                """
                {"id": "d-1", "status": "sent", "channel": "in_app", "recipient_user_id": "ana", "member_user_id": "ana", "attempts": 1, "reason": "allowed",
                 "sentence": "Sent, because nothing stood against it."}
                """))
        var said: [String] = []
        try await orderSomething(script.app()) { said.append($0) }
        #expect(said == ["Sent, because nothing stood against it."])
        #expect(script.sent.first?.headers["Idempotency-Key"] == "boiler-7")
    }
}

// MARK: What the guide shows

private func orderSomething(_ belfry: AppClient, print: (String) -> Void) async throws {
    let boiler = OrderContents(title: "Boiler", body: "The boiler is due for its check.", category: "maintenance", severity: .attention)
    let receipt = try await belfry.send(boiler, to: ["ana"], key: "boiler-7")
    let story = try await belfry.delivery(receipt.deliveries[0])
    if story.status == .sent { print(story.sentence) }
}

private func makeClient(key: String) -> AppClient {
    let belfry = AppClient(server: URL(string: "https://belfry.example.org")!, key: key)
    return belfry
}

private func sayMore(_ belfry: AppClient, boiler: OrderContents, users: AsyncStream<Recipient>) async throws {
    let audience = OrderAudience(["ana"], families: [WholeFamily("lindens", roles: [.admin])], rotas: ["grandma"])
    let order = NotificationOrder(boiler, to: audience, at: .local(CivilDateTime("2026-12-24T09:00")!))
    for verdict in try await belfry.rehearse(order) { print(verdict.recipient, verdict.sentence) }
    try await belfry.cancel(.order("boiler-7"))
    for try await waiting in belfry.deliveries(status: .pending) { print(waiting.id, waiting.channel) }
    let news = BroadcastOrder(OrderContents(title: "Open on Sunday", channels: [.push]), fallbackChannels: [.email])
    try await belfry.broadcast(news, toEachOf: users, key: "sunday")
}

private func readInbox(
    server: URL, session: any Session, show: ([InboxMessage]) -> Void, setBadge: (Int) -> Void, insert: (InboxMessage) -> Void
) async throws {
    let belfry = PersonClient(server: server) { try await session.token() }
    show(try await belfry.inbox().messages)
    for try await event in belfry.inboxEvents {
        switch event {
        case .message(let message): insert(message)
        case .unreadCount(let count): setBadge(count)
        default: show(try await belfry.inbox().messages)
        }
    }
}

private func lookAfter(_ belfry: PersonClient, token: String) async throws {
    try await belfry.register(deviceToken: token, of: .ios, appVersion: "4.2.0")
    for alert in try await belfry.alerts(ofFamily: "lindens") {
        print(alert.memberName ?? alert.member, alert.insight ?? "")
        for telling in try await belfry.story(ofAlert: alert.id).told { print(telling.channel, telling.sentence) }
    }
}

/// What signs a person in.
private protocol Session: Sendable {
    func token() async throws -> String
}

private func handleErrors(_ belfry: AppClient, boiler: OrderContents) async throws {
    do {
        try await belfry.send(boiler, to: ["ana"])
    } catch let error as BelfryError where error.code == .wrongType {
        print(error.field ?? "", error.message)
    }
}

private func readWebhook(secret: String, body: Data, headers: [String: String], keep: (StatusEvent) -> Void) throws {
    let webhook = try StatusWebhook(secrets: secret)
    let message = try webhook.message(in: body) { headers[$0] }
    for event in message.events where event.kind == .failed { keep(event) }
}
