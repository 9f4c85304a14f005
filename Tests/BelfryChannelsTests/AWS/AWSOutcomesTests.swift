import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("What SES and SNS answer")
struct AWSOutcomesTests {
    private let account: AWSAccount

    init() throws {
        account = try AWSAccount(region: "eu-central-1", accessKeyID: "AKIDEXAMPLE", secretAccessKey: Secret(.text("secret")))
    }

    @Test(
        "What each error of SES means",
        arguments: [
            (429, "TooManyRequestsException", "retry", nil), (400, "LimitExceededException", "retry", 900),
            (400, "AccountSuspendedException", "retry", 900), (400, "SendingPausedException", "retry", 900),
            (400, "MailFromDomainNotVerifiedException", "retry", 900), (404, "NotFoundException", "retry", 900),
            (400, "MessageRejected", "rejected", nil), (400, "BadRequestException", "rejected", nil), (400, "Throttling", "retry", nil),
            (400, "ThrottlingException", "retry", nil), (403, "AccessDeniedException", "retry", 900), (403, "SignatureDoesNotMatch", "retry", 900),
            (403, "InvalidClientTokenId", "retry", 900), (403, "UnrecognizedClientException", "retry", 900),
            (400, "UnrecognizedClientException", "retry", 900), (403, "ExpiredTokenException", "retry", 900), (403, "RequestExpired", "retry", nil),
            (500, "InternalServiceErrorException", "retry", nil), (503, "ServiceUnavailable", "retry", nil), (400, "SomethingNew", "rejected", nil),
        ] as [(Int, String, String, Int?)])
    func ses(status: Int, code: String, label: String, seconds: Int?) throws {
        let dialect = SESDialect(account, composer: EmailComposer(try .example()))
        let forms = [
            ProviderResponse(status: status, headers: ["x-amzn-errortype": "\(code):http://internal.amazon.com/"], body: #"{"message":"ana@example.org"}"#),
            ProviderResponse(status: status, body: #"{"__type":"com.amazonaws.ses#\#(code)","message":"ana@example.org"}"#),
        ]
        for response in forms {
            let outcome = dialect.outcome(of: response, to: .mail(), now: .noon).outcome
            #expect(outcome.label == label && outcome.whyCode == "ses_\(code)" && outcome.why?.contains("ana@") == false)
            #expect(outcome.wait == seconds.map { .seconds($0) })
        }
    }

    @Test("A mail of a sender that SES hasn't verified waits until it has")
    func unverified() throws {
        let body = #"{"message":"Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ana@example.org"}"#
        let response = ProviderResponse(status: 400, headers: ["x-amzn-errortype": "MessageRejected"], body: body)
        let outcome = SESDialect(account, composer: EmailComposer(try .example())).outcome(of: response, to: .mail(), now: .noon).outcome
        #expect(outcome.label == "retry" && outcome.wait == .seconds(900) && outcome.why?.contains("ana@") == false)
    }

    @Test(
        "What each error of SNS means",
        arguments: [
            (400, "InvalidParameter", "rejected", nil), (400, "InvalidParameterValue", "rejected", nil), (400, "ParameterValueInvalid", "rejected", nil),
            (400, "ValidationException", "rejected", nil), (400, "EndpointDisabled", "rejected", nil), (400, "PlatformApplicationDisabled", "rejected", nil),
            (400, "UserError", "rejected", nil), (400, "OptedOut", "address_gone", nil), (404, "NotFound", "rejected", nil),
            (400, "KMSAccessDenied", "retry", 900), (400, "KMSDisabled", "retry", 900), (400, "KMSInvalidState", "retry", 900),
            (400, "KMSNotFound", "retry", 900), (400, "KMSOptInRequired", "retry", 900), (400, "KMSThrottling", "retry", 900),
            (403, "AuthorizationError", "retry", 900), (403, "InvalidSecurity", "retry", 900), (403, "InvalidClientTokenId", "retry", 900),
            (400, "Throttling", "retry", nil), (429, "ThrottledException", "retry", nil), (500, "InternalError", "retry", nil),
            (503, "ServiceUnavailable", "retry", nil), (400, "SomethingNew", "rejected", nil),
        ] as [(Int, String, String, Int?)])
    func sns(status: Int, code: String, label: String, seconds: Int?) throws {
        let body = "<ErrorResponse><Error><Type>Sender</Type><Code>\(code)</Code><Message>+4915112345678</Message></Error></ErrorResponse>"
        let result = try SNSDialect(account).outcome(of: ProviderResponse(status: status, body: body), to: .mail(), now: .noon)
        #expect(result.outcome.label == label && result.outcome.whyCode == "sns_\(code)" && result.outcome.why?.contains("+49") == false)
        #expect(result.outcome.wait == seconds.map { .seconds($0) })
        #expect(result.addressFate == (code == "OptedOut" ? .optedOut : nil))
    }

    @Test("A body that is no error of AWS still has an outcome", arguments: ["", "<html>", "<Code>", #"{"__type":"<script>"}"#])
    func strangeBody(body: String) throws {
        let result = try SNSDialect(account).outcome(of: ProviderResponse(status: 400, body: body), to: .mail(), now: .noon)
        #expect(result.outcome == .rejected(why: "sns_400: SNS refused the message"))
    }

    @Test(
        "An answer from elsewhere, or of a server that didn't wait for the request, is tried again",
        arguments: [(301, 900), (307, 900), (404, 900), (405, 900), (408, nil)] as [(Int, Int?)])
    func elsewhere(status: Int, seconds: Int?) throws {
        let response = ProviderResponse(status: status, body: "<html>")
        let outcomes = [
            SESDialect(account, composer: EmailComposer(try .example())).outcome(of: response, to: .mail(), now: .noon).outcome,
            try SNSDialect(account).outcome(of: response, to: .mail(), now: .noon).outcome,
        ]
        for outcome in outcomes { #expect(outcome.label == "retry" && outcome.wait == seconds.map { .seconds($0) }) }
        #expect(outcomes.map(\.whyCode) == ["ses_\(status)", "sns_\(status)"])
    }

    @Test(
        "A mail whose answer was lost waits for its events where they come here, and is repeated else; a message is given up",
        arguments: [(nil, false, .repeatSafely), (nil, true, .repeatSafely), ("set", false, .repeatSafely), ("set", true, .reconcile)]
            as [(String?, Bool, LostAnswerPolicy)])
    func lostAnswer(configurationSet: String?, hearsEvents: Bool, policy: LostAnswerPolicy) throws {
        let composer = EmailComposer(try .example())
        let dialect = SESDialect(account, composer: composer, configurationSet: configurationSet, hearsEvents: hearsEvents)
        #expect(dialect.afterLostAnswer == policy)
        #expect(try SNSDialect(account).afterLostAnswer == .giveUp)
    }

    @Test("SNS is handed nothing but a number with its country, as Twilio is")
    func number() throws {
        for notification in [OutgoingNotification.toMailbox, .toPhone(number: "0151 12345678"), .toPhone(number: "+49 151 12345678")] {
            #expect(throws: Unsendable("sns_no_number: the address is no telephone number with its country")) {
                try SNSDialect(account).request(for: notification, authorization: "secret", now: .noon)
            }
        }
        let request = try SNSDialect(account).request(for: .toPhone(number: "4915112345678"), authorization: "secret", now: .noon)
        #expect(String(decoding: request.body, as: UTF8.self).contains("&PhoneNumber=%2B4915112345678&"))
        let elsewhere = try SNSDialect(account, callingCodes: ["43", "1"])
        #expect(throws: Unsendable("sns_country_not_allowed: the number is of a country that sns_calling_codes doesn't name")) {
            try elsewhere.request(for: .toPhone(number: "4915112345678"), authorization: "secret", now: .noon)
        }
    }

    @Test("A message is cut between two characters, and says so")
    func cut() {
        let family = "👨‍👩‍👧‍👦"
        let text = SNSDialect.text(NotificationContent(title: "", body: String(repeating: family, count: 400), severity: .watch))
        #expect(text.utf16.count <= 1600 && text.utf16.count > 1600 - family.utf16.count)
        #expect(text.hasSuffix("…") && text.dropLast().allSatisfy { String($0) == family })
        #expect(SNSDialect.text(NotificationContent(title: "A", body: "B", severity: .watch)) == "A\nB")
    }

    @Test("A message stays in the alphabet of short messages where other signs would make it dearer, also where it is cut")
    func alphabet() {
        func text(_ body: String) -> String { SNSDialect.text(NotificationContent(title: "Ben’s steps", body: body, severity: .watch)) }
        #expect(text("35\u{A0}% below – for 4 days") == "Ben's steps\n35 % below - for 4 days")
        #expect(text("35\u{A0}% unter Жени") == "Ben’s steps\n35\u{A0}% unter Жени")
        #expect(text("a\u{0}\u{7}b\r\n\u{85}c") == "Ben's steps\nab\nc", "control characters go, and line breaks are one kind")
        let long = text(String(repeating: "a", count: 1600) + "…")
        #expect(long.utf16.count == 1600 && long.hasSuffix("a...") && SMSSegments(of: long).encoding == .gsm7)
    }

    @Test("What can't be signed with or sent is refused at the start")
    func configuration() {
        #expect(throws: AWSAccount.ConfigurationError.unusableRegion) {
            try AWSAccount(region: "evil.example/", accessKeyID: "AKIDEXAMPLE", secretAccessKey: Secret(.text("s")))
        }
        #expect(throws: AWSAccount.ConfigurationError.unusableAccessKeyID) {
            try AWSAccount(region: "eu-central-1", accessKeyID: "AKID/EXAMPLE", secretAccessKey: Secret(.text("s")))
        }
        #expect(throws: AWSAccount.ConfigurationError.unusableEndpoint) {
            try AWSAccount(region: "eu-central-1", accessKeyID: "AKIDEXAMPLE", secretAccessKey: Secret(.text("s")), endpoint: "ftp://localhost")
        }
        for senderID in ["", "ElevenLetter", "12345", "Bel fry"] {
            #expect(throws: SNSDialect.ConfigurationError.unusableSenderID) { try SNSDialect(account, senderID: senderID) }
        }
        #expect(throws: SNSDialect.ConfigurationError.unusableCallingCodes) { try SNSDialect(account, callingCodes: ["049"]) }
        #expect(throws: SNSDialect.ConfigurationError.unusableMaxPrice) { try SNSDialect(account, maxPrice: "-1") }
        #expect(account.findings().isEmpty)
    }
}

extension Outcome {
    var wait: Duration? {
        switch self {
        case .retry(_, let after): after
        case .notTried(_, let after): after
        default: nil
        }
    }
}
