import BelfryClient
import Foundation
import Synchronization

/// A transport that answers what a test has written down, one after the other, and remembers what went out.
final class Script: Transport {
    enum Line: Sendable {
        case answer(Int, String, [String: String])
        /// The connection breaks before an answer comes.
        case cut
        /// An answer that comes in these pieces, and then ends or breaks off.
        case pieces([String], breaksOff: Bool)

        static func answer(_ status: Int = 200, _ body: String = "{}") -> Line { .answer(status, body, [:]) }
    }

    struct Cut: Error {}

    struct Sent: Sendable {
        let line: String
        let headers: [String: String]
        let body: String
    }

    private let lines: Mutex<[Line]>
    private let requests = Mutex<[Sent]>([])
    private let waited = Mutex<[Duration]>([])

    init(_ lines: Line...) { self.lines = Mutex(lines) }

    /// What went out, in its order.
    var sent: [Sent] { requests.withLock { $0 } }
    /// How long was waited between attempts.
    var pauses: [Duration] { waited.withLock { $0 } }

    func answer(to request: ClientRequest) async throws -> ClientAnswer {
        var body = Data()
        switch request.body {
        case .none: break
        case .bytes(let bytes): body = bytes
        case .pieces(let write): try await write { body.append($0) }
        }
        let address = request.url.absoluteString.dropFirst("https://belfry.example.org".count)
        let sent = Sent(line: "\(request.method.rawValue) \(address)", headers: request.headers, body: String(decoding: body, as: UTF8.self))
        requests.withLock { $0.append(sent) }
        let line = lines.withLock { $0.isEmpty ? .cut : $0.removeFirst() }
        switch line {
        case .cut: throw Cut()
        case .answer(let status, let text, let headers): return ClientAnswer(status: status, headers: headers, body: Data(text.utf8))
        case .pieces(let pieces, let breaksOff):
            let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            for piece in pieces { continuation.yield(Data(piece.utf8)) }
            continuation.finish(throwing: breaksOff ? Cut() : nil)
            return ClientAnswer(status: 200, headers: [:], body: stream)
        }
    }

    /// An app that asks it, without ever waiting.
    func app(retries: RetryRule = RetryRule()) -> AppClient {
        AppClient(server: server, key: "bk_test", transport: self, retries: retries, machine: machine)
    }

    /// A person who does.
    func person(retries: RetryRule = RetryRule()) -> PersonClient {
        PersonClient(server: server, transport: self, retries: retries, machine: machine) { "token" }
    }

    private var server: URL { URL(string: "https://belfry.example.org/")! }

    private var machine: ClientMachine {
        ClientMachine(sleep: { pause in self.waited.withLock { $0.append(pause) } }, dice: { 1 << 63 })
    }
}
