import BelfryTime

/// What became of something that a person was told, by the clock on their wall.
public struct ReminderOutcome: Hashable, Sendable {
    public let category: String
    public let toldAt: CivilDateTime
    public let response: Response
    /// When they responded; nil where they did not, or nobody knows.
    public let respondedAt: CivilDateTime?
    /// In which of several wordings it was said; nil where there was only one.
    public let wording: TemplateChoice?

    /// What a person did with it.
    public enum Response: String, CaseIterable, Codable, Sendable {
        case opened
        /// Did what it is about, or pressed one of its buttons.
        case acted
        case dismissed
        /// Not touched by the end of the day.
        case ignored

        /// Whether it was of use to them.
        public var isPositive: Bool { self == .opened || self == .acted }
    }

    public init(
        category: String, toldAt: CivilDateTime, response: Response, respondedAt: CivilDateTime? = nil, wording: TemplateChoice? = nil
    ) {
        self.category = category
        self.toldAt = toldAt
        self.response = response
        self.respondedAt = respondedAt
        self.wording = wording
    }

    /// - Parameter zone: where the person was then.
    public init(
        category: String, toldAt: Instant, response: Response, respondedAt: Instant? = nil, wording: TemplateChoice? = nil,
        in zone: TimeZoneRules
    ) {
        self.init(
            category: category, toldAt: zone.civil(at: toldAt), response: response, respondedAt: respondedAt.map { zone.civil(at: $0) },
            wording: wording)
    }
}
