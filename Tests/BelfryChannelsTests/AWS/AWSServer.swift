import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

/// SES and SNS in a process of its own, played by moto, which checks signatures and rights.
struct AWSServer: Sendable {
    struct Keys: Decodable, Sendable {
        let id: String
        let secret: String
    }

    private struct Started: Decodable {
        let port: Int
        let sender: Keys
        let nobody: Keys
    }

    private let started: Started
    private let tool: RunningTool

    /// Who may do everything.
    var sender: Keys { started.sender }
    /// Who may do nothing.
    var nobody: Keys { started.nobody }

    static func with(_ body: (AWSServer) async throws -> Void) async throws {
        let script = TestTools.root.appending(path: "Tests/BelfryChannelsTests/Counterparts/aws_server.py").path
        let tool = try TestTools.start([TestTools.python, script])
        let line = try #require(await tool.line(), "moto didn't start; `Scripts/setup test` installs what it needs")
        try await body(AWSServer(started: try JSONDecoder().decode(Started.self, from: Data(line.utf8)), tool: tool))
        await tool.kill()
    }

    /// What it took next, as it keeps it.
    func taken() async throws -> String {
        try #require(await tool.line())
    }

    func account(_ keys: Keys) throws -> AWSAccount {
        try AWSAccount(
            region: "eu-central-1", accessKeyID: keys.id, secretAccessKey: Secret(.text(keys.secret)), endpoint: "http://127.0.0.1:\(started.port)")
    }

    func send<Dialect: ProviderDialect>(_ notification: OutgoingNotification, in dialect: Dialect, for account: AWSAccount, now: Instant) async -> SendResult {
        let exchange = HTTPExchange()
        let sender = HTTPSender(dialect, over: exchange, authorizations: AWSAuthorization(account), protection: ProviderProtection())
        let result = await sender.send(notification, now: now)
        await exchange.shutdown()
        return result
    }
}
