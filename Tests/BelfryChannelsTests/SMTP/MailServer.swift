import BelfryTesting
import Foundation
import Testing

@testable import BelfryChannels

/// A real mail server in a process of its own, with a certificate that its own root signed.
struct MailServer: Sendable {
    let port: Int
    let trustedRoots: String
    private let tool: RunningTool

    /// One mail that it took.
    struct Mail: Decodable, Sendable {
        let sender: String
        let recipients: [String]
        let peer: Int
        let tls: Bool
        let user: String?
        let raw: String
        let headers: [String: String]
        let type: String
        let defects: [String]
        let bodies: [String: String]
    }

    private struct Started: Decodable {
        let port: Int
    }

    static func with(_ options: [String] = [], _ body: (MailServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appending(path: "certificate.pem").path, folder.appending(path: "key.pem").path)
        try await Tool.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate, environment: [:])
        let script = TestTools.root.appending(path: "Tests/BelfryChannelsTests/Counterparts/mail_server.py").path
        let tool = try TestTools.start([TestTools.python, script, certificate, key] + options)
        let line = try #require(await tool.line(), "the mail server didn't start; `Scripts/setup test` installs what it needs")
        let started = try JSONDecoder().decode(Started.self, from: Data(line.utf8))
        try await body(MailServer(port: started.port, trustedRoots: certificate, tool: tool))
        await tool.kill()
    }

    /// The next mail that it took.
    func mail() async throws -> Mail {
        let line = try #require(await tool.line())
        return try JSONDecoder().decode(Mail.self, from: Data(line.utf8))
    }

    func stop() async {
        await tool.kill()
    }

    func settings(
        _ security: SMTPSettings.Security = .startTLS, login: SMTPSettings.Login? = nil, connectionCount: Int = 1, trustsIt: Bool = true
    ) throws -> SMTPSettings {
        try SMTPSettings(
            host: "127.0.0.1", port: port, security: security, login: login, connectionCount: connectionCount, helloName: "belfry.example",
            trustedRoots: trustsIt ? trustedRoots : nil)
    }

    /// Sends over connections that are closed at the end.
    func withSender(
        _ security: SMTPSettings.Security = .startTLS, login: SMTPSettings.Login? = nil, connectionCount: Int = 1, trustsIt: Bool = true,
        _ body: (SMTPSender) async throws -> Void
    ) async throws {
        let sender = SMTPSender(
            try settings(security, login: login, connectionCount: connectionCount, trustsIt: trustsIt), composer: EmailComposer(try .example()),
            protection: ProviderProtection())
        defer { sender.close() }
        try await body(sender)
    }
}
