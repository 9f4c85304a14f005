import BelfryTime
import Crypto
import CryptoExtras
import Foundation
import NIOSSL

/// What SNS posts to an endpoint: something that was published to a topic, or a question whether the endpoint wants the topic at all.
///
/// Source: docs.aws.amazon.com, Amazon SNS Developer Guide, "Parsing Amazon SNS message formats" and "Verifying the signatures".
struct SNSMessage: Decodable {
    let type: String
    let messageId: String
    let topicArn: String
    let message: String
    let timestamp: String
    let signatureVersion: String
    let signature: String
    let signingCertURL: String
    let subject: String?
    let token: String?
    let subscribeURL: String?

    static let notification = "Notification"
    static let confirmations = ["SubscriptionConfirmation", "UnsubscribeConfirmation"]

    /// Nil where it is no message of SNS.
    init?(json: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { AWSKey(lowercasing: $0.last) }
        guard let message = try? decoder.decode(SNSMessage.self, from: Data(json)) else { return nil }
        self = message
    }

    /// What is signed: names and values, a line each, in the order of the names. Nil where a part is missing.
    var signedText: String? {
        var parts: [(String, String)] = [("Message", message), ("MessageId", messageId)]
        if Self.confirmations.contains(type) {
            guard let token, let subscribeURL else { return nil }
            parts += [("SubscribeURL", subscribeURL), ("Timestamp", timestamp), ("Token", token)]
        } else {
            if let subject { parts.append(("Subject", subject)) }
            parts.append(("Timestamp", timestamp))
        }
        parts += [("TopicArn", topicArn), ("Type", type)]
        return parts.map { "\($0)\n\($1)\n" }.joined()
    }

    /// Whether the certificate's owner signed it: RSA with SHA-256 in version 2, with SHA-1 in version 1.
    ///
    /// - Parameter certificate: in PEM, as SNS hands it out.
    func isSigned(by certificate: [UInt8]) -> Bool {
        guard let signature = Data(base64Encoded: signature), let text = signedText,
            let certificate = try? NIOSSLCertificate(bytes: certificate, format: .pem),
            let spki = try? certificate.extractPublicKey().toSPKIBytes(),
            let key = try? _RSA.Signing.PublicKey(derRepresentation: Data(spki))
        else { return false }
        let signed = _RSA.Signing.RSASignature(rawRepresentation: signature)
        return switch signatureVersion {
        case "1": key.isValidSignature(signed, for: Insecure.SHA1.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
        case "2": key.isValidSignature(signed, for: SHA256.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
        default: false
        }
    }

    /// Whether an address is one of SNS itself: nothing is fetched from anywhere else, whatever a message says.
    static func isOfSNS(_ address: String) -> Bool {
        guard let url = URLComponents(string: address), url.scheme == "https", url.user == nil, url.password == nil, url.port == nil || url.port == 443,
            url.fragment == nil, let host = url.host
        else { return false }
        return host.wholeMatch(of: /sns\.[a-z0-9-]{3,32}\.amazonaws\.com(\.cn)?/) != nil
    }

    /// Whether an address is that of a file of SNS's own, which alone may vouch for who signed.
    ///
    /// With a query it would be a call: anybody with an account can have SNS answer one with words of theirs, a certificate among them.
    static func isCertificateOfSNS(_ address: String) -> Bool {
        guard isOfSNS(address), !address.contains("?"), let url = URLComponents(string: address) else { return false }
        return url.percentEncodedPath.wholeMatch(of: #//[A-Za-z0-9_-]+\.pem/#) != nil
    }

    /// The moment of publishing, as `2026-01-25T12:00:00.000Z`.
    var publishedAt: Instant? { Instant(timestamp) }
}
