import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Takes hooks in, and has what is posted to them told as orders of their apps. That whoever posts may do so is looked at before.
public struct HookDesk: Sendable {
    let store: any HookStore
    public let orders: OrderDesk
    let digest: @Sendable (_ text: String) -> String

    private static let digestLength = 48

    /// - Parameter digest: of a text, at least 48 characters that stand for no other; the same each time.
    public init(store: any HookStore, orders: OrderDesk, digest: @escaping @Sendable (_ text: String) -> String) {
        (self.store, self.orders, self.digest) = (store, orders, digest)
    }

    // MARK: Keeping

    /// - Throws: `Problem.unknownHook` where the app has none of the name; what the store throws.
    public func hook(_ name: HookID, of app: AppID) async throws -> HookRecord {
        guard let hook = try await store.hook(name, of: app) else { throw Problem.unknownHook }
        return hook
    }

    /// An app's, by their names.
    public func hooks(of app: AppID) async throws -> [HookRecord] { try await store.hooks(of: app, countMax: HookRecord.countMax) }

    /// Takes one in, or puts it in the place of the app's of that name. A secret that isn't said stays as it was, under the same signature.
    ///
    /// - Throws: `Problem.missingField` where it needs a secret and has none, `Problem.tooManyHooks`; what the store throws.
    public func save(_ request: HookRequest, named name: HookID, of app: AppID, now: Instant) async throws -> HookRecord {
        let hook = HookRecord(
            name: name, app: app, createdAt: now, request: request.stored, recipients: request.recipients, signature: request.signature,
            secret: request.secret, formerEndsAt: request.formerLength.map { now + $0 })
        return try await store.save(hook, countMax: HookRecord.countMax, now: now)
    }

    /// - Throws: `Problem.unknownHook` where the app has none of the name; what the store throws.
    public func remove(_ name: HookID, of app: AppID) async throws {
        guard try await store.removeHook(name, of: app) else { throw Problem.unknownHook }
    }

    // MARK: Telling

    /// What comes of a document.
    public enum Reading: Sendable {
        /// - Parameter key: the same is told once under it; nil where the hook doesn't say what makes it the same.
        case told(OrderRequest, key: String?)
        case passed(HookPass)
    }

    /// What would be told of a document; nothing is queued.
    ///
    /// - Throws: `Problem.missingValue`, `Problem.missingField`, or another ``Problem`` that names a field of the hook.
    public func reading(_ document: HookDocument, at hook: HookRecord) throws -> Reading {
        let words = try Data(hook.request.utf8).read(as: HookWords.self)
        if let unmet = words.conditions.first(where: { !$0.holds(of: document) }) { return .passed(.conditionNotMet(path: unmet.path)) }
        let order = try HookOrder(hook.request, hook.recipients)
        guard order.isOpen || !hook.recipients.isEmpty else { return .passed(.nobodyLeft) }
        let rendered = try words.rendered(document)
        let collapseKey = rendered[.collapseKey].map { key("collapse", $0, of: hook) }
        let request = try order.request(saying: rendered, of: hook.name, collapseKey: collapseKey)
        return .told(request, key: rendered[.identity].map { key("same", $0, of: hook) })
    }

    /// What came of a document that was posted.
    public enum Outcome: Sendable {
        case told(EnqueueReceipt)
        case passed(HookPass)
    }

    /// Has a document told, once.
    ///
    /// - Parameter identity: by what it is the same as one that came before, where the hook doesn't say so: nothing that isn't signed.
    /// - Throws: as ``reading(_:at:)`` and ``OrderDesk/take(_:by:under:now:)``.
    public func take(_ document: HookDocument, at hook: HookRecord, identity: String, now: Instant) async throws -> Outcome {
        switch try reading(document, at: hook) {
        case .passed(let pass): return .passed(pass)
        case .told(let request, let own):
            let name = own ?? key("post", identity, of: hook)
            guard let key = IdempotencyKey(name, of: hook.app, fingerprint: name) else { throw Problem.internalFailure }
            return .told(try await orders.take(request, by: hook.app, under: key, now: now).receipt)
        }
    }

    /// How long each part is stands before it, so that no two run into one.
    private func key(_ kind: String, _ text: String, of hook: HookRecord) -> String {
        let parts = [kind, hook.name.text, text].map { "\($0.utf8.count):\($0)" }.joined()
        return "hook-" + digest(parts).prefix(Self.digestLength)
    }
}

/// Why nobody is told of a document that was posted.
public enum HookPass: Hashable, Sendable {
    /// A condition of the hook doesn't hold of it.
    case conditionNotMet(path: String)
    /// All whom the hook names were erased.
    case nobodyLeft

    public var code: String {
        switch self {
        case .conditionNotMet: "condition_not_met"
        case .nobodyLeft: "nobody_left"
        }
    }
}
