import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A `belfry serve` of its own process, on a port that was free.
final class RunningServer: Sendable {
    static let adminSecret = "an-admin-secret-for-tests-of-32-bytes"
    static let jwtSecret = "a-token-secret-for-tests-of-32-bytes!"

    let program: RunningProgram
    let store: URL
    let address: String

    /// Starts a server and waits until it says that it listens.
    ///
    /// - Parameter database: where it keeps everything instead, as a setting says it.
    init(store: URL, database: String? = nil, _ arguments: [String] = [], environment: [String: String] = [:]) async throws {
        let settings = ["BELFRY_ADMIN_SECRET": Self.adminSecret, "BELFRY_JWT_SECRET": Self.jwtSecret, "BELFRY_LOG_LEVEL": "error"]
        self.store = store
        program = try RunningProgram(
            ["serve", "--store", database ?? "sqlite:\(store.path)", "--port", "0"] + arguments, environment: settings.merging(environment) { $1 })
        let line = await program.output.line()
        address = try #require(line?.split(separator: " ").last.map(String.init), "the server ended before it listened")
    }

    /// A server that some other command has started.
    init(_ program: RunningProgram, store: URL, address: some StringProtocol) {
        self.program = program
        self.store = store
        self.address = String(address)
    }

    /// Ends it as a power cut would.
    func kill() {
        program.kill()
    }

    /// Asks it to stop.
    func terminate() {
        program.terminate()
    }

    /// Waits for its end.
    func exitStatus() async -> Int32 {
        await program.exitStatus()
    }

    /// Asks it to stop, and sees that it does.
    func stop() async {
        terminate()
        #expect(await exitStatus() == 0, "a server that is asked to stop ends well")
    }

    // MARK: Requests

    struct Answer {
        let status: Int
        let headers: HTTPHeaders
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
        let response = try await respond(method, path, body, headers)
        let text = String(buffer: try await response.body.collect(upTo: 1 << 24))
        return Answer(status: Int(response.status.code), headers: response.headers, text: text)
    }

    /// Opens a stream of server-sent events.
    func events(_ path: String, as headers: [(String, String)]) async throws -> ServerSentEvents {
        let response = try await respond(.GET, path, nil, headers)
        #expect(response.status == .ok)
        return ServerSentEvents(response)
    }

    private func respond(_ method: HTTPMethod, _ path: String, _ body: String?, _ headers: [(String, String)]) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        return try await Self.client.execute(request, timeout: .seconds(60))
    }

    /// Gives up at once where nothing listens: the server may have been killed.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    // MARK: Who asks

    static let admin = [("x-miya-admin-secret", adminSecret), ("content-type", "application/json")]

    static func bearer(_ token: String) -> [(String, String)] {
        [("authorization", "Bearer \(token)"), ("content-type", "application/json")]
    }

    /// A link by which a person signs in, as the command makes it.
    func loginLink(for user: String) async throws -> String {
        let made = try await Program.run(
            "login-link", user, "--store", "sqlite:\(store.path)", "--base", address, environment: ["BELFRY_JWT_SECRET": Self.jwtSecret])
        #expect(made.status == 0, "\(made.errors)")
        return try #require(made.lines.first)
    }

    /// Asks as a person, with the token of their link.
    func person(_ user: String) async throws -> [(String, String)] {
        Self.bearer(try #require(try await loginLink(for: user).split(separator: "=").last.map(String.init)))
    }

    /// Signs in to the pages, and gives what the browser then sends.
    func signIn(byLink link: String) async throws -> [(String, String)] {
        #expect(link.hasPrefix(address))
        let asked = try await get(String(link.dropFirst(address.count)), as: [])
        let mark = try #require(asked.headers.first(name: "set-cookie")?.split(separator: ";").first)
        let formToken = try #require(asked.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)?.output.1)
        let token = try #require(link.split(separator: "=").last)
        let answer = try await post("/login", "form_token=\(formToken)&token=\(token)", as: [("cookie", String(mark))])
        #expect(answer.status == 303)
        #expect(answer.headers["location"] == ["/"])
        let cookie = try #require(answer.headers.first(name: "set-cookie")?.split(separator: ";").first)
        return [("cookie", String(cookie))]
    }

    // MARK: The worker

    struct Counts: Decodable, Equatable {
        var processed = 0
        var sent = 0
        var skipped = 0
        var failed = 0
    }

    /// Has the worker do one batch.
    func process(_ arguments: String = "{}") async throws -> Counts {
        let answer = try await post("/functions/v1/process_notifications", arguments)
        #expect(answer.status == 200)
        #expect(try answer.value("ok") as? Bool == true)
        return try JSONDecoder().decode(Counts.self, from: Data(answer.text.utf8))
    }

    /// Asks, one request after the other, until nothing waits and nothing is being sent.
    func drain() async throws {
        let isEmpty = { (page: String) in
            ["pending", "sending"].allSatisfy { page.contains("belfry_queue_depth{status=\"\($0)\"} 0\n") }
        }
        while !isEmpty(try await get("/metrics").text) {}
    }

    /// Asks until nothing is due and nothing is being sent; what is held for somebody's night may go on waiting.
    func drainDue() async throws {
        let isIdle = { (page: String) in
            page.contains("belfry_queue_depth{status=\"sending\"} 0\n") && page.contains("belfry_queue_oldest_due_age_seconds 0.0\n")
        }
        while !isIdle(try await get("/metrics").text) {}
    }

    /// Asks until its worker has looked for work.
    func becomeReady() async throws {
        while try await get("/ready").status != 200 {}
    }
}

/// Gives a test a server with a store of its own, which ends well afterwards.
func withServer(
    _ arguments: String..., environment: [String: String] = [:], _ body: (RunningServer, StoreFile) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), arguments, environment: environment)
        try await body(server, try StoreFile(server.store))
        await server.stop()
    }
}
