import BelfryModel
import BelfryPorts
import BelfryTime

/// How a provider is told to take back a message that it has: from the message to a request, and from an answer to an outcome.
public protocol RemovingDialect: ProviderDialect {
    /// As of ``RemovingSender/removesByPlace``.
    var removesByPlace: Bool { get }
    /// What to ask for.
    ///
    /// - Parameter place: from 0; the next where an answer to the one before has named it.
    /// - Throws: ``Unsendable`` where it can't be asked for at all.
    func removal(of message: SentMessage, _ place: Int, authorization: String?) throws(Unsendable) -> ProviderRequest
    /// What an answer means; nil where what comes next is to be asked.
    func end(by response: ProviderResponse, to message: SentMessage, _ place: Int, now: Instant) -> RemovalOutcome?
}

extension RemovingDialect {
    public var removesByPlace: Bool { false }
}

extension HTTPSender: RemovingSender where Dialect: RemovingDialect {
    public var removesByPlace: Bool { dialect.removesByPlace }

    public func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome {
        var place = 0
        while true {
            if let end = await end(of: message, place, now: now) { return end }
            place += 1
        }
    }

    /// Each request has its turn, as one that sends has.
    private func end(of message: SentMessage, _ place: Int, now: Instant) async -> RemovalOutcome? {
        if let wait = protection.admission(isNew: !message.hasWaited, now: now) { return RemovalOutcome(wait) }
        let authorization: String?
        do {
            authorization = try await authorizations?.authorization(now: now)
        } catch {
            protection.withdraw(now: now)
            return .later(why: error.why, after: nil)
        }
        let request: ProviderRequest
        do {
            request = try dialect.removal(of: message, place, authorization: authorization)
        } catch {
            protection.withdraw(now: now)
            return RemovalOutcome(error.outcome)
        }
        do {
            let response = try await exchange.exchange(request, timeout: dialect.timeout)
            let end = dialect.end(by: response, to: message, place, now: now)
            // A refusal is an answer of a provider that works.
            protection.note(response.status >= 500 ? .retry(why: "", after: nil) : .rejected(why: ""), now: now)
            if response.status == 429, case .wait(_, let length) = end { protection.pause(for: length, now: now) }
            return end
        } catch {
            switch error {
            case .notSent(let why), .answerLost(let why):
                // As of what is sent: who doesn't answer is left alone, and nothing waits for that again and again.
                protection.note(.retry(why: why, after: nil), now: now)
                return .later(why: why, after: nil)
            case .crowded(let why):
                protection.withdraw(now: now)
                return .wait(why: why, after: .seconds(1))
            case .refused(let why):
                protection.withdraw(now: now)
                return .later(why: why, after: .seconds(300))
            }
        }
    }
}

extension RemovalOutcome {
    /// Of what isn't asked for now, or ever.
    init(_ outcome: Outcome) {
        switch outcome {
        case .delivered: self = .removed
        case .retry(let why, let after): self = .later(why: why, after: after)
        case .notTried(let why, let after): self = .wait(why: why, after: after)
        case .ambiguous(let why): self = .later(why: why, after: nil)
        case .rejected(let why), .addressGone(let why): self = .stays(why: why)
        }
    }
}
