import BelfryTime

/// Something that happens to a delivery and is counted. It is counted when it happens: one that was held and then sent counts as both.
public enum DeliveryEvent: String, CaseIterable, Codable, Sendable {
    case queued
    /// Would have been queued, but the house only watches.
    case shadowed
    /// Put off for the first time: by quiet hours, or until its moment by the recipient's own clock.
    case held
    /// Left out, with a reason.
    case skipped
    /// Told as a part of another.
    case merged
    /// A channel accepted it.
    case sent
    /// An attempt failed that is counted, and another follows.
    case retried
    /// Given up.
    case failed
    /// An app or the operator called it off, or a correction of the data erased what it would have told.
    case cancelled
    /// Waits again, after it had been skipped or given up.
    case requeued
    /// Taken back from a worker that died.
    case rescued
    /// The person has read it in the app, or opened it on a device.
    case read
    /// The person has done what it offers, such as snoozing what it tells of.
    case acted

    /// Whether it has a ``Reason``.
    public var hasReason: Bool {
        switch self {
        case .held, .skipped, .merged, .sent: true
        case .queued, .shadowed, .retried, .failed, .cancelled, .requeued, .rescued, .read, .acted: false
        }
    }
}

/// How often something happened to deliveries of one kind on one day.
public struct DeliveryStatistic: Hashable, Sendable {
    public let kind: Kind
    public let count: Int

    /// Each part of it has a bounded number of values, so that a table of them stays small whatever people send.
    public struct Kind: Hashable, Comparable, Sendable {
        /// By the calendar of UTC.
        public let day: CivilDate
        /// A ``DeliveryChannel``, or ``other``.
        public let channel: String
        public let category: String
        public let event: DeliveryEvent
        /// Why it was sent, held, skipped or merged: the code of a ``Reason``; empty where there is none, or another.
        public let reason: String

        public init(day: CivilDate, channel: String, category: String, event: DeliveryEvent, reason: String = "") {
            self.day = day
            self.channel = channel
            self.category = category
            self.event = event
            self.reason = reason
        }

        public static func < (left: Kind, right: Kind) -> Bool {
            (left.day, left.channel, left.category, left.event.rawValue, left.reason)
                < (right.day, right.channel, right.category, right.event.rawValue, right.reason)
        }
    }

    public init(_ kind: Kind, count: Int) {
        self.kind = kind
        self.count = count
    }

    /// In the place of a day, where all are meant.
    public static let allDays = CivilDate(daysSinceEpoch: 0)
    /// Stands for channels that nobody knows, and for categories beyond ``categoryCountMax`` or with longer names.
    public static let other = "other"
    public static let categoryCountMax = 64
    public static let categoryByteCountMax = 64
}
