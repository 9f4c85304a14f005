import BelfryTime

/// What a recall means to a household, kept so that it is told once, at one moment, though the feed can't be reached any more.
public struct RecallAlert: Hashable, Codable, Sendable {
    /// Feed and event: `fsis-PHA-07312023-01`. Of a thing that was found later than others, with a name of its own behind it: `fsis-PHA-07312023-01+9c02e1`.
    public let event: String
    /// Feed and event, of a thing that was found later; nil of the first.
    public let addedTo: String?
    public let isRecall: Bool
    public let confidence: MatchConfidence
    /// The identifiers of all things that it has concerned; nil where nobody has kept them.
    public let items: [String]?
    /// Of the things that it concerns; empty where none of them is left.
    public let names: String
    public let reason: String?
    public let severity: Severity
    /// When it is to be told.
    public var due: Instant
    /// How grave it was before that changed: as whoever was told of it knows it. Nil where it didn't change.
    public var raisedFrom: Severity?

    public init(
        event: String, addedTo: String? = nil, isRecall: Bool, confidence: MatchConfidence, items: [String]? = nil, names: String, reason: String?,
        severity: Severity, due: Instant, raisedFrom: Severity? = nil
    ) {
        self.event = event
        self.addedTo = addedTo
        self.isRecall = isRecall
        self.confidence = confidence
        self.items = items
        self.names = names
        self.reason = reason
        self.severity = severity
        self.due = due
        self.raisedFrom = raisedFrom
    }

    /// Whether it is graver than whoever was told of it knows.
    public var isRaised: Bool { raisedFrom.map { severity > $0 } ?? false }

    /// Whether anything that it concerns is still there. Where nothing is, it is kept to know that it was told, and is not told.
    public var isCurrent: Bool { !names.isEmpty }
}
