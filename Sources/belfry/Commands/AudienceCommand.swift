import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Keeps lists of people to whom broadcasts go.
struct AudienceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience", abstract: "Keeps lists of people to whom broadcasts go.",
        subcommands: [Save.self, Add.self, Leave.self, Members.self, List.self, Show.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The audience's name.")
        var audience: String

        @Option(help: "Whose it is (default: the house's own).")
        var app: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard AudienceID(audience) != nil else { throw ValidationError(Failure.noIdentifier("AUDIENCE").message) }
            try checkApp(app)
        }

        /// - Throws: ``Failure`` where it can't be one, which ``validate()`` has refused.
        func key() throws -> AudienceKey {
            guard let id = AudienceID(audience) else { throw Failure.noIdentifier("AUDIENCE") }
            return AudienceKey(app: app.flatMap { AppID($0) } ?? .house, id: id)
        }

        func known(in house: House) async throws -> Audience {
            guard let audience = try await house.store.audience(try key()) else { throw Failure.unknownAudience }
            return audience
        }
    }

    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes an audience in, or gives one another title, and says whether it is open.",
            discussion: "Who is in it stays. Over a server an app says the same by PUT /v1/audiences/{audience}.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "What people read, where it is open.")
        var title: String?

        @Flag(help: "People may join and leave by themselves, on their settings page.")
        var open = false

        func run() async throws {
            let request = try understood { try AudienceRequest(title: title, isOpen: open) }
            try await storeOptions.withHouse { house in
                let key = try named.key()
                try await house.checkIsKnown(key.app)
                let audience = try await carryingOut {
                    try await house.audited(.audienceChanged, of: key.id.text) {
                        try await AudienceDesk(store: house.store).save(request, as: key, now: house.now())
                    }
                }
                named.json ? try printJSON(AudienceBody(audience)) : print(line(audience))
            }
        }
    }

    /// Whom a command puts in, or takes out.
    struct People: ParsableArguments {
        @Argument(help: "The person, or several.")
        var users: [String] = []

        @Option(name: .customLong("from"), help: "A file with their identifiers, one a line, or - for standard input.")
        var file: String?

        func validate() throws {
            guard users.isEmpty != (file == nil) else { throw ValidationError("Name a person, or a file with --from.") }
            guard users.allSatisfy({ UserID($0) != nil }) else { throw ValidationError(Failure.noIdentifier("USER").message) }
        }

        var named: Set<UserID> { Set(users.compactMap { UserID($0) }) }
        var fromFile: RecipientLines<FilePieces>? {
            get throws { try file.map { RecipientLines(of: TextLines(of: try FilePieces($0))) } }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts people into an audience; who is in it already stays.",
            discussion: """
                A file is read as a stream, so it may be of any length. Where the command was cut off, or a line can't be used, those before are in it; \
                give it again.
                """)

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named
        @OptionGroup var people: People

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (key, now, store) = (try await named.known(in: house).key, house.now(), house.store)
                let count = try await carryingOut(naming: "--from") {
                    try await house.audited(.audienceChanged, of: key.id.text) {
                        if let lines = try people.fromFile { return try await AudienceDesk(store: store).add(lines, to: key, now: now) }
                        return try await store.add(people.named, to: key, ifOpen: false, now: now) ?? 0
                    }
                }
                named.json ? try printJSON(["added": count]) : print("Added: \(count)")
            }
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Takes people out of an audience.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named
        @OptionGroup var people: People

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (key, store) = (try await named.known(in: house).key, house.store)
                let count = try await carryingOut(naming: "--from") {
                    try await house.audited(.audienceChanged, of: key.id.text) {
                        if let lines = try people.fromFile { return try await AudienceDesk(store: store).remove(lines, from: key) }
                        return try await store.remove(people.named, from: key, ifOpen: false) ?? 0
                    }
                }
                named.json ? try printJSON(["removed": count]) : print("Removed: \(count)")
            }
        }
    }

    struct Members: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists who is in an audience, one a line, in the order of their identifiers.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "Only those behind this person.")
        var after: String?

        @Option(help: "How many at most (default: all).")
        var limit: Int?

        private static let pageCountMax = 5000

        func validate() throws {
            guard limit ?? 1 > 0 else { throw ValidationError("--limit must be 1 or more.") }
            guard after == nil || after.flatMap({ UserID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--after").message) }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let key = try await named.known(in: house).key
                var (last, left) = (after.flatMap { UserID($0) }, limit ?? .max)
                while left > 0, case let page = try await house.store.members(of: key, after: last, countMax: min(left, Self.pageCountMax)), !page.isEmpty {
                    for user in page { named.json ? try printJSON(["user_id": user.text]) : print(printable(user.text)) }
                    (last, left) = (page.last, left - page.count)
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the audiences of an app.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var whose: OwnerOptions

        @Option(help: "Only those behind this one.")
        var after: String?

        @Option(help: "How many at most.")
        var limit = 100

        @Flag(help: "Print JSON, one audience a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
            guard after == nil || after.flatMap({ AudienceID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--after").message) }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let found = try await house.store.audiences(of: whose.id, after: after.flatMap { AudienceID($0) }, countMax: limit)
                if found.isEmpty, !json { whose.tellNone(of: "audiences") }
                for audience in found { json ? try printJSON(AudienceBody(audience)) : print(line(audience)) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows an audience, and how many are in it.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let audience = try await named.known(in: house)
                let count = try await house.store.memberCount(of: audience.key)
                named.json ? try printJSON(AudienceBody(audience, memberCount: count)) : print("\(line(audience))  \(count) in it")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes an audience, and who is in it. What was told to it goes on.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Flag(help: "Don't ask.")
        var yes = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let key = try await named.known(in: house).key
                if !yes {
                    let count = try await house.store.memberCount(of: key)
                    try confirm("The audience goes for good, with who is in it: \(count).", else: "Nothing was removed.")
                }
                _ = try await house.audited(.audienceChanged, of: key.id.text) { try await house.store.removeAudience(key) }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(key.id.text))")
            }
        }
    }
}

private func checkApp(_ app: String?) throws {
    guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--app").message) }
}

private func line(_ audience: Audience) -> String {
    [audience.key.id.text, audience.key.app.text, audience.isOpen ? "open" : "closed", audience.title ?? ""].map(printable).joined(separator: "  ")
        .trimmingCharacters(in: .whitespaces)
}
