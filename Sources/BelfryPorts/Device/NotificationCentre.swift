import BelfryModel
import BelfryTime

/// The system's notification centre, or our own scheduler where a system has none: it keeps requests and shows each at its moment.
///
/// What a system promises differs and is often less than it says; whoever uses this door reads back what it asked for.
/// A removal may take effect later, more requests than the system keeps may vanish without a word, and nobody is told when one is shown.
public protocol NotificationCentre: Sendable {
    /// Asks to show it at its moment; one that has passed is shown at once, unless it is over by now, which is ``CentreProblem/invalid``. A pending
    /// one of the same identifier is replaced as a whole.
    func add(_ notification: ScheduledNotification) async throws(CentreProblem)
    /// Takes requests back; may return before that has taken effect. Those that aren't there are passed over.
    func removePending(_ identifiers: [NotificationID]) async
    func pending() async -> PendingList
    /// What was shown and has been neither opened nor cleared.
    func delivered() async -> [DeliveredNotification]
    func removeDelivered(_ identifiers: [NotificationID]) async
    /// Replaces all categories that were there.
    func setCategories(_ categories: [DescribedCategory]) async
    func permission() async -> NotificationPermission
    /// Asks the system, which asks the person the first time alone.
    func requestPermission(_ kind: PermissionKind) async -> NotificationPermission
}

/// What a centre holds and has not shown.
public struct PendingList: Hashable, Sendable {
    /// Those that were asked for through this door, in any order.
    public var requests: [PendingRequest]
    /// How many more the app has scheduled outside of it; they take places too.
    public var otherCount: Int

    public init(_ requests: [PendingRequest] = [], otherCount: Int = 0) {
        self.requests = requests
        self.otherCount = otherCount
    }
}

/// What a system is asked to show: words that are frozen from now on, and what is needed to know it again.
public struct ScheduledNotification: Hashable, Codable, Sendable {
    public var request: PendingRequest
    public var title: String
    public var body: String
    /// The ``NotificationCategory/identifier``, which brings the actions.
    public let category: String
    /// Under which a system groups: the domain.
    public let thread: String
    public let severity: Severity
    /// What it tells: its own identifier, or those of a summary's parts.
    public var parts: [NotificationID]
    /// From when on it is of no use; nil where it waits as long as it must.
    public var expiresAt: Instant?

    public init(
        request: PendingRequest, title: String, body: String, category: String, thread: String, severity: Severity, parts: [NotificationID],
        expiresAt: Instant?
    ) {
        self.request = request
        self.title = title
        self.body = body
        self.category = category
        self.thread = thread
        self.severity = severity
        self.parts = parts
        self.expiresAt = expiresAt
    }

    public var identifier: NotificationID { request.identifier }
    public var moment: Instant { request.moment }

    /// Whether it is of no use any more, though it was at its moment: whoever asks for it may have been suspended by the system for hours just before.
    /// What was snoozed comes however late that is.
    public func isOver(at now: Instant) -> Bool { expiresAt.map { moment < $0 && $0 <= now } ?? false }
}

/// One that was shown and has been neither opened nor cleared.
public struct DeliveredNotification: Hashable, Sendable {
    public let identifier: NotificationID
    /// Of which request it came: the same identifier may have been shown before.
    public let moment: Instant

    public init(identifier: NotificationID, moment: Instant) {
        self.identifier = identifier
        self.moment = moment
    }
}

/// Whether this app may notify the person.
public enum NotificationPermission: String, CaseIterable, Codable, Sendable {
    case undetermined
    case granted
    /// Quietly, into the list alone, without having asked.
    case provisional
    case denied
    /// There is no notification centre here, or it doesn't answer.
    case unavailable

    public var mayShow: Bool { self == .granted || self == .provisional }
}

/// How a permission is asked for.
public enum PermissionKind: String, CaseIterable, Sendable {
    /// Asks nobody: what is shown goes into the list, where the person may keep or switch it off.
    case provisional
    /// The system asks the person.
    case full
}

/// Why a centre refuses a request.
public enum CentreProblem: String, Error, CaseIterable, Codable, Sendable {
    /// The person doesn't allow it (any more).
    case notAllowed = "not_allowed"
    /// It can't be shown as it is, and never will be.
    case invalid
    /// It keeps no more than it has.
    case full
    /// It doesn't answer; it may later.
    case unavailable
}

/// A category with the words that a system shows for it; as JSON the description that a bridge to a system without Swift reads.
public struct DescribedCategory: Hashable, Codable, Sendable {
    /// The ``NotificationRequest/category`` of the requests it belongs to.
    public let identifier: String
    /// Under which a system lists it among the app's settings, such as `bill-reminders`; several categories may share one.
    public let channel: String
    /// What the person reads there, in their language.
    public let name: String
    public let importance: Importance
    /// In the order in which they are shown.
    public let actions: [Action]
    /// What a tap on the notification itself does, for systems that show it as a button, too.
    public let openTitle: String

    private enum CodingKeys: String, CodingKey {
        case identifier, channel, name, importance, actions
        case openTitle = "open_title"
    }

    /// Source: Android, NotificationManager, `IMPORTANCE_…`.
    public enum Importance: String, Codable, Sendable {
        case standard = "default"
        case high
    }

    /// One button.
    public struct Action: Hashable, Codable, Sendable {
        /// The ``NotificationAction/identifier``.
        public let identifier: String
        public let title: String
        /// Whether the app comes to the front, because it has something to show.
        public let opensApp: Bool
        /// Whether it can't be undone, so that a system may warn.
        public let isDestructive: Bool
        /// Whether the device has to be unlocked first.
        public let needsUnlock: Bool

        public init(identifier: String, title: String, opensApp: Bool, isDestructive: Bool = false, needsUnlock: Bool = false) {
            self.identifier = identifier
            self.title = title
            self.opensApp = opensApp
            self.isDestructive = isDestructive
            self.needsUnlock = needsUnlock
        }

        private enum CodingKeys: String, CodingKey {
            case identifier, title
            case opensApp = "opens_app"
            case isDestructive = "is_destructive"
            case needsUnlock = "needs_unlock"
        }
    }

    public init(identifier: String, channel: String, name: String, importance: Importance, actions: [Action], openTitle: String) {
        self.identifier = identifier
        self.channel = channel
        self.name = name
        self.importance = importance
        self.actions = actions
        self.openTitle = openTitle
    }
}

/// What a person did with a notification that was shown.
public struct NotificationResponse: Hashable, Sendable {
    public let identifier: NotificationID
    /// Of which request it came; with it and the action, the same response is known when it is handed over twice.
    public let moment: Instant
    public let action: Action
    /// The ``ScheduledNotification/parts``; empty where the system gave back less than it was given.
    public let parts: [NotificationID]

    /// What was pressed.
    public enum Action: Hashable, Sendable {
        /// The notification itself.
        case open
        /// Cleared, where the system tells.
        case dismiss
        /// A button, by ``NotificationAction/identifier``.
        case button(String)
    }

    public init(identifier: NotificationID, moment: Instant, action: Action, parts: [NotificationID]) {
        self.identifier = identifier
        self.moment = moment
        self.action = action
        self.parts = parts
    }
}
