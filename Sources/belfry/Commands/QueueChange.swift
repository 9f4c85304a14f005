import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension Queue {
    /// What the commands that change what waits have in common.
    struct Waiting: ParsableArguments {
        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var choice: Choice

        @Option(help: "Only what waits under this collapse key for --recipient: by --app, else by the house itself.")
        var collapseKey: String?

        @Argument(help: "The deliveries.")
        var ids: [String] = []

        @Flag(help: "Only say what would be changed.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard collapseKey == nil || choice.recipient != nil else { throw ValidationError("--collapse-key goes with --recipient.") }
            guard !ids.isEmpty || choice.key != nil || collapseKey != nil else {
                throw ValidationError("Which ones? Give their identifiers, what they were ordered under with --key, or --recipient and --collapse-key.")
            }
        }

        func run(_ fields: [String: Any]) async throws {
            try await storeOptions.withHouse { house in
                let now = house.now()
                let change = try understood {
                    try OrderOptions.read(ChangeOrder.self, in: try OrderOptions.json(of: fields))
                        .change(imageOrigins: house.settings.channels.imageOrigins, now: now)
                }
                var selection = try await choice.selection(of: ids, isAll: false, in: house)
                if let collapseKey {
                    guard let key = CollapseKey(collapseKey) else { throw Failure("--collapse-key is of 1 to 64 bytes.", isUsage: true) }
                    selection.app = selection.app ?? .house
                    selection = try await house.store.narrow(selection, toWaitingUnder: key)
                }
                let asked = ids.isEmpty ? nil : selection.ids
                let chosen = selection
                let found = try await house.audited(.deliveriesChanged, of: chosen.onlyOne, person: chosen.recipient) {
                    try await house.store.change(chosen, to: change, by: NSUserName(), isDryRun: dryRun, now: now).naming(asked)
                }
                if json {
                    try printJSON(ChangedBody(found, isDryRun: dryRun))
                } else {
                    print("\(dryRun ? "Would be changed" : "Changed"): \(found.changed.count).")
                }
                let lines = found.refused.map { "\(printable($0.id.text)): \(Self.sentence(for: $0.why))" }
                guard !found.changed.isEmpty || !lines.isEmpty else { throw Failure("Nothing like that waits.") }
                guard !found.changed.isEmpty else { throw Failure("Nothing of it can be changed.\n\(lines.joined(separator: "\n"))") }
                lines.forEach(printError)
            }
        }

        private static func sentence(for refusal: DeliveryChange.Refusal) -> String {
            switch refusal {
            case .unknown: "unknown, or not as the options say."
            case .sending: "it is on its way."
            case .sent: "it was sent."
            case .skipped: "it was left out."
            case .failed: "it was given up; `belfry queue redrive` has it tried again."
            case .cancelled: "it was called off."
            case .shadow: "it is only written down."
            case .merged: "it was told in the summary of another."
            case .retracted: "it was taken back."
            case .expiresTooEarly: "it would expire before it is due. Say --expires-at, too."
            case .maybeTold: "it was tried before, and its words may have been read. Call it off, and order it anew."
            case .ofAlert: "its words are found when it is sent, by what is known of the alert."
            case .noTitle: "it would say nothing."
            case .unknownAction: "a language has a title for a button that it doesn't offer."
            }
        }
    }

    struct ChangeWaiting: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change", abstract: "Changes what waits: when it is told, until when, how soon among others, and in which words.",
            discussion: """
                What isn't said stays. What is on its way, or through, isn't changed, and the command names it. Where several steps of a route are \
                meant, the first that waits comes at --deliver-after, and the later ones keep their distance. Quiet hours and all that the person \
                wants hold at the new moment, too.
                """)

        @OptionGroup var waiting: Waiting

        @Option(help: "Not before then, such as 2026-12-24T08:00:00Z; or now.")
        var deliverAfter: String?

        @Option(help: "Not from then on.")
        var expiresAt: String?

        @Option(help: "critical, normal or low.")
        var priority: String?

        @Option(help: "What it says at its head.")
        var title: String?

        @Option(help: "What it says.")
        var body: String?

        @Option(help: "A JSON file with the words in further languages, in the place of all that it has.")
        var texts: String?

        @Option(help: "What a tap opens: an https address, or one of the app's own scheme.")
        var link: String?

        @Option(help: "A picture beside it, by its https address, on an origin of image_origins.")
        var image: String?

        @Option(help: "With --image: what the picture shows, for whoever doesn't see it.")
        var imageAlt: String?

        @Option(help: "What it is to have no more: expires_at, title, body, texts, link or image. May be given again.")
        var without: [String] = []

        private static let removable = ["expires_at", "title", "body", "texts", "link", "image"]

        func validate() throws {
            guard without.allSatisfy(Self.removable.contains) else {
                throw ValidationError("--without must be one of \(Self.removable.joined(separator: ", ")).")
            }
            guard !without.isEmpty || given.contains(where: { $0.value != nil }) else {
                throw ValidationError(
                    "What is to be another? Say --deliver-after, --expires-at, --priority, --title, --body, --texts, --link, --image or --without.")
            }
            if let name = without.first(where: { name in given.contains { $0.name == name && $0.value != nil } }) {
                throw ValidationError("\(name) is given and taken away. Say one of the two.")
            }
        }

        /// What is to be in its place, by the names of an order; of texts the file's path.
        private var given: [(name: String, value: String?)] {
            [
                ("deliver_after", deliverAfter), ("expires_at", expiresAt), ("priority", priority), ("title", title), ("body", body), ("texts", texts),
                ("link", link), ("image", image ?? imageAlt),
            ]
        }

        func run() async throws {
            var fields: [String: Any] = [:]
            for name in without { fields[name] = NSNull() }
            for (name, value) in given {
                guard let value else { continue }
                fields[name] =
                    switch name {
                    case "texts": try OrderOptions.json(in: value)
                    case "image": try OrderOptions.image(image, alt: imageAlt) as Any
                    default: value
                    }
            }
            try await waiting.run(fields)
        }
    }

    struct Now: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has told at once what waits for later.",
            discussion: """
                As `belfry queue change --deliver-after now`: quiet hours, and all else that the person wants, hold. What waits for its next attempt is \
                tried at once.
                """)

        @OptionGroup var waiting: Waiting

        func run() async throws { try await waiting.run(["deliver_after": ChangeOrder.now]) }
    }
}
