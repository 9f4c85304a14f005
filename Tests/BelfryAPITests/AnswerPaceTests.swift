import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPI

@Suite("How fast an answer must be taken")
struct AnswerPaceTests {
    /// What waits to be taken over a connection.
    private final class Waiting {
        var byteCount = 1_000_000
    }

    /// A connection that is full.
    private func withFullConnection(_ body: (EmbeddedChannel, Waiting) throws -> Void) throws {
        let waiting = Waiting()
        let connection = EmbeddedChannel(handler: AnswerPace(stretch: .seconds(60)) { _ in waiting.byteCount })
        connection.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
        change(connection, isWritable: false)
        try body(connection, waiting)
        _ = try connection.finish(acceptAlreadyClosed: true)
    }

    private func change(_ connection: EmbeddedChannel, isWritable: Bool) {
        connection.isWritable = isWritable
        connection.pipeline.fireChannelWritabilityChanged()
    }

    @Test("Who takes nothing, or a byte now and then, loses the connection", arguments: [0, 1])
    func drip(byteCount: Int) throws {
        try withFullConnection { connection, waiting in
            connection.embeddedEventLoop.advanceTime(by: .seconds(59))
            waiting.byteCount -= byteCount
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!connection.isActive)
        }
    }

    @Test("However long an answer takes that is taken fast enough, its connection stays; when it stalls, no longer than a stretch")
    func steady() throws {
        try withFullConnection { connection, waiting in
            for _ in 1...20 {
                waiting.byteCount -= 15_000
                connection.embeddedEventLoop.advanceTime(by: .seconds(60))
                #expect(connection.isActive)
            }
            connection.embeddedEventLoop.advanceTime(by: .seconds(60))
            #expect(!connection.isActive)
        }
    }

    @Test("Who has caught up may be silent; when the connection is full again, they are measured anew")
    func caughtUp() throws {
        try withFullConnection { connection, _ in
            connection.embeddedEventLoop.advanceTime(by: .seconds(59))
            change(connection, isWritable: true)
            connection.embeddedEventLoop.advanceTime(by: .seconds(3600))
            #expect(connection.isActive)
            change(connection, isWritable: false)
            connection.embeddedEventLoop.advanceTime(by: .seconds(59))
            #expect(connection.isActive)
            connection.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!connection.isActive)
        }
    }

    @Test("When the server stops, who takes nothing has a few seconds, and who takes it fast enough gets it all")
    func stop() throws {
        for isTaken in [true, false] {
            try withFullConnection { connection, waiting in
                connection.embeddedEventLoop.advanceTime(by: .seconds(10))
                connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                for _ in 1...3 {
                    waiting.byteCount -= isTaken ? 15_000 : 0
                    connection.embeddedEventLoop.advanceTime(by: .seconds(5))
                }
                #expect(connection.isActive == isTaken)
            }
        }
    }

    @Test("The server watches over each of its connections so")
    func wiring() {
        #expect(Server.handlers(idleTimeout: .seconds(60)).contains { $0 is AnswerPace })
    }
}
