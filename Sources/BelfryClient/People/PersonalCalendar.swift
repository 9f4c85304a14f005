import BelfryTime

/// A link by which a person's calendar is read, as a calendar app subscribes to it.
public struct PersonalCalendar: Hashable, Sendable, Decodable {
    /// How much it says.
    public enum Detail: String, CaseIterable, Hashable, Sendable, Encodable {
        /// When something is, and nothing of what it is.
        case busy
        /// What it is called.
        case titles
        /// All that is told.
        case full
    }

    public let detail: OpenValue<Detail>
    public let createdAt: Instant
    /// Where it is read, behind the server's own address. It is told once, to whoever has it made, and lets whoever has it read the calendar.
    public let path: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case detail, path
        case createdAt = "created_at"
    }
}

extension PersonClient {
    /// Whether there is a link by which their calendar is read, without what opens it; nil where there is none.
    public func calendar() async throws -> PersonalCalendar? {
        struct Answer: Decodable { let calendar: PersonalCalendar? }
        return try await caller.ask(.get("v1", "users", "me", "calendar"), for: Answer.self).calendar
    }

    /// Makes a link by which their calendar is read, in the place of the one that there was. Not tried again: each is another.
    public func makeCalendar(_ detail: PersonalCalendar.Detail = .titles) async throws -> PersonalCalendar {
        try await caller.ask(try .post("v1", "users", "me", "calendar").with(["detail": detail]))
    }

    /// Removes the link: what it opened is read by nobody any more.
    public func removeCalendar() async throws { try await caller.ask(.delete("v1", "users", "me", "calendar")) }
}
