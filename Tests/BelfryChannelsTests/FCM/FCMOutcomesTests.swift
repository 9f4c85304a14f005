import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("FCM’s answers")
struct FCMOutcomesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let headers: [String: String]
        /// `rejected`, `retry` and so on.
        let label: String
        let code: String?

        init(_ status: Int, _ body: String, _ label: String, _ code: String?, headers: [String: String] = [:]) {
            (self.status, self.body, self.label, self.code, self.headers) = (status, body, label, code, headers)
        }

        var testDescription: String { "\(status) \(code ?? "") \(label)" }
    }

    private static func fcm(_ code: String) -> String {
        #"{"error":{"code":0,"message":"…","status":"…","details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}]}}"#
    }

    /// Behind details of other types, whose fields mean something else.
    private static let amongStrangers = fcm("UNREGISTERED")
        .replacing("[{", with: #"[7,{"@type":"other","errorCode":7},{"@type":"other","fieldViolations":{}},{"#)

    /// As Google's framework says it of the project, without FCM's own code.
    private static let projectQuota = #"{"error":{"code":429,"message":"Quota exceeded for quota metric 'Send requests'","status":"RESOURCE_EXHAUSTED","#
        + #""details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED","domain":"googleapis.com"}]}}"#

    /// Likewise with FCM's code, of a project whose name could be taken for a device's.
    private static let namedQuota = projectQuota
        .replacing("'Send requests'", with: "'Send requests' for consumer 'project:my-device-app'")
        .replacing(
            #"[{"@type""#,
            with: #"[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"QUOTA_EXCEEDED"},"#
                + #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"project:my-device-app"}]},{"@type""#)

    static let rows = [
        Row(200, #"{"name":"projects/p/messages/1"}"#, "delivered", nil),
        Row(400, fcm("INVALID_ARGUMENT"), "rejected", "fcm_invalid_argument"),
        Row(400, FCMProblem.invalidToken.body, "address_gone", "fcm_invalid_token"),
        Row(400, FCMProblem.tooLarge.body, "rejected", "fcm_invalid_argument"),
        Row(400, FCMProblem.violation(field: "message.android.ttl").body, "rejected", "fcm_bad_request"),
        // The framework's word alone is no reason to forget an address.
        Row(400, FCMProblem.violation(field: "message.token").body, "rejected", "fcm_bad_request"),
        Row(400, "no JSON", "rejected", "fcm_http_400"),
        Row(401, fcm("THIRD_PARTY_AUTH_ERROR"), "retry", "fcm_third_party_auth"),
        Row(401, FCMProblem.unauthenticated.body, "retry", "fcm_unauthenticated"),
        Row(403, FCMProblem.senderMismatch.body, "rejected", "fcm_sender_mismatch"),
        Row(403, #"{"error":{"code":403,"status":"PERMISSION_DENIED"}}"#, "retry", "fcm_permission_denied"),
        Row(404, FCMProblem.unregistered.body, "address_gone", "fcm_unregistered"),
        // Without FCM's own code it is the project that is not there.
        Row(404, FCMProblem.notFound.body, "retry", "fcm_unknown_project"),
        Row(404, "<html>", "retry", "fcm_unknown_project"),
        Row(404, amongStrangers, "address_gone", "fcm_unregistered"),
        Row(413, "", "rejected", "fcm_too_large"),
        Row(429, fcm("QUOTA_EXCEEDED"), "retry", "fcm_quota_exceeded"),
        Row(429, FCMProblem.deviceQuota.body, "retry", "fcm_device_busy"),
        Row(429, projectQuota, "retry", "fcm_quota_exceeded"),
        Row(429, namedQuota, "retry", "fcm_quota_exceeded"),
        Row(500, fcm("INTERNAL"), "retry", "fcm_internal"),
        Row(502, "", "retry", "fcm_internal"),
        Row(503, fcm("UNAVAILABLE"), "retry", "fcm_unavailable"),
        Row(302, "", "retry", "fcm_http_302"),
        Row(408, "", "retry", "fcm_http_408"),
        Row(418, "", "rejected", "fcm_http_418"),
    ]

    private func outcome(_ row: Row, attempt: Int = 1) throws -> SendResult {
        let settings = try FCMSettings(serviceAccount: Secret(.text(try FCMSimulator { 0 }.serviceAccount)))
        return FCMDialect(settings).outcome(
            of: ProviderResponse(status: row.status, headers: row.headers, body: row.body), to: .android(attempt: attempt), now: .noon)
    }

    @Test("Every answer has its meaning", arguments: rows)
    func table(row: Row) throws {
        let result = try outcome(row)
        #expect(result.outcome.label == row.label)
        #expect(result.outcome.why.map { String($0.prefix { $0 != ":" }) } == row.code)
        #expect(result.addressFate == (row.label == "address_gone" ? .gone(since: nil) : nil))
        #expect(result.providerMessageID == (row.status == 200 ? "projects/p/messages/1" : nil))
    }

    private func wait(_ row: Row, attempt: Int = 1) throws -> Duration? {
        if case .retry(_, let after) = try outcome(row, attempt: attempt).outcome { after } else { nil }
    }

    @Test("A quota that is used up waits as long as FCM asks, and else a minute or somewhat more")
    func quota() throws {
        #expect(try wait(Row(429, "", "", nil, headers: ["retry-after": "7"])) == .seconds(7))
        let own = try #require(try wait(Row(429, "", "", nil)))
        #expect((Duration.seconds(60)..<Duration.seconds(90)).contains(own))
    }

    @Test("What the operator must mend waits a quarter of an hour or somewhat more")
    func operatorsFault() throws {
        let own = try #require(try wait(Row(401, FCMProblem.unauthenticated.body, "", nil)))
        #expect((Duration.seconds(900)..<Duration.seconds(1350)).contains(own))
    }

    @Test("A key that is missing for one kind of device, and a device that got too much, say nothing of FCM")
    func thirdParty() throws {
        let dialect = FCMDialect(try FCMSettings(serviceAccount: Secret(.text(try FCMSimulator { 0 }.serviceAccount))))
        #expect(!dialect.speaksAgainstProvider(ProviderResponse(status: 401, body: Self.fcm("THIRD_PARTY_AUTH_ERROR"))))
        #expect(dialect.speaksAgainstProvider(ProviderResponse(status: 401, body: FCMProblem.unauthenticated.body)))
        #expect(!dialect.speaksAgainstProvider(ProviderResponse(status: 429, body: FCMProblem.deviceQuota.body)))
        #expect(dialect.speaksAgainstProvider(ProviderResponse(status: 429, body: Self.projectQuota)))
    }

    @Test("A failing FCM is left alone for ten seconds at least, twice as long each time, and as long as it asks", arguments: 1...4)
    func failure(attempt: Int) throws {
        let least = Duration.seconds(10 * (1 << (attempt - 1)))
        let own = try #require(try wait(Row(503, "", "", nil), attempt: attempt))
        #expect((least..<(least * 1.5)).contains(own))
        #expect(try wait(Row(503, "", "", nil, headers: ["retry-after": "300"]), attempt: attempt) == .seconds(300))
        #expect(try #require(try wait(Row(503, "", "", nil, headers: ["retry-after": "1"]), attempt: attempt)) >= least)
    }

    @Test("Attempts below none, as a row written by hand may have them, wait as long as the first")
    func negativeAttempt() throws {
        let own = try #require(try wait(Row(503, "", "", nil), attempt: -4))
        #expect((Duration.seconds(10)..<Duration.seconds(15)).contains(own))
    }

    @Test("What failed together doesn’t come back together")
    func spread() throws {
        let settings = try FCMSettings(serviceAccount: Secret(.text(try FCMSimulator { 0 }.serviceAccount)))
        let waits = Set(
            (0..<20).map { number in
                FCMDialect(settings).outcome(of: ProviderResponse(status: 503), to: .android("device-\(number)"), now: .noon).outcome
            })
        #expect(waits.count > 10)
    }
}
