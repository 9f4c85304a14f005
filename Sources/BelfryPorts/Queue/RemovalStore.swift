import BelfryModel
import BelfryTime

/// Keeps what is to disappear where it was shown, until it has or can't: `removals`, a row a delivery.
///
/// Whatever is a cause of it (``RemovalCause``) puts a delivery there in its own transaction, where a provider of its channel can take back what it has.
/// Every method is one transaction.
public protocol RemovalStore: Sendable {
    /// Takes what is due, what was due first first. It comes again when the terms run out, unless it was settled.
    func leaseRemovals(_ terms: RemovalTerms) async throws -> [RemovalErrand]

    /// Writes down what became of a delivery at its addresses; what has disappeared stays so.
    ///
    /// - Parameters:
    ///   - moment: when it is to be tried again; nil where it is through. Where somebody else has it in hand by now, that is theirs to say.
    ///   - isCounted: whether this time counts as an attempt, as of ``RemovalErrand/countedAttempt``.
    func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?, isCounted: Bool) async throws
}

/// How much is taken, and until when it is one's own.
public struct RemovalTerms: Hashable, Sendable {
    public let now: Instant
    public let until: Instant
    public let countMax: Int

    public init(now: Instant, until: Instant, countMax: Int) {
        self.now = now
        self.until = until
        self.countMax = countMax
    }
}

/// A delivery that is to disappear.
public struct RemovalErrand: Hashable, Sendable {
    public let delivery: DeliveryID
    public let app: AppID
    /// How often somebody had it in hand, this time included: whoever comes later has a greater one.
    public let attempt: Int
    /// How many of those before weren't counted: the provider was to be left alone.
    public let waitCount: Int
    public let cause: RemovalCause

    public init(delivery: DeliveryID, app: AppID, attempt: Int, waitCount: Int = 0, cause: RemovalCause = .takenBack) {
        self.delivery = delivery
        self.app = app
        self.attempt = attempt
        self.waitCount = waitCount
        self.cause = cause
    }

    public var countedAttempt: Int { attempt - waitCount }

    /// Over these a provider may take back what it has.
    public static let channels: [DeliveryChannel] = [.ntfy, .telegram, .chat]

    public static func isRemovable(over channelName: String?) -> Bool { channels.contains { $0.rawValue == channelName } }
}

/// Why something is to disappear.
public enum RemovalCause: Hashable, Sendable {
    /// Somebody took it back, or corrected data show that it never was.
    case takenBack
    /// Somebody else has seen to what only one has to.
    case done
    /// A later one was told in its ``MessagePlace``: where that was told, this one goes.
    case replaced(by: DeliveryID)

    /// As it is stored.
    public enum Name: String, CaseIterable, Sendable {
        case takenBack = "taken_back"
        case done, replaced
    }

    /// - Parameter successor: of what is replaced; without one, nothing would say where it goes.
    public init(_ name: Name?, successor: DeliveryID?) {
        switch (name, successor) {
        case (.done?, _): self = .done
        case (.replaced?, let successor?): self = .replaced(by: successor)
        case (.replaced?, nil), (.takenBack?, _), (nil, _): self = .takenBack
        }
    }

    public var name: Name {
        switch self {
        case .takenBack: .takenBack
        case .done: .done
        case .replaced: .replaced
        }
    }

    public var successor: DeliveryID? { if case .replaced(let successor) = self { successor } else { nil } }
}

/// Where what was told stays beside what its app tells later under the same key, unless somebody has it disappear.
public struct MessagePlace: Hashable, Sendable {
    public let app: AppID
    public let recipient: UserID
    public let channelName: String
    public let key: CollapseKey

    /// Over others a later message takes the place of an earlier one by itself, or nothing ever does.
    public static let channels: [DeliveryChannel] = [.telegram, .chat]
    /// So many are looked at, those made last. What stood before them was seen to when they were told.
    public static let countMax = 20

    /// Nil for what has no such place.
    public init?(of delivery: Delivery) {
        guard let key = delivery.payload.collapseKey, let channel = delivery.channel, Self.channels.contains(channel) else { return nil }
        (app, recipient, channelName, self.key) = (delivery.app, delivery.recipient, delivery.channelName, key)
    }
}

/// What became of it at one address.
public enum RemovalEnd: Hashable, Sendable {
    case removed(at: Instant)
    /// It stays there for good: a code and a sentence.
    case stays(why: String)

    public var removedAt: Instant? { if case .removed(let moment) = self { moment } else { nil } }
    public var staysBecause: String? { if case .stays(let why) = self { why } else { nil } }
}

/// Hands over notifications to a provider that can take back what it has.
public protocol RemovingSender: Sender {
    /// Whether a message disappears by the place that it shares with what was told later under the same ``SentMessage/collapseID``.
    var removesByPlace: Bool { get }
    /// Has a message disappear. Whatever happens is an outcome, and it may be asked for again: what is gone already is removed.
    func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome
}

/// A message as a provider took it.
public struct SentMessage: Hashable, Sendable {
    public let transmission: TransmissionID
    /// By which the provider knows it; nil where it has given no name.
    public let name: String?
    public let address: Address
    /// As of ``OutgoingNotification/collapseID``.
    public let collapseID: String
    /// In which it is said that it holds no more, where it can't disappear.
    public let language: Language
    /// Whether it was asked for before, and is to come before what is new.
    public let hasWaited: Bool
    public let cause: RemovalCause

    public init(
        _ transmission: Transmission, of delivery: Delivery, at address: Address, language: Language, hasWaited: Bool = false,
        cause: RemovalCause = .takenBack
    ) {
        self.cause = cause
        self.transmission = transmission.id
        name = transmission.providerMessageID
        self.address = address
        collapseID = delivery.shownUnder
        self.language = language
        self.hasWaited = hasWaited
    }
}

/// How a try to have a message disappear ended.
public enum RemovalOutcome: Hashable, Sendable {
    /// It is gone, or was before.
    case removed
    /// It stays there for good: a code and a sentence.
    case stays(why: String)
    /// To be tried again; `after` is how long the provider asked us to wait.
    case later(why: String, after: Duration?)
    /// The provider takes no more now, and is to be left alone for so long. Doesn't count as an attempt.
    case wait(why: String, after: Duration)
}
