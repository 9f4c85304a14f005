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

extension AddressFate {
    /// As a report that waits keeps it: the name, and after a space the moment or environment, as `wrote 2026-01-25T12:00:00.000Z`.
    package var stored: String {
        switch self {
        case .gone(let since): ["gone", since?.fixedWidthText].compactMap { $0 }.joined(separator: " ")
        case .optedOut: "opted_out"
        case .optedIn: "opted_in"
        case .bounced: "bounced"
        case .complained: "complained"
        case .wrote(let moment): "wrote \(moment.fixedWidthText)"
        case .worksIn(let environment): "works_in \(environment.rawValue)"
        }
    }

    /// Nil where it can't be read.
    package init?(stored text: String) {
        let parts = text.split(separator: " ").map(String.init)
        let detail = parts.dropFirst().first
        switch parts.first {
        case "gone": self = .gone(since: detail.flatMap(Instant.init))
        case "opted_out": self = .optedOut
        case "opted_in": self = .optedIn
        case "bounced": self = .bounced
        case "complained": self = .complained
        case "wrote":
            guard let moment = detail.flatMap(Instant.init) else { return nil }
            self = .wrote(at: moment)
        case "works_in":
            guard let environment = detail.flatMap(PushEnvironment.init) else { return nil }
            self = .worksIn(environment)
        default: return nil
        }
    }
}
