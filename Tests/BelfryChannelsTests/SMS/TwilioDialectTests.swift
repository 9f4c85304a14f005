import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

extension TwilioSettings {
    static let sid = "AC0123456789abcdef0123456789abcdef"
    static let service = "MG0123456789abcdef0123456789abcdef"

    static func example(
        from: String = "+15005550006", publicURL: String? = "https://belfry.example", token: Secret = Secret(.text("12345")), link: String? = nil,
        callingCodes: [String]? = nil, endpoint: String = defaultEndpoint
    ) throws(ChannelSettingError) -> TwilioSettings {
        try TwilioSettings(
            accountSID: sid, authToken: token, from: from, publicURL: publicURL, link: link, callingCodes: callingCodes, endpoint: endpoint)
    }
}

@Suite("Twilio's dialect")
struct TwilioDialectTests {
    private func fields(_ notification: OutgoingNotification, _ settings: TwilioSettings) throws -> [String: String] {
        let request = try TwilioDialect(settings).request(for: notification, authorization: "Basic x", now: .noon)
        let items = try #require(FormEncoding.decode(request.body))
        return Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test("A message goes to the account's list of messages, as a form")
    func request() throws {
        let notification = OutgoingNotification.toPhone(expiresAt: .noon + .seconds(90))
        let request = try TwilioDialect(.example()).request(for: notification, authorization: "Basic x", now: .noon)
        #expect(request.method == "POST")
        #expect(request.url == "https://api.twilio.com/2010-04-01/Accounts/\(TwilioSettings.sid)/Messages.json")
        #expect(request.headers["authorization"] == "Basic x")
        #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(
            try fields(notification, .example()) == [
                "To": "+4915112345678", "From": "+15005550006", "Body": "Ben's steps are down\n35 % below his usual.", "ValidityPeriod": "90",
                "StatusCallback": "https://belfry.example/callbacks/twilio?transmission=\(notification.transmission)#rc=5&rp=5xx,ct,rt",
            ])
    }

    @Test("What is in words can't break the form")
    func escaping() throws {
        let notification = OutgoingNotification.toPhone(title: "a&To=+1&b=c+d%20", body: "é€🕌")
        #expect(try fields(notification, .example())["Body"] == "a&To=+1&b=c+d%20\né€🕌")
        #expect(try fields(notification, .example())["To"] == "+4915112345678")
    }

    @Test("A messaging service or a name stands in place of a number, and without an address nothing is called back")
    func origins() throws {
        let service = try fields(.toPhone(), .example(from: TwilioSettings.service, publicURL: nil))
        #expect(service["MessagingServiceSid"] == TwilioSettings.service && service["From"] == nil && service["StatusCallback"] == nil)
        #expect(try fields(.toPhone(), .example(from: "Belfry"))["From"] == "Belfry")
    }

