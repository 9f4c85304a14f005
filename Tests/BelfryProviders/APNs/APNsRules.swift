import Crypto
import Foundation

/// What Apple's push service accepts: it checks one after the other, and names the first thing that is wrong.
///
/// Source for the names: Apple, "Handling notification responses from APNs". For their order: how Pushy's mock server asks.
struct APNsRules: Sendable {
    var publicKey: P256.Signing.PublicKey
    var keyID: String
    var teamID: String
    var topic: String
    /// Tokens that are gone, and since when in milliseconds since 1970.
    var gone: [String: Int64] = [:]
    /// Tokens that were made in the other environment.
    var foreign: Set<String> = []
    /// Tokens of another app.
    var otherApps: Set<String> = []
    /// In seconds since 1970: for how old a provider token is.
    var now: @Sendable () -> Int64

    struct Refusal: Error {
        let status: Int
        let reason: String
        var timestamp: Int64?
    }

    static let pushTypes: Set = [
        "alert", "background", "location", "voip", "complication", "fileprovider", "mdm", "liveactivity", "pushtotalk", "widgets", "controls",
    ]

    /// The provider tokens that one connection has brought. Source: Apple, "Establishing a token-based connection to APNs": an error follows where a new
    /// one is used more than once in 20 minutes on the same connection. The first is in the place of none, and changes nothing.
    struct TokenUse: Sendable {
        static let secondsMin: Int64 = 20 * 60

        private var tokens: Set<String> = []
        private var changedAt: Int64?

        mutating func note(_ token: String, now: Int64) throws(Refusal) {
            guard !tokens.contains(token) else { return }
            if let changedAt, now - changedAt < Self.secondsMin { throw Refusal(status: 429, reason: "TooManyProviderTokenUpdates") }
            if !tokens.isEmpty { changedAt = now }
            tokens.insert(token)
        }
    }

    /// - Parameter use: of the connection over which it came.
    func check(_ headers: [(name: String, value: String)], body: [UInt8], use: inout TokenUse) throws(Refusal) {
        var fields: [String: String] = [:]
        for (name, value) in headers {
            guard fields[name] == nil else { throw Refusal(status: 400, reason: "DuplicateHeaders") }
            fields[name] = value
        }
        try checkHeaders(fields)
        try checkDevice(fields)
        try checkToken(fields["authorization"])
        try use.note(fields["authorization"] ?? "", now: now())
        if body.isEmpty { throw Refusal(status: 400, reason: "PayloadEmpty") }
        if body.count > 4096 { throw Refusal(status: 413, reason: "PayloadTooLarge") }
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], object["aps"] is [String: Any] else {
            throw Refusal(status: 400, reason: "PayloadEmpty")
        }
    }

    private func checkHeaders(_ fields: [String: String]) throws(Refusal) {
        if let id = fields["apns-id"], UUID(uuidString: id) == nil || id != id.lowercased() { throw Refusal(status: 400, reason: "BadMessageId") }
        if fields[":method"] != "POST" { throw Refusal(status: 405, reason: "MethodNotAllowed") }
        guard let topic = fields["apns-topic"] else { throw Refusal(status: 400, reason: "MissingTopic") }
        if !topic.hasPrefix(self.topic) { throw Refusal(status: 400, reason: "TopicDisallowed") }
        if let id = fields["apns-collapse-id"], id.utf8.count > 64 { throw Refusal(status: 400, reason: "BadCollapseId") }
        if let text = fields["apns-expiration"], Int64(text) == nil { throw Refusal(status: 400, reason: "BadExpirationDate") }
        let priority = fields["apns-priority"] ?? "10"
        guard ["10", "5", "1"].contains(priority) else { throw Refusal(status: 400, reason: "BadPriority") }
        guard let type = fields["apns-push-type"], Self.pushTypes.contains(type) else { throw Refusal(status: 400, reason: "InvalidPushType") }
        if type == "background", priority == "10" { throw Refusal(status: 400, reason: "BadPriority") }
    }

    private func checkDevice(_ fields: [String: String]) throws(Refusal) {
        guard let path = fields[":path"], path.hasPrefix("/3/device/") else { throw Refusal(status: 404, reason: "BadPath") }
        let token = String(path.dropFirst("/3/device/".count))
        if token.isEmpty { throw Refusal(status: 400, reason: "MissingDeviceToken") }
        if token.utf8.count != 64 || !token.allSatisfy(\.isHexDigit) || foreign.contains(token) { throw Refusal(status: 400, reason: "BadDeviceToken") }
        if let since = gone[token] { throw Refusal(status: 410, reason: "Unregistered", timestamp: since) }
        if otherApps.contains(token) { throw Refusal(status: 400, reason: "DeviceTokenNotForTopic") }
    }

    /// RFC 7519 and RFC 7518, section 3.4.
    private func checkToken(_ authorization: String?) throws(Refusal) {
        guard let authorization, authorization.hasPrefix("bearer ") else { throw Refusal(status: 403, reason: "MissingProviderToken") }
        let invalid = Refusal(status: 403, reason: "InvalidProviderToken")
        let parts = authorization.dropFirst("bearer ".count).split(separator: ".").map(String.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]), let signature = Self.bytes(parts[2]),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { throw invalid }
        guard header["alg"] as? String == "ES256", header["kid"] as? String == keyID, claims["iss"] as? String == teamID else { throw invalid }
        guard publicKey.isValidSignature(signed, for: Data("\(parts[0]).\(parts[1])".utf8)) else { throw invalid }
        // A string of digits is not a number.
        guard let issuedAt = claims["iat"] as? NSNumber, !(claims["iat"] is String) else { throw invalid }
        let age = now() - issuedAt.int64Value
        if age > 3600 || age < -3600 { throw Refusal(status: 403, reason: "ExpiredProviderToken") }
    }

    private static func bytes(_ text: String) -> Data? {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    private static func object(_ text: String) -> [String: Any]? {
        bytes(text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}
