import BelfryModel
import BelfryTime

/// What came of a response, for the app that has to show something.
public enum ResponseOutcome: Hashable, Sendable {
    /// The app is to show this.
    case show(Destination)
    /// Its thing is used up; the rest of its reminders is taken back.
    case used(entity: String)
    /// What it reminds of is done.
    case done(reminder: String)
    /// It comes again then.
    case snoozed(until: Instant)
    case dismissed
    /// It speaks of something that is there no more, or comes at another time.
    case gone
    /// The same response was handled before; nothing has changed.
    case handledBefore

    /// A stable code for a log, which names nothing of the person's.
    public var code: String {
        switch self {
        case .show: "show"
        case .used: "used"
        case .done: "done"
        case .snoozed: "snoozed"
        case .dismissed: "dismissed"
        case .gone: "gone"
        case .handledBefore: "handled_before"
        }
    }

    public enum Destination: Hashable, Sendable {
        case bill(String)
        case thing(String)
        case recipes(thing: String)
        /// Feed and event: `fsis-PHA-07312023-01`.
        case recall(String)
        case study
        case prayer
        /// One of the person's own.
        case reminder(String)
        /// What a summary tells: all there is of a domain.
        case list(domain: String)
        case home
    }
}
