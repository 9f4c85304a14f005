import BelfryModel
import BelfryTime

/// Hands notifications to one provider.
///
/// Never throws: whatever happens is an outcome. The same notification may be handed over again under the same identifier.
public protocol Sender: Sendable {
    var provider: Provider { get }
    /// What may be done after an answer was lost.
    var afterLostAnswer: LostAnswerPolicy { get }
    /// Who asks the provider what became of a notification; nil where nobody can.
    var reconciler: (any Reconciler)? { get }
    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult
}

extension Sender {
    public var afterLostAnswer: LostAnswerPolicy { .repeatSafely }
    public var reconciler: (any Reconciler)? { nil }
}

/// Asks a provider whether it has a notification whose answer was lost, or that a worker may have handed over before it died.
public protocol Reconciler: Sendable {
    /// Until so long after it was handed over, what isn't found may still appear.
    var settlingTime: Duration { get }
    /// - Parameters:
    ///   - earliest: it was handed over no sooner.
    ///   - latest: nor later; what isn't found so soon after it may still appear.
    ///   - isAnothers: whether what the provider knows by a name is recorded as another notification's.
    func reconcile(
        _ notification: OutgoingNotification, since earliest: Instant, until latest: Instant, now: Instant,
        isAnothers: @Sendable (_ providerMessageID: String) async throws -> Bool
    ) async -> Reconciliation
}

/// Whether what may have been taken may be handed over again.
public enum LostAnswerPolicy: Hashable, Sendable {
    /// The provider or the receiver tells a repetition by its identifier.
    case repeatSafely
    /// A program that knows the identifier stands between it and any person, so that no repetition tells anybody again: it is repeated for as
    /// long as it is of use.
    case repeatUntilAnswered
    /// The provider is asked first, or its report is waited for.
    case reconcile
    /// Nobody can be asked, no report comes, and a repetition would be told as another: it is given up at once, so that another way can be tried.
    case giveUp
}

/// What a provider knows of a notification whose answer was lost.
public enum Reconciliation: Hashable, Sendable {
    case arrived(providerMessageID: String?)
    /// It never got there: it may be handed over again.
    case missing
    /// The provider can't be asked, or can't tell.
    case unknown
}

/// A delivery with its finished words, on its way to one address.
public struct OutgoingNotification: Hashable, Sendable {
    public let delivery: Delivery
    public let content: NotificationContent
    public let address: Address
    /// From 1.
    public let attempt: Int
    /// Whether it comes back, as from waiting for its turn at the provider; also of what can't come back, so that it takes what is there.
    public let hasWaited: Bool
    /// Of a summary, what was merged into the delivery, and whom that is about.
    public let merged: [DeliveryID: UserID]
    /// By which its recipient signs in, who has asked for it; nil of everything else. It goes by mail alone, and stands in no log.
    public let signInLink: String?
    /// How its app presents itself, over channels that show it, with its logo where that may be shown; nil where it hasn't said so, and of what the house
    /// itself asks or answers.
    public let look: AppLook?
    /// The picture beside it, in the language of its words; nil also where it may not be shown.
    public let image: NotificationImage?
    /// Nobody can switch off its kind, so it says no way to do so.
    public let isRequired: Bool

    public init(
        delivery: Delivery, content: NotificationContent, address: Address, attempt: Int = 1, hasWaited: Bool = false,
        merged: [DeliveryID: UserID] = [:], signInLink: String? = nil, look: AppLook? = nil, image: NotificationImage? = nil, isRequired: Bool = false
    ) {
        self.delivery = delivery
        self.content = content
        self.address = address
        self.attempt = attempt
        self.hasWaited = hasWaited
        self.merged = merged
        self.signInLink = signInLink
        self.look = look
        self.image = image
        self.isRequired = isRequired
    }

    /// The same over all attempts: what a provider or receiver tells repetitions by.
    public var transmission: TransmissionID { TransmissionID(delivery: delivery.id, address: address.id) }

    /// The buttons beside it, in the language of its words.
    public var actions: OfferedActions? { delivery.payload.actions(in: content.language) }

    /// What its app is called, for whoever reads it in the language of its words; nil where it hasn't said so.
    public var senderName: String? { look?.name(in: content.language) }

    /// What the provider may replace: what its app told under the same key, or earlier news of the same alert.
    public var collapseID: String { delivery.shownUnder }
}

extension Delivery {
    /// As of ``OutgoingNotification/collapseID``.
    public var shownUnder: String { collapseID ?? alert?.text ?? id.text }
}

/// How a try ended, with what the provider said beside.
public struct SendResult: Hashable, Sendable {
    public let outcome: Outcome
    /// By which the provider will name it in its reports.
    public let providerMessageID: String?
    public let addressFate: AddressFate?

    public init(_ outcome: Outcome, providerMessageID: String? = nil, addressFate: AddressFate? = nil) {
        self.outcome = outcome
        self.providerMessageID = providerMessageID
        self.addressFate = addressFate
    }
}

/// A request to a provider, as data.
public struct ProviderRequest: Hashable, Sendable {
    public let method: String
    public let url: String
    public let headers: [String: String]
    public let body: [UInt8]

    public init(method: String = "POST", url: String, headers: [String: String], body: [UInt8]) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    public init(method: String = "POST", url: String, headers: [String: String], body: String) {
        self.init(method: method, url: url, headers: headers, body: Array(body.utf8))
    }
}

/// It may carry keys and personal data.
extension ProviderRequest: CustomStringConvertible {
    public var description: String { "ProviderRequest" }
}

/// A provider's answer, as data.
public struct ProviderResponse: Hashable, Sendable {
    public let status: Int
    public let headers: [String: String]
    public let body: [UInt8]

    /// - Parameter headers: by their names in lower case.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(status: Int, headers: [String: String] = [:], body: String) {
        self.init(status: status, headers: headers, body: Array(body.utf8))
    }
}
