import BelfryModel
import Foundation
import Synchronization

/// Asks one server as one caller: shows who asks, tries again where that may help, and reads answers and errors.
struct Caller: Sendable {
    let server: URL
    let credential: @Sendable () async throws -> String
    let transport: any Transport
    let retries: RetryRule
    let machine: ClientMachine
    /// In which errors and reasons are worded.
    let language: Language?

    /// Much more than any answer that is read as a whole.
    static let answerByteCountMax = 16 << 20

    /// - Throws: ``BelfryError``, what the credential or a sequence that is sent throws, or `CancellationError`.
    func ask<Answer: Decodable>(_ call: Call, for type: Answer.Type = Answer.self) async throws -> Answer {
        let (status, bytes) = try await repeating(call) { answer in (answer.status, try await Self.whole(answer)) }
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw BelfryError(.unreadableAnswer, "The server's answer can't be read. Is this client older than the server?", status: status, cause: error)
        }
    }

    /// Of what answers no more than that it is done.
    func ask(_ call: Call) async throws {
        _ = try await repeating(call) { try await Self.whole($0) }
    }

    /// Begins an answer that is read as it comes.
    func open(_ call: Call) async throws -> ClientAnswer {
        try await repeating(call) { $0 }
    }

    private func repeating<Value>(_ call: Call, _ read: (ClientAnswer) async throws -> Value) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await read(try await once(call))
            } catch let error as BelfryError {
                // What came out of a sequence was gone through, and a second try would bring nothing.
                if case .pieces = call.body { throw error }
                let pause = retries.pause(after: error, attempt: attempt, isRepeatable: call.isRepeatable, dice: machine.dice())
                guard let pause else { throw error }
                try await machine.sleep(pause)
                attempt += 1
            }
        }
    }

    private func once(_ call: Call) async throws -> ClientAnswer {
        let answer = try await attempt(call)
        guard (200..<300).contains(answer.status) else { throw try await Self.problem(in: answer) }
        return answer
    }

    /// Asks once, whatever the answer is.
    func attempt(_ call: Call) async throws -> ClientAnswer {
        var headers = call.headers
        headers["Authorization"] = "Bearer \(try await credential())"
        headers["Accept"] = headers["Accept"] ?? "application/json"
        // Said always: a transport may say something by itself, as the language of the machine.
        headers["Accept-Language"] = (language ?? .english).rawValue
        try Self.check(headers)
        let source = BodySource()
        let request = ClientRequest(method: call.method, url: try call.address(at: server), headers: headers, body: source.watched(call.body))
        do {
            return try await Self.reading { try await transport.answer(to: request) }
        } catch {
            throw source.failure ?? error
        }
    }

    /// What ends a line would begin another header, as of a key that is made of what somebody typed (RFC 9110, section 5.5).
    ///
    /// - Throws: ``BelfryError`` with `unusable_name`, which names the header and not what stands in it: that may be a key.
    private static func check(_ headers: [String: String]) throws {
        for (name, value) in headers where value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw BelfryError(.unusableName, "What “\(name)” was to say has a line break or another control character. Leave it out.", field: name)
        }
    }

    /// Says of what a transport throws that the connection was lost, but for cancellation.
    private static func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as BelfryError {
            throw error
        } catch {
            try Task.checkCancellation()
            if error is CancellationError { throw error }
            throw BelfryError(.connectionLost, "No answer came from the server. Is it there, and is there a line?", cause: error)
        }
    }

    static func whole(_ answer: ClientAnswer, upTo byteCountMax: Int = answerByteCountMax) async throws -> Data {
        try await reading {
            var bytes = Data()
            for try await piece in answer.body {
                bytes.append(piece)
                guard bytes.count <= byteCountMax else {
                    throw BelfryError(.unreadableAnswer, "The server's answer doesn't end.", status: answer.status)
                }
            }
            return bytes
        }
    }

    private static func problem(in answer: ClientAnswer) async throws -> BelfryError {
        struct Problem: Decodable {
            struct Error: Decodable {
                let code: OpenValue<ErrorCode>
                let message: String
                let field: String?
            }
            let error: Error
        }
        let bytes = try await whole(answer)
        let retryAfter = answer.header("Retry-After").flatMap { Int($0) }.map { Duration.seconds(max(0, $0)) }
        guard let error = try? JSONDecoder().decode(Problem.self, from: bytes).error else {
            return BelfryError(
                code: OpenValue(.unreadableAnswer), message: "Something answered with \(answer.status) that isn't Belfry. Look at what stands before it.",
                status: answer.status, retryAfter: retryAfter)
        }
        return BelfryError(code: error.code, message: error.message, field: error.field, status: answer.status, retryAfter: retryAfter)
    }
}

/// Tells what an app's own sequence throws while it is sent from what the connection does.
private final class BodySource: Sendable {
    private let thrown = Mutex<(any Error)?>(nil)

    /// Nil where all that was to be sent could be had.
    var failure: (any Error)? { thrown.withLock { $0 } }

    func watched(_ body: ClientRequest.Body) -> ClientRequest.Body {
        guard case .pieces(let pieces) = body else { return body }
        return .pieces { [self] write in
            var isWriting = false
            do {
                try await pieces { piece in
                    isWriting = true
                    try await write(piece)
                    isWriting = false
                }
            } catch {
                if !isWriting { thrown.withLock { $0 = error } }
                throw error
            }
        }
    }
}
