import BelfryTime

/// What a notification centre holds: one request that it will show at its moment.
///
/// Moment and fingerprint are what was asked for, stored with the request: a system's own answer to "when next?" can't be trusted.
public struct PendingRequest: Hashable, Sendable {
    public let identifier: NotificationID
    public let moment: Instant
    /// Of everything that the person would see; two that differ have to be scheduled anew.
    public let fingerprint: UInt64
    /// What of it is told later than it is due. Whoever plans anew in between must know, or it would be forgotten.
    public let promises: [Promise]

    public init(identifier: NotificationID, moment: Instant, fingerprint: UInt64, promises: [Promise] = []) {
        self.identifier = identifier
        self.moment = moment
        self.fingerprint = fingerprint
        self.promises = promises
    }

    /// Something that is told at the moment of its summary.
    public struct Promise: Hashable, Codable, Sendable {
        public let identifier: NotificationID
        /// When it is due by itself.
        public let due: Instant

        public init(identifier: NotificationID, due: Instant) {
            self.identifier = identifier
            self.due = due
        }
    }

    /// What the centre should hold for a line of a plan.
    public init(_ line: PlannedNotification) {
        self.init(
            identifier: line.identifier, moment: line.moment, fingerprint: line.fingerprint, promises: line.promises)
    }
}

extension PlannedNotification {
    /// What of it is told later than it is due.
    public var promises: [PendingRequest.Promise] {
        parts.lazy.filter { $0.due < moment }.map { PendingRequest.Promise(identifier: $0.identifier, due: $0.due) }
    }

    /// A number of what the person would see.
    public var fingerprint: UInt64 {
        var hash = StableHash()
        hash.add(category)
        hash.add(severity.rawValue)
        hash.add(language.rawValue)
        for part in parts {
            hash.add(part.identifier.subject)
            hash.add(part.message)
        }
        return hash.value
    }
}

extension PendingRequest: Codable {
    private enum Key: String, CodingKey {
        case identifier, moment, fingerprint, promises
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let digits = try container.decode(String.self, forKey: .fingerprint)
        guard let fingerprint = UInt64(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                forKey: .fingerprint, in: container, debugDescription: "expected a number of up to 16 hexadecimal digits, as text")
        }
        self.init(
            identifier: try container.decode(NotificationID.self, forKey: .identifier),
            moment: try container.decode(Instant.self, forKey: .moment), fingerprint: fingerprint,
            promises: try container.decodeIfPresent([Promise].self, forKey: .promises) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(moment, forKey: .moment)
        try container.encode(String(fingerprint, radix: 16), forKey: .fingerprint)
        try container.encode(promises, forKey: .promises)
    }
}
