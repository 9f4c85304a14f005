import BelfryTime

extension AppClient {
    /// Has some people told something again and again.
    ///
    /// - Parameter key: under which the call may be repeated; else one is made, which its retries share.
    @discardableResult
    public func schedule(_ order: ScheduleOrder, key: String? = nil) async throws -> Schedule {
        try await caller.ask(try .repeatablePost("v1", "schedules", key: key ?? makeKey()).with(order))
    }

    /// When a schedule would come. Nothing is kept.
    public func rehearse(_ order: ScheduleOrder) async throws -> Schedule {
        try await caller.ask(try .repeatablePost("v1", "schedules").with(Rehearsed(order: order)))
    }

    /// - Parameter next: how many of the occurrences that come next are shown, 1 to 100.
    public func schedule(_ id: String, next: Int = 5) async throws -> Schedule {
        try await caller.ask(.get("v1", "schedules", id, query: [("next", String(next))]))
    }

    /// The app's schedules, the latest first, each with its next occurrence alone.
    public func schedules(_ status: Schedule.Status? = nil) -> Pages<Schedule> {
        struct Listing: Decodable {
            let schedules: [Schedule]
            let older: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "schedules", query: [("status", status?.rawValue), ("before", place)]), for: Listing.self)
            return .init(elements: listing.schedules, next: listing.older)
        }
    }

    @discardableResult
    public func change(schedule id: String, by change: ScheduleChange) async throws -> Schedule {
        try await caller.ask(try .patch("v1", "schedules", id).with(change))
    }

    /// What would become of the next occurrence, by recipient.
    public func rehearseNext(of schedule: String) async throws -> [RehearsedDelivery] {
        try await caller.ask(.get("v1", "schedules", schedule, "rehearsal"), for: RehearsedDeliveries.self).verdicts
    }

    /// What would become of the next occurrence of one that tells an audience.
    public func rehearseNextBroadcast(of schedule: String) async throws -> RehearsedBroadcast {
        try await caller.ask(.get("v1", "schedules", schedule, "rehearsal"))
    }

    // MARK: How it goes on

    /// Leaves one time of a schedule out: the next that isn't told yet, unless another is said. Only one that is said is tried again.
    @discardableResult
    public func skip(_ local: CivilDateTime? = nil, of schedule: String) async throws -> Schedule {
        try await caller.ask(try turn(schedule, "skip", local))
    }

    /// Tells one time after all that was left out: the first still to come, unless another is said. Only one that is said is tried again.
    @discardableResult
    public func unskip(_ local: CivilDateTime? = nil, of schedule: String) async throws -> Schedule {
        try await caller.ask(try turn(schedule, "unskip", local))
    }

    /// Tells at once, once more, what a schedule tells.
    @discardableResult
    public func run(schedule id: String, key: String? = nil) async throws -> OrderReceipt {
        let key = key ?? makeKey()
        return try await caller.ask(.repeatablePost("v1", "schedules", id, "run", key: key), for: WrittenReceipt.self).receipt(under: key)
    }

    /// Has nothing of a schedule told until it is resumed, and calls off what waits of it.
    @discardableResult
    public func pause(schedule id: String) async throws -> Schedule { try await caller.ask(.repeatablePost("v1", "schedules", id, "pause")) }

    @discardableResult
    public func resume(schedule id: String) async throws -> Schedule { try await caller.ask(.repeatablePost("v1", "schedules", id, "resume")) }

    /// Ends a schedule, and calls off what waits of it.
    @discardableResult
    public func end(schedule id: String) async throws -> Schedule { try await caller.ask(.delete("v1", "schedules", id)) }

    private func turn(_ schedule: String, _ act: String, _ local: CivilDateTime?) throws -> Call {
        guard let local else { return .post("v1", "schedules", schedule, act) }
        return try .repeatablePost("v1", "schedules", schedule, act).with(["local": local])
    }
}
