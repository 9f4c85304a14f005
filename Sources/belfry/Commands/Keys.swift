import ArgumentParser
import BelfryAPI
import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import SystemPackage

struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps the keys of apps, with what each may and until when, and makes the one for Web Push.",
        subcommands: [Create.self, Change.self, Replace.self, List.self, Revoke.self, VAPID.self], defaultSubcommand: List.self)

    fileprivate static func make() -> (key: String, hash: String) {
        let key = Authenticator.apiKeyPrefix + randomText(byteCount: 32)
        return (key, Authenticator.hash(ofKey: key))
    }

    private struct MadeKey: Encodable {
        let name: String
        let key: String
        let scopes: [String]
        /// Left out where it doesn't end by itself.
        let expiresAt: Instant?

        enum CodingKeys: String, CodingKey {
            case name, key, scopes
            case expiresAt = "expires_at"
        }
    }

    fileprivate static func show(_ key: String, of name: String, _ terms: KeyTerms, json: Bool) throws {
        guard json else { return print(key) }
        let scopes = KeyScope.allCases.filter(terms.scopes.contains).map(\.rawValue)
        try printJSON(MadeKey(name: name, key: key, scopes: scopes, expiresAt: terms.expiresAt))
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a key and prints it.",
            discussion: "It is shown this once: only its hash is kept. Unless it is said otherwise, it may everything that an app may, and doesn't end.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var termsOptions: KeyTermsOptions
        @OptionGroup var endOption: KeyEndOption

        @Argument(help: "What the app is called; its deliveries are kept under that name.")
        var name: String

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard let app = AppID(name) else { throw ValidationError("The name must have 1 to \(AppID.byteCountMax) bytes, none of them a control character.") }
            guard app != .house else { throw ValidationError("“\(name)” is the house's own name. Choose another.") }
        }

        func run() async throws {
            try await storeOptions.withHouse(opening: .making) { house in
                if let known = try await house.store.keys().first(where: { $0.name == name }) {
                    throw Failure(
                        known.revokedAt == nil
                            ? "There is a key named “\(name)” already. Choose another name, or give that app another key with `belfry keys replace`."
                            : "The key named “\(name)” was revoked, and the name with it. Choose another name.")
                }
                let (key, hash) = Keys.make()
                let now = house.now()
                var terms = termsOptions.added(to: KeyTerms())
                terms.expiresAt = try endOption.end(insteadOf: nil, now: now)
                try await house.audited(.keyCreated, of: name, details: terms.auditDetails) {
                    try await house.store.addKey(named: name, hash: hash, terms: terms, now: now)
                }
                try Keys.show(key, of: name, terms, json: json)
            }
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Changes what a key may, until when, or what is noted of it; the key itself stays.", discussion: "It counts from the next request on.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var termsOptions: KeyTermsOptions
        @OptionGroup var endOption: KeyEndOption

        @Argument(help: "What the app is called.")
        var name: String

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard termsOptions.scopes != nil || termsOptions.note != nil || endOption.expires != nil else {
                throw ValidationError("Say what changes: --scopes, --expires or --note.")
            }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (known, now) = (try await house.keyInForce(named: name), house.now())
                var terms = termsOptions.added(to: known.terms)
                // What isn't named stays as it is, also on a key that has ended.
                if endOption.expires != nil { terms.expiresAt = try endOption.end(insteadOf: nil, now: now) }
                let isChanged = try await house.audited(.keyChanged, of: name, details: terms.auditDetails) {
                    try await house.store.changeKey(named: name, to: terms)
                }
                guard isChanged else { throw Failure("It was revoked meanwhile.") }
                let key = try await house.keyInForce(named: name)
                guard !json else { return try printJSON(ListedKey(key: key)) }
                print("\(printable(name)) may \(key.terms.scopes.text); \(key.state(now: now)).")
            }
        }
    }

    struct Replace: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives an app another key, and prints it.",
            discussion: """
                The one that it had lets nobody in from then on, or from the end of --grace on, if it doesn't end before; all else of the app, and what its \
                key may, stays as it is.
                """, aliases: ["rotate"])

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var endOption: KeyEndOption

        @Option(help: "For how long the one that it had goes on, such as 24h; where it has leaked, leave it out.")
        var grace: String?

        @Argument(help: "What the app is called.")
        var name: String

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard grace == nil || grace.flatMap(TypedLength.init) != nil else { throw ValidationError("--grace must be a length such as 30m, 24h or 7d.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (known, now) = (try await house.keyInForce(named: name), house.now())
                let (key, hash) = Keys.make()
                var terms = known.terms
                terms.expiresAt = try endOption.end(insteadOf: terms.expiresAt, now: now)
                // A grace makes no key last longer than it was given.
                let formerEnd = known.terms.expiresAt ?? .max
                let formerEndsAt = grace.flatMap(TypedLength.init).flatMap { formerEnd <= now ? nil : min(now + $0.duration, formerEnd) }
                let isReplaced = try await house.audited(.keyReplaced, of: name, details: terms.auditDetails) {
                    try await house.store.replaceKey(named: name, hash: hash, formerEndsAt: formerEndsAt, expiresAt: terms.expiresAt, now: now)
                }
                guard isReplaced else { throw Failure("It was revoked meanwhile.") }
                if grace != nil, formerEndsAt == nil { printError("The key that it had ended at \(formerEnd), and stays out.") }
                try Keys.show(key, of: name, terms, json: json)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the keys: whose each is, what it may, when it was used last, and until when it counts.")

        @OptionGroup var storeOptions: StoreOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let keys = try await house.store.keys()
                guard !json else {
                    for key in keys { try printJSON(ListedKey(key: key)) }
                    return
                }
                guard !keys.isEmpty else { return printError("Nothing is there yet: `belfry keys create` makes a key.") }
                let now = house.now()
                printTable(
                    ["app", "since", "may", "use", "state"],
                    keys.map { key in
                        let state = key.state(now: now) + (key.terms.note.map { " (\(printable($0)))" } ?? "")
                        let use = key.lastUsedAt.map { "used \($0)" } ?? "not used"
                        return [printable(key.name), "made \(key.createdAt)", key.terms.scopes.text, use, state]
                    })
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revokes a key, for good.",
            discussion: """
                That can't be undone, and the name isn't given again. `belfry keys replace` gives an app another key, as where one has leaked. At a \
                terminal it asks first.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "What the app is called.")
        var name: String

        @Flag(help: "Don't ask.")
        var yes = false

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                guard let known = try await house.store.keys().first(where: { $0.name == name }) else {
                    throw Failure("There is no key named “\(name)”. `belfry keys list` shows those that there are.")
                }
                if let revokedAt = known.revokedAt {
                    return json ? try show(revokedAt) : print("It was revoked before, at \(revokedAt).")
                }
                if !yes {
                    try confirm(
                        "The key of \(printable(name)) will let nobody in, and the name isn't given again. This can't be undone; `belfry keys replace` gives "
                            + "another key.", else: "Nothing is revoked.")
                }
                let now = house.now()
                _ = try await house.audited(.keyRevoked, of: name) { try await house.store.revokeKey(named: name, now: now) }
                json ? try show(now) : print("Revoked.")
            }
        }

        private func show(_ revokedAt: Instant) throws { try printJSON(["name": name, "revoked_at": "\(revokedAt)"]) }
    }
}

extension Keys {
    struct VAPID: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "vapid", abstract: "Makes the key by which push services know this server, for Web Push.",
            discussion: """
                Writes the private key into a file that only you can read, for the setting web_push_key_file, and prints the public one. Keep it: with \
                another key, every browser has to subscribe anew.
                """)

        @Argument(help: "The file to write; it must not be there yet.")
        var file: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let key = VAPIDKey()
            do {
                // Made for nobody else to read, before there is anything in it.
                let descriptor = try FileDescriptor.open(
                    FilePath(file), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
                try descriptor.closeAfter { _ = try descriptor.writeAll((key.privateText + "\n").utf8) }
            } catch Errno.fileExists {
                throw Failure("There is a file \(file) already. If it holds a key that browsers have subscribed with, go on using it; else name another file.")
            } catch let error as Errno {
                throw Failure("The file \(file) can't be written: \(error). Check the path and the permissions.")
            }
            json ? try printJSON(["file": file, "public_key": key.publicText]) : print(key.publicText)
        }
    }
}

struct LoginLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login-link", abstract: "Makes a link by which a person signs in to the pages.",
        discussion: """
            The link works once: whoever signs in by it first is that person, so hand it over with care. Needs BELFRY_JWT_SECRET.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Argument(help: "The person's identifier.")
    var user: String

    @Option(
        help: """
            The address of the pages, as `serve` prints it; needed where the server was given --host or --port (default: public_url, or else made \
            from host and port of the settings).
            """)
    var base: String?

    @Option(help: "For how many minutes the link can be used.")
    var minutes = 15

    @Flag(help: "Print JSON.")
    var json = false

    private static let minutesRange = 1...(366 * 24 * 60)

    func validate() throws {
        guard Self.minutesRange.contains(minutes) else {
            throw ValidationError("--minutes must be a whole number from \(Self.minutesRange.lowerBound) to \(Self.minutesRange.upperBound).")
        }
        guard base.map({ $0.wholeMatch(of: /https?:\/\/[^\/?#\s]+(\/[^?#\s]*)?/) != nil }) ?? true else {
            throw ValidationError("--base must be an address that begins with http:// or https://, such as http://127.0.0.1:8080.")
        }
    }

    func run() async throws {
        try await storeOptions.withHouse { house in
            let link = try await loginLink(for: user, base: base, validFor: .seconds(minutes * 60), house)
            // Whoever has it is that person: it isn't handed out before it is noted who made it.
            try await house.note(.linkMade, person: UserID(user))
            json ? try printJSON(["user": user, "link": link]) : print(link)
        }
    }
}

extension KeyTerms {
    fileprivate var auditDetails: [AuditEntry.Detail: String] {
        [.scopes: scopes.text].merging(expiresAt.map { [.until: $0.description] } ?? [:]) { first, _ in first }
    }
}

/// - Parameter base: the address of the pages.
func loginLink(for user: String, base: String?, validFor length: Duration, _ house: House) async throws -> String {
    guard let id = UserID(user), try await house.store.isKnown(id) else { throw Problem.unknownUser(field: "USER") }
    let token = try await house.authenticator.makeLinkToken(for: id, id: randomText(byteCount: 16), validFor: length)
    let pages = base ?? house.settings.channels.publicURL ?? house.settings.address
    return "\(pages.hasSuffix("/") ? String(pages.dropLast()) : pages)/login?token=\(token)"
}

/// Chance from the system's source for secrets, in hexadecimal digits.
func randomText(byteCount: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<byteCount).map { _ in
        let digits = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }.joined()
}
