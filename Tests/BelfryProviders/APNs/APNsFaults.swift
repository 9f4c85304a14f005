/// What goes wrong at a push service, and when. Everything is counted, nothing is timed by chance.
public struct APNsFaults: Sendable {
    /// So many requests are taken on a connection, then it says GOAWAY, leaves out
    /// whatever comes after the last of them without a word, as nginx does, and closes when they are answered.
    public var goAwayEvery: Int?
    /// Nothing is taken: each connection ends at its first request, with GOAWAY and this reason.
    public var goAwayReason: String?
    /// How many streams a client may have open on a connection.
    public var streamCountMax = 100
    /// After so many requests over all connections, the streams that a client may have open become this many.
    public var laterStreamCountMax: (after: Int, count: Int)?
    /// Of so many requests the last is accepted, and the connection closed without an answer.
    public var loseAnswerEvery: Int?
    /// Of so many requests the last is refused unread.
    public var refuseStreamEvery: Int?
    /// A connection stops reading and answering after so many requests, and stays open.
    public var stallAfter: Int?
    /// Answers PINGs, and no request after so many.
    public var isMuteAfter: Int?
    /// How long every answer takes.
    public var delayMilliseconds = 0
    /// What every request is answered with instead, while there is anything in it.
    public var answers: [(status: Int, reason: String)] = []

    public init() {}
}
