import BelfryPorts
import BelfryTesting
import BelfryTime
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import BelfryChannels

/// A topic of SNS for tests, with a certificate of its own, which signs as SNS does.
struct SNSTopic: Sendable {
    static let arn = "arn:aws:sns:eu-central-1:123456789012:belfry-mail"
    static let certificateURL = "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123.pem"
    static let subscribeURL = "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t"

    let certificate: [UInt8]
    private let key: _RSA.Signing.PrivateKey

    static func make() async throws -> SNSTopic {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sns-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appending(path: "certificate.pem"), folder.appending(path: "key.pem"))
        try await Tool.run(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=sns.amazonaws.com", "-keyout", key.path, "-out",
            certificate.path, environment: [:])
        return SNSTopic(
            certificate: Array(try Data(contentsOf: certificate)),
            key: try _RSA.Signing.PrivateKey(pemRepresentation: String(contentsOf: key, encoding: .utf8)))
    }

    /// What SNS would post.
    func request(_ fields: [String: String], signing: [String: String]? = nil) throws -> CallbackRequest {
        var fields = [
            "Type": "Notification", "MessageId": "m-1", "TopicArn": Self.arn, "Message": "{}", "Timestamp": "2026-01-25T12:00:00.000Z", "SignatureVersion": "2",
            "SigningCertURL": Self.certificateURL,
        ].merging(fields) { $1 }
        let signed = fields.merging(signing ?? [:]) { $1 }
        // The order that SNS's guide gives, for both forms.
        let names =
            fields["Type"] == "Notification"
            ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
            : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
        let text = Data(names.compactMap { name in signed[name].map { "\(name)\n\($0)\n" } }.joined().utf8)
        let signature =
            fields["SignatureVersion"] == "1"
            ? try key.signature(for: Insecure.SHA1.hash(data: text), padding: .insecurePKCS1v1_5)
            : try key.signature(for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
        fields["Signature"] = fields["Signature"] ?? signature.rawRepresentation.base64EncodedString()
        return CallbackRequest(
            method: "POST", url: "https://belfry.example/callbacks/ses", headers: [:], body: Array(try JSONSerialization.data(withJSONObject: fields)))
    }
}
