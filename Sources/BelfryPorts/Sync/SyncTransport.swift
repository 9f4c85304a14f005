/// Carries requests of a sync to the server's address, with whatever shows there who is asking.
///
/// `PersonClient` of `BelfryClient` is one, over `URLSession` or whatever an app has; `BelfryChannels` has another for Linux.
public protocol SyncTransport: Sendable {
    /// - Throws: `SyncProblem.unavailable` where no answer comes.
    func exchange(_ request: SyncRequest) async throws(SyncProblem) -> SyncResponse
}

/// A request to the server, as data.
public struct SyncRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public let method: String
    /// With its query, to be put behind the server's address: `/sync/pull?last_pulled_at=1793000000000`.
    public let path: String
    /// JSON; nil for a `GET`.
    public let body: String?

    public init(method: String, path: String, body: String?) {
        self.method = method
        self.path = path
        self.body = body
    }
}

/// The server's answer, as data.
public struct SyncResponse: Hashable, Sendable {
    /// As HTTP has it.
    public let status: Int
    public let body: String

    public init(status: Int, body: String) {
        self.status = status
        self.body = body
    }
}
