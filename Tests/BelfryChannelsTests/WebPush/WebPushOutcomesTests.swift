import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Push services’ answers")
struct WebPushOutcomesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let headers: [String: String]
        let label: String
        let code: String?
        let after: Duration?

        init(_ status: Int, _ label: String, _ code: String?, after: Duration? = nil, headers: [String: String] = [:]) {
            self.init(status, "", label, code, after: after, headers: headers)
        }

        init(_ status: Int, _ body: String, _ label: String, _ code: String?, after: Duration? = nil, headers: [String: String] = [:]) {
            (self.status, self.body, self.label, self.code, self.after, self.headers) = (status, body, label, code, after, headers)
        }

        var testDescription: String { "\(status) \(body) \(label)" }
    }

    private static func mozilla(_ number: Int) -> String { #"{"code":400,"errno":\#(number),"error":"Bad","message":"https://…/secret"}"# }

    /// How Apple, Mozilla and Google say that a subscription was made with another key.
    private static let otherKey = [
        #"{"reason":"VapidPkHashMismatch"}"#,
        #"{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}"#,
        "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n",
    ]

    static let rows = [
        Row(201, "delivered", nil), Row(200, "delivered", nil), Row(202, "delivered", nil), Row(204, "delivered", nil),
        Row(400, mozilla(101), "rejected", "web_push_bad_encryption"), Row(400, mozilla(110), "rejected", "web_push_bad_encryption"),
        Row(400, mozilla(111), "rejected", "web_push_ttl_missing"), Row(400, mozilla(112), "rejected", "web_push_ttl_bad"),
        Row(400, mozilla(113), "rejected", "web_push_topic_bad"), Row(400, "rejected", "web_push_http_400"),
        Row(400, #"{"reason":"BadJwtToken"}"#, "retry", "web_push_vapid_bad", after: .seconds(900)),
        Row(401, mozilla(109), "retry", "web_push_vapid_refused", after: .seconds(900)), Row(401, "retry", "web_push_vapid_refused", after: .seconds(900)),
        Row(403, #"{"reason":"BadJwtToken"}"#, "retry", "web_push_vapid_bad", after: .seconds(900)),
        Row(403, "text", "retry", "web_push_vapid_refused", after: .seconds(900)),
        Row(400, otherKey[0], "retry", "web_push_other_key", after: .seconds(900)),
        Row(403, otherKey[0], "retry", "web_push_other_key", after: .seconds(900)),
        Row(401, otherKey[1], "retry", "web_push_other_key", after: .seconds(900)),
        Row(403, otherKey[2], "retry", "web_push_other_key", after: .seconds(900)),
        Row(404, mozilla(102), "address_gone", "web_push_gone"), Row(410, mozilla(103), "address_gone", "web_push_gone"),
        Row(410, mozilla(105), "address_gone", "web_push_gone"), Row(410, mozilla(106), "address_gone", "web_push_gone"),
        Row(410, "address_gone", "web_push_gone"), Row(413, mozilla(104), "rejected", "web_push_too_large"),
        Row(429, "retry", "web_push_rate_limited", after: .seconds(30)),
        Row(429, "retry", "web_push_rate_limited", after: .seconds(120), headers: ["retry-after": "120"]),
        Row(500, mozilla(999), "retry", "web_push_unavailable"), Row(502, "retry", "web_push_unavailable"),
        Row(503, mozilla(201), "retry", "web_push_busy", after: .seconds(30)), Row(503, mozilla(202), "retry", "web_push_try_again"),
        Row(503, "retry", "web_push_unavailable", after: .seconds(5), headers: ["retry-after": "5"]),
        Row(307, "retry", "web_push_http_307"), Row(408, "retry", "web_push_http_408"), Row(418, "rejected", "web_push_http_418"),
    ]

    @Test("Every answer has its meaning, and none says where the browser is", arguments: rows)
    func table(row: Row) throws {
        let subscription = try SampleBrowser(1).subscription(at: WebPushDialectTests.endpoint)
        let result = WebPushDialect(try .sample()).outcome(
            of: ProviderResponse(status: row.status, headers: row.headers, body: row.body), to: .browser(subscription), now: .noon)
        #expect(result.outcome.label == row.label)
        #expect(result.outcome.why.map { String($0.prefix { $0 != ":" }) } == row.code)
        #expect(result.outcome.why?.contains("secret") != true)
        #expect(result.addressFate == (row.label == "address_gone" ? .gone(since: nil) : nil))
        if case .retry(_, let after) = result.outcome { #expect(after == row.after) }
    }

    @Test("What one subscription may cause says nothing of a push service, and a token that it doesn’t take, or its own trouble, does")
    func whoIsSpokenAgainst() throws {
        let dialect = WebPushDialect(try .sample())
        func speaks(_ status: Int, _ body: String = "") -> Bool { dialect.speaksAgainstProvider(ProviderResponse(status: status, body: body)) }
        #expect(!speaks(429) && !speaks(401) && !speaks(403) && !speaks(400, Self.otherKey[0]) && !speaks(401, Self.otherKey[1]))
        #expect(speaks(500) && speaks(503) && speaks(408) && speaks(403, #"{"reason":"BadJwtToken"}"#))
    }
}
