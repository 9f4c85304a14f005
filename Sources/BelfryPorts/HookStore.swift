import BelfryModel
import BelfryTime

/// Keeps hooks by their apps and names: `hooks`, `hook_people`.
///
/// Every method is one transaction.
public protocol HookStore: Sendable {
    /// Takes one in, or puts it in the place of the app's of that name; when that was made stays.
    ///
    /// - Parameter countMax: so many an app may have.
    /// - Throws: `Problem.tooManyHooks`; nothing is saved then.
    func save(_ hook: HookRecord, countMax: Int) async throws

    /// Nil where the app has none of the name.
    func hook(_ name: HookID, of app: AppID) async throws -> HookRecord?

    /// An app's, by their names.
    func hooks(of app: AppID, countMax: Int) async throws -> [HookRecord]

    /// - Returns: false where the app has none of the name.
    func removeHook(_ name: HookID, of app: AppID) async throws -> Bool
}

/// A hook as it is kept.
public struct HookRecord: Hashable, Sendable {
    public let name: HookID
    public let app: AppID
    public let createdAt: Instant
    /// What is told, when, and over what, as its app wrote it; whom it names and who may post stand beside it.
    public let request: String
    /// Those who are named, in the order of their identifiers. Whoever was erased isn't among them any more.
    public let recipients: [UserID]
    public let signature: HookSignature
    /// Nil where a key is shown.
    public let secret: HookSecret?

    /// So many an app may have.
    public static let countMax = 200

    public init(
        name: HookID, app: AppID, createdAt: Instant, request: String, recipients: [UserID], signature: HookSignature, secret: HookSecret?
    ) {
        (self.name, self.app, self.createdAt, self.request) = (name, app, createdAt, request)
        (self.recipients, self.signature, self.secret) = (recipients.sorted(), signature, secret)
    }
}
