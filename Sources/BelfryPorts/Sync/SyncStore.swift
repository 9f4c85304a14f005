import BelfryModel
import BelfryTime

/// Keeps the facts of all persons on the server, for their devices to share: a table per ``FactTable``.
///
/// Every method is one transaction of one person. Marks tell the order of what was taken: about milliseconds since 1970, each greater
/// than the one before, also where the clock was set back.
public protocol SyncStore: Sendable {
    /// What has changed since, whole rows, and where the next pull begins. A moment that the server never gave counts as none.
    func pull(_ pull: SyncPull, of user: UserID) async throws -> SyncAnswer
    /// Takes all of it or nothing. Rows that are there already, or gone already, change nothing and are no conflict; nor is a push that
    /// was taken before. What is shared doesn't grow beyond its bounds, deletions of the same push counted.
    func push(_ push: SyncPush, of user: UserID, now: Instant) async throws -> SyncPushResult
    /// How much a person's devices share. It takes a look at each of their rows.
    func sharedSize(of user: UserID) async throws -> SharedSize
}

/// What became of a push.
public enum SyncPushResult: Hashable, Sendable {
    case taken
    /// Somebody has changed one of the rows since the last pull. Nothing has changed.
    case conflict
    /// The person's devices would share more than ``SharedSize`` allows, and more than now. Nothing has changed.
    case full
}

/// How much a person's devices share, which is all in one answer where a device begins.
public struct SharedSize: Hashable, Sendable {
    /// Without what was deleted.
    public var rowCount: Int
    /// Of identifiers and texts as UTF-8, with ``ownByteCount`` for each row; of what was deleted, too.
    public var byteCount: Int

    public init(rowCount: Int = 0, byteCount: Int = 0) {
        self.rowCount = rowCount
        self.byteCount = byteCount
    }

    /// What a row is counted for beside its texts.
    public static let ownByteCount = 64
    /// No push makes it more.
    public static let rowCountMax = 50_000
    /// The same for the bytes: 16 MiB.
    public static let byteCountMax = 16 * 1024 * 1024

    /// Whether a push may make it so much: as much as is allowed, or at least no more than it is, for what changes or makes room.
    public func mayBecome(_ next: SharedSize) -> Bool {
        next.rowCount <= max(rowCount, Self.rowCountMax) && next.byteCount <= max(byteCount, Self.byteCountMax)
    }

    /// As much as it can become at most by a push; with what is there already, or is deleted, it becomes less.
    public func adding(_ changes: SyncChanges) -> SharedSize {
        changes.tables.values.lazy.flatMap(\.saved).reduce(into: self) { size, record in
            size.rowCount += 1
            size.byteCount += Self.ownByteCount + record.id.utf8.count
            for case .text(let text) in record.columns.values { size.byteCount += text.utf8.count }
        }
    }
}

/// How long a store remembers at least that a row of `notification_receipts` was deleted, in milliseconds: 30 days. Each device forgets
/// old receipts by itself, so one that was away for longer needs not be told, and what is told day by day fills nothing up.
public let deletedReceiptMilliseconds = 30 * 86_400_000

extension SyncChanges {
    /// Whether a store is to look for receipts of which it needs not remember any more that they were deleted: as often as some are.
    public var deletesReceipts: Bool { tables[.notificationReceipts]?.deleted.isEmpty == false }
}

/// How long a store remembers which pushes it has taken, in milliseconds: 30 days. A device that was away for longer may push
/// again what it didn't know to be taken.
public let takenPushMilliseconds = 30 * 86_400_000
