import BelfryChannels
import BelfryModel
import Foundation

/// Reads the providers' settings from their keys in the configuration, and notes what can't be used, so that all of it can be named at once.
///
/// In place of a value that can't be used stands some other; where anything is noted, nobody works with the settings.
final class ChannelKeys {
    /// The value of a key, where it is set.
    let text: (String) -> String?
    /// Each key once: what its provider finds wrong then follows from it.
    private(set) var unusable: [ChannelSettingError] = []

    init(_ text: @escaping (String) -> String?) {
        self.text = text
    }

    /// Notes that a key can't be used.
    ///
    /// - Returns: nil, in place of what it would be.
    private func refuse<Value>(_ key: String, _ expected: String) -> Value? {
        if !unusable.contains(where: { $0.key == key }) { unusable.append(ChannelSettingError(key: key, expected: expected)) }
        return nil
    }

    /// What a provider asks of it besides, such as TLS, is checked with that one.
    func publicURL() -> String? {
        guard let value = text("public_url") else { return nil }
        return EndpointURL.checked(value) == nil ? refuse("public_url", "an absolute address, as https://belfry.example, without a query") : value
    }

    func linkOrigins() -> LinkOrigins {
        LinkOrigins(named: list("link_origins")) ?? refuseOrigins("link_origins") ?? .none
    }

    func imageOrigins() -> ImageOrigins {
        ImageOrigins(named: list("image_origins")) ?? refuseOrigins("image_origins") ?? .none
    }

    private func refuseOrigins<Origins>(_ key: String) -> Origins? {
        refuse(key, "origins with commas between, as https://app.example.org, in small letters and without a path")
    }

    // MARK: Push

    func apns(trustedRoots: String?) -> APNsSettings? {
        guard let key = secret("apns_key") else { return nil }
        let port = number("apns_port", 1...65_535) ?? 443
        return APNsSettings(
            key: key, keyID: required("apns_key_id", "the 10 characters by which Apple names the key"),
            teamID: required("apns_team_id", "the 10 characters of the team at Apple"),
            topic: required("apns_topic", "the app's bundle identifier"),
            environment: choice("apns_environment") ?? .production, connectionCountMax: number("apns_connections", 1...32) ?? 4,
            allowsCriticalAlerts: flag("apns_critical_alerts") ?? false, link: text("apns_link"),
            production: endpoint("apns_endpoint") ?? APNsEndpoint(host: APNsEndpoint.production.host, port: port),
            sandbox: endpoint("apns_sandbox_endpoint") ?? APNsEndpoint(host: APNsEndpoint.sandbox.host, port: port),
            trustedRoots: trustedRoots)
    }

