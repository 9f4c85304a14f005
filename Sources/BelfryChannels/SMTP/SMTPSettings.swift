/// How the mail server is reached that takes our mail.
///
/// Configuration keys:
/// - `smtp_host` (text, required) and `smtp_port` (number, 587; with `smtp_security` `tls` 465).
/// - `smtp_security` (`starttls`, `tls` or `none`; `starttls`): `none` only for a server on the same machine or a private line.
/// - `smtp_user` (text, optional) and `smtp_password` (secret, or `_file`): how we sign in; without a user we don't.
/// - `smtp_connection_count` (number, 4): connections that are open at once, at most.
/// - `smtp_hello_name` (text, the sender's domain): what we call ourselves.
/// - `smtp_trusted_roots` (path, the system's): certificates in PEM by which the server's is checked.
public struct SMTPSettings: Sendable {
    public let host: String
    public let port: Int
    public let security: Security
    public let login: Login?
    public let connectionCount: Int
    public let helloName: String
    public let trustedRoots: String?
    /// Until a connection stands, TLS included.
    public let connectTimeout: Duration
    /// For one mail, the connection included.
    public let timeout: Duration

    public enum Security: String, CaseIterable, Sendable {
        /// TLS from the first byte (RFC 8314, section 3.3).
        case tls
        /// TLS before anything is said; a server that doesn't offer it gets nothing (RFC 3207).
        case startTLS = "starttls"
        /// In the clear.
        case none
    }

    public struct Login: Sendable {
        public let user: String
        public let password: Secret

        public init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    /// Why the server can't be used as configured.
    public enum ConfigurationError: Error, Equatable, Sendable {
        /// The host is a name or an address of IPv4, as `mail.example.org`.
        case unusableHost
        /// From 1 to 65535.
        case unusablePort
        /// The name by which we greet is a host's name.
        case unusableHelloName
        /// From 1 to 64.
        case unusableConnectionCount
        /// A password is not sent in the clear: sign in with `starttls` or `tls`, or not at all.
        case loginInTheClear
    }

    public static let connectionCountMax = 64

    /// - Throws: ``ConfigurationError``
    public init(
        host: String, port: Int? = nil, security: Security = .startTLS, login: Login? = nil, connectionCount: Int = 4, helloName: String,
        trustedRoots: String? = nil, connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(60)
    ) throws(ConfigurationError) {
        guard Self.isHostName(host) else { throw .unusableHost }
        guard Self.isHostName(helloName) else { throw .unusableHelloName }
        let port = port ?? (security == .tls ? 465 : 587)
        guard (1...65535).contains(port) else { throw .unusablePort }
        guard (1...Self.connectionCountMax).contains(connectionCount) else { throw .unusableConnectionCount }
        guard login == nil || security != .none else { throw .loginInTheClear }
        self.host = host
        self.port = port
        self.security = security
        self.login = login
        self.connectionCount = connectionCount
        self.helloName = helloName
        self.trustedRoots = trustedRoots
        self.connectTimeout = connectTimeout
        self.timeout = timeout
    }

    /// It stands in an address: nothing may end it or begin another part.
    private static func isHostName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && text.first != "-" && text.first != "."
            && text.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || "-.".contains(character))
            }
    }

    /// What `belfry doctor` can tell without asking anybody.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if let login, (try? login.password.text()) == nil {
            findings.append(
                .broken(
                    "smtp_password_unreadable",
                    "The password for the mail server can't be read: check that the file of smtp_password_file is there and not empty."))
        }
        if security == .none, !["127.0.0.1", "localhost"].contains(host) {
            findings.append(
                .advice(
                    "smtp_in_the_clear",
                    "Mail goes to a mail server on another machine without TLS, where anybody on the way can read it: "
                        + "set smtp_security to starttls."))
        }
        return findings
    }
}
