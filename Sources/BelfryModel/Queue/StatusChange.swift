import BelfryTime

/// What has become of a delivery, or that a broadcast has ended, as its app is told by a webhook: a row of `status_changes`. It names no person, and has
/// none of the words.
public struct StatusChange: Hashable, Sendable {
    /// In the order in which they were written down: of one delivery that is the order in which they happened, but that a report, or what the person
    /// does, may come before the `sent` of a worker who isn't through yet.
    public let number: Int
    /// The name of the broadcast where one has ended.
    public let delivery: DeliveryID
    /// Nil where a provider reports on a member of a broadcast.
    public let channelName: String?
    public let kind: Kind
    /// The code of a ``Reason``, or of what went wrong, or which button the person has pressed; nil where there is none.
    public let reason: String?
    /// How many attempts had been counted by then; nil where a provider or the person said it.
    public let attemptCount: Int?
    public let happenedAt: Instant
    /// How a broadcast went that has ended; nil of all else, and where it is kept no more.
    public var counts: BroadcastCounts?

    public init(
        number: Int, delivery: DeliveryID, channelName: String?, kind: Kind, reason: String? = nil, attemptCount: Int? = nil, happenedAt: Instant
    ) {
        self.number = number
        self.delivery = delivery
        self.channelName = channelName
        self.kind = kind
        self.reason = reason
        self.attemptCount = attemptCount
        self.happenedAt = happenedAt
    }

    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Put off for the first time: by quiet hours, or until its moment by the recipient's own clock.
        case held
        /// Left out, with a reason; what has expired is.
        case skipped
        /// Told as a part of another.
        case merged
        /// A channel accepted it.
        case sent
        /// An attempt failed, and another follows.
        case retried
        /// Given up.
        case failed
        /// Called off.
        case cancelled
        /// Taken back by an app or the operator, after it was told or while it was on its way.
        case retracted
        /// Waits again, after it had been left out, merged or given up.
        case requeued
        /// The provider reports that it reached the device or the mailbox.
        case delivered
        /// The provider reports that it gave it up after all, or that the address is gone.
        case undelivered
        /// The person has opened it.
        case read
        /// The person has done what it offers; what they pressed is its reason.
        case acted
        /// Something became of each recipient of a broadcast; some may go on as deliveries of their own.
        case broadcastCompleted = "broadcast_completed"
        /// A broadcast was called off, and nobody has any of it in hand any more.
        case broadcastCancelled = "broadcast_cancelled"

        /// Nil of what an app isn't told by itself.
        public init?(_ event: DeliveryEvent) {
            switch event {
            case .held: self = .held
            case .skipped: self = .skipped
            case .merged: self = .merged
            case .sent: self = .sent
            case .retried: self = .retried
            case .failed: self = .failed
            case .cancelled: self = .cancelled
            case .requeued: self = .requeued
            case .read: self = .read
            case .acted: self = .acted
            case .queued, .shadowed, .rescued: return nil
            }
        }

        /// Nil where the report is no news: that it was sent is known.
        public init?(reported status: Transmission.Status) {
            switch status {
            case .delivered: self = .delivered
            case .read: self = .read
            case .failed: self = .undelivered
            case .pending, .ambiguous, .accepted, .sent: return nil
            }
        }
    }

    /// The same however often it is told, and nobody else's: a hash in 16 hexadecimal digits, since numbers begin anew where a store is restored.
    public var id: String {
        var hash = StableHash()
        for text in [delivery.text, kind.rawValue, String(number), happenedAt.fixedWidthText] { hash.add(text) }
        return hash.digits
    }

    /// The code before the sentence of what went wrong: `http_503` of `http_503: the service is away`.
    public static func code(of error: String?) -> String? {
        guard let code = error?.unicodeScalars.prefix(while: { $0 != ":" }).prefix(codeLengthMax) else { return nil }
        return String(String.UnicodeScalarView(code))
    }

    /// In characters, of a code.
    public static let codeLengthMax = 64
    /// Among so many of an app's latest it is looked whether it is about to be told the same: whoever presses one button again and again fills no table.
    public static let latestCountMax = 1000
}

/// How many recipients a broadcast has, and what has become of so many of them.
public struct BroadcastCounts: Hashable, Sendable {
    public let recipients: Int
    public let sent: Int
    public let skipped: Int
    /// As rows of the queue they go on by themselves.
    public let queued: Int

    public init(recipients: Int, sent: Int, skipped: Int, queued: Int) {
        self.recipients = recipients
        self.sent = sent
        self.skipped = skipped
        self.queued = queued
    }

    /// Nothing has become of them.
    public var waiting: Int { recipients - sent - skipped - queued }
}

extension StableHash {
    /// Its 16 hexadecimal digits.
    public var digits: String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}
