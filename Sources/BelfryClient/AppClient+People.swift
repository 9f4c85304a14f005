import Foundation

extension AppClient {
    // MARK: Families

    /// Creates a family, or brings it up to date. Members that aren't named stay.
    @discardableResult
    public func saveFamily(_ id: String, _ family: FamilyRecord) async throws -> FamilyRecord {
        try await caller.ask(try .put("v1", "families", id).with(family))
    }

    public func family(_ id: String) async throws -> FamilyRecord { try await caller.ask(.get("v1", "families", id)) }

    /// Takes somebody out of a family. It counts at once, also for what is queued.
    public func remove(_ user: String, fromFamily family: String) async throws {
        try await caller.ask(.delete("v1", "families", family, "members", user))
    }

    /// Makes an invitation that works once. Not tried again: each has a code of its own.
    ///
    /// - Parameter validDays: 1 to 30.
    public func invite(toFamily family: String, as role: FamilyRole = .member, validDays: Int = 7) async throws -> FamilyInvitation {
        try await caller.ask(try .post("v1", "families", family, "invitations").with(InvitationCall(role: role, validDays: validDays)))
    }

    // MARK: What wearables report

    /// Hands in days of members of families, at most 10,000 of 1,000 members: all of them are taken, or none. A day may be sent again.
    @discardableResult
    public func report(_ days: [ReportedDay]) async throws -> IntakeReceipt {
        try await caller.ask(try .repeatablePost("v1", "metrics").with(["metrics": days]))
    }

    /// How an alert came about, and what was told of it to whom.
    public func story(ofAlert id: String) async throws -> AlertStory { try await caller.ask(.get("v1", "alerts", id, "story")) }

    // MARK: A person as a whole

    /// All that is kept of a person, a row of a table a line of JSON. Needs a key with the scope `all`.
    ///
    /// - Parameter each: takes one line, and the next comes when it is through with it.
    public func export(_ user: String, _ each: (Data) async throws -> Void) async throws {
        var call = Call.get("v1", "people", user, "export")
        call.headers["Accept"] = Lines.contentType
        let answer = try await caller.open(call)
        try await Lines.read(answer.body, each)
    }

    /// Erases a person; it can't be undone. Needs a key with the scope `all`.
    ///
    /// - Returns: how many rows went, by table. Where the answer was lost and it was repeated, what is gone already isn't counted.
    @discardableResult
    public func erase(_ user: String) async throws -> [String: Int] {
        struct Erasure: Decodable { let erased: [String: Int] }
        return try await caller.ask(.delete("v1", "people", user), for: Erasure.self).erased
    }
}
