import BelfryTime

/// Who is on duty in turn.
public struct RotaOrder: Hashable, Sendable, Encodable {
    /// In their turn, each once; at most 100.
    public var people: [String]
    /// When the first turn begins, or a day of its week.
    public var since: CivilDate
    public var handover: Handover
    /// An IANA name.
    public var timezone: String

    public init(_ people: [String], since: CivilDate, handover: Handover, timezone: String) {
        (self.people, self.since, self.handover, self.timezone) = (people, since, handover, timezone)
    }

    /// How often the next takes over, and at which time of the clock there.
    public struct Handover: Hashable, Sendable, Codable {
        let everyDays: Int?
        let everyWeeks: Int?
        /// As `mon`.
        let weekday: String?
        let at: CivilTime

        /// - Parameter days: 1 to 366.
        public static func every(days: Int, at time: CivilTime) -> Handover {
            Handover(everyDays: days, everyWeeks: nil, weekday: nil, at: time)
        }

        /// - Parameters:
        ///   - weeks: 1 to 53.
        ///   - weekday: as `mon`; that of the rota's first day unless it is said.
        public static func every(weeks: Int, on weekday: String? = nil, at time: CivilTime) -> Handover {
            Handover(everyDays: nil, everyWeeks: weeks, weekday: weekday, at: time)
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case everyDays = "every_days"
            case everyWeeks = "every_weeks"
            case weekday, at
        }
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case people, since, handover, timezone }
}

/// Somebody's time on duty.
public struct Shift: Hashable, Sendable, Decodable {
    public let user: String
    public let from: Instant
    public let until: Instant
    /// Whether they were put in for it.
    public let isOverride: Bool

    enum CodingKeys: String, CodingKey {
        case user = "user_id"
        case from, until
        case isOverride = "is_override"
    }
}

/// A rota, and who is on duty now.
public struct RotaStanding: Hashable, Sendable, Decodable {
    public struct Override: Hashable, Sendable, Decodable {
        public let from: CivilDateTime
        public let until: CivilDateTime
        public let user: String

        enum CodingKeys: String, CodingKey {
            case from, until
            case user = "user_id"
        }
    }

    public let name: String
    public let people: [String]
    public let since: CivilDate
    public let timezone: String
    public let overrides: [Override]
    /// Nil where all in it were erased.
    public let onDuty: Shift?

    enum CodingKeys: String, CodingKey {
        case name, people, since, timezone, overrides
        case onDuty = "on_duty"
    }
}

extension AppClient {
    /// Says who is on duty in turn. Said again it puts others in their place; its overrides stay.
    @discardableResult
    public func saveRota(_ name: String, _ order: RotaOrder) async throws -> RotaStanding {
        try await caller.ask(try .put("v1", "rotas", name).with(order))
    }

    public func rota(_ name: String) async throws -> RotaStanding { try await caller.ask(.get("v1", "rotas", name)) }

    /// The app's rotas, by their names, descending.
    public func rotas() -> Pages<RotaStanding> {
        struct Listing: Decodable {
            let rotas: [RotaStanding]
            let older: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "rotas", query: [("before", place)]), for: Listing.self)
            return .init(elements: listing.rotas, next: listing.older)
        }
    }

    /// Who is on duty when: from now on, and for four weeks, unless it is said.
    public func shifts(of rota: String, from: Instant? = nil, until: Instant? = nil) async throws -> [Shift] {
        struct Listing: Decodable { let shifts: [Shift] }
        let query = [("from", from?.description), ("until", until?.description)]
        return try await caller.ask(.get("v1", "rotas", rota, "shifts", query: query.map { (name: $0.0, value: $0.1) }), for: Listing.self).shifts
    }

    /// Puts somebody else in for a while, by the clock of the rota's zone.
    @discardableResult
    public func override(_ rota: String, from: CivilDateTime, until: CivilDateTime, with user: String) async throws -> RotaStanding {
        try await caller.ask(try .put("v1", "rotas", rota, "overrides", from.description).with(["until": until.description, "user_id": user]))
    }

    /// Leaves it to whoever's turn it is.
    @discardableResult
    public func removeOverride(from: CivilDateTime, of rota: String) async throws -> RotaStanding {
        try await caller.ask(.delete("v1", "rotas", rota, "overrides", from.description))
    }

    public func removeRota(_ name: String) async throws { try await caller.ask(.delete("v1", "rotas", name)) }
}
