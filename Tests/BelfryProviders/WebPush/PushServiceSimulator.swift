import Crypto
import Foundation
import Synchronization

/// Stands in for the push service of a browser: takes messages for the subscriptions it gave out, and checks who sends.
///
/// Source: RFC 8030 for requests and answers, RFC 8292 for who sends, autopush's `errno` for what is wrong.
public final class PushServiceSimulator: Sendable {
    /// What it took: the subscription's path, the topic as its name, and the encrypted body in base64.
    public let log = ProviderLog()
    public let faults: FaultScript
    /// In seconds since 1970: its clock.
    private let now: @Sendable () -> Int64
    /// The public VAPID key that subscriptions are bound to; nil where they are bound to none.
    private let senderKey: String?
    /// Whether tokens run out: a sender may live by another clock.
    private let isClockChecked: Bool
    private let gone = Mutex<Set<String>>([])
    private let foreign = Mutex<Set<String>>([])
    private let origin = Mutex<String>("")

    public init(senderKey: String? = nil, faults: FaultScript = FaultScript(), isClockChecked: Bool = true, now: @escaping @Sendable () -> Int64) {
        self.senderKey = senderKey
        self.isClockChecked = isClockChecked
        self.faults = faults
        self.now = now
    }

    /// The browser of a path has unsubscribed.
    public func unsubscribe(path: String) {
        gone.withLock { _ = $0.insert(path) }
    }

    /// The browser of a path has subscribed with a key that is nobody's here.
    public func subscribeElsewhere(path: String) {
        foreign.withLock { _ = $0.insert(path) }
    }

    /// Senders know it under another origin than that of its own address.
    public func isKnown(as origin: String) {
        self.origin.withLock { $0 = origin }
    }

    public func with<Result>(_ body: (LoopbackServer) async throws -> Result) async throws -> Result {
        try await LoopbackServer.with({ await self.answer($0) }) { server in
            origin.withLock { $0 = server.address }
            return try await body(server)
        }
    }

    private func answer(_ request: LoopbackServer.Request) async -> LoopbackServer.Answer {
        await LoopbackServer.answer(faults) { self.take(request) }
    }

    private func take(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        guard request.method == "POST", request.path.hasPrefix("/push/") else { return Self.refusal(404, 102) }
        guard let ttl = request.headers["ttl"] else { return Self.refusal(400, 111) }
        guard let seconds = Int(ttl), (0...2_592_000).contains(seconds) else { return Self.refusal(400, 112) }
        let topic = request.headers["topic"] ?? ""
        guard topic.utf8.count <= 32, topic.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) else {
            return Self.refusal(400, 113)
        }
        guard ["very-low", "low", "normal", "high"].contains(request.headers["urgency"] ?? "normal") else { return Self.refusal(400, 110) }
        guard request.headers["content-encoding"] == "aes128gcm", request.body.count > 86 else { return Self.refusal(400, 110) }
        guard request.body.count <= 4096 else { return Self.refusal(413, 104) }
        let origin = origin.withLock { $0 }
        guard let key = VAPIDCheck.key(in: request.headers["authorization"] ?? "", origin: origin, now: isClockChecked ? now() : nil) else {
            return Self.refusal(401, 109)
        }
        guard senderKey == nil || senderKey == key, !foreign.withLock({ $0.contains(request.path) }) else {
            return Self.refusal(401, 109, "VAPID public key mismatch")
        }
        guard !gone.withLock({ $0.contains(request.path) }) else { return Self.refusal(410, 106) }
        log.add(ProviderLog.Entry(provider: "web_push", name: topic, address: request.path, body: Data(request.body).base64EncodedString()))
        return .response(status: 201, headers: ["location": "\(origin)/m/\(log.entries.count)", "ttl": ttl])
    }

    private static func refusal(_ status: Int, _ number: Int, _ message: String = "") -> LoopbackServer.Answer {
        .json(status, #"{"code":\#(status),"errno":\#(number),"error":"","message":"\#(message)"}"#)
    }
}

/// Whether a sender is who it says: RFC 8292, section 4.2.
enum VAPIDCheck {
    /// The public key that a sender shows; nil where its token isn't signed with it, or is for somebody else.
    ///
    /// - Parameter now: in seconds since 1970; nil where tokens don't run out.
    static func key(in header: String, origin: String, now: Int64?) -> String? {
        guard header.hasPrefix("vapid ") else { return nil }
        let fields = header.dropFirst("vapid ".count).split(separator: ",").map { $0.drop { $0 == " " } }
        guard let token = fields.first(where: { $0.hasPrefix("t=") })?.dropFirst(2), let keyText = fields.first(where: { $0.hasPrefix("k=") })?.dropFirst(2),
            let keyBytes = data(keyText), let key = try? P256.Signing.PublicKey(x963Representation: keyBytes)
        else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = data(parts[2]), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
            key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)), let claimBytes = data(parts[1]),
            let claims = try? JSONSerialization.jsonObject(with: claimBytes) as? [String: Any]
        else { return nil }
        guard claims["aud"] as? String == origin, let exp = (claims["exp"] as? NSNumber)?.int64Value,
            now.map({ exp > $0 && exp <= $0 + 86_400 }) ?? true, let subject = claims["sub"] as? String,
            subject.hasPrefix("mailto:") || subject.hasPrefix("https://")
        else { return nil }
        return String(keyText)
    }

    private static func data(_ text: Substring) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
