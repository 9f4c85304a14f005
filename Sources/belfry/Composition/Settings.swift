import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryPostgres
import BelfryTime
import Configuration
import Foundation
import Logging
import SystemPackage

/// Everything that can be set, checked once at the start.
struct Settings: Sendable {
    var store = StoreLocation.sqlite(path: "belfry.sqlite")
    var host = "127.0.0.1"
    var port = 8080
    var adminSecret: String?
    var jwtSecret: String?
    /// What the wearables' aggregator signs its documents with.
    var rookSecret: String?
    /// The operator's own endpoint, for the channel `webhook` and for every channel that has no provider of its own.
    var webhook: StandardWebhook?
    /// Whose desktop this machine's is: they are told there over push; nil where nobody is.
    var desktopOwner: BelfryModel.UserID?
    /// Whether the webhook's address may lead into a private network.
    var mayWebhookBePrivate = false
    /// The apps that are told what becomes of their deliveries; nil where none is.
    var statusWebhooks: StatusWebhooks?
    /// The providers that are set up.
    var channels = ChannelSettings()
    /// Who sees on the pages how deliveries fare.
    var operators: Set<BelfryModel.UserID> = []
    /// By whom people are signed in beside links; nil where by nobody.
    var identity: IdentitySettings?
    /// Whether people who ask for a link to sign in are sent one by mail, where mail is set up.
    var isSignInMailed = true
    /// On whose pages browsers may ask this server as a person.
    var webOrigins = WebOrigins.none
    /// Over which channels people are told of an alert, and in which order.
    var routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.inApp]))
    /// Which engine notices patterns.
    var patternEngine = EngineVersion.v2
    /// Whether patterns are only watched: what would be told is written down, and never delivered.
    var isPatternShadow = false
    /// Whether anybody is told that a wearable fell silent.
    var isSilenceTold = true
    /// What was queued longer ago has expired.
    var ageMax = Duration.seconds(24 * 3600)
    var batchCountMax = 100
    /// How many connections to PostgreSQL a process opens at most for its work.
    var connectionCountMax = PostgresStore.standardConnectionCount
    /// How long a worker may be silent before others take over what it has leased.
    var leaseLength = Worker.standardLeaseLength
    var retryBase = Duration.seconds(5)
    /// How long what became of deliveries is kept; nil for ever.
    var retention: Duration? = .seconds(PruneCutoffs.standardDayCount * 86_400)
    /// How long the audit log is kept; nil for ever.
    var auditRetention: Duration? = Pruner.standardAuditRetention
    var logLevel = Logger.Level.info
    /// What was set and says nothing; nil where nobody has looked.
    var idleKeys: IdleKeys?
    /// The configuration file; nil where there is none.
    var file: String?

    /// A key as it stands in the configuration file; `BELFRY_` and the key in capitals is its environment variable.
    enum Key: String, CaseIterable {
        case store, host, port
        case adminSecret = "admin_secret"
        case adminSecretFile = "admin_secret_file"
        case jwtSecret = "jwt_secret"
        case jwtSecretFile = "jwt_secret_file"
        case rookSecret = "rook_secret"
        case rookSecretFile = "rook_secret_file"
        case webhookURL = "webhook_url"
        case webhookSecret = "webhook_secret"
        case webhookSecretFile = "webhook_secret_file"
        case webhookPreviousSecret = "webhook_previous_secret"
        case webhookAllowPrivate = "webhook_allow_private"
        case statusWebhooksFile = "status_webhooks_file"
        case desktopUser = "desktop_user"
        case operators
        case signInByMail = "sign_in_by_mail"
        case webOrigins = "web_origins"
        case oidcIssuer = "oidc_issuer"
        case oidcClientID = "oidc_client_id"
        case oidcClientSecret = "oidc_client_secret"
        case oidcClientSecretFile = "oidc_client_secret_file"
        case oidcUserClaim = "oidc_user_claim"
        case oidcOperatorClaim = "oidc_operator_claim"
        case oidcOperators = "oidc_operators"
        case oidcName = "oidc_name"
        case alertChannels = "alert_channels"
        case routesFile = "routes_file"
        case patternEngine = "pattern_engine"
        case patternShadowMode = "pattern_shadow_mode"
        case missingWearableAlerts = "missing_wearable_alerts"
        case ageMaxHours = "max_age_hours"
        case batchCountMax = "batch_size"
        case connections
        case leaseSeconds = "lease_seconds"
        case retryBaseSeconds = "retry_base_seconds"
        case retentionDays = "retention_days"
        case auditRetentionDays = "audit_retention_days"
        case logLevel = "log_level"

        var environmentName: String { "BELFRY_" + rawValue.uppercased() }

        /// The variable of the same meaning that the tenant's servers set already; it counts where ours is not set.
        var formerEnvironmentName: String? { self == .patternShadowMode ? "MIYA_PATTERN_SHADOW_MODE" : nil }
    }

    /// Where a server is reached that is started with these.
    var address: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// How the addresses in mails begin by which people sign in who ask for a link; nil where none is sent.
    var signInURL: String? { isSignInMailed ? channels.email?.publicURL : nil }

    /// A store, and nothing else that is set.
    init(store: StoreLocation) { self.store = store }

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - options: what was given on the command line; it wins over the environment, and that over the file.
    ///   - channels: keys of the providers that win over everything else, as those of stand-ins, where the port is known. It may take another.
    ///   - file: the configuration file; nil means `BELFRY_CONFIG`, or `belfry.json` here if there is one.
    /// - Throws: ``Failure`` that names every setting that can't be used, without its value where that is secret.
    init(options: [Key: String], file: String?, channels given: (_ port: inout Int) throws -> [String: String] = { _ in [:] }) async throws {
        let environment = ProcessInfo.processInfo.environment
        let named = file ?? environment["BELFRY_CONFIG"]
        var providers: [any ConfigProvider] = [EnvironmentVariablesProvider().prefixKeys(with: "belfry")]
        let path = named ?? "belfry.json"
        let isThere = FileManager.default.fileExists(atPath: path)
        guard named == nil || isThere else { throw Failure("There is no configuration file at \(path). Correct the path, or leave it out.") }
        if isThere {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
            } catch {
                throw Failure("The configuration file \(path) can't be read. It must be a JSON object with keys such as \"store\" and \"port\".")
            }
        }
        let reader = ConfigReader(providers: providers)
        // Also what an option overrides.
        var asked: Set<String> = []
        func stored(_ key: String) -> String? {
            asked.insert(key)
            let name = ConfigKey([key])
            return reader.string(forKey: name) ?? reader.int(forKey: name).map(String.init) ?? reader.bool(forKey: name).map { $0 ? "true" : "false" }
        }
        func text(_ key: Key) -> String? {
            let stored = stored(key.rawValue)
            let value = options[key] ?? stored ?? key.formerEnvironmentName.flatMap { environment[$0] }
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        var unusable = read(text)
        let own = try given(&port)
        func channelText(_ key: String) -> String? {
            let stored = stored(key)
            return (own[key] ?? stored).flatMap { $0.isEmpty ? nil : $0 }
        }
        let keys = ChannelKeys(channelText)
        channels = ChannelSettings(keys)
        do { identity = try Self.identity(text, publicURL: channels.publicURL) } catch { unusable.append(error) }
        let sentences = unusable.map(describe) + keys.unusable.map { Self.sentence(on: $0.key, $0.expected) }
        // What was typed on the command line was used wrongly; what stands elsewhere makes the command fail.
        let isUsage = unusable.contains { error in (error as? SettingError).map { options[$0.key] != nil } ?? false }
        guard sentences.isEmpty else { throw Failure(sentences, isUsage: isUsage) }
        self.file = isThere ? path : nil
        idleKeys = IdleKeys(inFile: self.file, environment: environment, asked: asked)
    }
}
