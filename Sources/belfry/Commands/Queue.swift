import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Queue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Looks into the queue, pauses it, changes or calls off what waits, takes back what was told, and has dead letters tried again.",
        subcommands: [
            List.self, Show.self, ChangeWaiting.self, Now.self, Cancel.self, Retract.self, Redrive.self, GiveBack.self, Pause.self, Resume.self, Pauses.self,
        ], defaultSubcommand: List.self)

    /// Which deliveries are meant.
    struct Choice: ParsableArguments {
        @Option(help: "Only those of this app.")
        var app: String?

        @Option(help: "Only those to this person.")
        var recipient: String?

        @Option(help: "Only those over this channel.")
        var channel: String?

        @Option(help: "Only what was ordered under this key within 30 days: by --app, else by the house itself.")
        var key: String?

        /// Whether one that is named may not be meant after all.
        var isNarrowing: Bool { app != nil || recipient != nil || channel != nil }

        /// - Throws: ``Failure`` where nothing was ordered under the key.
        func selection(in house: House) async throws -> DeliverySelection {
            let app = try app.map { try identifier($0, "--app") as AppID }
            let recipient = try recipient.map { try identifier($0, "--recipient") as UserID }
            var selection = DeliverySelection(app: app, recipient: recipient, channelName: channel)
            guard let key else { return selection }
            guard IdempotencyKey.isUsable(key) else {
                throw Failure("--key must have 1 to \(IdempotencyKey.byteCountMax) characters.", isUsage: true)
            }
            let owner = app ?? .house
            let known = try await house.store.deliveries(under: key, of: owner, now: house.now())
            guard !known.isEmpty else {
                let name = app.map { printable($0.text) } ?? "the house itself; of an app, say --app"
                throw Failure("Nothing was ordered under this key within 30 days by \(name).")
            }
            (selection.app, selection.ids) = (owner, known)
            return selection
        }

        /// Several at once, or by what is chosen, or all where that is said.
        func selection(of ids: [String], isAll: Bool, in house: House) async throws -> DeliverySelection {
            guard ids.isEmpty || !isAll else { throw Failure("Give identifiers or --all, not both.", isUsage: true) }
            guard ids.isEmpty || key == nil else { throw Failure("Give identifiers or --key, not both.", isUsage: true) }
            guard !ids.isEmpty || isAll || app != nil || recipient != nil || channel != nil || key != nil else {
                throw Failure("Which ones? Give their identifiers, --app, --recipient, --channel, --key or --older-than, or --all.", isUsage: true)
            }
            guard ids.count <= DeliverySelection.countMaxOfChange else {
                throw Failure("At most \(DeliverySelection.countMaxOfChange) identifiers at once.", isUsage: true)
            }
            var selection = try await selection(in: house)
            if !ids.isEmpty { selection.ids = try ids.map { try identifier($0, "ID") } }
            return selection
        }

        /// Tells how many were changed, and which of those that were asked for weren't.
        ///
        /// - Throws: ``Failure`` where it was none of them.
        func report(_ changed: [DeliveryID], of ids: [String], _ what: String, elseAre others: String, json: Bool) throws {
            json ? try printJSON(["deliveries": changed]) : print("\(what): \(changed.count).")
            try tellLeft(changed, of: ids, elseAre: others)
        }

        /// Tells how many would be changed, and which of those that were asked for wouldn't; changes nothing.
        ///
        /// - Parameter status: in which those are that would be.
        /// - Throws: ``Failure`` where it would be none of them.
        func preview(
            _ selection: DeliverySelection, in status: Delivery.Status, of ids: [String], _ what: String, elseAre others: String, json: Bool,
            from store: any DeliveryControl
        ) async throws {
            var selection = selection
            selection.status = status
            var found: [DeliveryID] = []
            while case let page = try await store.deliveries(selection).map(\.delivery.id), let last = page.last {
                found += page
                selection.before = last
            }
            json ? try printJSON(Preview(count: found.count, dry_run: true)) : print("\(what): \(found.count).")
            try tellLeft(found, of: ids, elseAre: others)
        }

        private struct Preview: Encodable {
            let count: Int
            let dry_run: Bool
        }

        /// - Throws: ``Failure`` where none of those that were asked for was changed.
        func tellLeft(_ changed: [DeliveryID], of ids: [String], elseAre others: String) throws {
            let left = Set(ids).subtracting(changed.map(\.text)).sorted()
            guard !left.isEmpty else { return }
            let text = "\(others): \(left.map(printable).joined(separator: ", ")). `belfry queue list` shows where they stand."
            guard !changed.isEmpty else { throw Failure(text) }
            printError(text)
        }

        private func identifier<Subject>(_ text: String, _ name: String) throws -> Identifier<Subject> {
            guard let identifier = Identifier<Subject>(text) else { throw Failure.noIdentifier(name) }
            return identifier
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists deliveries, the latest first.",
            discussion: "By their identifiers: a row that was written into SQLite by hand, without one, stands anywhere.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var choice: Choice

        @Option(help: "Only those in this state: pending, sending, sent, skipped, failed, cancelled or shadow.")
        var status: String?

        @Option(help: "How many at most.")
        var limit = 50

        @Flag(help: "Print JSON, one delivery a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
            if let status, Delivery.Status(rawValue: status) == nil {
                throw ValidationError("--status must be one of \(Delivery.Status.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                var selection = try await choice.selection(in: house)
                selection.status = status.flatMap(Delivery.Status.init)
                selection.countMax = limit
                let found = try await house.store.deliveries(selection)
                guard !json else { return try found.map(QueuedBody.init).forEach(printJSON) }
                guard !found.isEmpty else { return printError("Nothing in the queue is like that.") }
                printTable(["id", "status", "made", "due or sent", "priority", "app", "channel", "recipient", "why"], found.map(cells))
            }
        }

        private func cells(_ overview: DeliveryOverview) -> [String] {
            let delivery = overview.delivery
            let isWaiting = overview.status == Delivery.Status.pending.rawValue
            let due = isWaiting ? overview.nextAttemptAt ?? delivery.deliverAfter ?? delivery.createdAt : overview.sentAt
            return [
                delivery.id.text, overview.status, "\(delivery.createdAt)", due.map { "\($0)" } ?? "-", delivery.priority.rawValue, delivery.app.text,
                delivery.channelName, delivery.recipient.text, overview.lastError ?? overview.reason?.rawValue ?? "-",
            ].map(printable)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows where one delivery stands.", discussion: "`belfry explain ID` tells why.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The delivery.")
        var id: String

        @Flag(help: "Print JSON on one line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                guard let id = DeliveryID(id),
                    let overview = try await Explainer(zones: house.zones).overview(of: id, in: house.store, now: house.now())
                else {
                    throw Failure.unknownDelivery
                }
                let body = QueuedBody(overview)
                if json { return try printJSON(body) }
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                print(String(decoding: try encoder.encode(body), as: UTF8.self))
            }
        }
    }
}
