import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import BelfryAPI

@Suite("A client that closes its half of the connection")
struct HangUpTests {
    private func connection(answering type: String) throws -> EmbeddedChannel {
        let connection = EmbeddedChannel(handler: HangUp())
        connection.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
        try connection.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentType: type])))
        return connection
    }

    private func closeInput(of connection: EmbeddedChannel) {
        connection.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        connection.embeddedEventLoop.run()
    }

    @Test("It is gone where it listened to a stream of events, whether it goes before the first of them or after")
    func stream() throws {
        let connection = try connection(answering: "text/event-stream; charset=utf-8")
        #expect(connection.isActive)
        closeInput(of: connection)
        #expect(!connection.isActive)

        let early = EmbeddedChannel(handler: HangUp())
        early.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
        closeInput(of: early)
        #expect(early.isActive)
        _ = try? early.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])))
        #expect(!early.isActive)
    }

    #if os(Linux)
        @Test("Who listens to a stream has a minute to confirm what they were told; nobody else is measured so")
        func receipts() throws {
            func areAwaited(answering type: String) throws -> Bool {
                try connection(answering: type).options.contains { $0.value as? Int == HangUp.receiptMilliseconds }
            }
            #expect(try areAwaited(answering: "text/event-stream"))
            #expect(try !areAwaited(answering: "application/json"))
        }
    #endif

    @Test("It gets its answer where it waits for one, also after a stream that has ended")
    func answer() throws {
        let connection = try connection(answering: "text/event-stream")
        try connection.writeOutbound(HTTPResponsePart.end(nil))
        try connection.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])))
        closeInput(of: connection)
        #expect(connection.isActive)
        try connection.writeOutbound(HTTPResponsePart.end(nil))
        _ = try connection.finish(acceptAlreadyClosed: true)
    }

    @Test("The server watches over each of its connections so")
    func wiring() {
        #expect(Server.handlers(idleTimeout: .seconds(60)).contains { $0 is HangUp })
    }
}
