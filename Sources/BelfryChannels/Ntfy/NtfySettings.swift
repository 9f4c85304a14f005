import BelfryModel

/// Which ntfy server is published to, and in whose name. Nobody but the operator names a server: people name topics on it.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `ntfy_url` | the root of the server, as `https://ntfy.sh` | none: no ntfy |
/// | `ntfy_token`, `ntfy_token_file` | secret: an access token of a user of that server, `tk_…` | none |
/// | `ntfy_user` | the user's name, in place of a token | none |
/// | `ntfy_password`, `ntfy_password_file` | secret: the password of that user | must be there with `ntfy_user` |
/// | `ntfy_button_secret`, `ntfy_button_secret_file` | secret: by which buttons are signed, at least 32 characters | none: no button but of a link |
///
/// Source: https://docs.ntfy.sh/publish/#authentication
public struct NtfySettings: Sendable {
    /// Without a slash at its end.
    public let url: String
    /// Nil where anybody may publish.
    public let login: Login?
    /// Where links of apps may lead that a tap opens.
    public let linkOrigins: LinkOrigins
    private let buttonSecret: Secret?
    /// Where phones post what is pressed; nil where nobody would hear of it.
    public let buttonURL: String?

    static let buttonSecretLengthMin = 32

    /// In whose name messages are published.
    public enum Login: Sendable {
        case token(Secret)
        case user(String, password: Secret)
    }

    /// - Parameter publicURL: how the address of this server begins for phones; what is pressed goes there by https alone.
    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        url: String, login: Login? = nil, buttonSecret: Secret? = nil, publicURL: String? = nil, linkOrigins: LinkOrigins = .none
    ) throws(ChannelSettingError) {
        guard let url = EndpointURL.checked(url) else {
            throw ChannelSettingError(key: "ntfy_url", expected: "the absolute address of an ntfy server, as https://ntfy.example.org")
        }
        if case .user(let name, _) = login, !Self.isUserName(name) {
            throw ChannelSettingError(key: "ntfy_user", expected: "the name of a user of the ntfy server: letters, digits and the signs - _ . + @")
        }
        self.url = url
        self.login = login
        self.linkOrigins = linkOrigins
        self.buttonSecret = buttonSecret
        let base = buttonSecret == nil ? nil : publicURL.flatMap(EndpointURL.checked)
        buttonURL = base.flatMap { $0.lowercased().hasPrefix("https://") ? $0 + "/callbacks/ntfy" : nil }
    }

    /// Of buttons that only answer; nil where nobody would hear that they are pressed.
    var buttonTokens: ButtonTokens? {
        guard buttonURL != nil, let secret = try? buttonSecret?.text(), secret.utf8.count >= Self.buttonSecretLengthMin else { return nil }
        return ButtonTokens(secret: secret, purpose: "ntfy")
    }

    /// What ntfy takes as one (`user/types.go` of ntfy 2.13). It has no colon, which would end the name in the header.
    private static func isUserName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.+@".utf8.contains($0) }
    }

    var authorizations: (any AuthorizationSource)? {
        switch login {
        case .token(let token): StandingAuthorization.bearer(token, ifUnreadable: "ntfy_token_unreadable")
        case .user(let name, let password): StandingAuthorization.basic(user: name, password: password, ifUnreadable: "ntfy_password_unreadable")
        case nil: nil
        }
    }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        switch login {
        case .token(let token) where (try? token.text())?.isEmpty != false:
            findings.append(.broken("ntfy_token_unreadable", "The access token can't be read, so nothing is sent. See whether its file is there and readable."))
        case .user(_, let password) where (try? password.text())?.isEmpty != false:
            findings.append(.broken("ntfy_password_unreadable", "The password can't be read, so nothing is sent. See whether its file is there and readable."))
        case .token, .user: break
        case nil:
            findings.append(
                .advice(
                    "ntfy_no_login",
                    "Without ntfy_token or ntfy_user only topics that are everybody's are reached: who knows one reads it. "
                        + "On your own server make a user for Belfry."))
        }
        if let buttonSecret {
            if (try? buttonSecret.text()).map({ $0.utf8.count < Self.buttonSecretLengthMin }) ?? true {
                findings.append(
                    .broken(
                        "ntfy_button_secret_weak",
                        "ntfy_button_secret can't be read, or has fewer than \(Self.buttonSecretLengthMin) characters, so no button answers. "
                            + "Make one with `openssl rand -hex 32`."))
            }
            if buttonURL == nil {
                findings.append(
                    .advice(
                        "ntfy_buttons_no_public_url",
                        "Buttons answer to public_url, which is missing or isn't https, so those without a link aren't shown. Set it to the https:// address "
                            + "under which phones reach this server."))
            }
        }
        if EndpointURL.isOpen(url) {
            findings.append(
                .advice(
                    "ntfy_url_open",
                    "ntfy_url is without TLS: topics, words and the login can be read on the way. Use https://, unless the network between is yours alone."))
        }
        return findings
    }
}

extension NtfySettings: CustomStringConvertible {
    public var description: String { "NtfySettings" }
}
