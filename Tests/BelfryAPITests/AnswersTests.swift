import BelfryModel
import BelfryTesting
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPI

struct AnswersTests {
    private struct BrokenOff: Error {}

    @Test(
        "An upload that breaks off is a bad request, and no outage of the store",
        arguments: [("/v1/notifications", "application/json"), ("/v1/broadcasts", "application/json"), ("/v1/broadcasts", "application/x-ndjson")])
    func brokenUpload(path: String, type: String) async throws {
        try await withAPI { api in
            let pieces = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
                continuation.yield(ByteBuffer(string: #"{"title": "Open on Sunday", "channels": ["in_app"]}"# + "\nana\n"))
                continuation.finish(throwing: BrokenOff())
            }
            let headers: HTTPFields = [.authorization: "Bearer \(API.appKey)", .contentType: type]
            let request = Request(
                head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path, headerFields: headers),
                body: RequestBody(asyncSequence: pieces))
            let context = AppContext(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: api.services.logger))
            let response = try await makeRouter(api.services).buildResponder().respond(to: request, context: context)
            #expect(response.status == .badRequest)
        }
    }
}
