import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("What Apple's push service answers")
struct APNsOutcomeTests {
    private let dialect = APNsDialect(settings: .sample())

    private func verdict(_ status: Int, _ body: String, headers: [String: String] = [:]) -> APNsVerdict {
        dialect.outcome(of: ProviderResponse(status: status, headers: headers, body: body), now: .noon)
    }

    /// An outcome in one word, with how long to wait in seconds.
    private func word(_ verdict: APNsVerdict) -> String {
        switch verdict.outcome {
        case .delivered: "delivered"
        case .retry(_, let after): "retry \(after.map { "\($0.components.seconds)" } ?? "soon")"
        case .notTried: "not tried"
        case .ambiguous: "ambiguous"
        case .rejected: "rejected"
        case .addressGone: "gone"
        }
    }

    @Test(
        "Every documented reason has its outcome",
        arguments: [
            (400, "BadCollapseId", "rejected"), (400, "BadDeviceToken", "gone"), (400, "BadExpirationDate", "rejected"),
            (400, "BadMessageId", "rejected"), (400, "BadPriority", "rejected"), (400, "BadTopic", "retry 300"),
            (400, "DeviceTokenNotForTopic", "rejected"), (400, "DuplicateHeaders", "rejected"), (400, "IdleTimeout", "retry soon"),
            (400, "InvalidPushType", "rejected"), (400, "MissingDeviceToken", "rejected"), (400, "MissingTopic", "retry 300"),
            (400, "PayloadEmpty", "rejected"), (400, "TopicDisallowed", "retry 300"), (403, "BadCertificate", "rejected"),
            (403, "BadCertificateEnvironment", "rejected"), (403, "BadEnvironmentKeyIdInToken", "retry 300"),
            (403, "BadEnvironmentKeyInToken", "retry 300"), (403, "ExpiredProviderToken", "retry 300"), (403, "Forbidden", "rejected"),
            (403, "InvalidProviderToken", "retry 300"), (403, "MissingProviderToken", "retry 300"), (403, "UnrelatedKeyIdInToken", "retry 300"),
            (404, "BadPath", "rejected"), (405, "MethodNotAllowed", "rejected"), (410, "ExpiredToken", "gone"), (410, "Unregistered", "gone"),
            (413, "PayloadTooLarge", "rejected"), (429, "TooManyProviderTokenUpdates", "retry 60"), (429, "TooManyRequests", "retry 60"),
            (500, "InternalServerError", "retry 900"), (503, "ServiceUnavailable", "retry 900"), (503, "Shutdown", "retry soon"),
        ])
    func documented(status: Int, reason: String, expected: String) throws {
        let verdict = verdict(status, #"{"reason":"\#(reason)"}"#)
        #expect(word(verdict) == expected)
        let known = try #require(APNsReason(name: reason))
        #expect(verdict.outcome.why?.hasPrefix("apns_\(known.code): ") == true)
    }

    @Test("Every reason that this version knows stands in the table above")
    func complete() {
        #expect(APNsReason.allCases.count == 32)
    }

    @Test(
        "An answer without a reason that is known is judged by its status",
        arguments: [
            (400, "", "rejected"), (403, "{}", "retry 300"), (403, #"{"reason":"KeyIsTired"}"#, "retry 300"),
            (410, "no JSON", "gone"), (413, "", "rejected"), (418, #"{"reason":7}"#, "rejected"),
            (429, "{}", "retry 60"), (500, "", "retry 900"), (502, "<html>", "retry 900"), (503, #"{"reason":"Tired"}"#, "retry 900"),
            (301, "", "rejected"),
        ])
    func unknown(status: Int, body: String, expected: String) {
        #expect(word(verdict(status, body)) == expected)
    }

    @Test("A key that is refused for a reason that isn't known makes everything wait, as one for a known reason does")
    func unknownReasonOfKey() {
        let verdict = verdict(403, #"{"reason":"KeyIsTired"}"#)
        #expect(verdict.pause == .seconds(300) && verdict.refusesKey && verdict.addressFate == nil)
    }

    @Test("What was accepted says nothing more")
    func accepted() {
        #expect(verdict(200, "") == APNsVerdict(.delivered))
    }

    @Test("A device that is gone is gone since the moment that Apple names, in milliseconds")
    func gone() {
        let verdict = verdict(410, #"{"reason":"Unregistered","timestamp":1769342400123}"#)
        #expect(verdict.addressFate == .gone(since: Instant(millisecondsSinceEpoch: 1_769_342_400_123)))
        #expect(self.verdict(410, #"{"reason":"Unregistered","timestamp":"soon"}"#).addressFate == .gone(since: nil))
        #expect(self.verdict(410, #"{"reason":"Unregistered","timestamp":9223372036854775807}"#).addressFate == .gone(since: nil))
    }

    @Test("A device token of another app, or a topic that is wrong, costs no address", arguments: ["DeviceTokenNotForTopic", "BadTopic", "TopicDisallowed"])
    func operatorsMistake(reason: String) {
        #expect(verdict(400, #"{"reason":"\#(reason)"}"#).addressFate == nil)
    }

    @Test("How long the service asks to wait wins over our own figure")
    func retryAfter() {
        #expect(word(verdict(503, #"{"reason":"ServiceUnavailable"}"#, headers: ["retry-after": "30"])) == "retry 30")
    }

    @Test(
        "What is wrong with the key or its app makes everything wait, what a device did wrong nothing",
        arguments: [
            ("ExpiredProviderToken", 300), ("InvalidProviderToken", 300), ("TooManyProviderTokenUpdates", 60), ("TooManyRequests", nil),
            ("ServiceUnavailable", nil), ("BadDeviceToken", nil), ("BadTopic", 300), ("TopicDisallowed", 300), ("DeviceTokenNotForTopic", nil),
        ] as [(String, Int?)])
    func pauses(reason: String, seconds: Int?) {
        let verdict = verdict(400, #"{"reason":"\#(reason)"}"#)
        #expect(verdict.pause == seconds.map { .seconds($0) })
        #expect(verdict.isProvidersFault == (reason != "TooManyRequests"))
    }
}
