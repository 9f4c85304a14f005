import BelfryChannels
import BelfryModel
import Foundation

/// Reads the providers' settings from their keys in the configuration.
struct ChannelKeys {
    private let text: (String) -> String?

    init(_ text: @escaping (String) -> String?) {
        self.text = text
    }

    // MARK: Push

    func apns(trustedRoots: String?) throws(ChannelSettingError) -> APNsSettings? {
        guard let key = secret("apns_key") else { return nil }
        let port = try number("apns_port", 1...65_535) ?? 443
        return APNsSettings(
            key: key, keyID: try required("apns_key_id", "the 10 characters by which Apple names the key"),
            teamID: try required("apns_team_id", "the 10 characters of the team at Apple"),
            topic: try required("apns_topic", "the app's bundle identifier"),
            environment: try choice("apns_environment") ?? .production, connectionCountMax: try number("apns_connections", 1...32) ?? 4,
            allowsCriticalAlerts: try flag("apns_critical_alerts") ?? false, link: text("apns_link"),
            production: try endpoint("apns_endpoint") ?? APNsEndpoint(host: APNsEndpoint.production.host, port: port),
            sandbox: try endpoint("apns_sandbox_endpoint") ?? APNsEndpoint(host: APNsEndpoint.sandbox.host, port: port),
            trustedRoots: trustedRoots)
    }

