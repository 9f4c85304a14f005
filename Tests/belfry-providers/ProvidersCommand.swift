import BelfryProviders
import BelfrySystem
import BelfryTime
import Crypto
import Foundation

/// Stands in for Apple, Google, Meta, ntfy, Telegram, chat rooms, Matrix, Twilio and SendGrid on this machine, so that a newcomer sees every channel work
/// without an account.
///
/// Its first line is JSON: the settings under which Belfry reaches it. Then a line follows for each notification that one of them took,
/// with its provider, its name there, to whom, and what was sent.
@main
struct ProvidersCommand {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let folder = CommandLine.arguments.last, !folder.hasPrefix("-") else {
            print("usage: belfry-providers FOLDER\n\nRuns stand-ins of the providers until it is stopped; keys that they give out are kept in FOLDER.")
            exit(CommandLine.arguments.dropFirst().first == "--help" ? 0 : 64)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await Providers(folder: folder).run()
    }
}

/// Every stand-in, with what they took in one log.
private struct Providers {
    let folder: String
    let log = ProviderLog()
    let now: @Sendable () -> Int64 = { Instant.systemNow().secondsSinceEpoch }

    func run() async throws {
        let certificate = try ServerCertificate()
        let apple = APNsSimulator(log: log, now: now)
        let applePort = try await apple.start(certificate)
        let google = try FCMSimulator(log: log, now: now)
        let meta = WhatsAppSimulator(templates: ["belfry_notice": .init(languages: ["en_US"], placeCount: 2)], log: log, now: now)
        let ntfy = NtfySimulator(log: log)
        let telegram = TelegramSimulator(log: log, now: now)
        let chat = ChatSimulator(log: log)
        let matrix = MatrixSimulator(log: log)
        let twilio = TwilioSimulator(log: log, now: now)
        let voice = VoiceSimulator(log: log)
        let sendGridKey = "SG.stand-in"
        try await google.with { googleServer in
            let googleAddress = googleServer.address
            try await meta.listen { metaEndpoint in
                try await ntfy.listen { ntfyAddress in
                    try await telegram.listen { telegramEndpoint in
                        try await chat.listen { chatAddress in
                            try await matrix.listen { homeserver in
                                try await twilio.listen(beside: voice) { twilioEndpoint in
                                    try await SendGridSimulator.with(apiKey: sendGridKey, log: log) { sendGrid in
                                        var settings = try appleSettings(apple, certificate, port: applePort)
                                        settings.merge(try googleSettings(google, at: googleAddress)) { $1 }
                                        settings.merge(messageSettings(metaEndpoint: metaEndpoint, twilioEndpoint: twilioEndpoint)) { $1 }
                                        settings.merge(["ntfy_url": ntfyAddress, "ntfy_token": NtfySimulator.token]) { $1 }
                                        settings.merge(telegramSettings(telegramEndpoint)) { $1 }
                                        settings.merge(["chat": "true", "chat_trusted_origins": chatAddress]) { $1 }
                                        settings.merge(matrixSettings(homeserver)) { $1 }
                                        settings.merge(["sendgrid_api_key": sendGridKey, "sendgrid_endpoint": sendGrid.endpoint]) { $1 }
                                        settings["email_from"] = "belfry@example.org"
                                        try await tell(settings)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Settings

    private func appleSettings(_ apple: APNsSimulator, _ certificate: ServerCertificate, port: Int) throws -> [String: String] {
        [
            "apns_key_file": try keep(apple.signingKey.pemRepresentation, in: "apns.p8"), "apns_key_id": apple.keyID, "apns_team_id": apple.teamID,
            "apns_topic": apple.topic, "apns_endpoint": "localhost:\(port)", "apns_sandbox_endpoint": "localhost:\(port)",
            "apns_token_file": folder + "/apns-token.json", "provider_trusted_roots": certificate.certificatePath,
        ]
    }

    private func googleSettings(_ google: FCMSimulator, at address: String) throws -> [String: String] {
        [
            "fcm_service_account_file": try keep(google.serviceAccount, in: "fcm.json"), "fcm_endpoint": address,
            "fcm_token_endpoint": address + "/token",
        ]
    }

    private func messageSettings(metaEndpoint: String, twilioEndpoint: String) -> [String: String] {
        [
            "whatsapp_phone_number_id": WhatsAppSimulator.phoneNumberID, "whatsapp_token": WhatsAppSimulator.token,
            "whatsapp_app_secret": WhatsAppSimulator.appSecret, "whatsapp_verify_token": WhatsAppSimulator.verifyToken,
            "whatsapp_templates": "default=belfry_notice/en_US/title,body", "whatsapp_endpoint": metaEndpoint,
            "twilio_account_sid": TwilioSimulator.accountSID, "twilio_auth_token": TwilioSimulator.authToken, "twilio_from": TwilioSimulator.number,
            "twilio_voice_from": VoiceSimulator.number, "twilio_endpoint": twilioEndpoint,
        ]
    }

    private func telegramSettings(_ endpoint: String) -> [String: String] {
        [
            "telegram_token": TelegramSimulator.token, "telegram_bot": TelegramSimulator.bot, "telegram_webhook_secret": TelegramSimulator.webhookSecret,
            "telegram_endpoint": endpoint,
        ]
    }

    private func matrixSettings(_ homeserver: String) -> [String: String] {
        ["matrix_homeserver": homeserver, "matrix_user": MatrixSimulator.user, "matrix_access_token": MatrixSimulator.token]
    }

    /// A secret in a file that nobody else reads.
    private func keep(_ secret: String, in name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        guard FileManager.default.createFile(atPath: path, contents: Data(secret.utf8), attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteNoPermission)
        }
        return path
    }

    // MARK: Telling

    /// Says the settings, and then what is taken, for as long as the process runs.
    private func tell(_ settings: [String: String]) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        say(String(decoding: try encoder.encode(settings), as: UTF8.self))
        var toldCount = 0
        while true {
            await log.wait(forCount: toldCount + 1)
            let entries = log.entries
            for entry in entries[toldCount...] {
                let line = ["provider": entry.provider, "name": entry.name, "address": entry.address, "body": entry.body]
                say(String(decoding: try encoder.encode(line), as: UTF8.self))
            }
            toldCount = entries.count
        }
    }

    private func say(_ line: String) {
        print(line)
        // Standard output is a pipe: say it now, not when a buffer is full.
        fflush(nil)
    }
}
