import BelfryModel
import Synchronization

/// Whose the messages are that a provider has taken, by the provider's names of them: so of two with the same words neither is taken for the
/// other.
///
/// It knows what this process was told. What another was told, or this one before it began, it doesn't.
final class KnownMessages: Sendable {
    private struct State {
        var latest: [String: TransmissionID] = [:]
        /// From before those; forgotten when there are as many again.
        var earlier: [String: TransmissionID] = [:]
    }

    /// So many at least are remembered: more than go out by one number while an answer is asked after.
    private let countMin: Int
    private let state = Mutex(State())

    init(countMin: Int = 10_000) {
        self.countMin = countMin
    }

    /// Takes a message for one notification's.
    ///
    /// - Returns: whether it is; not where it is known to be another's.
    @discardableResult
    func claim(_ message: String, for transmission: TransmissionID) -> Bool {
        state.withLock { state in
            if let owner = state.latest[message] ?? state.earlier[message] { return owner == transmission }
            if state.latest.count >= countMin { (state.earlier, state.latest) = (state.latest, [:]) }
            state.latest[message] = transmission
            return true
        }
    }
}
