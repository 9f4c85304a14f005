import BelfryTime

/// What a notification centre holds: one request that it will show at its moment.
///
/// Moment and fingerprint are what was asked for, stored with the request: a system's own answer to "when next?" can't be trusted.
public struct PendingRequest: Hashable, Sendable {
    public let identifier: NotificationID
    public let moment: Instant
    /// Of everything that the person would see; two that differ have to be scheduled anew.
    public let fingerprint: UInt64

    public init(identifier: NotificationID, moment: Instant, fingerprint: UInt64) {
        self.identifier = identifier
        self.moment = moment
        self.fingerprint = fingerprint
    }

    /// What the centre should hold for a line of a plan.
    public init(_ line: PlannedNotification) {
        self.init(identifier: line.identifier, moment: line.moment, fingerprint: line.fingerprint)
    }
}

extension PlannedNotification {
    /// A number of what the person would see.
    public var fingerprint: UInt64 {
        var hash = StableHash()
        hash.add(category)
        hash.add(severity.rawValue)
        for part in parts {
            hash.add(part.identifier.subject)
            switch part.message {
            case .words(let title, let body):
                hash.add(title)
                hash.add(body)
            case .canary(let until):
                hash.add("canary")
                hash.add("\(until.date)T\(until.time)")
            }
        }
        return hash.value
    }
}
