import BelfryModel
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

    // MARK: Where it comes

    /// Says where one of their devices is reached. The same token again is brought up to date; of more than 50 devices the oldest is forgotten.
    ///
    /// - Parameter token: as the system hands it out, in hexadecimal digits where it is bytes; at most 4,096 characters.
    public func register(
        deviceToken token: String, of platform: RegisteredDevice.Platform, appVersion: String? = nil, systemVersion: String? = nil
    ) async throws {
        let device = DeviceCall(token: token, platform: platform.rawValue, appVersion: appVersion, systemVersion: systemVersion)
        try await caller.ask(try .repeatablePost("rest", "v1", "rpc", "register_device_token").with(device))
    }
}

struct DeviceCall: Encodable {
    let token: String
    let platform: String
    let appVersion: String?
    let systemVersion: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case token
        case platform = "platform_type"
        case appVersion = "app_ver"
        case systemVersion = "os_ver"
    }
}
