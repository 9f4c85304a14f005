import BelfryModel
import BelfryTime

/// What a person was told in the app, and how much of it is unread.
public struct InboxPage: Hashable, Sendable, Decodable {
    /// The newest first.
    public let messages: [InboxMessage]
    /// Of the whole inbox: what an app may show as its badge.
    public let unreadCount: Int
    /// What the messages behind these are asked for with; nil where there are none.
    public let older: String?

    enum CodingKeys: String, CodingKey {
        case messages, older
        case unreadCount = "unread_count"
    }
}

public enum InboxFolder: String, CaseIterable, Hashable, Sendable {
    case inbox
    /// What was put away.
    case archive
    /// What is put off until a moment to come.
    case later
}

/// A message in an inbox.
public struct InboxMessage: Hashable, Sendable, Decodable, Identifiable {
    /// That of the delivery that brought it.
    public let id: String
    /// Whom it is about.
    public let member: String
    /// Whose it is; nil where it came before that was kept.
    public let sender: Sender?
    public let alert: String?
    public let category: String
    public let title: String
    public let body: String
    public let severity: OpenValue<Severity>
    public let createdAt: Instant
    /// Nil while it is unread.
    public let readAt: Instant?
    /// Nil from a server that doesn't say it yet.
    public let state: OpenValue<State>?
    /// Since when it holds no more; nil where it does.
    public let retractedAt: Instant?
    /// Since when somebody else has done what only one had to do.
    public let doneAt: Instant?
    /// Their first name, where both are in a family.
    public let doneBy: String?
    public let archivedAt: Instant?
    /// Until when it is put off; in the past, when it came back.
    public let laterUntil: Instant?
    /// Nil where the words are an app's that weren't ordered by language.
    public let language: OpenValue<Language>?
    /// What its app has it open, of whatever origin.
    public let link: String?
    /// The picture beside it.
    public let image: OrderContents.Image?
    private let offered: [Action]?
    private let taken: [String]?

    /// What its app offers beside it.
    public var actions: [Action] { offered ?? [] }
    /// Which of them the person has taken, in this order.
    public var actionsTaken: [String] { taken ?? [] }

    /// The app whose message it is.
    public struct Sender: Hashable, Sendable, Decodable {
        public let app: String
        /// Nil where it hasn't said what it is called.
        public let name: String?
        /// Six hexadecimal digits, as `#1b6e53`.
        public let color: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case app = "app_id"
            case name, color
        }
    }

    /// Whether a message holds, and if not, why.
    public enum State: String, Hashable, Sendable {
        /// It holds.
        case current
        /// A later one has its place.
        case replaced
        /// It was taken back, which leaves its title alone.
        case takenBack = "taken_back"
        /// Somebody else did for all what it asks for.
        case done
        /// Corrected data say that what it tells never was; it is to be read still.
        case corrected
    }

    public struct Action: Hashable, Sendable, Decodable, Identifiable {
        public let id: String
        public let title: String
        public let language: OpenValue<Language>?
        /// What it opens; it only answers where there is none.
        public let link: String?
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, category, title, body, severity, state, language, link, image
        case sender = "app"
        case member = "member_user_id"
        case alert = "alert_state_id"
        case createdAt = "created_at"
        case readAt = "read_at"
        case retractedAt = "retracted_at"
        case doneAt = "done_at"
        case doneBy = "done_by"
        case archivedAt = "archived_at"
        case laterUntil = "later_until"
        case offered = "actions"
        case taken = "actions_taken"
    }
}

/// What came of marking a message as read with all before it.
public struct MarkedRead: Hashable, Sendable, Decodable {
    /// How many were unread until now; where it is 1,000, ask again for those behind them.
    public let markedCount: Int
    public let unreadCount: Int

    enum CodingKeys: String, CodingKey {
        case markedCount = "marked_count"
        case unreadCount = "unread_count"
    }
}

/// Until when a message is put off.
public enum InboxDelay: Hashable, Sendable, Encodable {
    /// By the person's own clock.
    public enum Choice: String, CaseIterable, Hashable, Sendable, Encodable {
        case inOneHour = "in_1_hour"
        /// At 18:00; refused once the evening has begun.
        case thisEvening = "this_evening"
        /// When the quiet hours of the night end, or else at 08:00.
        case tomorrowMorning = "tomorrow_morning"
    }

    case choice(Choice)
    /// At most 366 days ahead.
    case until(Instant)

    enum CodingKeys: String, CodingKey, CaseIterable { case choice = "when", until }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .choice(let choice): try container.encode(choice, forKey: .choice)
        case .until(let instant): try container.encode(instant, forKey: .until)
        }
    }
}
