import BelfryModel
import BelfryTime

/// Keeps lists of people to whom apps have something told at once.
///
/// Every method is one transaction, where it doesn't say otherwise. However many are in one, no method but ``memberCount(of:)`` looks at all of them.
public protocol AudienceStore: Sendable {
    /// Takes an audience in, or puts another title, and whether it is open, in the place of what it had: its members and when it was made stay.
    ///
    /// - Parameter openCountMax: so many that are open an app may have.
    /// - Throws: `Problem.tooManyAudiences`.
    func save(_ audience: Audience, openCountMax: Int) async throws

    /// Nil where there is none.
    func audience(_ key: AudienceKey) async throws -> Audience?

    /// An app's, in the order of their identifiers.
    ///
    /// - Parameter after: only those that come behind it; nil for the first of all.
    func audiences(of app: AppID, after: AudienceID?, countMax: Int) async throws -> [Audience]

    /// Leaves nothing of an audience, nor who was in it: on disk a part at a time, and the audience last, so that where it is cut off the same call goes on.
    ///
    /// - Returns: false where there was none.
    func removeAudience(_ key: AudienceKey) async throws -> Bool

    /// Goes through all of its members: for people who ask for it.
    func memberCount(of key: AudienceKey) async throws -> Int

    /// In their order.
    ///
    /// - Parameter user: only those who come behind them; nil for the first of all.
    func members(of key: AudienceKey, after user: UserID?, countMax: Int) async throws -> [UserID]

    /// - Returns: how many of them weren't in it; nil where there is no such audience, or where it is to be open and isn't.
    func add(_ people: Set<UserID>, to key: AudienceKey, ifOpen: Bool, now: Instant) async throws -> Int?

    /// - Returns: how many of them were in it; nil where there is no such audience, or where it is to be open and isn't.
    func remove(_ people: Set<UserID>, from key: AudienceKey, ifOpen: Bool) async throws -> Int?

    /// All of every app that a person may join and leave by themselves, by app and identifier, and whether they are in it.
    func openAudiences(for person: UserID) async throws -> [(audience: Audience, isMember: Bool)]

    /// Appends members of an audience to a broadcast of its app, as ``BroadcastStore/append(_:to:firstNumber:)`` does: in their order, each batch full but
    /// the last, and none of them leaves the database where that can do it by itself.
    ///
    /// - Parameters:
    ///   - user: only those who come behind them; nil for the first of all.
    ///   - values: what is put in for each of them; nil where all are told the same.
    ///   - batchCountMax: so many batches at most.
    /// - Returns: how many batches, and who is the last in them; fewer than asked for where nobody is left.
    func appendMembers(
        of key: AudienceKey, after user: UserID?, values: PersonalValues?, to broadcast: Broadcast, firstNumber: Int, batchCountMax: Int
    ) async throws -> (batchCount: Int, last: UserID?)
}

public typealias AudienceID = Identifier<Audience>

/// Which list: each app has names of its own.
public struct AudienceKey: Hashable, Comparable, Sendable {
    public let app: AppID
    public let id: AudienceID

    public init(app: AppID, id: AudienceID) {
        self.app = app
        self.id = id
    }

    public static func < (left: Self, right: Self) -> Bool { (left.app, left.id) < (right.app, right.id) }
}

/// A list of people that an app keeps under a name, to have something told to whoever is in it. Elsewhere it is called a topic, or a segment.
public struct Audience: Hashable, Sendable {
    public let key: AudienceKey
    /// What people read; nil only where it isn't open.
    public let title: String?
    /// Whether people may join and leave by themselves.
    public let isOpen: Bool
    public let createdAt: Instant

    /// In characters.
    public static let titleLengthMax = 128
    /// So many that are open an app may have: people are shown all of them.
    public static let openCountMax = 100

    public init(key: AudienceKey, title: String?, isOpen: Bool, createdAt: Instant) {
        self.key = key
        self.title = title
        self.isOpen = isOpen
        self.createdAt = createdAt
    }
}
