import BelfryTime

extension PersonClient {
    // MARK: Who is in them

    public func family(_ id: String) async throws -> FamilyRecord { try await caller.ask(.get("v1", "families", id)) }

    /// Makes an invitation that works once, as one of the family's admins. Not tried again: each has a code of its own.
    ///
    /// - Parameter validDays: 1 to 30.
    public func invite(toFamily family: String, as role: FamilyRole = .member, validDays: Int = 7) async throws -> FamilyInvitation {
        try await caller.ask(try .post("v1", "families", family, "invitations").with(InvitationCall(role: role, validDays: validDays)))
    }

    /// Joins a family by an invitation. Not tried again: an invitation works once.
    ///
    /// - Parameter sharesAlerts: whether the family's admins may be told of them.
    /// - Returns: the family.
    @discardableResult
    public func acceptInvitation(_ code: String, firstName: String? = nil, sharesAlerts: Bool) async throws -> String {
        struct Joined: Decodable {
            let family: String

            enum CodingKeys: String, CodingKey { case family = "family_id" }
        }
        let acceptance = Acceptance(code: code, firstName: firstName, sharesAlerts: sharesAlerts)
        return try await caller.ask(try .post("v1", "invitations", "accept").with(acceptance), for: Joined.self).family
    }

    /// Says whether a family's admins may be told of them. It counts at once, also for what is queued.
    public func setConsent(_ sharesAlerts: Bool, inFamily family: String) async throws {
        try await caller.ask(try .put("v1", "families", family, "consent").with(["shares_alerts": sharesAlerts]))
    }

    /// Takes somebody out of a family, as one of its admins. It counts at once, also for what is queued.
    public func remove(_ user: String, fromFamily family: String) async throws {
        try await caller.ask(.delete("v1", "families", family, "members", user))
    }

    /// Leaves a family.
    public func leave(family: String) async throws { try await remove("me", fromFamily: family) }

    // MARK: What is noticed in their days

    /// Hands in days of their own. A day may be sent again.
    @discardableResult
    public func report(_ days: [ReportedDay]) async throws -> IntakeReceipt {
        try await caller.ask(try .repeatablePost("v1", "metrics").with(["metrics": days]))
    }

    /// The alerts that a family should look at: the highest level first, then those that last longest.
    ///
    /// - Parameter isWithSnoozed: whether those are among them that the caller has snoozed.
    public func alerts(ofFamily family: String, isWithSnoozed: Bool = false) async throws -> [AlertRecord] {
        let call = FamilyAlertsCall(family: family, isWithSnoozed: isWithSnoozed)
        return try await caller.ask(try .repeatablePost("rest", "v1", "rpc", "get_family_pattern_alerts").with(call))
    }

    /// How an alert came about, and what was told of it to them, and to those of a family that they are in with the member.
    public func story(ofAlert id: String) async throws -> AlertStory { try await caller.ask(.get("v1", "alerts", id, "story")) }

    /// Hides an alert from them for some days.
    ///
    /// - Returns: the last day on which it is hidden.
    @discardableResult
    public func snooze(alert id: String, for length: SnoozeLength) async throws -> CivilDate {
        struct Snoozed: Decodable {
            let through: CivilDate

            enum CodingKeys: String, CodingKey { case through = "snooze_until" }
        }
        let call = try Call.repeatablePost("rest", "v1", "rpc", "snooze_pattern_alert").with(SnoozeCall(alert: id, length: length))
        return try await caller.ask(call, for: Snoozed.self).through
    }

    /// Hides an alert from them for good.
    public func dismiss(alert id: String) async throws {
        try await caller.ask(try .repeatablePost("rest", "v1", "rpc", "dismiss_pattern_alert").with(["alert_id": id]))
    }

    /// Everybody's scores of three weeks, as far as they share them, and what is worth a look in them.
    public func insights(ofFamily family: String) async throws -> FamilyInsights {
        try await caller.ask(.get("v1", "families", family, "insights"))
    }
}

struct Acceptance: Encodable {
    let code: String
    let firstName: String?
    let sharesAlerts: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case code
        case firstName = "first_name"
        case sharesAlerts = "shares_alerts"
    }
}
