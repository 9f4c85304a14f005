import BelfryTesting
import Foundation
import Testing

/// A Chromium without a screen, driven by its own protocol over two pipes: requests go in, answers and events come out, each JSON before a zero byte.
///
/// One serves a whole run. It ends with the process that runs the tests, because the pipe that it reads ends then.
/// Source: the Chrome DevTools Protocol, and `--remote-debugging-pipe`, which reads the descriptor 3 and writes 4.
actor Chromium {
    /// What it says unasked, to one page.
    struct Event: Sendable {
        let session: String
        let method: String
        let values: JSON
    }

    /// What it says when it can't do what it was asked.
    struct Refusal: Error, CustomStringConvertible {
        let method: String
        let message: String

        var description: String { "\(method): \(message)" }
    }

    static let path = "/usr/bin/chromium"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    private static let running = Task { try Chromium() }

    static func shared() async throws -> Chromium { try await running.value }

    private let process: Process
    private let requests: FileHandle
    private var requestCount = 0
    private var waiting: [Int: (method: String, continuation: CheckedContinuation<JSON, any Error>)] = [:]
    /// Of each page, who wants to know of its events.
    private var listeners: [String: AsyncStream<Event>.Continuation] = [:]
    private var hasEnded = false

    private init() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Foundation hands on no descriptors but the first three, so a shell moves them.
        process.arguments = ["-c", #"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"#, Self.path] + Self.switches
        let (input, output) = (Pipe.uninherited(), Pipe.uninherited())
        process.standardInput = input
        process.standardOutput = output
        requests = input.fileHandleForWriting
        try process.start()
        let handle = output.fileHandleForReading
        // On a thread of its own, because reading waits; one message after the other, as they came.
        let (messages, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            var message = Data()
            while case let chunk = handle.availableData, !chunk.isEmpty {
                var rest = chunk[...]
                while let end = rest.firstIndex(of: 0) {
                    continuation.yield(message + rest[..<end])
                    message = Data()
                    rest = rest[(end + 1)...]
                }
                message += rest
            }
            continuation.finish()
        }
        Task {
            for await message in messages { await self.take(message) }
            await self.end()
        }
    }

    private static var switches: [String] {
        let name = "belfry-chromium-\(ProcessInfo.processInfo.processIdentifier)"
        let profile = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        return [
            "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile.path)", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars",
            "--lang=en", "--force-color-profile=srgb",
        ] + (geteuid() == 0 ? ["--no-sandbox"] : [])
    }

    // MARK: Requests

    /// Asks for something, and gives the result.
    ///
    /// - Parameter name: what a refusal calls it; nil for the method.
    /// - Throws: ``Refusal``, also where whoever asks is cancelled before the answer is there, as by a time limit.
    @discardableResult
    func ask(_ method: String, _ values: JSON = [:], session: String? = nil, as name: String? = nil) async throws -> JSON {
        let name = name ?? method
        guard !hasEnded else { throw Refusal(method: name, message: "Chromium has ended") }
        requestCount += 1
        let id = requestCount
        var request: [String: JSON] = ["id": .number(Double(id)), "method": .text(method), "params": values]
        if let session { request["sessionId"] = .text(session) }
        let line = Data(JSON.object(request).sent.utf8) + [0]
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting[id] = (name, continuation)
                do {
                    try requests.write(contentsOf: line)
                } catch {
                    waiting.removeValue(forKey: id)
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: Int) {
        guard let (name, continuation) = waiting.removeValue(forKey: id) else { return }
        continuation.resume(throwing: Refusal(method: name, message: "cancelled before it was answered"))
    }

    /// The events of a page, from now on.
    func events(of session: String) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        listeners[session] = continuation
        return stream
    }

    func forget(_ session: String) {
        listeners.removeValue(forKey: session)?.finish()
    }

    // MARK: Answers

    private func take(_ message: Data) {
        guard let answer = try? JSON(parsing: String(decoding: message, as: UTF8.self)) else { return }
        if case .number(let number) = answer["id"], let (method, continuation) = waiting.removeValue(forKey: Int(number)) {
            if let error = answer["error"] {
                continuation.resume(throwing: Refusal(method: method, message: error["message"]?.string ?? error.sent))
            } else {
                continuation.resume(returning: answer["result"] ?? [:])
            }
        } else if let method = answer["method"]?.string, let session = answer["sessionId"]?.string {
            listeners[session]?.yield(Event(session: session, method: method, values: answer["params"] ?? [:]))
        }
    }

    private func end() {
        hasEnded = true
        for (method, continuation) in waiting.values { continuation.resume(throwing: Refusal(method: method, message: "Chromium has ended")) }
        waiting = [:]
        for listener in listeners.values { listener.finish() }
    }
}
