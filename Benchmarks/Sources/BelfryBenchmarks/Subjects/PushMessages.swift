import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Messages to browsers, each encrypted with a key of its own, beside pywebpush, which does the same.
struct PushMessages {
    private let dialect: WebPushDialect
    private let notification: OutgoingNotification
    private let now: Instant
    private let peer: Peer?

    private static let peerName = "pywebpush: encrypted"
    /// Of one message, as it comes out of the dialect for an ordinary alert.
    private static let textByteCount = 300

    init(report: Report) throws {
        let key = VAPIDKey()
        // A browser's keys look the same as a sender's: a point of P-256.
        let subscription = WebPushSubscription(
            endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAA", p256dh: VAPIDKey().publicText, auth: "BTBZMqHH6r4Tts7J_aSIgg")
        dialect = WebPushDialect(try WebPushSettings(privateKey: Secret(.text(key.privateText)), subject: "mailto:ops@example.com"))
        guard let id = AddressID("address-1"), let delivery = DeliveryID("delivery-1"), let user = UserID("ana"), let now = Instant("2026-01-25T12:00:00Z") else {
            throw Missing(what: "a name for a message")
        }
        self.now = now
        notification = OutgoingNotification(
            delivery: Delivery(
                id: delivery, createdAt: now, recipient: user, member: user, alert: nil, channelName: DeliveryChannel.push.rawValue, payload: Payload()),
            content: NotificationContent(title: "Ben walks less", body: "About 5,200 steps a day for three days; usual are 8,000.", severity: .attention),
            address: Address(id: id, target: .browser(subscription), registeredAt: now))
        peer = Peer(report: report)
    }

    var contenders: [Contender] {
        let count = 2000
        let own = Contender(
            name: "encrypted, and signed for", unit: .perSecond("messages"), operationCount: count, beside: peer == nil ? nil : Self.peerName, goal: 10_000
        ) {
            for _ in 0..<count { keep(try dialect.request(for: notification, authorization: nil, now: now).body.count) }
        }
        guard let peer else { return [own] }
        let other = Contender(name: Self.peerName, unit: .perSecond("messages"), operationCount: count, whose: .finishedChildren) {
            try peer.run(count: count, byteCount: Self.textByteCount)
        }
        return [own, other]
    }

    /// Python and the providers' libraries, as `Scripts/setup test` makes them ready.
    private struct Peer {
        private let python = ".build/test-tools/bin/python"
        private let script = "Benchmarks/Peers/pywebpush_encode.py"

        init?(report: Report) {
            guard FileManager.default.isExecutableFile(atPath: python) else {
                report.note("push: pywebpush is not measured, because there is no \(python). `Scripts/setup test` makes it.")
                return nil
            }
        }

        func run(count: Int, byteCount: Int) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath + "/" + python)
            process.arguments = [script, String(count), String(byteCount)]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Missing(what: "pywebpush") }
        }
    }
}
