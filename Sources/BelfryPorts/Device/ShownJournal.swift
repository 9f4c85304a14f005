import BelfryModel
import BelfryTime

/// Remembers what stands on a desktop, so that it can be replaced and closed after our own restart.
///
/// Its functions may wait for a disk and are called on a thread that may; each has stored what it was given when it returns. A journal
/// that can't store tells whoever runs it, by its own means: what is shown is then known until the process ends, and no longer.
public protocol ShownJournal: Sendable {
    /// What was kept and not forgotten, in any order; asked for once, before anything is kept.
    func shown() -> [ShownNotification]
    /// Keeps one, in the place of another with the same identifier.
    func keep(_ notification: ShownNotification)
    /// Those that aren't there are passed over.
    func forget(_ identifiers: [NotificationID])
}

/// A notification that a desktop shows, under the number that its notification service gave to it.
public struct ShownNotification: Hashable, Codable, Sendable {
    public let identifier: NotificationID
    /// Of which request it came.
    public let moment: Instant
    /// The ``ScheduledNotification/parts``.
    public let parts: [NotificationID]
    /// Which run of the service gave the number; the numbers of another run mean other notifications.
    public let service: String
    public let number: UInt32

    public init(identifier: NotificationID, moment: Instant, parts: [NotificationID], service: String, number: UInt32) {
        self.identifier = identifier
        self.moment = moment
        self.parts = parts
        self.service = service
        self.number = number
    }
}
