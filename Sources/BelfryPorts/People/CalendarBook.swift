import BelfryModel
import BelfryTime

/// Keeps by which link somebody's calendar is read, as its hash only: `calendar_links`.
public protocol CalendarBook: Sendable {
    /// A person has one link: another takes the place of the one that they had, which opens nothing any more.
    ///
    /// - Parameter hash: of what nobody can guess.
    func save(_ link: CalendarLink, hash: String, of user: UserID) async throws
    /// Nil where they have none.
    func calendarLink(of user: UserID) async throws -> CalendarLink?
    /// - Returns: false where they have none.
    func removeCalendarLink(of user: UserID) async throws -> Bool
    /// Whose calendar the link of a hash opens; nil where it opens none.
    func calendar(hash: String) async throws -> OpenedCalendar?
}

/// A link to a person's calendar, without what opens it.
public struct CalendarLink: Hashable, Sendable {
    public let detail: CalendarDetail
    public let createdAt: Instant

    public init(detail: CalendarDetail, createdAt: Instant) {
        self.detail = detail
        self.createdAt = createdAt
    }
}

/// How much a calendar says: others may look at it, and who provides it does.
public enum CalendarDetail: String, CaseIterable, Hashable, Codable, Sendable {
    /// When something is, and nothing of what it is.
    case busy
    /// What it is called.
    case titles
    /// What is told, whole.
    case full

    /// Where nothing is chosen.
    public static let standard = CalendarDetail.titles
}

/// Whose calendar a link opens.
public struct OpenedCalendar: Hashable, Sendable {
    public let user: UserID
    public let link: CalendarLink

    public init(user: UserID, link: CalendarLink) {
        self.user = user
        self.link = link
    }
}
