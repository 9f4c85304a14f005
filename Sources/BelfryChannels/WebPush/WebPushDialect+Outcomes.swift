import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What push services' answers mean.
///
/// Source: RFC 8030, sections 5 to 8, and RFC 8292, section 4.2, for the statuses; mozilla-services.github.io/autopush-rs/errors.html for Mozilla's
/// `errno`; Apple's developer documentation, “Sending web push notifications in web apps and browsers”, for its `reason`. That a subscription was made
/// with another key is an error of its own with none of them: Apple answers 400, Mozilla 401 and Google 403, each with words of theirs.
extension WebPushDialect {
    static let pauseWhenBusy = Duration.seconds(30)
    /// What the operator must mend is not hurried.
    static let operatorWait = Duration.seconds(900)

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        let asked = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        let problem = Problem(in: response.body)
        switch response.status {
        // 202 says that the service will tell when it arrived, which we don't ask for.
        case 200..<300: return SendResult(.delivered)
        case 404, 410:
            return SendResult(.addressGone(why: "web_push_gone: the browser is no longer subscribed"), addressFate: .gone(since: nil))
        case 429:
            return SendResult(.retry(why: "web_push_rate_limited: more was sent than the push service takes just now", after: asked ?? Self.pauseWhenBusy))
        case 500...: return SendResult(Self.failure(response.status, problem, asked: asked))
        case 300..<400, 408: return SendResult(.retry(why: "web_push_http_\(response.status)", after: asked))
        case 400..<500 where problem.isOfToken:
            let why = "web_push_vapid_bad: the push service didn't take our token; check web_push_subject, and this machine's clock"
            return SendResult(.retry(why: why, after: Self.operatorWait))
        case 400..<500 where problem.isOfOtherKey: return SendResult(.retry(why: Self.otherKey, after: Self.operatorWait))
        case 401, 403:
            let why = "web_push_vapid_refused: the push service refused us; check the key, web_push_subject, and this machine's clock"
            return SendResult(.retry(why: why, after: Self.operatorWait))
        default: return SendResult(.rejected(why: Self.refusal(response.status, problem)))
        }
    }

    /// Whether the subscription doesn't belong to our key, or our key isn't the right one, isn't to be seen here: ``WebPushSender`` knows better.
    static let otherKey = "web_push_other_key: the browser has subscribed with another VAPID key; if all have, web_push_key_file is the wrong one"

    /// A limit is the subscription's, and so may be what is wrong with our key: anybody may hand in one that was made with another.
    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        let problem = Problem(in: response.body)
        return problem.isOfToken || !problem.isOfOtherKey && ![401, 403, 429].contains(response.status)
    }

    private static func failure(_ status: Int, _ problem: Problem, asked: Duration?) -> Outcome {
        switch problem.number {
        case 201: .retry(why: "web_push_busy: the push service is overloaded", after: max(asked ?? .zero, pauseWhenBusy))
        case 202: .retry(why: "web_push_try_again: the push service asks to be asked again at once", after: asked)
        default: .retry(why: "web_push_unavailable: the push service answered \(status)", after: asked)
        }
    }

    /// The operator's error or ours: the subscription may be good.
    private static func refusal(_ status: Int, _ problem: Problem) -> String {
        switch (status, problem.number) {
        case (400, 101), (400, 110): "web_push_bad_encryption: the push service found the encryption's headers wrong"
        case (400, 111): "web_push_ttl_missing: the push service found no TTL"
        case (400, 112): "web_push_ttl_bad: the push service didn't take the TTL"
        case (400, 113): "web_push_topic_bad: the push service didn't take the topic"
        case (413, _): "web_push_too_large: the push service found the message too large"
        default: "web_push_http_\(status)"
        }
    }

    /// What an answer says beside its status. Only numbers and known words are taken: the rest may quote the recipient.
    private struct Problem {
        /// Mozilla's.
        let number: Int?
        /// Whether it is what we signed that is wrong, whoever it is for.
        let isOfToken: Bool
        /// Whether the subscription was made with another key than ours.
        let isOfOtherKey: Bool

        /// How Apple, Mozilla and Google say so; others, as Microsoft, leave it at the status.
        private static let mismatches = [
            "VapidPkHashMismatch", "VAPID public key mismatch", "do not correspond to the credentials used to create the subscription",
        ]

        init(in body: [UInt8]) {
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(body))
            number = answer?.errno
            isOfToken = answer?.reason == "BadJwtToken"
            let text = String(decoding: body.prefix(1024), as: UTF8.self)
            isOfOtherKey = Self.mismatches.contains { text.contains($0) }
        }

        private struct Answer: Decodable {
            let errno: Int?
            let reason: String?
        }
    }
}
