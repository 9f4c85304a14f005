import BelfryPhrases
import HTTPTypes

/// Why nobody was signed in by a provider.
struct SignInRefusal: Error, Hashable, Sendable {
    let reason: Reason
    /// For the log: codes and names of claims, and nothing of what a person or a token is.
    let why: String

    init(_ reason: Reason, _ why: String) {
        (self.reason, self.why) = (reason, why)
    }

    /// The codes are stable: they stand on the page, in the log and in the guide.
    enum Reason: String, CaseIterable, Sendable {
        /// The answer belongs to no sign-in of this browser, or came too late, or a second time.
        case beginAgain = "sign_in_begin_again"
        /// The provider has signed nobody in.
        case refused = "sign_in_refused"
        /// The provider can't be asked, or doesn't answer as it should.
        case unavailable = "sign_in_unavailable"
        /// So many ask it just now.
        case busy = "sign_in_busy"
        /// The provider and Belfry aren't set up for each other.
        case misconfigured = "sign_in_misconfigured"
        /// What came isn't certainly the provider's word on this sign-in.
        case untrusted = "sign_in_untrusted"
        /// The provider doesn't say who it is by the claim that counts.
        case claimMissing = "sign_in_claim_missing"
        /// Nobody here is known by what it says.
        case unknownPerson = "sign_in_unknown_person"

        var status: HTTPResponse.Status {
            switch self {
            case .beginAgain: .badRequest
            case .refused, .claimMissing, .unknownPerson: .forbidden
            case .untrusted: .unauthorized
            case .misconfigured: .badGateway
            case .unavailable, .busy: .serviceUnavailable
            }
        }

        var word: SignInWord {
            switch self {
            case .beginAgain: .beginAgain
            case .refused: .refusedThere
            case .unavailable: .unavailableThere
            case .busy: .busyThere
            case .misconfigured: .misconfigured
            case .untrusted: .untrusted
            case .claimMissing: .claimMissing
            case .unknownPerson: .unknownPerson
            }
        }
    }
}
