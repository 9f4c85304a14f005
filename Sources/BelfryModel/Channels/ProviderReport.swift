import BelfryTime

/// What a provider tells by itself, some time after a notification was handed over: a callback, checked and understood.
public struct ProviderReport: Hashable, Sendable {
    public let provider: Provider
    /// The same when the provider repeats itself; what was heard once is not heard again.
    public let eventID: String
    /// When it happened, by the provider's clock.
    public let occurredAt: Instant
    public let content: Content

    public init(provider: Provider, eventID: String, occurredAt: Instant, content: Content) {
        self.provider = provider
        self.eventID = eventID
        self.occurredAt = occurredAt
        self.content = content
    }

    /// What it is about: a notification, or an address by itself.
    public enum Content: Hashable, Sendable {
        /// How far a notification has come.
        case status(Transmission.Status, of: Subject, why: String?, addressFate: AddressFate?)
        /// Something about an address, whatever was sent to it.
        case address(AddressKind, value: String, AddressFate)
    }

    /// Which notification a report is about: by our name where the provider carries it back, else by its own.
    public enum Subject: Hashable, Sendable {
        case transmission(TransmissionID)
        case providerMessage(String)
    }
}

/// What becomes of an address after what a provider said of it.
public enum AddressFate: Hashable, Sendable {
    /// It exists no more; since when, where the provider knows. A later registration wins.
    case gone(since: Instant?)
    /// The person wants nothing more there, as by `STOP`; only the person can take that back.
    case optedOut
    /// The person wants to hear again, as by `START`.
    case optedIn
    /// What is sent there comes back.
    case bounced
    /// The person called it unwanted.
    case complained
    /// The person wrote to us at this moment, which opens WhatsApp's window of 24 hours.
    case wrote(at: Instant)
    /// It works in this environment of Apple's.
    case worksIn(PushEnvironment)
}
