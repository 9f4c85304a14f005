import BelfryModel
import BelfryTime
import Synchronization

/// Protects one provider from us: its rate limit, and rest while it fails. Shared by everything that sends to it from this process.
public final class ProviderProtection: Sendable {
    private struct State {
        var bucket: TokenBucket?
        var breaker = CircuitBreaker()
        var returns = StaggeredReturns()
        /// The provider asked for quiet until then, which was so long.
        var pause: (until: Instant, length: Duration)?
        var deliveredCount = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - rate: requests a second; nil for no limit of ours.
    ///   - burst: at most so many at once; as many as in a second where it isn't given.
    public init(rate: Double? = nil, burst: Double? = nil) {
        state = Mutex(State(bucket: rate.map { TokenBucket(rate: $0, burst: max(1, burst ?? $0)) }))
    }

    /// Asks to send one.
    ///
    /// - Parameters:
    ///   - isNew: whether it was never told its turn, and so gives way to those who were.
    ///   - isUrgent: whether it comes back before all that aren't.
    /// - Returns: nil where it may be sent, else the outcome of one that wasn't tried, with when it is its turn.
    public func admission(isNew: Bool = false, isUrgent: Bool = false, now: Instant) -> Outcome? {
        state.withLock { state in
            if let pause = state.pause, pause.until.isAhead(of: now, by: pause.length) {
                let wait = pause.until - now
                let delay = state.returns.delay(beyond: pause.until, over: min(wait, CircuitBreaker.longestOpening), isUrgent: isUrgent)
                return .notTried(why: "provider_asked_to_wait: it is left alone for as long as it asked for", after: wait + delay)
            }
            if var wait = state.breaker.admit(now: now) {
                if let opening = state.breaker.opening {
                    wait += state.returns.delay(beyond: opening.until, over: opening.length, isUrgent: isUrgent)
                }
                return .notTried(why: "provider_failing: it failed again and again and is given a rest", after: wait)
            }
            guard let wait = state.bucket?.take(isNew: isNew, isUrgent: isUrgent, now: now) else { return nil }
            // It was let pass, maybe as the one that tries whether the provider works again, and goes nowhere.
            state.breaker.withdraw(now: now)
            return .notTried(why: "rate_limited: no more at once than the provider takes", after: wait)
        }
    }

    /// How what was admitted turned out. A refusal is an answer of a provider that works.
    ///
    /// - Parameter isProvidersFault: whether it is where it is to be tried again; otherwise that is an answer too.
    public func note(_ outcome: Outcome, isProvidersFault: Bool = true, now: Instant) {
        state.withLock { state in
            if outcome == .delivered { state.deliveredCount += 1 }
            switch outcome {
            case .delivered, .rejected, .addressGone: state.breaker.note(isWorking: true, now: now)
            case .retry, .ambiguous: state.breaker.note(isWorking: !isProvidersFault, now: now)
            case .notTried: break
            }
        }
    }

    /// What was admitted never got to the provider: another may go in its place, and nothing is known of the provider by it.
    func withdraw(now: Instant) {
        state.withLock { state in
            state.breaker.withdraw(now: now)
            state.bucket?.putBack()
        }
    }

    /// The provider asked for quiet, for everything that is sent to it.
    public func pause(for length: Duration, now: Instant) {
        state.withLock { state in
            let until = now + length
            if let known = state.pause, known.until >= until, known.until.isAhead(of: now, by: known.length) { return }
            state.pause = (until, length)
        }
    }

    /// Changes the rate, as while a provider is ramped up.
    ///
    /// - Parameter longestWait: where it is about to change again, no turn is given out further ahead; an hour where it isn't given.
    public func setRate(_ rate: Double, longestWait: Duration? = nil) {
        state.withLock { state in
            state.bucket?.rate = rate
            state.bucket?.longestWait = longestWait ?? TokenBucket.standardLongestWait
        }
    }

    /// How much it has taken: nothing, where somebody invented it and nobody answers there.
    var deliveredCount: Int { state.withLock(\.deliveredCount) }

    /// Whether it sends at all at present.
    public var isWorking: Bool { state.withLock { $0.breaker.isClosed } }
}
