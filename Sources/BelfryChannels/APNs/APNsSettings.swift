import BelfryModel

// APNs: hands notifications to Apple's push service, over HTTP/2, with a provider token. It never decides whether to send.

/// What Apple's push service has to know of the app, and how many connections it is given.
///
/// Configuration keys: `apns_key_file` (path of the `.p8` key; the file is secret, read anew when it changes), `apns_key` (the key itself, from
/// the environment; secret), `apns_key_id` and `apns_team_id` (10 characters each), `apns_topic` (the app's bundle identifier),
/// `apns_environment` (`production` or `sandbox`, default `production`: where an address is tried first that doesn't say),
/// `apns_token_file` (path; default `apns-token.json` in the folder that the process is started in; it holds a passing secret), `apns_connections` (1 to 32, default 4),
/// `apns_critical_alerts` (default false), `apns_link` (a URL before the identifier of an alert; default none), `apns_port` (443 or 2197).
public struct APNsSettings: Sendable {
    /// The private key of Apple's developer account in PEM, as in the file `AuthKey_….p8`.
    public var key: Secret
    public var keyID: String
    public var teamID: String
    /// The app's bundle identifier.
    public var topic: String
    /// Where an address is tried first that doesn't say in which environment its token was made.
    public var environment: PushEnvironment
    /// How many connections there may be to each environment.
    public var connectionCountMax: Int
    /// Whether Apple allowed the app to sound though the device is muted.
    public var allowsCriticalAlerts: Bool
    /// What the app opens: the identifier of the alert is put behind it. Nil for none.
    public var link: String?
    public var production: APNsEndpoint
    public var sandbox: APNsEndpoint
    /// A file of certificates in PEM that are trusted instead of the system's, as a test's own.
    public var trustedRoots: String?

    public init(
        key: Secret, keyID: String, teamID: String, topic: String, environment: PushEnvironment = .production, connectionCountMax: Int = 4,
        allowsCriticalAlerts: Bool = false, link: String? = nil, production: APNsEndpoint = .production, sandbox: APNsEndpoint = .sandbox,
        trustedRoots: String? = nil
    ) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.environment = environment
        self.connectionCountMax = connectionCountMax
        self.allowsCriticalAlerts = allowsCriticalAlerts
        self.link = link
        self.production = production
        self.sandbox = sandbox
        self.trustedRoots = trustedRoots
    }

    func endpoint(of environment: PushEnvironment) -> APNsEndpoint {
        environment == .production ? production : sandbox
    }
}

/// Where a push service listens.
public struct APNsEndpoint: Hashable, Sendable {
    public let host: String
    public let port: Int

    public init(host: String, port: Int = 443) {
        self.host = host
        self.port = port
    }

    /// Source: Apple, "Sending notification requests to APNs". Port 2197 serves as well.
    public static let production = APNsEndpoint(host: "api.push.apple.com")
    public static let sandbox = APNsEndpoint(host: "api.sandbox.push.apple.com")
}