    /// `host:port`.
    private func endpoint(_ key: String) -> APNsEndpoint? {
        guard let value = text(key) else { return nil }
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) else {
            return refuse(key, "a host and a port, as localhost:2197")
        }
        return APNsEndpoint(host: parts[0], port: port)
    }

    func fcm() -> FCMSettings? {
        guard let account = secret("fcm_service_account") else { return nil }
        let defaults = FCMSettings.ChannelIDs()
        let channelIDs = FCMSettings.ChannelIDs(
            watch: text("fcm_channel_watch") ?? defaults.watch, attention: text("fcm_channel_attention") ?? defaults.attention,
            critical: text("fcm_channel_critical") ?? defaults.critical)
        let style: FCMSettings.Style = choice("fcm_message_style") ?? .notification
        let rate = number("fcm_messages_per_minute", FCMSettings.messagesPerMinuteRange) ?? FCMSettings.messagesPerMinuteRange.upperBound
        do {
            return try FCMSettings(
                serviceAccount: account, projectID: text("fcm_project_id"), style: style, channelIDs: channelIDs, messagesPerMinuteMax: rate,
                endpoint: text("fcm_endpoint") ?? FCMSettings.googleEndpoint, tokenEndpoint: text("fcm_token_endpoint"))
        } catch FCMSettings.UnusableSetting.projectID {
            return refuse("fcm_project_id", "the project's identifier: letters, digits and -")
        } catch FCMSettings.UnusableSetting.endpoint {
            return refuse("fcm_endpoint", "an address that begins with https://")
        } catch {
            return refuse("fcm_service_account_file", "the path of the service account's key, the JSON file that the Firebase console gives out")
        }
    }

    func webPush(linkOrigins: LinkOrigins) -> WebPushSettings? {
        guard let key = secret("web_push_key") else { return nil }
        let origins = Set(list("web_push_trusted_origins"))
        do {
            return try WebPushSettings(
                privateKey: key, subject: text("web_push_subject") ?? "", openPath: text("web_push_open_path") ?? "/", trustedOrigins: origins,
                linkOrigins: linkOrigins)
        } catch {
            switch error {
            case .privateKey:
                return refuse("web_push_key_file", "the path of a file with the private key that `belfry keys vapid` made")
            case .subject:
                return refuse("web_push_subject", "mailto: with a mailbox at a real domain, or an https:// address")
            case .openPath: return refuse("web_push_open_path", "the path of a page, beginning with one /")
            case .trustedOrigins:
                return refuse("web_push_trusted_origins", "origins with commas between, as https://push.example.org")
            }
        }
    }

    // MARK: Messages

    func whatsApp() -> WhatsAppSettings? {
        guard let id = text("whatsapp_phone_number_id") else { return nil }
        let token = requiredSecret("whatsapp_token", "a system user's access token")
        let rate = decimal("whatsapp_rate") ?? WhatsAppSettings.defaultRate
        do {
            return try WhatsAppSettings(
                phoneNumberID: id, token: token,
                appSecrets: [secret("whatsapp_app_secret"), secret("whatsapp_previous_app_secret")].compactMap { $0 },
                verifyToken: secret("whatsapp_verify_token"), templates: try WhatsAppTemplates(parsing: text("whatsapp_templates") ?? ""),
                rate: rate, endpoint: text("whatsapp_endpoint") ?? WhatsAppSettings.defaultEndpoint)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func ntfy(publicURL: String?, linkOrigins: LinkOrigins) -> NtfySettings? {
        guard let url = text("ntfy_url") else { return nil }
        let token = secret("ntfy_token").map { NtfySettings.Login.token($0) }
        let user = text("ntfy_user").map { name in
            NtfySettings.Login.user(name, password: requiredSecret("ntfy_password", "the password of ntfy_user"))
        }
        guard token == nil || user == nil else { return refuse("ntfy_user", "left out where there is an ntfy_token") }
        do {
            return try NtfySettings(
                url: url, login: token ?? user, buttonSecret: secret("ntfy_button_secret"), publicURL: publicURL, linkOrigins: linkOrigins)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func telegram(publicURL: String?, linkOrigins: LinkOrigins) -> TelegramSettings? {
        guard let token = secret("telegram_token") else { return nil }
        let rate = decimal("telegram_rate") ?? TelegramSettings.defaultRate
        do {
            return try TelegramSettings(
                token: token, bot: text("telegram_bot"), webhookSecret: secret("telegram_webhook_secret"), linkOrigins: linkOrigins, rate: rate,
                endpoint: text("telegram_endpoint") ?? TelegramSettings.defaultEndpoint, isCalledBack: publicURL != nil)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func chat(linkOrigins: LinkOrigins) -> ChatSettings? {
        guard flag("chat") == true else { return nil }
        do {
            return try ChatSettings(trustedOrigins: Set(list("chat_trusted_origins")), linkOrigins: linkOrigins)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func matrix(linkOrigins: LinkOrigins) -> MatrixSettings? {
        guard let homeserver = text("matrix_homeserver") else { return nil }
        let user = required("matrix_user", "the account that writes, as @belfry:example.org")
        do {
            return try MatrixSettings(
                homeserver: homeserver, user: user, accessToken: requiredSecret("matrix_access_token", "an access token of matrix_user"),
                servers: list("matrix_servers"), linkOrigins: linkOrigins)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func twilio(publicURL: String?) -> TwilioSettings? {
        guard let account = text("twilio_account_sid"), text("twilio_from") != nil || text("twilio_voice_from") == nil else { return nil }
        do {
            return try TwilioSettings(
                accountSID: account, authToken: requiredSecret("twilio_auth_token", "the account's token"),
                previousAuthToken: secret("twilio_previous_auth_token"),
                from: required("twilio_from", "a number, a name or a messaging service"), publicURL: publicURL,
                segmentCountMax: number("twilio_segments_max", 1...10) ?? 2, link: text("twilio_link"), rate: decimal("twilio_rate") ?? 10,
                callingCodes: twilioCallingCodes, endpoint: text("twilio_endpoint") ?? TwilioSettings.defaultEndpoint)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    func twilioVoice(publicURL: String?) -> TwilioVoiceSettings? {
        guard let from = text("twilio_voice_from") else { return nil }
        let publicURL = publicURL ?? refuse("public_url", "an https:// address: Twilio asks there what is to be said in a call") ?? "http://localhost"
        do {
            return try TwilioVoiceSettings(
                accountSID: required("twilio_account_sid", "the account that calls"),
                authToken: requiredSecret("twilio_auth_token", "the account's token"), previousAuthToken: secret("twilio_previous_auth_token"),
                from: from, publicURL: publicURL, machines: choice("twilio_voice_machines") ?? .notice,
                ringSeconds: number("twilio_voice_ring_seconds", 5...120) ?? TwilioVoiceSettings.defaultRingSeconds,
                rate: decimal("twilio_voice_rate") ?? TwilioVoiceSettings.defaultRate, callingCodes: twilioCallingCodes,
                endpoint: text("twilio_endpoint") ?? TwilioSettings.defaultEndpoint)
        } catch {
            return refuse(error.key, error.expected)
        }
    }

    private var twilioCallingCodes: [String]? { callingCodes("twilio_calling_codes") }

    /// Nil where it isn't set: all countries.
    private func callingCodes(_ key: String) -> [String]? { text(key).map { _ in list(key) } }

    func sns(_ account: AWSAccount?) -> ChannelSettings.SNS? {
        guard flag("sns") == true, let account else { return nil }
        do {
            return ChannelSettings.SNS(
                account: account,
                dialect: try SNSDialect(
                    account, senderID: text("sns_sender_id"), maxPrice: text("sns_max_price"), callingCodes: callingCodes("sns_calling_codes")))
        } catch {
            switch error {
            case .unusableSenderID: return refuse("sns_sender_id", "1 to 11 letters and digits, a letter among them")
            case .unusableMaxPrice: return refuse("sns_max_price", "US dollars a message, as 0.50")
            case .unusableCallingCodes: return refuse("sns_calling_codes", "calling codes of countries with commas between, as 49, 43, 1")
            }
        }
    }

    // MARK: Mail

    func email(publicURL: String?, linkOrigins: LinkOrigins) -> EmailSettings? {
        let publicURL = publicURL ?? refuse("public_url", "an https:// address: links in mails lead there") ?? "http://localhost"
        do {
            return try EmailSettings(
                from: required("email_from", "the sender's mailbox, as belfry@example.org"), name: text("email_from_name"), publicURL: publicURL,
                unsubscribeSecret: requiredSecret("email_unsubscribe_secret", "at least 32 characters, as `openssl rand -hex 32` makes them"),
                unsubscribeMailbox: text("email_unsubscribe_mailbox"), linkOrigins: linkOrigins,
                showsImages: flag("email_images") ?? false)
        } catch EmailSettings.ConfigurationError.unusableSender {
            return refuse("email_from", "a mailbox in ASCII, as belfry@example.org")
        } catch EmailSettings.ConfigurationError.unusableUnsubscribeMailbox {
            return refuse("email_unsubscribe_mailbox", "a mailbox in ASCII, as leave@example.org")
        } catch {
            return refuse("public_url", "an absolute https:// address, or http:// on this machine, without a query")
        }
    }

    func smtp(trustedRoots: String?) -> SMTPSettings? {
        guard let host = text("smtp_host") else { return nil }
        let login = text("smtp_user").map { user in
            SMTPSettings.Login(user: user, password: requiredSecret("smtp_password", "the password of smtp_user"))
        }
        let helloName = text("smtp_hello_name") ?? text("email_from")?.split(separator: "@").last.map(String.init) ?? "localhost"
        let (port, count) = (number("smtp_port", 1...65_535), number("smtp_connection_count", 1...SMTPSettings.connectionCountMax) ?? 4)
        let security: SMTPSettings.Security = choice("smtp_security") ?? .startTLS
        do {
            return try SMTPSettings(
                host: host, port: port, security: security, login: login, connectionCount: count, helloName: helloName,
                trustedRoots: text("smtp_trusted_roots") ?? trustedRoots)
        } catch {
            switch error {
            case .unusableHost: return refuse("smtp_host", "a host's name or address, as mail.example.org")
            case .unusablePort: return refuse("smtp_port", "a whole number from 1 to 65535")
            case .unusableHelloName: return refuse("smtp_hello_name", "a host's name")
            case .unusableConnectionCount: return refuse("smtp_connection_count", "a whole number from 1 to 64")
            case .loginInTheClear:
                return refuse("smtp_security", "starttls or tls where somebody signs in: a password isn't sent in the clear")
            }
        }
    }

    func sendGrid() -> SendGridSettings? {
        guard let key = secret("sendgrid_api_key") else { return nil }
        return SendGridSettings(
            apiKey: key, webhookKey: text("sendgrid_webhook_key"), tracksOpens: flag("sendgrid_tracks_opens") ?? false,
            endpoint: text("sendgrid_endpoint") ?? "https://api.sendgrid.com")
    }

    func awsAccount() -> AWSAccount? {
        guard let region = text("aws_region") else { return nil }
        do {
            return try AWSAccount(
                region: region, accessKeyID: required("aws_access_key_id", "the identifier of an access key, as AKIA…"),
                secretAccessKey: requiredSecret("aws_secret_access_key", "the secret of that key"), sessionToken: secret("aws_session_token"),
                endpoint: text("aws_endpoint"))
        } catch AWSAccount.ConfigurationError.unusableRegion {
            return refuse("aws_region", "a region, as eu-central-1")
        } catch AWSAccount.ConfigurationError.unusableAccessKeyID {
            return refuse("aws_access_key_id", "letters and digits, as AKIA…")
        } catch {
            return refuse("aws_endpoint", "an absolute address without a path")
        }
    }

    func ses(_ account: AWSAccount?) -> ChannelSettings.SES? {
        guard flag("ses") == true, let account else { return nil }
        return ChannelSettings.SES(account: account, configurationSet: text("ses_configuration_set"), topics: list("ses_topics"))
    }

    // MARK: Values

    /// A secret as text, or in a file of its own.
    private func secret(_ key: String) -> Secret? {
        text(key + "_file").map { Secret(.file($0)) } ?? text(key).map { Secret(.text($0)) }
    }

    private func requiredSecret(_ key: String, _ expected: String) -> Secret {
        secret(key) ?? refuse(key, "\(expected), or in a file that \(key)_file names") ?? Secret(.text(""))
    }

    private func required(_ key: String, _ expected: String) -> String {
        text(key) ?? refuse(key, expected) ?? ""
    }

    private func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let value = text(key) else { return nil }
        guard let number = Int(value), range.contains(number) else {
            return refuse(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func decimal(_ key: String) -> Double? {
        guard let value = text(key) else { return nil }
        guard let number = Double(value), number.isFinite else { return refuse(key, "a number") }
        return number
    }

    private func flag(_ key: String) -> Bool? {
        switch text(key)?.lowercased() {
        case nil: return nil
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: return refuse(key, "true or false")
        }
    }

    private func choice<Value: RawRepresentable & CaseIterable>(_ key: String) -> Value? where Value.RawValue == String {
        guard let text = text(key) else { return nil }
        guard let value = Value(rawValue: text) else {
            return refuse(key, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    private func list(_ key: String) -> [String] {
        text(key).map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
    }
}
