import BelfryModel

/// The server as a device sees it that syncs: over HTTP, or in a test another value of the same process.
public protocol SyncServer: Sendable {
    func pull(_ pull: SyncPull) async throws(SyncProblem) -> SyncAnswer
    /// - Throws: `SyncProblem.conflict` where somebody else has changed the same since, `SyncProblem.tooLarge`, and `SyncProblem.refused`;
    ///   nothing was taken then. After any other problem it may have been taken or not.
    func push(_ push: SyncPush) async throws(SyncProblem)
}

/// Why a sync came to nothing this time. What the person edited stays on the device.
public enum SyncProblem: Error, Hashable, Sendable {
    /// No answer, or one that says to come back later.
    case unavailable
    case conflict
    /// More at once than the server takes, or whatever stands in front of it.
    case tooLarge
    /// The server doesn't know (any more) who is asking: the person has to sign in.
    case notAuthenticated
    /// The server doesn't take what was sent and never will; the stable code and the field of its ``Problem``.
    case refused(code: String, field: String?)
}
