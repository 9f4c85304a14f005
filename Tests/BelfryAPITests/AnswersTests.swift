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

    @Test("HEAD is answered as GET is, without what stands behind the head; a sign-in link isn't used up by it")
    func head() async throws {
        try await withAPI { api in
            let asked: [(path: String, shown: Shown)] = [
                ("/health", .nobody), ("/", .page(.ana)), ("/v1/inbox", .person(.ana)), ("/v1/inbox", .nobody), ("/nowhere", .nobody), ("/v1/metrics", .app),
            ]
            for (path, shown) in asked {
                let got = try await api.get(path, as: shown)
                let head = try await api.ask(.head, path, nil, as: shown)
                #expect(head.status == got.status && head.text.isEmpty && !got.text.isEmpty, "\(path)")
                #expect(head.headers[.contentLength] == got.headers[.contentLength], "\(path)")
            }
            let link = "/login?token=\(try await api.services.authenticator.makeLinkToken(for: .ana, id: "chance", validFor: .seconds(900)))"
            let looked = try await api.ask(.head, link, nil, as: .nobody)
            #expect(looked.status == 200)
            let opened = try await api.signIn(byLink: link)
            #expect(opened.status == 303)
        }
    }

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
            let context = AppContext(source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: api.services.logger))
            let response = try await makeRouter(api.services).buildResponder().respond(to: request, context: context)
            #expect(response.status == .badRequest)
        }
    }
}
