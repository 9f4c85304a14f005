import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("One exchange over HTTP", .timeLimit(.minutes(10)))
struct HTTPExchangeTests {
    private typealias Answer = Result<ProviderResponse, HTTPExchange.Failure>

    private func exchange(
        _ url: String, guarded: NetworkGuard? = nil, trustedRoots: String? = nil, timeout: Duration = .seconds(1)
    ) async -> Answer {
        let exchange = HTTPExchange(trustedRoots: trustedRoots, guarded: guarded)
        let request = ProviderRequest(url: url, headers: [:], body: "Hello")
        let answer: Answer
        do throws(HTTPExchange.Failure) {
            answer = .success(try await exchange.exchange(request, timeout: timeout))
        } catch {
            answer = .failure(error)
        }
        await exchange.shutdown()
        return answer
    }

    private func label(_ answer: Answer) -> String {
        switch answer {
        case .success: "answered"
        case .failure(.notSent): "not_sent"
        case .failure(.crowded): "crowded"
        case .failure(.refused): "refused"
        case .failure(.answerLost): "answer_lost"
        }
    }

    @Test("An answer comes as it was given")
    func answered() async throws {
        try await LoopbackServer.with({ .response(status: 201, body: String(decoding: $0.body, as: UTF8.self)) }) { server in
            let response = try await exchange(server.address + "/hook").get()
            #expect(response.status == 201 && response.body == Array("Hello".utf8))
        }
    }

    @Test("Nothing is sent to a server that speaks nothing newer than TLS 1.1", arguments: [(false, "answered"), (true, "not_sent")])
    func outdated(isOutdated: Bool, expected: String) async throws {
        let certificate = try ServerCertificate()
        try await LoopbackServer.with(certificate: certificate, isOutdated: isOutdated, { _ in .response(status: 201) }) { server in
            let result = await exchange(server.address + "/hook", trustedRoots: certificate.certificatePath, timeout: .seconds(20))
            #expect(label(result) == expected)
        }
    }

    @Test("A body that comes to a standstill holds nobody: the status says what became of the request")
    func standstill() async throws {
        try await LoopbackServer.with({ _ in .standstill(status: 201, body: "H") }) { server in
            let response = try await exchange(server.address + "/hook").get()
            #expect(response.status == 201 && response.body.isEmpty)
        }
    }

    @Test("A stranger who lets an answer drip is not waited for until the exchange's own time is over")
    func drip() async throws {
        try await LoopbackServer.with({ _ in .standstill(status: 201, body: "H") }) { server in
            let networkGuard = NetworkGuard(trustedHosts: ["push.example"]) { _ in ["127.0.0.1"] }
            let exchange = HTTPExchange(guarded: networkGuard, limits: HTTPExchange.Limits(strangersBodyTimeout: .milliseconds(50)))
            let request = ProviderRequest(url: "http://push.example:\(server.port)/hook", headers: [:], body: "Hello")
            // Longer than this test may take.
            let status = try await exchange.exchange(request, timeout: .seconds(600)).status
            #expect(status == 201)
            await exchange.shutdown()
        }
    }

    @Test("Where no answer comes in time the request may have been taken")
    func silence() async throws {
        let gate = Gate()
        let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer = { _ in
            await gate.wait()
            return .close
        }
        try await LoopbackServer.with(answer) { server in
            let result = await exchange(server.address + "/hook")
            gate.open()
            #expect(label(result) == "answer_lost")
        }
    }

