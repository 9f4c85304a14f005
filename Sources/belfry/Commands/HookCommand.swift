import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Says what is told of what other programs post.
struct HookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook", abstract: "Declares hooks: addresses at which any program may post a document, and what is told of it.",
        subcommands: [Add.self, List.self, Show.self, Try.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The hook's name.")
        var name: String

        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard HookID(name) != nil else { throw ValidationError(Failure.noIdentifier("NAME").message) }
        }

        func id() throws -> HookID {
            guard let id = HookID(name) else { throw Failure.noIdentifier("NAME") }
            return id
        }

        func found(in house: House) async throws -> HookRecord {
            do {
                return try await house.hookDesk.hook(try id(), of: whose.id)
            } catch Problem.unknownHook {
                throw Failure("The app has no hook of this name. `belfry hook list` shows those that there are.")
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a hook in, or puts it in the place of the one of its name.",
            discussion: """
                FILE has what an app says by PUT /v1/hooks/{name}, as JSON, with the secret in it; the secret is given back to nobody. Without it \
                the one that is kept stays; with another and "keep_previous_hours" both count for so long. The guide on intake has examples.
                """)

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Argument(help: "A file of JSON, or - for standard input.")
        var file: String

        func run() async throws {
            let request = try understoodFile { try HookRequest(try contents(ofInput: file)) }
            try await storeOptions.withHouse { house in
                try await house.checkIsKnown(named.whose.id)
                let name = try named.id()
                let saved = try await house.audited(.hookChanged, of: name.text) {
                    try await house.hookDesk.save(request, named: name, of: named.whose.id, now: house.now())
                }
                named.json ? try printJSON(HookBody(saved)) : print(line(saved))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists an app's hooks, and where is posted to each.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON, one hook a line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let found = try await house.hookDesk.hooks(of: whose.id)
                if found.isEmpty, !json { whose.tellNone(of: "hooks") }
                for hook in found { json ? try printJSON(HookBody(hook)) : print(line(hook)) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows a hook, without its secret.", discussion: "As JSON it may be changed, and taken in by `belfry hook add`, without what it has beside.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let hook = try await named.found(in: house)
                named.json ? try printJSON(HookBody(hook)) : print("\(line(hook))\n\(printable(hook.request))")
            }
        }
    }

    struct Try: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says what would be told of a document, and what would become of it.", discussion: "Nobody is told, and no signature is looked at.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Argument(help: "A file of JSON as the program posts it, or - for standard input.")
        var file: String

        func run() async throws {
            let document = try understoodFile {
                do {
                    return try JSONDecoder().decode(HookDocument.self, from: try contents(ofInput: file))
                } catch is DecodingError {
                    throw Problem.malformedJSON
                }
            }
            try await storeOptions.withHouse { house in
                let (hook, now) = (try await named.found(in: house), house.now())
                switch try house.hookDesk.reading(document, at: hook) {
                case .passed(let pass):
                    named.json ? try printJSON(HookTrialBody(pass)) : print("Nobody would be told: \(printable(why(pass)))")
                case .told(let request, _):
                    if named.json {
                        try printJSON(HookTrialBody(request, []))
                    } else {
                        let payload = request.order.payload
                        let words = [payload.title, payload.body, payload.link?.text].compactMap(\.self).map(printable)
                        print(words.joined(separator: "\n"))
                    }
                    let deliveries = try await house.orderDesk.deliveries(of: request, by: hook.app, now: now)
                    try await Send.rehearse(deliveries, of: request.order, in: house, .english, named.json, now: now)
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forgets a hook.", discussion: "Whatever is posted there is refused then. What was told of it stays.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let hook = try await named.found(in: house)
                try await house.audited(.hookChanged, of: hook.name.text) { try await house.hookDesk.remove(hook.name, of: hook.app) }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(named.name))")
            }
        }
    }
}

private func why(_ pass: HookPass) -> String {
    switch pass {
    case .conditionNotMet(let path): "its condition on “\(path)” doesn't hold (\(pass.code))."
    case .nobodyLeft: "everybody whom it names was erased (\(pass.code))."
    }
}

private func line(_ hook: HookRecord) -> String {
    [hook.name.text, hook.app.text, hook.signature.scheme.rawValue, HookBody.address(of: hook)].map(printable).joined(separator: "  ")
}
