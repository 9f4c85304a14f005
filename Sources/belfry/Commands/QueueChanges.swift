import ArgumentParser
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

extension Queue {
    /// What the commands that change deliveries have in common.
    struct Change: ParsableArguments {
        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var choice: Choice

        @Argument(help: "The deliveries.")
        var ids: [String] = []

        @Flag(help: "All that there are.")
        var all = false

        @Option(help: "Only those that were made longer ago: 90s, 30m, 2h or 1d.")
        var olderThan: String?

        @Flag(help: "Only say how many it would be.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        /// What is said of it.
        struct Words {
            let would: String
            let done: String
            /// Of those that aren't changed.
            let others: String
        }

        func validate() throws {
            if let olderThan, TypedLength(olderThan) == nil { throw ValidationError("--older-than must be such as 90s, 30m, 2h or 1d.") }
        }

        /// - Parameter status: in which those are that can be changed.
        func run(
            _ action: AuditEntry.Action, in status: Delivery.Status, _ words: Words,
            _ change: (any DeliveryControl, DeliverySelection, Instant) async throws -> [DeliveryID]
        ) async throws {
            try await storeOptions.withHouse { house in
                var selection = try await choice.selection(of: ids, isAll: all || ids.isEmpty && olderThan != nil, in: house)
                selection.madeBefore = olderThan.flatMap(TypedLength.init).map { house.now() - $0.duration }
                let others = choice.isNarrowing || olderThan != nil ? "\(words.others), or not as the options say" : words.others
                guard !dryRun else {
                    return try await choice.preview(selection, in: status, of: ids, words.would, elseAre: others, json: json, from: house.store)
                }
                let chosen = selection
                let changed = try await house.audited(action, of: chosen.onlyOne, person: chosen.recipient) {
                    try await changeAll(chosen, in: status, words) { try await change(house.store, chosen, house.now()) }
                }
                try choice.report(changed, of: ids, words.done, elseAre: others, json: json)
            }
        }

        /// Batch by batch, so that no statement takes long. Where this is cut off, what was changed stays so.
        ///
        /// - Parameter changeBatch: changes those of a batch, the oldest first.
        private func changeAll(
            _ selection: DeliverySelection, in status: Delivery.Status, _ words: Words, _ changeBatch: () async throws -> [DeliveryID]
        ) async throws -> [DeliveryID] {
            // Those that are named are one batch.
            guard selection.ids == nil else { return try await changeBatch() }
            var (changed, seen): ([DeliveryID], Set<DeliveryID>) = ([], [])
            while case let batch = try await changeBatch(), !batch.isEmpty {
                let fresh = batch.filter { seen.insert($0).inserted }
                changed += fresh
                guard !fresh.isEmpty else {
                    printError("Stopped: those that were tried again first have failed anew. Mend the cause, and repeat it.")
                    break
                }
                let isFull = batch.count >= DeliverySelection.countMaxOfChange
                // Of what waits a worker may have taken some, and a batch that isn't full need not be the last.
                guard isFull || status == .pending else { break }
                if isFull { printError("\(words.done) so far: \(changed.count).") }
            }
            return changed
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Calls off deliveries that wait.",
            discussion: """
                What is on its way can't be stopped. The oldest first, in batches of 1,000: cut off, it leaves what it has done, and may be \
                repeated. What is told to many at once is called off with `belfry broadcast cancel`.
                """)

        @OptionGroup var change: Change

        func run() async throws {
            let words = Change.Words(would: "Would be called off", done: "Called off", others: "Unknown, or not waiting")
            try await change.run(.deliveriesCancelled, in: .pending, words) { store, selection, now in try await store.cancel(selection, now: now) }
        }
    }

    struct Retract: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes back what was told, and calls off what of it waits.",
            discussion: """
                The inbox shows it as withdrawn, and its title alone. From Telegram, Discord, Matrix and ntfy it disappears, as far as they allow: \
                `belfry explain` says what became of it there. What went elsewhere, as a push, a mail or a text message, stays where it arrived. A \
                second time changes nothing, and there is no way back. Of what is told to many at once only those are taken back who stand in the queue.
                """)

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var choice: Choice

        @Argument(help: "The deliveries.")
        var ids: [String] = []

        @Flag(help: "Only say what it would be.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        private struct Report: Encodable {
            let retracted: [DeliveryID]
            let called_off: [DeliveryID]
            /// Nil where it was done.
            let dry_run: Bool?
        }

        func validate() throws {
            guard !ids.isEmpty || choice.key != nil else {
                throw ValidationError("Which ones? Give their identifiers, or what they were ordered under with --key.")
            }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let selection = try await choice.selection(of: ids, isAll: false, in: house)
                let store = house.store
                let found =
                    dryRun
                    ? try await store.retractable(selection)
                    : try await house.audited(.deliveriesRetracted, of: selection.onlyOne, person: selection.recipient) {
                        try await store.retract(selection, by: NSUserName(), now: house.now())
                    }
                if json {
                    try printJSON(Report(retracted: found.retracted, called_off: found.calledOff, dry_run: dryRun ? true : nil))
                } else {
                    let words = dryRun ? ("Would be taken back", "Would be called off") : ("Taken back", "Called off")
                    print("\(words.0): \(found.retracted.count). \(words.1): \(found.calledOff.count).")
                }
                let told = try await store.deliveries(DeliverySelection(ids: found.retracted))
                let others = Set(told.map(\.delivery.channelName).filter { !RemovalErrand.isRemovable(over: $0) })
                    .subtracting([DeliveryChannel.inApp.rawValue]).sorted().map(printable)
                if !others.isEmpty { printError("What went over \(others.joined(separator: ", ")) stays where it arrived.") }
                try choice.tellLeft(found.retracted + found.calledOff, of: ids, elseAre: "Unknown, neither told nor waiting, or taken back before")
            }
        }
    }

    struct Redrive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has dead letters tried again.",
            discussion: """
                Their attempts and their age count anew; what happened before stays written. What expires at a moment of its own still does. \
                The oldest first, in batches of 1,000: cut off, it leaves what it has done, and may be repeated.
                """)

        @OptionGroup var change: Change

        func run() async throws {
            let words = Change.Words(would: "Would wait again", done: "Waiting again", others: "Unknown, or no dead letters")
            try await change.run(.deliveriesRedriven, in: .failed, words) { store, selection, now in try await store.redrive(selection, now: now) }
        }
    }

    struct GiveBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has wait again what workers held that are gone, as after a restore.",
            discussion: """
                Workers do so by themselves; this is for a store on which none is to be started yet. What a running worker may have in hand stays \
                with it until its lease ends.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let count = try await house.store.rescue(now: house.now(), isDead: ProcessIdentity.isDead)
                json ? try printJSON(["count": count]) : print("Given back: \(count).")
                guard try await !house.store.deliveries(DeliverySelection(status: .sending, countMax: 1)).isEmpty else { return }
                printError("Some are in the hands of a worker that may be running. `belfry queue list --status sending` names them.")
            }
        }
    }
}