    /// `host:port`.
    private func endpoint(_ key: String) throws(ChannelSettingError) -> APNsEndpoint? {
        guard let value = text(key) else { return nil }
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) else {
            throw ChannelSettingError(key: key, expected: "a host and a port, as localhost:2197")
        }
        return APNsEndpoint(host: parts[0], port: port)
    }

    func fcm() throws(ChannelSettingError) -> FCMSettings? {
        guard let account = secret("fcm_service_account") else { return nil }
        let defaults = FCMSettings.ChannelIDs()
        let channelIDs = FCMSettings.ChannelIDs(
            watch: text("fcm_channel_watch") ?? defaults.watch, attention: text("fcm_channel_attention") ?? defaults.attention,
            critical: text("fcm_channel_critical") ?? defaults.critical)
        let style: FCMSettings.Style = try choice("fcm_message_style") ?? .notification
        let rate = try number("fcm_messages_per_minute", FCMSettings.messagesPerMinuteRange) ?? FCMSettings.messagesPerMinuteRange.upperBound
        do {
            return try FCMSettings(
                serviceAccount: account, projectID: text("fcm_project_id"), style: style, channelIDs: channelIDs, messagesPerMinuteMax: rate,
                endpoint: text("fcm_endpoint") ?? FCMSettings.googleEndpoint, tokenEndpoint: text("fcm_token_endpoint"))
        } catch FCMSettings.UnusableSetting.projectID {
            throw ChannelSettingError(key: "fcm_project_id", expected: "the project's identifier: letters, digits and -")
        } catch FCMSettings.UnusableSetting.endpoint {
            throw ChannelSettingError(key: "fcm_endpoint", expected: "an address that begins with https://")
        } catch {
            throw ChannelSettingError(
                key: "fcm_service_account_file", expected: "the path of the service account's key, the JSON file that the Firebase console gives out")
        }
    }

    func webPush() throws(ChannelSettingError) -> WebPushSettings? {
        guard let key = secret("web_push_key") else { return nil }
        let origins = Set(list("web_push_trusted_origins"))
        do {
            return try WebPushSettings(
                privateKey: key, subject: text("web_push_subject") ?? "", openPath: text("web_push_open_path") ?? "/", trustedOrigins: origins)
        } catch {
            switch error {
            case .privateKey:
                throw ChannelSettingError(key: "web_push_key_file", expected: "the path of a file with the private key that `belfry keys vapid` made")
            case .subject:
                throw ChannelSettingError(key: "web_push_subject", expected: "mailto: with a mailbox at a real domain, or an https:// address")
            case .openPath: throw ChannelSettingError(key: "web_push_open_path", expected: "the path of a page, beginning with one /")
            case .trustedOrigins:
                throw ChannelSettingError(key: "web_push_trusted_origins", expected: "origins with commas between, as https://push.example.org")
            }
        }
    }

    // MARK: Messages

    func whatsApp() throws(ChannelSettingError) -> WhatsAppSettings? {
        guard let id = text("whatsapp_phone_number_id") else { return nil }
        return try WhatsAppSettings(
            phoneNumberID: id, token: try requiredSecret("whatsapp_token", "a system user's access token"),
            appSecrets: [secret("whatsapp_app_secret"), secret("whatsapp_previous_app_secret")].compactMap { $0 },
            verifyToken: secret("whatsapp_verify_token"), templates: try WhatsAppTemplates(parsing: text("whatsapp_templates") ?? ""),
            rate: try decimal("whatsapp_rate") ?? WhatsAppSettings.defaultRate,
            endpoint: text("whatsapp_endpoint") ?? WhatsAppSettings.defaultEndpoint)
    }

    func twilio(publicURL: String?) throws(ChannelSettingError) -> TwilioSettings? {
        guard let account = text("twilio_account_sid") else { return nil }
        return try TwilioSettings(
            accountSID: account, authToken: try requiredSecret("twilio_auth_token", "the account's token"),
            previousAuthToken: secret("twilio_previous_auth_token"),
            from: try required("twilio_from", "a number, a name or a messaging service"), publicURL: publicURL,
            segmentCountMax: try number("twilio_segments_max", 1...10) ?? 2, link: text("twilio_link"), rate: try decimal("twilio_rate") ?? 10,
            endpoint: text("twilio_endpoint") ?? TwilioSettings.defaultEndpoint)
    }

    func sns(_ account: AWSAccount?) throws(ChannelSettingError) -> ChannelSettings.SNS? {
        guard try flag("sns") == true, let account else { return nil }
        do {
            return ChannelSettings.SNS(
                account: account, dialect: try SNSDialect(account, senderID: text("sns_sender_id"), maxPrice: text("sns_max_price")))
        } catch {
            switch error {
            case .unusableSenderID: throw ChannelSettingError(key: "sns_sender_id", expected: "1 to 11 letters and digits, a letter among them")
            case .unusableMaxPrice: throw ChannelSettingError(key: "sns_max_price", expected: "US dollars a message, as 0.50")
            }
        }
    }

    // MARK: Mail

    func email(publicURL: String?) throws(ChannelSettingError) -> EmailSettings {
        guard let publicURL else { throw ChannelSettingError(key: "public_url", expected: "an https:// address: links in mails lead there") }
        do {
            return try EmailSettings(
                from: try required("email_from", "the sender's mailbox, as belfry@example.org"), name: text("email_from_name"), publicURL: publicURL,
                unsubscribeSecret: try requiredSecret("email_unsubscribe_secret", "at least 32 characters, as `openssl rand -hex 32` makes them"),
                unsubscribeMailbox: text("email_unsubscribe_mailbox"))
        } catch let error as ChannelSettingError {
            throw error
        } catch EmailSettings.ConfigurationError.unusableSender {
            throw ChannelSettingError(key: "email_from", expected: "a mailbox in ASCII, as belfry@example.org")
        } catch EmailSettings.ConfigurationError.unusableUnsubscribeMailbox {
            throw ChannelSettingError(key: "email_unsubscribe_mailbox", expected: "a mailbox in ASCII, as leave@example.org")
        } catch {
            throw ChannelSettingError(key: "public_url", expected: "an absolute https:// address, or http:// on this machine, without a query")
        }
    }

    func smtp(trustedRoots: String?) throws(ChannelSettingError) -> SMTPSettings? {
        guard let host = text("smtp_host") else { return nil }
        let login = try text("smtp_user").map { (user: String) throws(ChannelSettingError) in
            SMTPSettings.Login(user: user, password: try requiredSecret("smtp_password", "the password of smtp_user"))
        }
        let helloName = text("smtp_hello_name") ?? text("email_from")?.split(separator: "@").last.map(String.init) ?? "localhost"
        let (port, count) = (try number("smtp_port", 1...65_535), try number("smtp_connection_count", 1...SMTPSettings.connectionCountMax) ?? 4)
        let security: SMTPSettings.Security = try choice("smtp_security") ?? .startTLS
        do {
            return try SMTPSettings(
                host: host, port: port, security: security, login: login, connectionCount: count, helloName: helloName,
                trustedRoots: text("smtp_trusted_roots") ?? trustedRoots)
        } catch {
            switch error {
            case .unusableHost: throw ChannelSettingError(key: "smtp_host", expected: "a host's name or address, as mail.example.org")
            case .unusablePort: throw ChannelSettingError(key: "smtp_port", expected: "a whole number from 1 to 65535")
            case .unusableHelloName: throw ChannelSettingError(key: "smtp_hello_name", expected: "a host's name")
            case .unusableConnectionCount: throw ChannelSettingError(key: "smtp_connection_count", expected: "a whole number from 1 to 64")
            case .loginInTheClear:
                throw ChannelSettingError(key: "smtp_security", expected: "starttls or tls where somebody signs in: a password isn't sent in the clear")
            }
        }
    }

    func sendGrid() throws(ChannelSettingError) -> SendGridSettings? {
        guard let key = secret("sendgrid_api_key") else { return nil }
        return SendGridSettings(
            apiKey: key, webhookKey: text("sendgrid_webhook_key"), tracksOpens: try flag("sendgrid_tracks_opens") ?? false,
            endpoint: text("sendgrid_endpoint") ?? "https://api.sendgrid.com")
    }

    func awsAccount() throws(ChannelSettingError) -> AWSAccount? {
        guard let region = text("aws_region") else { return nil }
        do {
            return try AWSAccount(
                region: region, accessKeyID: try required("aws_access_key_id", "the identifier of an access key, as AKIA…"),
                secretAccessKey: try requiredSecret("aws_secret_access_key", "the secret of that key"), sessionToken: secret("aws_session_token"),
                endpoint: text("aws_endpoint"))
        } catch let error as ChannelSettingError {
            throw error
        } catch AWSAccount.ConfigurationError.unusableRegion {
            throw ChannelSettingError(key: "aws_region", expected: "a region, as eu-central-1")
        } catch AWSAccount.ConfigurationError.unusableAccessKeyID {
            throw ChannelSettingError(key: "aws_access_key_id", expected: "letters and digits, as AKIA…")
        } catch {
            throw ChannelSettingError(key: "aws_endpoint", expected: "an absolute address without a path")
        }
    }

    func ses(_ account: AWSAccount?) throws(ChannelSettingError) -> ChannelSettings.SES? {
        guard try flag("ses") == true, let account else { return nil }
        return ChannelSettings.SES(account: account, configurationSet: text("ses_configuration_set"), topics: list("ses_topics"))
    }

    // MARK: Values

    /// A secret as text, or in a file of its own.
    private func secret(_ key: String) -> Secret? {
        text(key + "_file").map { Secret(.file($0)) } ?? text(key).map { Secret(.text($0)) }
    }

    private func requiredSecret(_ key: String, _ expected: String) throws(ChannelSettingError) -> Secret {
        guard let secret = secret(key) else { throw ChannelSettingError(key: key, expected: "\(expected), or in a file that \(key)_file names") }
        return secret
    }

    private func required(_ key: String, _ expected: String) throws(ChannelSettingError) -> String {
        guard let value = text(key) else { throw ChannelSettingError(key: key, expected: expected) }
        return value
    }

    private func number(_ key: String, _ range: ClosedRange<Int>) throws(ChannelSettingError) -> Int? {
        guard let value = text(key) else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw ChannelSettingError(key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func decimal(_ key: String) throws(ChannelSettingError) -> Double? {
        guard let value = text(key) else { return nil }
        guard let number = Double(value), number.isFinite else { throw ChannelSettingError(key: key, expected: "a number") }
        return number
    }

    private func flag(_ key: String) throws(ChannelSettingError) -> Bool? {
        switch text(key)?.lowercased() {
        case nil: return nil
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: throw ChannelSettingError(key: key, expected: "true or false")
        }
    }

    private func choice<Value: RawRepresentable & CaseIterable>(_ key: String) throws(ChannelSettingError) -> Value? where Value.RawValue == String {
        guard let text = text(key) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw ChannelSettingError(key: key, expected: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    private func list(_ key: String) -> [String] {
        text(key).map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
    }
}
