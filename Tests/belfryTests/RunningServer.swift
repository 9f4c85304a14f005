import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A `belfry serve` of its own process, on a port that was free.
final class RunningServer: Sendable {
    static let adminSecret = "an-admin-secret-for-tests-of-32-bytes"
    static let jwtSecret = "a-token-secret-for-tests-of-32-bytes!"

    private nonisolated(unsafe) let process: Process
    let address: String

    /// Starts a server and waits until it says that it listens.
    init(store: URL, _ arguments: [String] = [], environment: [String: String] = [:]) async throws {
        let settings = ["BELFRY_ADMIN_SECRET": Self.adminSecret, "BELFRY_JWT_SECRET": Self.jwtSecret, "BELFRY_LOG_LEVEL": "error"]
        process = try Program.make(
            ["serve", "--store", "sqlite:\(store.path)", "--port", "0"] + arguments, settings.merging(environment) { $1 })
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let line = await pipe.firstLine()
        address = try #require(line.split(separator: " ").last.map(String.init), "the server ended before it listened")
    }

    /// Ends it as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to stop.
    func terminate() {
        process.terminate()
    }

    /// Waits for its end, on a thread of its own.
    func exitStatus() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.process.waitUntilExit()
                continuation.resume(returning: self.process.terminationStatus)
            }
        }
    }

    struct Answer {
        let status: Int
        let text: String

        /// A value in the answer's object.
        func value(_ key: String) throws -> Any? {
            try (JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])?[key]
        }
    }

    func post(_ path: String, _ body: String, as headers: [(String, String)] = admin) async throws -> Answer {
        try await ask(.POST, path, body, headers)
    }

    func get(_ path: String, as headers: [(String, String)] = admin) async throws -> Answer {
        try await ask(.GET, path, nil, headers)
    }

    func ask(_ method: HTTPMethod, _ path: String, _ body: String?, _ headers: [(String, String)]) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await Self.client.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 24))
        return Answer(status: Int(response.status.code), text: text)
    }

    /// Gives up at once where nothing listens: the server may have been killed.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    static let admin = [("x-miya-admin-secret", adminSecret), ("content-type", "application/json")]
}

extension Pipe {
    /// What is written up to the first line feed, or to the end; the rest is read and dropped, so that the writer never waits.
    fileprivate func firstLine() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var line = Data()
                while let byte = try? self.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte[0] != UInt8(ascii: "\n") { line += byte }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
                while let rest = try? self.fileHandleForReading.read(upToCount: 4096), !rest.isEmpty {}
            }
        }
    }
}
