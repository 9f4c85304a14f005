import BelfrySystem
import BelfryTime
import Testing

/// A zone of the system's tz database.
public func zone(_ name: String) throws -> TimeZoneRules {
    try #require(
        SystemTimeZoneDatabase().rules(named: name),
        "the tz database has no \(name): install the package tzdata, or set TZDIR to its folder")
}

/// A moment that is known to be written rightly.
public func instant(_ text: String) throws -> Instant {
    try #require(Instant(text), "\(text) is no instant")
}
