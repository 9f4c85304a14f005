import BelfryPorts
import BelfryProviders
import BelfryTesting
import Testing

@testable import BelfryChannels

@Suite("One exchange over HTTP", .timeLimit(.minutes(1)))
struct HTTPExchangeTests {
    private typealias Answer = Result<ProviderResponse, HTTPExchange.Failure>

    private func exchange(_ url: String, guarded: NetworkGuard? = nil) async -> Answer {
        let exchange = HTTPExchange(guarded: guarded)
        let request = ProviderRequest(url: url, headers: [:], body: "Hello")
        let answer: Answer
        do throws(HTTPExchange.Failure) {
            answer = .success(try await exchange.exchange(request, timeout: .seconds(1)))
        } catch {
            answer = .failure(error)
        }
        await exchange.shutdown()
        return answer
    }

    @Test("An answer comes as it was given")
    func answered() async throws {
        try await LoopbackServer.with({ .response(status: 201, body: String(decoding: $0.body, as: UTF8.self)) }) { server in
            let response = try await exchange(server.address + "/hook").get()
            #expect(response.status == 201 && response.body == Array("Hello".utf8))
        }
    }

    @Test("A body that comes to a standstill holds nobody: the status says what became of the request")
    func standstill() async throws {
        try await LoopbackServer.with({ _ in .standstill(status: 201, body: "H") }) { server in
            let response = try await exchange(server.address + "/hook").get()
            #expect(response.status == 201 && response.body.isEmpty)
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
            let isLost = if case .failure(.answerLost) = result { true } else { false }
            #expect(isLost)
        }
    }

    @Test("A name that nobody resolves holds nobody: the request never left")
    func unresolved() async {
        let (names, resolver) = AsyncStream.makeStream(of: [String].self)
        let result = await exchange("http://slow.example/hook", guarded: NetworkGuard(trustedHosts: []) { _ in await names.first { _ in true } ?? [] })
        resolver.finish()
        let isUnsent = if case .failure(.notSent) = result { true } else { false }
        #expect(isUnsent)
    }
}
