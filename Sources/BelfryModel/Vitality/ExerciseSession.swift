import BelfryTime

/// A stretch of exercise that a wearable recorded: a row of `exercise_sessions`. It explains figures, and hides none.
public struct ExerciseSession: Hashable, Sendable {
    public let user: UserID
    public let source: String
    public let startedAt: Instant
    /// The civil date on which it began, where the member was.
    public let date: CivilDate
    /// Such as `running`, as the provider names it; nil where it doesn't.
    public let kind: String?
    public let durationSeconds: Int

    public init(user: UserID, source: String, startedAt: Instant, date: CivilDate, kind: String?, durationSeconds: Int) {
        self.user = user
        self.source = source
        self.startedAt = startedAt
        self.date = date
        self.kind = kind
        self.durationSeconds = durationSeconds
    }
}
