import BelfryTime

/// Makes identifiers that nobody has made before and that sort by the moment they were made.
public protocol IdentifierSource: Sendable {
    func next(now: Instant) -> String
}
