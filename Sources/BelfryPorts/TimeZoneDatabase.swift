import BelfryModel
import BelfryTime

// BelfryPorts: the doors through which the house touches the world. Protocols and the values that pass through them; no keys.

/// Knows the zones of the tz database.
public protocol TimeZoneDatabase: Sendable {
    /// The rules of a zone by its IANA name; nil where there is no such zone.
    func rules(named name: String) -> TimeZoneRules?
}

/// Makes identifiers that nobody has made before and that sort by the moment they were made.
public protocol IdentifierSource: Sendable {
    func next(now: Instant) -> String
}
