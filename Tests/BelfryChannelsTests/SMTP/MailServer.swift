import BelfryTesting

@testable import BelfryChannels

extension MailServer {
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
