import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation

/// Says what apps declare of their categories.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "Declares categories: what people read of them, where they are off at first, and which nobody can switch off.",
        subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The category, as orders name it.")
        var category: String

        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard !category.isEmpty, (try? NotificationOrder.checkedCategory(category, field: "category")) != nil else {
                throw ValidationError("CATEGORY must have 1 to \(NotificationOrder.categoryLengthMax) characters, none of them a control character.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists what an app has declared.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON, one category a line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let found = try await house.categoryDesk.categories(of: whose.id)
                if found.isEmpty, !json { whose.tellNone(of: "declared categories") }
                for record in found { json ? try printJSON(CategoryBody(record)) : print(line(record)) }
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Declares a category, in the place of what the app had declared of it.",
            discussion: """
                What people have chosen stays, and counts before what is off at first. Over a server an app says the same by \
                PUT /v1/categories/{category}.
                """)

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "What people read.")
        var name: String

        @Option(help: "What it is about, in a sentence.")
        var description: String?

        @Option(help: "The heading under which it stands.")
        var group: String?

        @Option(help: ArgumentHelp("The name for whoever reads a language; as often as you like.", valueName: "lang=text"))
        var nameIn: [String] = []

        @Option(help: ArgumentHelp("The description for whoever reads it.", valueName: "lang=text"))
        var descriptionIn: [String] = []

        @Option(help: ArgumentHelp("The heading for whoever reads it.", valueName: "lang=text"))
        var groupIn: [String] = []

        @Option(parsing: .upToNextOption, help: "Over which channels nobody is told who hasn't switched it on.")
        var off: [String] = []

        @Flag(help: "Nobody can switch it off, or mute it alone.")
        var required = false

        func validate() throws {
            guard (nameIn + descriptionIn + groupIn).allSatisfy({ $0.contains("=") }) else {
                throw ValidationError("--name-in, --description-in and --group-in have a language and a text each, such as de=Angebote.")
            }
            guard texts.keys.allSatisfy({ Language(tag: $0) != nil }) else {
                let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--name-in, --description-in and --group-in know these languages: \(known).")
            }
        }

        func run() async throws {
            var body: [String: Any] = ["name": name, "required": required]
            body["description"] = description
            body["group"] = group
            if !off.isEmpty { body["default"] = Dictionary(off.map { ($0, false) }) { first, _ in first } }
            if !texts.isEmpty { body["texts"] = texts }
            let data = try JSONSerialization.data(withJSONObject: body)
            try await storeOptions.withHouse { house in
                let request = try understood {
                    do {
                        return try JSONDecoder().decode(CategoryRequest.self, from: data)
                    } catch let error as DecodingError {
                        throw Problem(error)
                    }
                }
                try await house.checkIsKnown(named.whose.id)
                let saved = try await carryingOut {
                    try await house.audited(.categoryChanged, of: named.category) {
                        try await house.categoryDesk.save(request, named: named.category, of: named.whose.id, now: house.now())
                    }
                }
                named.json ? try printJSON(CategoryBody(saved)) : print(line(saved))
            }
        }

        /// By language.
        private var texts: [String: [String: String]] {
            [("name", nameIn), ("description", descriptionIn), ("group", groupIn)].reduce(into: [:]) { texts, part in
                for text in part.1 {
                    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                    texts[sides[0], default: [:]][part.0] = sides[1]
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Declares a category no longer.",
            discussion: "It is on then over every channel for whoever hasn't switched it off. What people have chosen stays.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                do {
                    try await house.audited(.categoryChanged, of: named.category) {
                        try await house.categoryDesk.remove(named.category, of: named.whose.id)
                    }
                } catch Problem.unknownCategory {
                    throw Failure("The app has declared no category of this name. `belfry category list` shows those that there are.")
                }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(named.category))")
            }
        }
    }
}

private func line(_ record: CategoryRecord) -> String {
    let (category, terms) = (record.category, record.category.terms)
    let off = terms.offAtFirst.isEmpty ? "on at first" : "off at first: \(terms.channelNames.replacing(" ", with: ", "))"
    return [category.category, record.app.text, category.words.name, terms.isRequired ? "required" : off].map(printable).joined(separator: "  ")
}
