import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// `SMTPSender`, from a notification to its outcome, to Postfix's `smtp-sink` on the loopback; beside it Postfix's own `smtp-source`,
/// which composes nothing and sends one text again and again.
final class Mails {
    private let sink: Process
    private let source: URL
    private let sender: SMTPSender

    private static let mailCount = 4000
    private static let connectionCount = 4
    private static let port = 20_425
    /// Of one mail, as the composer makes it.
    private static let byteCount = 2600

    /// Nil, and a note in the report, where a program is missing.
    init?(report: Report) throws {
        guard let sink = Programs.find("smtp-sink"), let source = Programs.find("smtp-source") else {
            report.note("mail: not measured, because smtp-sink or smtp-source is missing. The package is postfix.")
            return nil
        }
        self.source = source
        // Run by root, it wants another's name.
        self.sink = Programs.silent(sink.path, (getuid() == 0 ? ["-u", "nobody"] : []) + ["127.0.0.1:\(Self.port)", "1000"])
        try self.sink.run()
        // It has no other way to say that it listens.
        for _ in 0..<200 where (try? Programs.run(source.path, "-m", "1", "127.0.0.1:\(Self.port)")) == nil { usleep(50_000) }
        sender = SMTPSender(
            try SMTPSettings(
                host: "127.0.0.1", port: Self.port, security: .none, connectionCount: Self.connectionCount, helloName: "localhost"),
            composer: EmailComposer(
                try EmailSettings(
                    from: "belfry@example.com", name: "Belfry", publicURL: "https://belfry.example.com",
                    unsubscribeSecret: Secret(.text(String(repeating: "s", count: 32))))),
            protection: ProviderProtection())
    }

    deinit {
        sender.close()
        sink.terminate()
    }

    var contenders: [Contender] {
        let limit = "smtp-source, \(Self.connectionCount) connections that stay"
        return [
            Contender(name: limit, unit: .perSecond("mails"), operationCount: Self.mailCount, whose: .finishedChildren) { [source] in
                try Programs.run(
                    source.path, "-d", "-s", "\(Self.connectionCount)", "-m", "\(Self.mailCount)", "-l", "\(Self.byteCount)",
                    "127.0.0.1:\(Self.port)")
            },
            Contender(
                name: "SMTPSender, \(Self.connectionCount) connections that stay", unit: .perSecond("mails"), operationCount: Self.mailCount,
                beside: limit, goal: 10_000
            ) { [self] in
                try await send(Self.mailCount)
            },
        ]
    }

    private func send(_ count: Int) async throws {
        let delivered = await withTaskGroup(of: Int.self) { group in
            for first in 0..<(Self.connectionCount * 2) {
                group.addTask { [sender] in
                    var delivered = 0
                    for number in stride(from: first, to: count, by: Self.connectionCount * 2) {
                        if await sender.send(Self.notification(number), now: World.noon).outcome == .delivered { delivered += 1 }
                    }
                    return delivered
                }
            }
            return await group.reduce(0, +)
        }
        guard delivered == count else { throw Missing(what: "\(count - delivered) of \(count) answers of the mail server") }
    }

    private static func notification(_ number: Int) -> OutgoingNotification {
        var payload = Payload()
        payload.kind = Payload.patternAlertKind
        let delivery = Delivery(
            id: World.identifier("delivery-\(number)"), createdAt: World.morning, recipient: World.admin(number), member: World.member(number),
            alert: World.identifier("alert-\(number)"), channelName: "email", payload: payload)
        let address = Address(id: World.identifier("mailbox-\(number)"), target: .mailbox("ana@example.org"), registeredAt: World.morning)
        let content = NotificationContent(title: "Ben walks less", body: "35 % fewer steps than usual, for 4 days.", severity: .attention)
        return OutgoingNotification(delivery: delivery, content: content, address: address)
    }
}
