import Foundation

// BelfryClient: what apps ask a Belfry server, as typed calls. It never decides, stores or sends, and knows no library for HTTP: a transport is handed in.

/// Carries one request to a server, and its answer back.
///
/// ``URLSessionTransport`` is one. An app with an HTTP client of its own writes another in a few lines. It follows no redirects: who asks shows a
/// key or a token, which is for the server alone.
public protocol Transport: Sendable {
    /// - Throws: whatever kept an answer from coming. It counts as a connection that was lost, whatever became of the request.
    func answer(to request: ClientRequest) async throws -> ClientAnswer
}

/// What is asked of a server, as it goes out.
public struct ClientRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public enum Body: Sendable {
        case none
        case bytes(Data)
        /// Writes its pieces one after the other, and may be called once. A transport that can't send them as they come collects them.
        case pieces(@Sendable (_ write: (Data) async throws -> Void) async throws -> Void)
    }

    public let method: Method
    public let url: URL
    /// With the key or token of who asks: they belong into no log.
    public let headers: [String: String]
    public let body: Body
}

/// Shows nothing of who asks in a log.
extension ClientRequest: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "\(method.rawValue) \(url.absoluteString)" }
    public var debugDescription: String { description }
}

/// What a server answers.
public struct ClientAnswer: Sendable {
    public let status: Int
    /// By their names in small letters.
    private let headers: [String: String]
    /// As it comes. A transport that can't tell it so tells it in one piece; then what is followed, as the inbox, has no events.
    public let body: AsyncThrowingStream<Data, any Error>

    public init(status: Int, headers: [String: String], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    /// One whose body has come as a whole.
    public init(status: Int, headers: [String: String] = [:], body: Data) {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        if !body.isEmpty { continuation.yield(body) }
        continuation.finish()
        self.init(status: status, headers: headers, body: stream)
    }

    /// Whatever letters its name is written in.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }
}
