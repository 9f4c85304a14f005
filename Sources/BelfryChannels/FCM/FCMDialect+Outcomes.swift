import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What FCM's answers mean.
///
/// Source: firebase.google.com/docs/cloud-messaging/error-codes and …/scale-fcm: 429 waits for what it asks, else a minute; 5xx waits ten
/// seconds at first, and twice as long each time. 400, 401, 403 and 404 are not tried again before somebody may have mended what is wrong.
extension FCMDialect {
    static let quotaPause = Duration.seconds(60)
    static let firstPause = Duration.seconds(10)
    /// What the operator must mend is not hurried.
    static let operatorWait = Duration.seconds(900)

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        if (200..<300).contains(response.status) { return SendResult(.delivered, providerMessageID: Self.messageName(in: response.body)) }
        let asked = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        let problem = Problem(in: response.body)
        switch (response.status, problem.code) {
        case (404, "UNREGISTERED"):
            return Self.gone("fcm_unregistered: the app is no longer installed there, or its token has been replaced")
        case (400, "INVALID_ARGUMENT") where problem.namesToken:
            return Self.gone("fcm_invalid_token: FCM doesn't know such a token")
        case (429, _):
            let wait = asked ?? Self.spread(Self.quotaPause, by: notification)
            if problem.isOfDevice { return SendResult(.retry(why: "fcm_device_busy: more was sent to this device than FCM takes", after: wait)) }
            return SendResult(.retry(why: "fcm_quota_exceeded: more was sent than FCM takes just now", after: wait))
        case (500..., _):
            let own = Self.spread(Self.firstPause * (1 << min(max(notification.attempt, 1) - 1, 8)), by: notification)
            let code = response.status == 503 ? "fcm_unavailable" : "fcm_internal"
            return SendResult(.retry(why: "\(code): FCM answered \(response.status)", after: max(asked ?? .zero, own)))
        case (300..<400, _), (408, _):
            return SendResult(.retry(why: "fcm_http_\(response.status)", after: Self.spread(Self.firstPause, by: notification)))
        // One device's, whose token an app of another project has made.
        case (403, "SENDER_ID_MISMATCH"): return SendResult(.rejected(why: Self.refusal(response.status, problem)))
        case (401, _), (403, _), (404, _):
            return SendResult(.retry(why: Self.refusal(response.status, problem), after: Self.spread(Self.operatorWait, by: notification)))
        default: return SendResult(.rejected(why: Self.refusal(response.status, problem)))
        }
    }

    /// A key that is missing for one kind of device, or a device that got too much, leaves the others alone.
    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        let problem = Problem(in: response.body)
        return problem.code != "THIRD_PARTY_AUTH_ERROR" && !problem.isOfDevice
    }

    /// The operator's error or ours; the address may be good.
    private static func refusal(_ status: Int, _ problem: Problem) -> String {
        switch (status, problem.code) {
        case (400, "INVALID_ARGUMENT"): "fcm_invalid_argument: FCM refused what the message says"
        case (400, _) where problem.hasViolations: "fcm_bad_request: FCM doesn't understand the message"
        case (401, "THIRD_PARTY_AUTH_ERROR"): "fcm_third_party_auth: the project has no valid key for this kind of device; add it in the Firebase console"
        case (401, _): "fcm_unauthenticated: FCM didn't take the access token; check the service account, and this machine's clock"
        case (403, "SENDER_ID_MISMATCH"): "fcm_sender_mismatch: the token belongs to another Firebase project than the service account's"
        case (403, _): "fcm_permission_denied: the service account may not send, or the API is not enabled; check both in Google's console"
        case (404, _): "fcm_unknown_project: FCM doesn't know the project; check fcm_project_id"
        case (413, _): "fcm_too_large: FCM found the message too large"
        default: "fcm_http_\(status)"
        }
    }

    private static func gone(_ why: String) -> SendResult {
        SendResult(.addressGone(why: why), addressFate: .gone(since: nil))
    }

    /// Half as long again at most, a share that is the transmission's own, so that what failed together doesn't come back together.
    private static func spread(_ length: Duration, by notification: OutgoingNotification) -> Duration {
        let share = notification.transmission.text.utf8.reduce(into: UInt64(max(notification.attempt, 0))) { $0 = $0 &* 31 &+ UInt64($1) } % 512
        return length + .milliseconds(length.milliseconds * Int64(share) / 1024)
    }

    private struct Accepted: Decodable {
        let name: String
    }

    /// `projects/…/messages/…`.
    private static func messageName(in body: [UInt8]) -> String? {
        (try? JSONDecoder().decode(Accepted.self, from: Data(body)))?.name
    }

    /// An error as Google's APIs write it: google.rpc.Status, with details by their type.
    struct Problem {
        /// Of FCM's own: `UNREGISTERED`; nil where only Google's framework has spoken.
        let code: String?
        let violatedFields: [String]
        private let message: String
        /// Which quotas are used up, in Google's words.
        private let quotas: [String]

        init(in body: [UInt8]) {
            let error = (try? JSONDecoder().decode(Answer.self, from: Data(body)))?.error
            // Of other types too, whose fields are their own: one that isn't understood hides no other.
            let details = (error?.details ?? []).compactMap { try? $0.result.get() }
            code = details.first { $0.type == "type.googleapis.com/google.firebase.fcm.v1.FcmError" }?.errorCode
            violatedFields = details.flatMap { $0.fieldViolations ?? [] }.compactMap(\.field)
            message = error?.message ?? ""
            quotas = details.flatMap { $0.violations ?? [] }.flatMap { [$0.subject, $0.description] }.compactMap(\.self)
        }

        var hasViolations: Bool { !violatedFields.isEmpty }

        /// Whether it is the token that is wrong. Only where FCM itself says so: the framework's violations are our own bug.
        var namesToken: Bool {
            violatedFields.contains("message.token") || (!hasViolations && message.contains("registration token"))
        }

        /// FCM has a quota for the project and one for each device, under one code: what it says beside tells them apart. A project's name may stand
        /// there as well, as in `project:my-device-app`: it is no word that begins so.
        var isOfDevice: Bool {
            code == "QUOTA_EXCEEDED" && ([message] + quotas).contains { text in text.lowercased().split(separator: " ").contains { $0.hasPrefix("device") } }
        }

        private struct Answer: Decodable {
            let error: Status
        }

        private struct Status: Decodable {
            let message: String?
            let details: [Lenient<Detail>]?
        }

        private struct Detail: Decodable {
            let type: String?
            let errorCode: String?
            let fieldViolations: [Violation]?
            let violations: [Quota]?

            enum CodingKeys: String, CodingKey {
                case type = "@type"
                case errorCode, fieldViolations, violations
            }
        }

        private struct Violation: Decodable {
            let field: String?
        }

        /// Of google.rpc.QuotaFailure.
        private struct Quota: Decodable {
            let subject: String?
            let description: String?
        }
    }
}
