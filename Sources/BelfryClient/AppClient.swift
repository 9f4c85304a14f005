import BelfryModel
import Foundation

/// Asks a server as an app, from the app's own server: a key never goes into what people install.
///
/// ```swift
/// let belfry = AppClient(server: URL(string: "https://belfry.example.org")!, key: key)
/// try await belfry.send(OrderContents(title: "Dinner at seven"), to: ["ana"])
/// ```
///
/// Each call throws ``BelfryError``, after it was tried as often as ``RetryRule`` says, or `CancellationError`.
public struct AppClient: Sendable {
    let caller: Caller

    /// - Parameters:
    ///   - server: where it is reached, without a path unless something before it adds one.
    ///   - key: as `belfry keys create` prints it. Its scopes say what it may.
    ///   - language: in which reasons and errors are worded; English unless it is said.
    public init(
        server: URL, key: String, language: Language? = nil, transport: any Transport = URLSessionTransport(), retries: RetryRule = RetryRule(),
        machine: ClientMachine = .system
    ) {
        caller = Caller(server: server, credential: { key }, transport: transport, retries: retries, machine: machine, language: language)
    }

    /// A key under which one order, broadcast or schedule may be repeated; for whoever keeps it before the call, as beside their own row.
    public func makeKey() -> String { caller.machine.makeKey() }

    /// What the key may, and until when.
    public func ownKey() async throws -> OwnKey { try await caller.ask(.get("v1", "keys", "self")) }

    /// A person of whom this app asks: their preferences, addresses and subscriptions.
    public func settings(of user: String) -> PersonSettings { PersonSettings(caller: caller, user: user) }
}
