import BelfryModel
import BelfryPorts

/// What a provider's error code means for what was sent, and for the number that it was sent to.
struct RefusalMeaning: Hashable, Sendable {
    enum Consequence: Hashable, Sendable {
        /// It passes by itself. `after` is how long that takes at least; nil where the provider doesn't say.
        case retry(after: Duration?)
        /// It concerns this number alone, or what goes its way, as its country or a template: nothing more of that may go for so long.
        case spare(Duration)
        /// It concerns everything that we send to the provider, which is left alone for so long.
        case pause(Duration)
        /// Trying again would be refused again.
        case reject
        /// Nobody is ever reached at this number.
        case addressGone
        /// The person wants nothing more there.
        case optedOut
    }

    /// What waits loses no attempt by it, so nothing else would slow down a provider that asks to be asked again at once.
    static let shortestPause = Duration.seconds(1)

    let consequence: Consequence
    /// Ours: the provider's own text may quote the number.
    let sentence: String

    init(_ consequence: Consequence, _ sentence: String) {
        self.consequence = consequence
        self.sentence = sentence
    }

    /// As the answer to a request.
    ///
    /// - Parameters:
    ///   - code: stable, as `twilio_21610`.
    ///   - retryAfter: how long the provider asked us to wait; it wins over what is usual for the code.
    func result(code: String, retryAfter: Duration?) -> SendResult {
        let why = "\(code): \(sentence)"
        return switch consequence {
        case .retry(let after): SendResult(.retry(why: why, after: retryAfter ?? after))
        case .spare(let length): SendResult(.retry(why: why, after: retryAfter ?? length))
        case .pause(let length): SendResult(.notTried(why: why, after: max(retryAfter ?? length, Self.shortestPause)))
        case .reject: SendResult(.rejected(why: why))
        case .addressGone: SendResult(.addressGone(why: why), addressFate: addressFate)
        case .optedOut: SendResult(.rejected(why: why), addressFate: addressFate)
        }
    }

    /// Whether others go on: it says nothing of the provider.
    var sparesOthers: Bool {
        if case .spare = consequence { true } else { false }
    }

    /// What becomes of the number; nil where it stays as it is.
    var addressFate: AddressFate? {
        switch consequence {
        case .addressGone: .gone(since: nil)
        case .optedOut: .optedOut
        case .retry, .spare, .pause, .reject: nil
        }
    }
}
