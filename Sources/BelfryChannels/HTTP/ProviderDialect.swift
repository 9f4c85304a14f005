import BelfryModel
import BelfryPorts
import BelfryTime

/// How one provider is spoken to over HTTP: two plain functions, from a notification to a request and from an answer to an outcome.
public protocol ProviderDialect: Sendable {
    var provider: Provider { get }
    /// How long an answer is waited for.
    var timeout: Duration { get }
    var afterLostAnswer: LostAnswerPolicy { get }

    /// What to ask for.
    ///
    /// - Parameter authorization: what ``authorization`` gave; nil where the dialect has none.
    /// - Throws: ``Unsendable`` where it can't be said in this language at all.
    func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest
    /// What an answer means.
    func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult
    /// Whether an answer that tells us to come back says that the provider has trouble; it doesn't where the limit is one recipient's.
    func speaksAgainstProvider(_ response: ProviderResponse) -> Bool
}

extension ProviderDialect {
    public var afterLostAnswer: LostAnswerPolicy { .repeatSafely }
    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool { true }
}

/// Why a notification can't be put into a provider's language.
public struct Unsendable: Error, Hashable, Sendable {
    /// A code and a sentence, without personal data.
    public let why: String
    /// Whether the operator has something to mend; else trying again would not help.
    public let isOperatorsToMend: Bool

    public init(_ why: String, isOperatorsToMend: Bool = false) {
        self.why = why
        self.isOperatorsToMend = isOperatorsToMend
    }

    /// What the operator must mend is not hurried.
    var outcome: Outcome { isOperatorsToMend ? .retry(why: why, after: .seconds(900)) : .rejected(why: why) }
}

/// Gives the value of an `Authorization` header, or of what a provider has in its place, and renews it in time.
public protocol AuthorizationSource: Sendable {
    /// - Throws: ``AuthorizationFailure``
    func authorization(now: Instant) async throws(AuthorizationFailure) -> String
    /// The provider refused this one: the next is made anew.
    func refuse(_ authorization: String) async
}

/// Why there is no authorization. What was to be sent waits until there is one: a wrong key too is exchanged some day.
public struct AuthorizationFailure: Error, Hashable, Sendable {
    /// A code and a sentence, without secrets.
    public let why: String

    public init(_ why: String) {
        self.why = why
    }
}
