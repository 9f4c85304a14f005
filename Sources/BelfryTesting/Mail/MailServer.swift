import Foundation
import Testing

/// Python with the providers' own libraries, which `Scripts/setup test` installs.
package enum TestTools {
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    package static let python = root.appending(path: ".build/test-tools/bin/python").path

    /// Starts a program whose first line tells its port.
    package static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> RunningTool {
        try RunningTool("env", arguments, environment: environment)
    }
}

/// A real mail server in a process of its own, with a certificate that its own root signed.
package struct MailServer: Sendable {
    package let port: Int
    package let trustedRoots: String
    private let tool: RunningTool

    /// One mail that it took.
    package struct Mail: Decodable, Sendable {
        package let sender: String
        package let recipients: [String]
        package let peer: Int
        package let tls: Bool
        package let user: String?
        package let raw: String
        package let headers: [String: String]
        package let type: String
        package let defects: [String]
        package let bodies: [String: String]
    }

    private struct Started: Decodable {
        let port: Int
    }

    package static func with(_ options: [String] = [], _ body: (MailServer) async throws -> Void) async throws {
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
    package func mail() async throws -> Mail {
        let line = try #require(await tool.line())
        return try JSONDecoder().decode(Mail.self, from: Data(line.utf8))
    }

    package func stop() async {
        await tool.kill()
    }
}
