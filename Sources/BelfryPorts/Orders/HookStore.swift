import BelfryModel
import BelfryTime

/// Keeps hooks by their apps and names: `hooks`, `hook_people`.
///
/// Every method is one transaction.
public protocol HookStore: Sendable {
    /// Takes one in, or puts it in the place of the app's of that name, as ``HookRecord/taking(theSecretsOf:now:)`` says of what is kept at that moment.
    ///
    /// - Parameter countMax: so many an app may have.
    /// - Returns: what is kept.
    /// - Throws: `Problem.tooManyHooks`, `Problem.missingField` where it needs a secret and there is none; nothing is saved then.
    @discardableResult
    func save(_ hook: HookRecord, countMax: Int, now: Instant) async throws -> HookRecord

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
    /// Nil where a key is shown, and of what is to be saved where the one that is kept stays.
    public let secret: HookSecret?
    /// The secret that counts beside it, and until when; of what is to be saved the moment alone, for the one that it takes the place of.
    public let former: HookSecret?
    public let formerEndsAt: Instant?

    /// So many an app may have.
    public static let countMax = 200

    public init(
        name: HookID, app: AppID, createdAt: Instant, request: String, recipients: [UserID], signature: HookSignature, secret: HookSecret?,
        former: HookSecret? = nil, formerEndsAt: Instant? = nil
    ) {
        (self.name, self.app, self.createdAt, self.request) = (name, app, createdAt, request)
        (self.recipients, self.signature, self.secret) = (recipients.sorted(), signature, secret)
        (self.former, self.formerEndsAt) = (former, formerEndsAt)
    }

    /// Those that count.
    public func secrets(at now: Instant) -> [HookSecret] {
        [secret, formerEndsAt.flatMap { $0 > now ? former : nil }].compactMap { $0 }
    }

    /// What is kept where this takes the place of another: when that was made, and under the same signature its secret where this brings none.
    ///
    /// Another secret ends it, at once or at ``formerEndsAt``. The same one, or none, leaves the one before it as it is, but never for longer than that, so
    /// that saying it again changes nothing.
    ///
    /// - Throws: `Problem.missingField` where it needs a secret and there is none.
    public func taking(theSecretsOf known: HookRecord?, now: Instant) throws(Problem) -> HookRecord {
        let kept = known?.signature == signature ? known : nil
        guard signature == .key || secret != nil || kept?.secret != nil else { throw .missingField("signature.secret") }
        let isSame = secret == nil || secret == kept?.secret
        let end = isSame ? kept?.formerEndsAt.map { min($0, formerEndsAt ?? $0) } : formerEndsAt
        let former = isSame ? kept?.former : kept?.secret
        let isKept = former != nil && end.map { $0 > now } ?? false
        return HookRecord(
            name: name, app: app, createdAt: known?.createdAt ?? createdAt, request: request, recipients: recipients, signature: signature,
            secret: secret ?? kept?.secret, former: isKept ? former : nil, formerEndsAt: isKept ? end : nil)
    }
}
