import BelfryTesting
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded

@testable import BelfryAPI

extension API {
    /// An answer that stays open.
    func stream(_ path: String, as shown: Shown, headers others: [String: String] = [:]) async throws -> Response {
        var headers = HTTPFields()
        for (name, value) in try await fields(shown).merging(others, uniquingKeysWith: { _, other in other }) {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        let context = AppContext(source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: services.logger))
        return try await makeRouter(services).buildResponder().respond(to: request, context: context)
    }
}

extension Response {
    /// What is sent until a text was seen; then the reader goes away, as a browser does that is closed.
    func text(through end: String) async -> String {
        let reader = Reader(end: end)
        try? await body.write(reader)
        return reader.notes.all.joined()
    }

    private struct Reader: ResponseBodyWriter {
        struct HasGone: Error {}

        let end: String
        let notes = Notes<String>()

        func write(_ buffer: ByteBuffer) async throws {
            notes.add(String(buffer: buffer))
            if notes.all.joined().contains(end) { throw HasGone() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
