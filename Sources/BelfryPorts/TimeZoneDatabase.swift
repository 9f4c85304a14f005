import BelfryTime

/// Knows the zones of the tz database.
public protocol TimeZoneDatabase: Sendable {
    /// The rules of a zone by its IANA name; nil where there is no such zone.
    func rules(named name: String) -> TimeZoneRules?
}
