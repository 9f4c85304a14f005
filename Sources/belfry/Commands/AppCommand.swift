import ArgumentParser
import BelfryAPI
import BelfryModel
import BelfryPhrases
import BelfryPorts
import Foundation

/// Says how an app presents itself.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Says how an app presents itself: in mails, in inboxes and on pages.",
        subcommands: [Show.self, Set.self, Clear.self], defaultSubcommand: Show.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The app, by the name of its key (default: the house).")
        var app: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("APP").message) }
        }

        var id: AppID { app.flatMap { AppID($0) } ?? .house }

        func tell(_ look: AppLook?, in house: House) throws {
            let origins = house.settings.channels.imageOrigins
            guard !json else { return try printJSON(LookBody(id, look, imageOrigins: origins)) }
            guard let look else { return print("\(printable(id.text)) hasn't said how it presents itself.") }
            var lines = [("name", look.name)]
            lines += look.names.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("name in \($0.key.rawValue)", $0.value) }
            if let color = look.color { lines.append(("color", "\(color), with \(color.textColor == .white ? "white" : "black") on it")) }
            if let logo = look.logo { lines.append(("logo", logo.text + (origins.allow(logo: logo) ? "" : " (not shown: image_origins doesn't name its origin)"))) }
            if let replyTo = look.replyTo { lines.append(("replies to", replyTo)) }
            if let footer = look.footer { lines.append(("footer", footer)) }
            for (name, value) in lines { print("\(name): \(printable(value))") }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows how an app presents itself.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                try await house.checkIsKnown(named.id, in: "APP")
                try named.tell(try await house.store.looks(of: [named.id])[named.id], in: house)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says how an app presents itself, in the place of all that it said before.",
            discussion: "What runs knows of it within half a minute. Over a server an app says the same by PUT /v1/app.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "What people know it by.")
        var name: String

        @Option(help: ArgumentHelp("What it is called in a language, such as de=Laden; once for each.", valueName: "language=name"))
        var nameIn: [String] = []

        @Option(help: "Its colour, such as #1b6e53.")
        var color: String?

        @Option(help: "Where its logo is, an https:// address; shown where image_origins names its origin.")
        var logoURL: String?

        @Option(help: "The mailbox to which answers to its mails go.")
        var replyTo: String?

        @Option(help: "A line at the end of its mails, such as a postal address.")
        var footer: String?

        func run() async throws {
            var fields: [String: Any] = ["name": name]
            fields["color"] = color
            fields["logo_url"] = logoURL
            fields["reply_to"] = replyTo
            fields["footer"] = footer
            var names: [String: String] = [:]
            for text in nameIn {
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, names.updateValue(parts[1], forKey: parts[0]) == nil else {
                    throw Failure("--name-in takes a language and a name, such as de=Laden, each language once.", isUsage: true)
                }
            }
            if !names.isEmpty { fields["names"] = names }
            let body = try JSONSerialization.data(withJSONObject: fields)
            let look = try understood {
                do {
                    return try JSONDecoder().decode(AppLook.self, from: body)
                } catch let error as DecodingError {
                    throw Problem(error)
                }
            }
            try await storeOptions.withHouse { house in
                try await house.checkIsKnown(named.id, in: "APP")
                try await house.audited(.appChanged, of: named.id.text) { try await house.store.save(look, of: named.id) }
                try named.tell(look, in: house)
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forgets how an app presents itself.", discussion: "Its mails have the name of email_from_name again.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let wasThere = try await house.audited(.appChanged, of: named.id.text) { try await house.store.removeLook(of: named.id) }
                guard !named.json else { return try printJSON(["cleared": wasThere]) }
                print(wasThere ? "Cleared: \(printable(named.id.text))" : "\(printable(named.id.text)) had said nothing.")
            }
        }
    }
}
