import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import BelfryAPI

@Suite("How fast a body must come")
struct BodyPaceTests {
    /// A connection on which the head of a request has come, and the server wants to read on.
    private func withRequest(_ body: (EmbeddedChannel) throws -> Void) throws {
        let connection = EmbeddedChannel(handler: BodyPace(stretch: .seconds(60)))
        connection.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
        try receive(.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")), on: connection)
        try body(connection)
        _ = try connection.finish(acceptAlreadyClosed: true)
    }

    private func receive(_ part: HTTPRequestPart, on connection: EmbeddedChannel) throws {
        try connection.writeInbound(part)
        connection.read()
    }

    private func bytes(_ count: Int) -> HTTPRequestPart { .body(ByteBuffer(repeating: 0, count: count)) }

    @Test("A byte now and then doesn't keep a connection")
    func drip() throws {
        try withRequest { connection in
            for _ in 1...2 {
                connection.embeddedEventLoop.advanceTime(by: .seconds(29))
                try receive(bytes(1), on: connection)
            }
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(2))
            #expect(!connection.isActive)
        }
    }

    @Test("However long a body takes that comes fast enough, its connection stays; when it stalls, no longer than a stretch and a part")
    func steady() throws {
        try withRequest { connection in
            for _ in 1...20 {
                connection.embeddedEventLoop.advanceTime(by: .seconds(25))
                try receive(bytes(10_000), on: connection)
            }
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(120))
            #expect(!connection.isActive)
        }
    }

    @Test("While the server doesn't read on, nothing is asked of the sender")
    func heldBack() throws {
        try withRequest { connection in
            try connection.writeInbound(bytes(1))
            connection.embeddedEventLoop.advanceTime(by: .seconds(600))
            connection.read()
            connection.embeddedEventLoop.advanceTime(by: .seconds(59))
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(61))
            #expect(!connection.isActive)
        }
    }

    @Test("Once a body is whole, its connection may be silent; the next body is measured anew")
    func whole() throws {
        try withRequest { connection in
            try receive(bytes(1), on: connection)
            try receive(.end(nil), on: connection)
            connection.embeddedEventLoop.advanceTime(by: .seconds(3600))
            #expect(connection.isActive)
            try receive(.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")), on: connection)
            connection.embeddedEventLoop.advanceTime(by: .seconds(59))
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!connection.isActive)
        }
    }

    @Test("When the server stops, it waits a few seconds for the rest of a body, whether that comes fast, slowly, or begins only now")
    func stop() throws {
        try withRequest { connection in
            connection.embeddedEventLoop.advanceTime(by: .seconds(10))
            connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            for _ in 1...4 {
                connection.embeddedEventLoop.advanceTime(by: .seconds(1))
                try receive(bytes(10_000), on: connection)
            }
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!connection.isActive)
        }
        try withRequest { connection in
            connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            try receive(.end(nil), on: connection)
            connection.embeddedEventLoop.advanceTime(by: .seconds(60))
            #expect(connection.isActive, "the answer is awaited")
            try receive(.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")), on: connection)
            connection.embeddedEventLoop.advanceTime(by: .seconds(5))
            #expect(!connection.isActive)
        }
    }

    @Test("The server watches over each of its connections so")
    func wiring() {
        #expect(Server.handlers(idleTimeout: .seconds(60)).contains { $0 is BodyPace })
    }
}
