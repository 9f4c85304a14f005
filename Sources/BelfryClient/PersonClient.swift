import BelfryModel
import BelfryTime
import Foundation

/// Asks a server as a person, from their own device, by a token that the app's sign-in signs.
///
/// ```swift
/// let belfry = PersonClient(server: server) { try await session.token() }
/// for message in try await belfry.inbox().messages where message.readAt == nil { … }
/// ```
///
/// Each call throws ``BelfryError``, after it was tried as often as ``RetryRule`` says, what `token` throws, or `CancellationError`.
public struct PersonClient: Sendable {
    let caller: Caller

    /// - Parameters:
    ///   - server: where it is reached, without a path unless something before it adds one.
    ///   - language: in which reasons and errors are worded; English unless it is said. What the person is told is in the language of their preferences.
    ///   - token: one that is still good, asked for before each attempt.
    public init(
        server: URL, language: Language? = nil, transport: any Transport = URLSessionTransport(), retries: RetryRule = RetryRule(),
        machine: ClientMachine = .system, token: @escaping @Sendable () async throws -> String
    ) {
        caller = Caller(server: server, credential: token, transport: transport, retries: retries, machine: machine, language: language)
    }

    /// What the person wants to be told, and where they are reached.
    public var settings: PersonSettings { PersonSettings(caller: caller, user: "me") }

    // MARK: What they were told

    /// What became of a delivery of theirs, and why.
    public func delivery(_ id: String) async throws -> DeliveryStory { try await caller.ask(.get("v1", "deliveries", id)) }

    /// Says that they opened a notification, over whichever channel it came.
    public func opened(_ delivery: String) async throws { try await caller.ask(.repeatablePost("v1", "deliveries", delivery, "opened")) }

    /// Says that they did what it is about, as snoozing it on the device.
    public func acted(on delivery: String) async throws { try await caller.ask(.repeatablePost("v1", "deliveries", delivery, "acted")) }

    /// Says that they took one of the actions that a notification offers. Its app is told which.
    public func take(_ action: String, of delivery: String) async throws {
        try await caller.ask(.repeatablePost("v1", "deliveries", delivery, "actions", action))
    }

    // MARK: Families, and what their wearables report

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

    public func family(_ id: String) async throws -> FamilyRecord { try await caller.ask(.get("v1", "families", id)) }

    /// Says whether a family's admins may be told of them. It counts at once, also for what is queued.
    public func setConsent(_ sharesAlerts: Bool, inFamily family: String) async throws {
        try await caller.ask(try .put("v1", "families", family, "consent").with(["shares_alerts": sharesAlerts]))
    }

    /// Leaves a family.
    public func leave(family: String) async throws { try await caller.ask(.delete("v1", "families", family, "members", "me")) }

    /// Hands in days of their own. A day may be sent again.
    @discardableResult
    public func report(_ days: [ReportedDay]) async throws -> IntakeReceipt {
        try await caller.ask(try .repeatablePost("v1", "metrics").with(["metrics": days]))
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
