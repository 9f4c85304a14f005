import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("What SES tells through SNS")
struct SESCallbacksTests {
    private static let transmission = OutgoingNotification.mail().transmission

    /// Answers for SNS's own addresses, and remembers what it was asked for.
    private final class Web: Sendable {
        let certificate: [UInt8]
        private let log = Mutex<[String]>([])

        init(_ certificate: [UInt8]) { self.certificate = certificate }

        var asked: [String] { log.withLock { $0 } }

        func fetch(_ address: String) -> [UInt8]? {
            log.withLock { $0.append(address) }
            return address.hasSuffix(".pem") ? certificate : []
        }
    }

    private static func mail(_ kind: String, _ more: String = "", tags: String? = nil) -> String {
        let tags = tags ?? #","tags":{"transmission":["\#(transmission.text)"],"ses:operation":["SendEmail"]}"#
        return #"{"eventType":"\#(kind)","mail":{"messageId":"ses-1","destination":["ana@example.org"]\#(tags)}\#(more)}"#
    }

    private static func status(_ status: Transmission.Status, _ why: String? = nil, _ fate: AddressFate? = nil) -> ProviderReport.Content {
        .status(status, of: .transmission(transmission), why: why, addressFate: fate)
    }

    @Test(
        "What each event says of a mail, and of its address",
        arguments: [
            (mail("Send"), status(.accepted)), (mail("Delivery"), status(.delivered)), (mail("Open"), status(.read)), (mail("Click"), status(.read)),
            (mail("DeliveryDelay"), status(.accepted, "ses_delay: the receiving server wants to be asked again; SES does")),
            (mail("Reject"), status(.failed, "ses_reject: SES didn't send it, for what it found in it")),
            (mail("Rendering Failure"), status(.failed, "ses_rendering_failure: SES couldn't put the mail together")),
            (
                mail("Bounce", #","bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"ana@example.org"}]}"#),
                status(.failed, "ses_bounce: the mail came back for good", .bounced)
            ),
            (mail("Bounce", #","bounce":{"bounceType":"Transient"}"#), status(.failed, "ses_transient_bounce: the mail came back this time")),
            (mail("Bounce", #","bounce":{"bounceType":"Undetermined"}"#), status(.failed, "ses_transient_bounce: the mail came back this time")),
            (
                mail("Complaint", #","complaint":{"complainedRecipients":[{"emailAddress":"ana@example.org"}],"complaintFeedbackType":"abuse"}"#),
                .address(.mailbox, value: "ana@example.org", .complained)
            ),
            (mail("Complaint", #","complaint":{"complainedRecipients":[{"emailAddress":"a@b"}],"complaintFeedbackType":"not-spam"}"#), nil),
            (mail("Subscription"), nil),
            (
                #"{"notificationType":"Delivery","mail":{"messageId":"ses-1"}}"#,
                .status(.delivered, of: .providerMessage("ses-1"), why: nil, addressFate: nil)
            ),
        ] as [(String, ProviderReport.Content?)])
    func events(message: String, content: ProviderReport.Content?) async throws {
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let reports = try await reader.read(topic.request(["Message": message, "Subject": "Amazon SES"]), now: .noon).reports
        #expect(reports == (content.map { [ProviderReport(provider: .ses, eventID: "m-1-0", occurredAt: .noon, content: $0)] } ?? []))
    }

    @Test("The certificate is fetched once, and both versions of the signature count")
    func certificate() async throws {
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        for version in ["1", "2", "2"] {
            let count = try await reader.read(topic.request(["Message": Self.mail("Send"), "SignatureVersion": version]), now: .noon).reports.count
            #expect(count == 1)
        }
        #expect(web.asked == [SNSTopic.certificateURL])
    }

    @Test(
        "What wasn't signed as it stands, for a topic of ours, by SNS's own certificate is not believed",
        arguments: [
            (["Message": "{}"], ["Message": "other"], .badSignature), (["MessageId": "m-2"], ["MessageId": "m-1"], .badSignature),
            (["Timestamp": "2026-01-25T12:00:01.000Z"], ["Timestamp": "2026-01-25T12:00:00.000Z"], .badSignature),
            (["Signature": ""], nil, .badSignature), (["SignatureVersion": "3"], nil, .badSignature),
            (["TopicArn": "arn:aws:sns:eu-central-1:666666666666:evil"], nil, .badSignature),
            (["Timestamp": "2026-01-25T10:54:59.000Z"], nil, .stale), (["Timestamp": "2026-01-25T12:05:00.001Z"], nil, .stale),
            (["Timestamp": "yesterday"], nil, .stale), (["Message": "no JSON"], nil, .malformed), (["Type": "Surprise"], nil, .malformed),
        ] as [([String: String], [String: String]?, CallbackRefusal)])
    func refusals(fields: [String: String], signing: [String: String]?, refusal: CallbackRefusal) async throws {
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let request = try topic.request(["Message": Self.mail("Send")].merging(fields) { $1 }, signing: signing)
        await #expect(throws: refusal) { try await reader.read(request, now: .noon) }
    }

    @Test("Another's certificate signs nothing of ours")
    func otherCertificate() async throws {
        let (topic, other) = (try await SNSTopic.make(), try await SNSTopic.make())
        let web = Web(other.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let request = try topic.request(["Message": Self.mail("Send")])
        await #expect(throws: CallbackRefusal.badSignature) { try await reader.read(request, now: .noon) }
    }

    @Test(
        "Nothing is fetched but from SNS itself, over TLS",
        arguments: [
            ("https://sns.eu-central-1.amazonaws.com/a.pem", true), ("https://sns.cn-north-1.amazonaws.com.cn/a.pem", true),
            ("http://sns.eu-central-1.amazonaws.com/a.pem", false), ("https://sns.eu-central-1.amazonaws.com.evil.example/a.pem", false),
            ("https://evil.example/sns.eu-central-1.amazonaws.com/a.pem", false), ("https://sns.eu-central-1.amazonaws.com@evil.example/a.pem", false),
            ("https://user@sns.eu-central-1.amazonaws.com/a.pem", false), ("https://sns.eu-central-1.amazonaws.com:8443/a.pem", false),
            ("https://s3.eu-central-1.amazonaws.com/a.pem", false), ("https://sns.x/.amazonaws.com/a.pem", false), ("file:///etc/a.pem", false), ("", false),
        ])
    func addresses(address: String, isOfSNS: Bool) async throws {
        #expect(SNSMessage.isOfSNS(address) == isOfSNS)
        guard !isOfSNS else { return }
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let request = try topic.request(["Message": Self.mail("Send"), "SigningCertURL": address])
        await #expect(throws: CallbackRefusal.badSignature) { try await reader.read(request, now: .noon) }
        #expect(web.asked == [])
    }

    @Test(
        "A certificate is a file of SNS's own, and no answer that somebody has it give",
        arguments: [
            "https://sns.eu-central-1.amazonaws.com/?Action=GetEndpointAttributes&EndpointArn=evil&X=.pem",
            "https://sns.eu-central-1.amazonaws.com/a.pem?Action=GetEndpointAttributes&X=.pem", "https://sns.eu-central-1.amazonaws.com/a.pem?",
            "https://sns.eu-central-1.amazonaws.com/%3FAction=x.pem", "https://sns.eu-central-1.amazonaws.com/a/b.pem",
            "https://sns.eu-central-1.amazonaws.com/.pem",
        ])
    func certificates(address: String) async throws {
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let request = try topic.request(["Message": Self.mail("Send"), "SigningCertURL": address])
        await #expect(throws: CallbackRefusal.badSignature) { try await reader.read(request, now: .noon) }
        #expect(web.asked == [])
    }

    @Test("A subscription is confirmed for a topic of ours alone, and only at SNS")
    func confirmation() async throws {
        let topic = try await SNSTopic.make()
        let web = Web(topic.certificate)
        let reader = SESCallbacks(topics: [SNSTopic.arn]) { web.fetch($0) }
        let fields = ["Type": "SubscriptionConfirmation", "Token": "t", "SubscribeURL": SNSTopic.subscribeURL, "Message": "You have chosen"]
        let reports = try await reader.read(topic.request(fields), now: .noon).reports
        #expect(reports.isEmpty && web.asked == [SNSTopic.certificateURL, SNSTopic.subscribeURL])

        let elsewhere = try topic.request(fields.merging(["SubscribeURL": "https://evil.example/"]) { $1 })
        await #expect(throws: CallbackRefusal.malformed) { try await reader.read(elsewhere, now: .noon) }
        let foreign = try topic.request(fields.merging(["TopicArn": "arn:aws:sns:eu-central-1:666666666666:evil"]) { $1 })
        await #expect(throws: CallbackRefusal.badSignature) { try await reader.read(foreign, now: .noon) }
        let ended = try await reader.read(topic.request(fields.merging(["Type": "UnsubscribeConfirmation"]) { $1 }), now: .noon).reports
        #expect(ended.isEmpty && web.asked.count == 2)
    }
}
