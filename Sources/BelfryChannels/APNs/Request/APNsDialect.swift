import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto

/// How Apple's push service is spoken to: two plain functions, from a notification to a request and from an answer to an outcome.
///
/// Source: Apple, "Sending notification requests to APNs" and "Handling notification responses from APNs".
struct APNsDialect: Sendable {
    let settings: APNsSettings

    static let collapseIDByteCountMax = 64

    /// - Throws: ``Unsendable`` where the address is no device of Apple's, its token is none, or its time is over.
    func request(for notification: OutgoingNotification, now: Instant) throws(Unsendable) -> APNsRequest {
        guard case .apple(let token, _) = notification.address.target else {
            throw Unsendable("apns_wrong_address: this is no device of Apple's")
        }
        guard Self.isHexadecimal(token) else {
            throw Unsendable("apns_token_malformed: a device token has hexadecimal digits alone")
        }
        if let end = notification.delivery.expiresAt, end <= now {
            throw Unsendable("apns_expired: what it tells is over")
        }
        let payload = APNsPayload(
            notification: notification, allowsCriticalAlerts: settings.allowsCriticalAlerts, link: settings.link)
        let type = payload.isSilent ? APNsRequest.PushType.background : .alert
        return APNsRequest(
            deviceToken: token.lowercased(), id: notification.transmission.text, topic: settings.topic + type.topicSuffix, pushType: type,
            priority: type == .background || notification.content.severity == .watch ? .considerate : .atOnce,
            collapseID: Self.collapseID(notification.collapseID),
            // Zero would mean: try once and keep nothing.
            expiration: notification.delivery.expiresAt.map { max(1, $0.secondsSinceEpoch) },
            payload: try payload.bytes())
    }

    /// What is too long, or has more than plain characters, which a header can't carry, is replaced by its hash of 64 digits.
    static func collapseID(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard !isPlain || text.utf8.count > collapseIDByteCountMax else { return text }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: SHA256.hash(data: Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Of any length, as Apple asks; but not so long that it would fill a header.
    private static func isHexadecimal(_ token: String) -> Bool {
        (1...512).contains(token.utf8.count)
            && token.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
                default: false
                }
            }
    }
}
