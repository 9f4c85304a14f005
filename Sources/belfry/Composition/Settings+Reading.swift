import BelfryAPI
import BelfryChannels
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryPostgres
import Foundation
import Logging

// How each setting is read, and what is said where it can't be used.

extension Settings {
    /// Why a setting can't be used.
    struct SettingError: Error, CustomStringConvertible {
        let key: Key
        /// For people.
        let description: String
    }

    /// Goes on where something can't be used, so that all of it can be named at once.
    ///
    /// - Returns: why what can't be used can't.
    mutating func read(_ text: (Key) -> String?) -> [any Error] {
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
        isSignInMailed = usable(try Self.flag(.signInByMail, text)) ?? isSignInMailed
        webOrigins = usable(try text(.webOrigins).map(Self.webOrigins)) ?? webOrigins
        let alertChannels = usable(try text(.alertChannels).map(Self.alertChannels))
        let standard = alertChannels.map { DeliveryRoute(channels: $0) } ?? routes.standard
        let rules = usable(try text(.routesFile).map(Self.routes(inFile:)))
        routes = rules.map { DeliveryRoutes(rules: $0, standard: standard) } ?? DeliveryRoutes(standard: standard)
        patternEngine = usable(try Self.choice(.patternEngine, text)) ?? patternEngine
        isPatternShadow = usable(try Self.flag(.patternShadowMode, text)) ?? isPatternShadow
        isSilenceTold = usable(try Self.flag(.missingWearableAlerts, text)) ?? isSilenceTold
        ageMax = usable(try Self.number(.ageMaxHours, text, 1...8760)).map { .seconds($0 * 3600) } ?? ageMax
        batchCountMax = usable(try Self.number(.batchCountMax, text, 1...1000)) ?? batchCountMax
        connectionCountMax = usable(try Self.number(.connections, text, 1...1000)) ?? connectionCountMax
        leaseLength = usable(try Self.number(.leaseSeconds, text, 2...3600)).map { .seconds($0) } ?? leaseLength
        retryBase = usable(try Self.number(.retryBaseSeconds, text, 0...3600)).map { .seconds($0) } ?? retryBase
        if let days = usable(try Self.retentionDays(text)) { retention = days == 0 ? nil : .seconds(days * 86_400) }
        if let days = usable(try Self.number(.auditRetentionDays, text, 0...PruneCutoffs.dayCountMax)) {
            auditRetention = days == 0 ? nil : .seconds(days * 86_400)
        }
        webhook = usable(try Self.webhook(text))
        desktopOwner = usable(try text(.desktopUser).map(Self.person))
        mayWebhookBePrivate = usable(try Self.flag(.webhookAllowPrivate, text)) ?? mayWebhookBePrivate
        statusWebhooks = usable(try text(.statusWebhooksFile).map(Self.statusWebhooks(inFile:)))
        return errors
    }

    private static func statusWebhooks(inFile path: String) throws -> StatusWebhooks {
        do {
            return try StatusWebhooks(inFile: path)
        } catch {
            throw failure(.statusWebhooksFile, error.why)
        }
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

    private static func webOrigins(_ names: String) throws -> WebOrigins {
        let names = names.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let origins = WebOrigins(named: names) else { throw failure(.webOrigins, WebOrigins.expectation) }
        return origins
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

    /// - Parameter publicURL: as the channels have it.
    static func identity(_ text: (Key) -> String?, publicURL: String?) throws -> IdentitySettings? {
        let secret = try secret(.oidcClientSecret, .oidcClientSecretFile, text)
        guard let issuer = text(.oidcIssuer) else { return nil }
        do {
            return try IdentitySettings(
                issuer: issuer, clientID: text(.oidcClientID), clientSecret: secret, personClaim: text(.oidcUserClaim),
                operatorClaim: text(.oidcOperatorClaim), operators: IdentitySettings.groups(in: text(.oidcOperators) ?? ""),
                name: text(.oidcName), publicURL: publicURL)
        } catch {
            throw Failure(sentence(on: error.key, error.expected))
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

    static func sentence(on key: String, _ expected: String) -> String {
        "The setting \(key) (BELFRY_\(key.uppercased())) can't be used. It must be \(expected)."
    }
}
