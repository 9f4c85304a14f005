import BelfryModel
import BelfryTime

/// Reads what a provider posts to us: checks that it is from the provider, and says what it means.
public protocol CallbackReader: Sendable {
    var provider: Provider { get }
    /// - Throws: ``CallbackRefusal`` where it isn't the provider's, or isn't understood. Nothing of it is believed then.
    func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading
}

/// Whose provider shows where a button was pressed that it was taken.
public protocol PressedButtons: CallbackReader {
    /// Whether that works changes nothing.
    func show(_ press: CallbackReading.Press) async
}

/// A request to one of our callback addresses, as it came over the wire.
public struct CallbackRequest: Hashable, Sendable {
    public let method: String
    /// The whole address as the provider knows it, with the query: some sign it.
    public let url: String
    /// Decoded, in their order.
    public let query: [QueryItem]
    public let headers: [String: String]
    /// To the byte: signatures are over these.
    public let body: [UInt8]

    /// A name and a value of the address's query.
    public struct QueryItem: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// - Parameter headers: by their names in lower case.
    public init(method: String, url: String, query: [QueryItem] = [], headers: [String: String], body: [UInt8]) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.body = body
    }
}

/// What a callback says, and how it wants to be answered.
public struct CallbackReading: Hashable, Sendable {
    /// Beside a ``press`` what follows from it: nothing where that is void.
    public let reports: [ProviderReport]
    /// The body of a good answer: some providers check an address by a challenge that must come back.
    public let answer: Answer
    /// Nil where nobody showed that an address is theirs.
    public let link: Link?
    /// Nil where nobody pressed a button.
    public let press: Press?

    /// A code that came back from the address that it is to be linked with, and what is answered there, in place of ``answer``.
    public struct Link: Hashable, Sendable {
        public let code: String
        public let channel: DeliveryChannel
        /// As ``ContactPoint/value`` has it.
        public let value: String
        public let whenLinked: Answer
        /// The code is unknown, was used, or is too old.
        public let whenVoid: Answer

        public init(code: String, channel: DeliveryChannel, value: String, whenLinked: Answer, whenVoid: Answer) {
            self.code = code
            self.channel = channel
            self.value = value
            self.whenLinked = whenLinked
            self.whenVoid = whenVoid
        }
    }

    /// A button beside what was told over a channel, pressed where nobody is signed in here, and what is answered there, in place of ``answer``.
    public struct Press: Hashable, Sendable {
        public let delivery: DeliveryID
        /// As ``ActionID/mark`` has it; nil where whoever was told says that they have it, and takes nothing of what is offered.
        public let actionMark: UInt32?
        public let channel: DeliveryChannel
        public let place: Place
        public let whenTaken: Answer
        /// It isn't offered, or the place is no longer its recipient's; nil where that is answered as any other problem.
        public let whenVoid: Answer?
        /// What the reader shows where it was pressed, in its own words; nil where there is nothing to show.
        public let receipt: String?

        /// Where it was pressed.
        public enum Place: Hashable, Sendable {
            /// The provider says so: as ``ContactPoint/value`` has it.
            case value(String)
            /// The token says so, and whoever has it may repeat it.
            case address(AddressID)
        }

        public init(
            delivery: DeliveryID, actionMark: UInt32?, channel: DeliveryChannel, place: Place, whenTaken: Answer, whenVoid: Answer? = nil,
            receipt: String? = nil
        ) {
            self.delivery = delivery
            self.actionMark = actionMark
            self.channel = channel
            self.place = place
            self.whenTaken = whenTaken
            self.whenVoid = whenVoid
            self.receipt = receipt
        }

        /// Whether it was pressed at a contact point, and its owner has shown that to be theirs.
        public func isFrom(_ point: ContactPoint) -> Bool {
            guard point.channel == channel, point.verifiedAt != nil else { return false }
            return switch place {
            case .value(let value): point.value == value
            case .address(let id): point.id == id
            }
        }
    }

    /// What is answered, with status 200.
    public struct Answer: Hashable, Sendable {
        public let contentType: String
        public let body: String

        public init(contentType: String = "text/plain", body: String) {
            self.contentType = contentType
            self.body = body
        }
    }

    public init(reports: [ProviderReport], answer: Answer = Answer(body: ""), link: Link? = nil, press: Press? = nil) {
        self.reports = reports
        self.answer = answer
        self.link = link
        self.press = press
    }
}

/// Why a callback is not believed.
public enum CallbackRefusal: Error, Hashable, Sendable {
    /// No signature, or one that isn't the provider's.
    case badSignature
    /// Signed too long ago, or in the future: somebody may be repeating it.
    case stale
    /// Signed as it should be, and not understood.
    case malformed
}