    @Test("Where countries are named, nothing goes to a number of another, and the refusal says so")
    func countries() throws {
        #expect(try fields(.toPhone(), .example(callingCodes: ["43", "+49"]))["To"] == "+4915112345678")
        let dialect = try TwilioDialect(.example(callingCodes: ["43", "1"]))
        #expect(throws: Unsendable("twilio_country_not_allowed: the number is of a country that twilio_calling_codes doesn't name")) {
            try dialect.request(for: .toPhone(), authorization: nil, now: .noon)
        }
    }

    @Test("It waits in Twilio's queue no longer than it is of use", arguments: [(1, "1"), (36_000, "36000"), (86_400, "36000")])
    func validity(seconds: Int, period: String) throws {
        #expect(try fields(.toPhone(expiresAt: .noon + .seconds(seconds)), .example())["ValidityPeriod"] == period)
        #expect(try fields(.toPhone(), .example())["ValidityPeriod"] == nil)
    }

    @Test("What is of no use any more, or has no number, isn't sent")
    func unsendable() throws {
        let dialect = try TwilioDialect(.example())
        #expect(throws: Unsendable("expired: it is of no use any more")) {
            try dialect.request(for: .toPhone(expiresAt: .noon), authorization: nil, now: .noon)
        }
        for notification in [OutgoingNotification.toMailbox, .toPhone(number: "0151 12345678")] {
            #expect(throws: Unsendable("twilio_no_number: the address is no telephone number with its country")) {
                try dialect.request(for: notification, authorization: nil, now: .noon)
            }
        }
    }

    // MARK: Answers

    private func answer(_ status: Int, _ body: String, retryAfter: String? = nil) throws -> SendResult {
        let response = ProviderResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:], body: body)
        return try TwilioDialect(.example()).outcome(of: response, to: .toPhone(), now: .noon)
    }

    @Test("A message that was taken has Twilio's name")
    func accepted() throws {
        #expect(try answer(201, #"{"sid":"SM1","status":"queued"}"#) == SendResult(.delivered, providerMessageID: "SM1"))
        #expect(try answer(201, "") == SendResult(.delivered))
    }

    private enum Expected: String, CaseIterable {
        case retry, notTried, rejected, gone, optedOut

        init(_ result: SendResult) {
            self =
                switch (result.outcome, result.addressFate) {
                case (.retry, nil): .retry
                case (.notTried, nil): .notTried
                case (.rejected, .optedOut): .optedOut
                case (.addressGone, .gone): .gone
                default: .rejected
                }
        }
    }

    @Test(
        "Each of Twilio's codes has its meaning",
        arguments: [
            (401, 20003, "notTried"), (403, 20005, "notTried"), (404, 20404, "notTried"), (429, 20429, "notTried"), (500, 20500, "retry"),
            (503, 20503, "retry"), (429, 14107, "retry"), (400, 21211, "gone"), (400, 21408, "retry"), (400, 21602, "rejected"),
            (400, 21603, "rejected"), (400, 21604, "rejected"), (400, 21606, "retry"), (400, 21608, "retry"), (400, 21610, "optedOut"),
            (429, 21611, "notTried"), (400, 21612, "rejected"), (400, 21614, "gone"), (400, 21617, "rejected"), (400, 21703, "retry"),
            (400, 30001, "retry"), (403, 30002, "notTried"), (400, 30003, "rejected"), (400, 30004, "rejected"), (400, 30005, "gone"),
            (400, 21212, "retry"), (400, 21265, "gone"), (400, 21266, "rejected"), (400, 21267, "retry"), (400, 21609, "retry"),
            (400, 21635, "gone"), (400, 21657, "retry"), (400, 21659, "retry"), (400, 21660, "retry"), (400, 21661, "retry"),
            (400, 21701, "notTried"), (400, 21702, "notTried"), (400, 21704, "notTried"), (400, 21705, "notTried"), (400, 21709, "retry"),
            (400, 30006, "rejected"), (400, 30007, "rejected"), (400, 30008, "rejected"), (400, 30022, "retry"), (400, 30034, "rejected"),
            (403, 10001, "notTried"), (400, 21268, "gone"), (400, 30036, "rejected"),
        ] as [(Int, Int, String)])
    func codes(status: Int, code: Int, expected: String) throws {
        let result = try answer(status, #"{"code":\#(code),"message":"The number +4915112345678 is bad","status":\#(status)}"#)
        #expect(Expected(result).rawValue == expected)
        let why = try #require(result.outcome.why)
        #expect(why.hasPrefix("twilio_\(code): ") && !why.contains("+49"))
        #expect(TwilioErrors.table[code] != nil)
    }

    @Test(
        "What concerns one number or its country says nothing of Twilio, and a sender that can't send does",
        arguments: [
            (14107, false), (21408, false), (21606, false), (21608, false), (21657, false), (21659, false), (21703, false), (21212, true), (21660, true),
            (21661, true),
        ])
    func whoIsSpokenAgainst(code: Int, isTwilio: Bool) throws {
        let response = ProviderResponse(status: 400, body: #"{"code":\#(code)}"#)
        #expect(try TwilioDialect(.example()).speaksAgainstProvider(response) == isTwilio)
    }

    @Test("Every code of the table is among them")
    func complete() {
        #expect(TwilioErrors.table.count == 48)
    }

    @Test(
        "Without a code that is known, the status says it",
        arguments: [
            (400, "", "twilio_http_400: ", "rejected"), (400, #"{"code":99999}"#, "twilio_99999: ", "rejected"), (401, "", "twilio_http_401: ", "notTried"),
            (429, "<html>", "twilio_http_429: ", "notTried"), (500, "", "twilio_http_500: ", "retry"), (502, "{", "twilio_http_502: ", "retry"),
            (301, "", "twilio_http_301: ", "notTried"), (408, "", "twilio_http_408: ", "retry"),
            (404, "<html>", "twilio_http_404: ", "notTried"), (405, "", "twilio_http_405: ", "notTried"),
            (404, #"{"code":99999}"#, "twilio_99999: ", "rejected"),
        ])
    func statuses(status: Int, body: String, why: String, expected: String) throws {
        let result = try answer(status, body)
        #expect(Expected(result).rawValue == expected)
        #expect(result.outcome.why?.hasPrefix(why) == true)
    }

    @Test("Who asks to be asked again at once is left alone for a second all the same", arguments: ["0", "Sun, 25 Jan 2026 11:59:00 GMT"])
    func noWait(retryAfter: String) throws {
        let outcome = try answer(429, #"{"code":20429}"#, retryAfter: retryAfter).outcome
        #expect(outcome == .notTried(why: "twilio_20429: too many requests", after: .seconds(1)))
    }

    @Test("The wait that Twilio asks for wins")
    func retryAfter() throws {
        #expect(try answer(429, #"{"code":20429}"#, retryAfter: "7").outcome == .notTried(why: "twilio_20429: too many requests", after: .seconds(7)))
        #expect(
            try answer(503, #"{"code":20503}"#, retryAfter: "7").outcome
                == .retry(why: "twilio_20503: Twilio is not available at present", after: .seconds(7)))
    }
}

@Suite("Twilio's settings")
struct TwilioSettingsTests {
    @Test(
        "A setting that can't be used is named",
        arguments: [
            ("AC1", "+15005550006", 2, nil, "https://api.twilio.com", nil, "twilio_account_sid"),
            (TwilioSettings.sid, "15005550006", 2, nil, "https://api.twilio.com", nil, "twilio_from"),
            (TwilioSettings.sid, "+1500", 2, nil, "https://api.twilio.com", nil, "twilio_from"),
            (TwilioSettings.sid, "A name too long", 2, nil, "https://api.twilio.com", nil, "twilio_from"),
            (TwilioSettings.sid, "A&To=1", 2, nil, "https://api.twilio.com", nil, "twilio_from"),
            (TwilioSettings.sid, "Belfry", 0, nil, "https://api.twilio.com", nil, "twilio_segments_max"),
            (TwilioSettings.sid, "Belfry", 11, nil, "https://api.twilio.com", nil, "twilio_segments_max"),
            (TwilioSettings.sid, "Belfry", 2, "b.example", "https://api.twilio.com", nil, "twilio_link"),
            (TwilioSettings.sid, "Belfry", 2, "https://b.example/" + String(repeating: "x", count: 60), "https://api.twilio.com", nil, "twilio_link"),
            (TwilioSettings.sid, "Belfry", 2, nil, "api.twilio.com", nil, "twilio_endpoint"),
            (TwilioSettings.sid, "Belfry", 2, nil, "https://user@api.twilio.com", nil, "twilio_endpoint"),
            (TwilioSettings.sid, "Belfry", 2, nil, "https://api.twilio.com", "belfry.example?x=1", "public_url"),
        ] as [(String, String, Int, String?, String, String?, String)])
    func refused(sid: String, from: String, segments: Int, link: String?, endpoint: String, publicURL: String?, key: String) {
        let error = #expect(throws: ChannelSettingError.self) {
            try TwilioSettings(
                accountSID: sid, authToken: Secret(.text("x")), from: from, publicURL: publicURL, segmentCountMax: segments, link: link, endpoint: endpoint)
        }
        #expect(error?.key == key)
    }

    @Test(
        "What begins no country's numbers names none, and none at all isn't all",
        arguments: [[], [""], ["4"], ["049"], ["49", "DE"], ["+"], ["12345678"], ["٤٩"]] as [[String]])
    func callingCodes(codes: [String]) {
        let error = #expect(throws: ChannelSettingError.self) { try TwilioSettings.example(callingCodes: codes) }
        #expect(error?.key == "twilio_calling_codes")
    }

    @Test("What an operator should know")
    func findings() throws {
        #expect(try TwilioSettings.example().findings() == [])
        let poor = try TwilioSettings.example(from: "Belfry", publicURL: nil, token: Secret(.file("/nowhere/token")), endpoint: "http://api.twilio.com")
        #expect(
            poor.findings().map(\.code) == ["twilio_token_unreadable", "twilio_endpoint_open", "twilio_no_callbacks", "twilio_from_unanswerable"])
        #expect(poor.findings().map(\.isBroken) == [true, true, false, false])
    }

    @Test("Nothing of them shows itself")
    func silent() throws {
        let settings = try TwilioSettings.example()
        let shown = "\(settings) \(TwilioDialect(settings)) \(TwilioCallbacks(settings)) \(try TwilioDialect(settings).request(for: .toPhone(), authorization: "Basic secret", now: .noon))"
        #expect(shown == "TwilioSettings TwilioDialect TwilioCallbacks ProviderRequest")
    }
}
