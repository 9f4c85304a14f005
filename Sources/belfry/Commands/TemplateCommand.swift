import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Keeps what apps tell again and again.
struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Keeps what is told again and again under a name, for orders that bring the data.",
        subcommands: [Add.self, List.self, Show.self, Try.self, Versions.self, Restore.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The template's name.")
        var name: String

        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard TemplateID(name) != nil else { throw ValidationError(Failure.noIdentifier("NAME").message) }
        }

        func id() throws -> TemplateID {
            guard let id = TemplateID(name) else { throw Failure.noIdentifier("NAME") }
            return id
        }

        /// Does something with it; what is wrong with it is said in the API's words.
        func doing<Value>(_ act: (TemplateID, AppID) async throws -> Value) async throws -> Value {
            do {
                return try await act(try id(), whose.id)
            } catch Problem.unknownTemplate("") {
                throw Failure("The app has no template of this name, or not that version of it. `belfry template list` shows those that there are.")
            } catch let problem as Problem {
                throw Failure(Phrases.sentence(for: problem))
            }
        }

        func tell(_ template: TemplateRecord) throws { json ? try printJSON(TemplateBody(template)) : print(line(template)) }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a template in, as the next version of the one of its name.",
            discussion: "FILE has what an app says by PUT /v1/templates/{name}, as JSON. The guide on templates has examples.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Argument(help: "A file of JSON, or - for standard input.")
        var file: String

        func run() async throws {
            let said = try understoodFile { try TemplateContents(try contents(ofInput: file), named: try named.id()) }
            try await storeOptions.withHouse { house in
                try await house.checkIsKnown(named.whose.id)
                let saved = try await named.doing { name, app in
                    try await house.audited(.templateChanged, of: name.text) {
                        try await house.templateDesk.save(said, named: name, of: app, now: house.now())
                    }
                }
                try named.tell(saved)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists an app's templates.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON, one template a line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let found = try await house.templateDesk.templates(of: whose.id)
                if found.isEmpty, !json { whose.tellNone(of: "templates") }
                for template in found { json ? try printJSON(TemplateBody(template)) : print(line(template)) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what a template says.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let template = try await named.doing { try await house.templateDesk.template($0, of: $1) }
                try named.tell(template)
                if !named.json { print(printable(template.contents)) }
            }
        }
    }

    struct Try: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says what would be told with some data, in each language, and whether it fits.", discussion: "Nobody is told.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: #"What its words speak of, as JSON, such as {"number": 7}."#)
        var data: String?

        @Option(parsing: .upToNextOption, help: "Whom it would be told: says what would become of it, too.")
        var to: [String] = []

        func run() async throws {
            var fields = try TemplateOptions.fields(of: data)
            if !to.isEmpty { fields["recipients"] = to }
            let body = try OrderOptions.json(of: fields)
            try await storeOptions.withHouse { house in
                let trial = try await named.doing { try await house.templateDesk.trial(of: $0, of: $1, with: body) }
                if named.json {
                    try printJSON(TemplateTrialBody(trial, nil))
                } else {
                    for (field, text) in trial.texts { print("\(printable(field)): \(printable(text))") }
                }
                if let problem = trial.problem { throw Failure(Phrases.sentence(for: problem)) }
                guard let asked = trial.request else { return }
                let now = house.now()
                let deliveries = try await named.doing { _, app in try await house.orderDesk.deliveries(of: asked, by: app, now: now) }
                try await Send.rehearse(deliveries, of: asked.order, in: house, .english, named.json, now: now)
            }
        }
    }

    struct Versions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists what a template has said, the latest first.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                for version in try await named.doing({ try await house.templateDesk.versions(of: $0, of: $1) }) {
                    named.json ? try named.tell(version) : print("\(line(version))  \(printable(version.contents))")
                }
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Has a template say again what an earlier version said, as the next version.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Argument(help: "The number of the version.")
        var version: Int

        func run() async throws {
            try await storeOptions.withHouse { house in
                let restored = try await named.doing { name, app in
                    try await house.audited(.templateChanged, of: name.text) {
                        try await house.templateDesk.restore(version, of: name, of: app, now: house.now())
                    }
                }
                try named.tell(restored)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forgets a template, with its versions.", discussion: "Orders that name it are refused then. What was ordered stays.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                try await named.doing { name, app in
                    try await house.audited(.templateChanged, of: name.text) { try await house.templateDesk.remove(name, of: app) }
                }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(named.name))")
            }
        }
    }
}

private func line(_ template: TemplateRecord) -> String {
    [template.name.text, template.app.text, "version \(template.version)", "\(template.createdAt)"].map(printable).joined(separator: "  ")
}
