import BelfryTime

/// A recipient as a planner sees them: what they want to be told, when, how often, and what they have hidden.
public struct Person: Hashable, Sendable {
    public var preferences: Preferences
    /// In which they are told.
    public var language: Language
    /// Their hour for reminders that name only a day.
    public var reminderTime: CivilTime
    public var throttles: [Throttle]
    public var mutes: [Mute]
    public var dismissals: [Dismissal]
    public var snoozes: [Snooze]
    /// How the hour and the number of their reminders are learnt; nil where they are not.
    public var adaptive: AdaptiveTiming?

    public static let defaultReminderTime = CivilTime(hour: 9, minute: 0) ?? .midnight

    public init(
        preferences: Preferences = Preferences(), language: Language = .english, reminderTime: CivilTime = Person.defaultReminderTime,
        throttles: [Throttle] = [], mutes: [Mute] = [], dismissals: [Dismissal] = [], snoozes: [Snooze] = [],
        adaptive: AdaptiveTiming? = nil
    ) {
        self.preferences = preferences
        self.language = language
        self.reminderTime = reminderTime
        self.throttles = throttles
        self.mutes = mutes
        self.dismissals = dismissals
        self.snoozes = snoozes
        self.adaptive = adaptive
    }
}

/// At most so many of one category in any window of that length. Critical ones always pass.
public struct Throttle: Hashable, Sendable {
    public let category: String
    public let countMax: Int
    public let window: Duration

    public init(category: String, countMax: Int, window: Duration) {
        self.category = category
        self.countMax = countMax
        self.window = window
    }
}

/// A person's own silence for a while, of a part of what they are told. Of everything it is ``Preferences/mutedUntil``.
public struct Mute: Hashable, Codable, Sendable {
    public let scope: NotificationScope
    /// Nil until they end it.
    public let until: Instant?

    public init(scope: NotificationScope, until: Instant?) {
        self.scope = scope
        self.until = until
    }

    /// As a moment, the end of a mute that goes on until they end it: the last that can be written.
    public static let openEnd = Instant.max

    /// Whether a mute ends by itself at a moment. Who writes the last second without its fraction means the last moment, too.
    public static func ends(at moment: Instant) -> Bool { moment.secondsSinceEpoch < openEnd.secondsSinceEpoch }
}

/// Hidden for good.
public struct Dismissal: Hashable, Codable, Sendable {
    public let scope: NotificationScope
    public let at: Instant

    public init(scope: NotificationScope, at: Instant) {
        self.scope = scope
        self.at = at
    }
}

/// One notification that the person wants to see again at a later moment.
public struct Snooze: Hashable, Codable, Sendable {
    public let identifier: NotificationID
    public let until: Instant

    public init(identifier: NotificationID, until: Instant) {
        self.identifier = identifier
        self.until = until
    }
}

/// Something that a person was told: a line of the ledger.
public struct LedgerEntry: Hashable, Sendable {
    /// What was said; a summary leaves an entry for each of its parts.
    public let identifier: NotificationID
    /// The notification that said it: the summary's identifier, or its own.
    public let notification: NotificationID
    public let category: String
    public let toldAt: Instant

    public init(identifier: NotificationID, notification: NotificationID? = nil, category: String, toldAt: Instant) {
        self.identifier = identifier
        self.notification = notification ?? identifier
        self.category = category
        self.toldAt = toldAt
    }
}
