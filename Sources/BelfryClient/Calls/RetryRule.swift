/// How often a call is tried, and how long a client waits in between.
///
/// Only what may be repeated is: what reads, what is put or deleted, what has an `Idempotency-Key`, and what names the deliveries that it is about.
/// Anything else is tried again after 429 alone, where nothing was done. What is taken away once its answer was lost is found gone by the next try, which
/// then says so, as `unknown_audience`.
public struct RetryRule: Hashable, Sendable {
    /// Tries of one call, the first included.
    public var attemptCountMax: Int
    /// After the first try; each further pause is twice as long.
    public var firstPause: Duration
    /// No pause is longer than this. Where a server asks for a longer one, the call fails, and its error says for how long.
    public var pauseMax: Duration

    public init(attemptCountMax: Int = 5, firstPause: Duration = .milliseconds(500), pauseMax: Duration = .seconds(30)) {
        (self.attemptCountMax, self.firstPause, self.pauseMax) = (attemptCountMax, firstPause, pauseMax)
    }

    /// Every call is tried once.
    public static let never = RetryRule(attemptCountMax: 1)

    /// How long to wait before the next try; nil where there is none.
    ///
    /// - Parameters:
    ///   - attempt: how many there were, from 1.
    ///   - dice: so that those whom one outage has stopped don't all come back at once.
    func pause(after error: BelfryError, attempt: Int, isRepeatable: Bool, dice: UInt64) -> Duration? {
        guard attempt < attemptCountMax, isRepeatable ? error.isWorthAnotherTry : error.status == 429 else { return nil }
        let grown = min(firstPause * (1 << min(attempt - 1, 20)), pauseMax)
        let portion = Double(dice >> 11) / Double(UInt64(1) << 53)
        guard let asked = error.retryAfter else { return grown * (0.5 + portion / 2) }
        // Whoever is asked to wait doesn't come early.
        return asked <= pauseMax ? asked + firstPause * portion : nil
    }
}

extension BelfryError {
    /// Whether the same call may do later what it didn't now.
    var isWorthAnotherTry: Bool {
        switch status {
        case nil: code == .connectionLost
        case 429?, 500?, 502?, 503?, 504?: true
        default: false
        }
    }
}
