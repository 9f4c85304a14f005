import BelfryModel

/// What a reminder has to say that comes after its time, on another day as the case may be.
public enum LateWords: Hashable, Sendable {
    /// What it was to say.
    case unchanged
    case message(Message)
    /// Another one tells the same that day, or it is no longer true.
    case nothing
}
