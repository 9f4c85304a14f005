import BelfryTime

/// What a recall means to a household, kept so that it is told once, at one moment, though the feed can't be reached any more.
public struct RecallAlert: Hashable, Codable, Sendable {
    /// Feed and event: `fsis-PHA-07312023-01`.
    public let event: String
    public let isRecall: Bool
    public let confidence: MatchConfidence
    /// Of the things that it concerns.
    public let names: String
    public let reason: String?
    public let severity: Severity
    /// When it is to be told.
    public let due: Instant

    public init(event: String, isRecall: Bool, confidence: MatchConfidence, names: String, reason: String?, severity: Severity, due: Instant) {
        self.event = event
        self.isRecall = isRecall
        self.confidence = confidence
        self.names = names
        self.reason = reason
        self.severity = severity
        self.due = due
    }
}
