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
    /// Whether its address may lead into a private network.
    var mayWebhookBePrivate = false
    /// The providers that are set up.
    var channels = ChannelSettings()
    /// Who sees on the pages how deliveries fare.
    var operators: Set<BelfryModel.UserID> = []
    /// Over which channels people are told of an alert, and in which order.
    var routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.inApp]))
    /// Which engine notices patterns.
    var patternEngine = EngineVersion.v2
    /// Whether patterns are only watched: what would be told is written down, and never delivered.
    var isPatternShadow = false
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
        case desktopUser = "desktop_user"
        case operators
        case alertChannels = "alert_channels"
        case routesFile = "routes_file"
        case patternEngine = "pattern_engine"
        case patternShadowMode = "pattern_shadow_mode"
        case ageMaxHours = "max_age_hours"
        case batchCountMax = "batch_size"
        case connections
        case leaseSeconds = "lease_seconds"
        case retryBaseSeconds = "retry_base_seconds"
        case retentionDays = "retention_days"
        case logLevel = "log_level"

        var environmentName: String { "BELFRY_" + rawValue.uppercased() }

        /// The variable of the same meaning that the tenant's servers set already; it counts where ours is not set.
        var formerEnvironmentName: String? { self == .patternShadowMode ? "MIYA_PATTERN_SHADOW_MODE" : nil }
    }

    enum StoreLocation: Hashable, Sendable {
        case sqlite(path: String)
        case postgres(PostgresAddress)
    }

    /// Where a server is reached that is started with these.
    var address: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

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
        let unusable = read(text)
        let own = try given(&port)
        func channelText(_ key: String) -> String? {
            let stored = stored(key)
            return (own[key] ?? stored).flatMap { $0.isEmpty ? nil : $0 }
        }
        let keys = ChannelKeys(channelText)
        channels = ChannelSettings(keys)
        let sentences = unusable.map(describe) + keys.unusable.map { Self.sentence(on: $0.key, $0.expected) }
        // What was typed on the command line was used wrongly; what stands elsewhere makes the command fail.
        let isUsage = unusable.contains { error in (error as? SettingError).map { options[$0.key] != nil } ?? false }
        guard sentences.isEmpty else { throw Failure(sentences, isUsage: isUsage) }
        self.file = isThere ? path : nil
        idleKeys = IdleKeys(inFile: self.file, environment: environment, asked: asked)
    }

    private struct SettingError: Error, CustomStringConvertible {
        let key: Key
        /// For people.
        let description: String
    }

    /// Goes on where something can't be used, so that all of it can be named at once.
    ///
    /// - Returns: why what can't be used can't.
    private mutating func read(_ text: (Key) -> String?) -> [any Error] {
        var errors: [any Error] = []
        /// Nil where it isn't set, or can't be used.
        func usable<Value>(_ value: @autoclosure () throws -> Value?) -> Value? {
            do {
                return try value()
            } catch {
                errors.append(error)
                return nil
            }
        }
        store = usable(try text(.store).map(Self.storeLocation)) ?? store
        host = text(.host) ?? host
        port = usable(try Self.number(.port, text, 0...65_535)) ?? port
        adminSecret = usable(try Self.secret(.adminSecret, .adminSecretFile, text))
        jwtSecret = usable(try Self.secret(.jwtSecret, .jwtSecretFile, text))
        rookSecret = usable(try Self.secret(.rookSecret, .rookSecretFile, text))
        logLevel = usable(try Self.choice(.logLevel, text)) ?? logLevel
        operators = usable(try text(.operators).map(Self.operators)) ?? operators
        let alertChannels = usable(try text(.alertChannels).map(Self.alertChannels))
        let standard = alertChannels.map { DeliveryRoute(channels: $0) } ?? routes.standard
        let rules = usable(try text(.routesFile).map(Self.routes(inFile:)))
        routes = rules.map { DeliveryRoutes(rules: $0, standard: standard) } ?? DeliveryRoutes(standard: standard)
        patternEngine = usable(try Self.choice(.patternEngine, text)) ?? patternEngine
        isPatternShadow = usable(try Self.flag(.patternShadowMode, text)) ?? isPatternShadow
        ageMax = usable(try Self.number(.ageMaxHours, text, 1...8760)).map { .seconds($0 * 3600) } ?? ageMax
        batchCountMax = usable(try Self.number(.batchCountMax, text, 1...1000)) ?? batchCountMax
        connectionCountMax = usable(try Self.number(.connections, text, 1...1000)) ?? connectionCountMax
        leaseLength = usable(try Self.number(.leaseSeconds, text, 2...3600)).map { .seconds($0) } ?? leaseLength
        retryBase = usable(try Self.number(.retryBaseSeconds, text, 0...3600)).map { .seconds($0) } ?? retryBase
        if let days = usable(try Self.retentionDays(text)) { retention = days == 0 ? nil : .seconds(days * 86_400) }
        webhook = usable(try Self.webhook(text))
        desktopOwner = usable(try text(.desktopUser).map(Self.person))
        mayWebhookBePrivate = usable(try Self.flag(.webhookAllowPrivate, text)) ?? mayWebhookBePrivate
        return errors
    }

    static func storeLocation(_ text: String) throws -> StoreLocation {
        let scheme = "sqlite:"
        if text.hasPrefix(scheme), text.count > scheme.count { return .sqlite(path: String(text.dropFirst(scheme.count))) }
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"), let address = try? PostgresAddress(text) { return .postgres(address) }
        throw failure(.store, "sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE, with % and two digits for special characters")
    }

    private static func operators(_ names: String) throws -> Set<BelfryModel.UserID> {
        Set(
            try names.split(separator: ",").map { name in
                guard let user = BelfryModel.UserID(name.trimmingCharacters(in: .whitespaces)) else {
                    throw failure(.operators, "a list of persons' identifiers, with commas")
                }
                return user
            })
    }

    private static func person(_ name: String) throws -> BelfryModel.UserID {
        guard let user = BelfryModel.UserID(name) else { throw failure(.desktopUser, "the identifier of a person in Belfry") }
        return user
    }

    private static func alertChannels(_ names: String) throws -> [DeliveryChannel] {
        try names.split(separator: ",").map { name in
            guard let channel = DeliveryChannel(rawValue: name.trimmingCharacters(in: .whitespaces)) else {
                throw failure(.alertChannels, "a list, with commas, of \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return channel
        }
    }

    private static func retentionDays(_ text: (Key) -> String?) throws -> Int? {
        guard let days = try number(.retentionDays, text, 0...PruneCutoffs.dayCountMax) else { return nil }
        guard days == 0 || days >= PruneCutoffs.dayCountMin else {
            throw failure(.retentionDays, "a number of days from \(PruneCutoffs.dayCountMin) on, or 0 to keep everything")
        }
        return days
    }

    /// What is told over which channels, in which order: a JSON list, of which the first that fits counts.
    private static func routes(inFile path: String) throws -> [DeliveryRoutes.Rule] {
        guard let data = FileManager.default.contents(atPath: path) else { throw failure(.routesFile, "the path of a file that Belfry may read") }
        do {
            return try JSONDecoder().decode([DeliveryRoutes.Rule].self, from: data)
        } catch {
            let problem = error as? Problem ?? (error as? DecodingError).map(Problem.init)
            let field = problem.flatMap(\.field).map { "; look at \($0)" } ?? ""
            throw failure(.routesFile, #"a JSON list of routes, each with "steps" and, where wanted, "category", "severity" and "until"\#(field)"#)
        }
    }

    /// A secret as text, or in a file of its own, without the line break at its end.
    private static func secret(_ key: Key, _ fileKey: Key, _ text: (Key) -> String?) throws -> String? {
        let (given, path) = (text(key), text(fileKey))
        guard given == nil, let path else { return given }
        guard let kept = try? String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines), !kept.isEmpty else {
            throw failure(fileKey, "the path of a file with the secret in it, which Belfry may read")
        }
        return kept
    }

    private static func webhook(_ text: (Key) -> String?) throws -> StandardWebhook? {
        let secret = try secret(.webhookSecret, .webhookSecretFile, text)
        guard let url = text(.webhookURL) else { return nil }
        do {
            return try StandardWebhook(url: url, secrets: [secret, text(.webhookPreviousSecret)].compactMap { $0 })
        } catch {
            switch error {
            case .unusableURL: throw failure(.webhookURL, "an absolute address that begins with http:// or https://")
            case .unusableSecret:
                let isFirst = (try? StandardWebhook(url: url, secrets: [secret].compactMap { $0 })) == nil
                throw failure(isFirst ? .webhookSecret : .webhookPreviousSecret, "whsec_ and then 24 to 64 bytes in base64")
            }
        }
    }

    private static func number(_ key: Key, _ text: (Key) -> String?, _ range: ClosedRange<Int>) throws -> Int? {
        guard let value = text(key) else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw failure(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func choice<Value: RawRepresentable & CaseIterable>(_ key: Key, _ text: (Key) -> String?) throws -> Value?
    where Value.RawValue == String {
        guard let text = text(key) else { return nil }
        guard let value = Value(rawValue: text) else { throw failure(key, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") }
        return value
    }

    private static func flag(_ key: Key, _ text: (Key) -> String?) throws -> Bool? {
        switch text(key)?.lowercased() {
        case nil: return nil
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: throw failure(key, "true or false")
        }
    }

    /// Never quotes the value: it may be a secret, or contain one.
    private static func failure(_ key: Key, _ expected: String) -> SettingError {
        SettingError(key: key, description: sentence(on: key.rawValue, expected))
    }

    private static func sentence(on key: String, _ expected: String) -> String {
        "The setting \(key) (BELFRY_\(key.uppercased())) can't be used. It must be \(expected)."
    }
}

extension Settings.StoreLocation {
    /// As it is given.
    var text: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let address): address.description
        }
    }

    /// Where it is to be found.
    var place: String {
        switch self {
        case .sqlite(let path): path
        case .postgres: text
        }
    }

    /// Why no file can be there; nil where one is or can be made. No folder is made for it: where there is none, the path is mistyped more often
    /// than not.
    var folderProblem: String? {
        guard case .sqlite(let path) = self else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue else { return nil }
        return "There is no folder \(folder), where the store belongs. Correct the path, or make the folder first."
    }
}
