import BelfryModel
import BelfryTime
import HTTPTypes
import Hummingbird
import NIOCore

extension Services {
    /// An answer that stays open and sends text as it comes, until the client goes or the server stops.
    ///
    /// - Throws: ``Problem/tooManyStreams(countMax:)``.
    func eventStream(
        for person: UserID, _ body: @escaping @Sendable (_ write: (String) async throws -> Void) async throws -> Void
    ) throws(Problem) -> Response {
        let place = try changes.takePlace(for: person)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(place) {} }
                // Something at once, so that the client knows that it is connected.
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                try await body { text in try await writer.write(ByteBuffer(string: text)) }
                try await writer.finish(nil)
            })
    }

    /// Whether headers still show who a person is: a token runs out, and a session is ended, while an answer stays open.
    func isShown(_ person: UserID, by headers: HTTPFields) async throws -> Bool {
        try await isStillSo { try await authenticator.caller(of: headers, may: nil) == .person(person) }
    }

    /// The same of the session of a page.
    func isShown(_ person: UserID, bySession session: String) async throws -> Bool {
        try await isStillSo { try await authenticator.person(ofSession: session) == person }
    }

    private func isStillSo(_ isSo: () async throws -> Bool) async throws -> Bool {
        do {
            return try await isSo()
        } catch Problem.notAuthenticated {
            return false
        }
    }

    /// How often an idle stream sends something, so that a client whose line was cut is noticed.
    static let pulse = Duration.seconds(15)

    /// An element at once, for each change, and at least every 15 seconds; ends when the server stops, or the connection is closed.
    func changesAndPulse(on connection: any Channel) -> AsyncStream<Void> {
        let changes = changes.changes()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield()
            connection.closeFuture.whenComplete { _ in continuation.finish() }
            let forwarding = Task {
                for await _ in changes { continuation.yield() }
                continuation.finish()
            }
            let pulsing = Task {
                while (try? await Task.sleep(for: Self.pulse)) != nil { continuation.yield() }
            }
            continuation.onTermination = { _ in
                forwarding.cancel()
                pulsing.cancel()
            }
        }
    }
}