    @Test("What waited in vain for a connection of ours was not tried, and is the fault of nobody")
    func crowded() async throws {
        let gate = Gate()
        let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer = { _ in
            await gate.wait()
            return .response(status: 200)
        }
        try await LoopbackServer.with(answer) { server in
            let exchange = HTTPExchange(limits: HTTPExchange.Limits(connectionCountMax: 1, connectTimeout: .seconds(1)))
            let request = ProviderRequest(url: server.address + "/hook", headers: [:], body: "Hello")
            async let first = exchange.exchange(request, timeout: .seconds(30))
            await gate.untilSomebodyComes()
            let sender = HTTPSender(Posting(address: server.address), over: exchange, protection: ProviderProtection())
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result.outcome.label == "not_tried" && result.outcome.why?.hasPrefix("no_free_connection: ") == true)
            gate.open()
            let status = try await first.status
            #expect(status == 200)
            let next = await sender.send(.toPhone(), now: .noon)
            #expect(next.outcome == .delivered, "nobody else is held back for it")
            await exchange.shutdown()
        }
    }

    /// Posts to an address, and takes every answer for success.
    private struct Posting: ProviderDialect {
        let address: String

        var provider: Provider { .webhook }
        var timeout: Duration { .seconds(30) }

        func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
            ProviderRequest(url: address + "/hook", headers: [:], body: "Hello")
        }

        func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult { SendResult(.delivered) }
    }

    @Test("A name that nobody resolves holds nobody: the request never left")
    func unresolved() async {
        let (names, resolver) = AsyncStream.makeStream(of: [String].self)
        let result = await exchange("http://slow.example/hook", guarded: NetworkGuard(trustedHosts: []) { _ in await names.first { _ in true } ?? [] })
        resolver.finish()
        #expect(label(result) == "not_sent")
    }

    @Test("What is under way to a host that moves meanwhile still gets its answer")
    func moved() async throws {
        let gate = Gate()
        let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer = { _ in
            await gate.wait()
            return .response(status: 200)
        }
        // Nobody listens at the second place.
        let places = Mutex(["127.0.0.1", "127.0.0.9"])
        let networkGuard = NetworkGuard(trustedHosts: ["push.example"]) { _ in [places.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }] }
        try await LoopbackServer.with(answer) { server in
            let exchange = HTTPExchange(guarded: networkGuard)
            let request = ProviderRequest(url: "http://push.example:\(server.port)/hook", headers: [:], body: "Hello")
            async let first = exchange.exchange(request, timeout: .seconds(30))
            await gate.untilSomebodyComes()
            await #expect(throws: HTTPExchange.Failure.self) { try await exchange.exchange(request, timeout: .seconds(30)) }
            gate.open()
            let status = try await first.status
            #expect(status == 200)
            await exchange.shutdown()
        }
    }

    @Test("A name with an address at which nobody listens is reached at its other one the next time")
    func otherAddress() async throws {
        let networkGuard = NetworkGuard(trustedHosts: ["push.example"]) { _ in ["127.0.0.9", "127.0.0.1"] }
        try await LoopbackServer.with({ _ in .response(status: 201) }) { server in
            let exchange = HTTPExchange(guarded: networkGuard)
            let request = ProviderRequest(url: "http://push.example:\(server.port)/hook", headers: [:], body: "Hello")
            await #expect(throws: HTTPExchange.Failure.self) { try await exchange.exchange(request, timeout: .seconds(30)) }
            let status = try await exchange.exchange(request, timeout: .seconds(30)).status
            #expect(status == 201)
            await exchange.shutdown()
        }
    }

    /// Answers whatever comes, and tells when the connection has ended.
    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let ended: Gate

        init(ended: Gate) {
            self.ended = ended
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n")), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            ended.open()
            context.fireChannelInactive()
        }
    }

    @Test("A connection that isn’t shared is given up before its server ends it, so that no request meets its end")
    func rest() async throws {
        #expect(HTTPExchange.Limits().unsharedRestMax < .seconds(5))
        let ended = Gate()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Answerer(ended: ended)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        let exchange = HTTPExchange(isMultiplexed: false, limits: HTTPExchange.Limits(unsharedRestMax: .milliseconds(50)))
        let request = ProviderRequest(method: "GET", url: "http://127.0.0.1:\(port)/hook", headers: [:], body: [])
        let status = try await exchange.exchange(request, timeout: .seconds(30)).status
        #expect(status == 204)
        await ended.wait()
        await exchange.shutdown()
        try? await channel.close()
    }

    /// Takes connections, and resets each at its first word.
    private final class Resetter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            context.close(promise: nil)
        }
    }

    @Test("What is reset while TLS is agreed on was not taken; what is reset later may have been", arguments: [("https", "not_sent"), ("http", "answer_lost")])
    func reset(scheme: String, expected: String) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Resetter()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        let result = await exchange("\(scheme)://127.0.0.1:\(port)/hook")
        try? await channel.close()
        #expect(label(result) == expected)
    }

    @Test(
        "A stream that was refused was not looked at; one that ended in another way may have been",
        arguments: [(HTTP2ErrorCode.refusedStream, "not_sent"), (.cancel, "answer_lost"), (.internalError, "answer_lost")])
    func stream(code: HTTP2ErrorCode, expected: String) {
        let error = NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: code)
        #expect(label(.failure(HTTPExchange.failure(error, isUnsent: false))) == expected)
    }
}
