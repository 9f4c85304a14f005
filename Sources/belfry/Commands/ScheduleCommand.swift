import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Has somebody told something again and again, as an app would.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Has people told something again and again.",
        subcommands: [
            Create.self, Preview.self, List.self, Show.self, Pause.self, Resume.self, Skip.self, Unskip.self, Change.self, Rehearse.self, Run.self, End.self,
        ],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists schedules, the latest first.")

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "Only those of this app.")
        var app: String?

        @Option(help: "Only those in this state: active, paused or ended.")
        var status: String?

        @Option(help: "Only those behind this schedule, as the last of a list.")
        var before: String?

        @Option(help: "How many at most.")
        var limit = 20

        @Flag(help: "Print JSON, one schedule a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
            guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--app").message) }
            guard before == nil || before.flatMap({ ScheduledOrderID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--before").message) }
            if let status, ScheduledOrder.Status(rawValue: status) == nil {
                throw ValidationError("--status must be one of \(ScheduledOrder.Status.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (desk, now) = (await house.scheduleDesk, house.now())
                let orders = try await house.store.scheduledOrders(
                    of: app.flatMap { AppID($0) }, status: status.flatMap { ScheduledOrder.Status(rawValue: $0) },
                    before: before.flatMap { ScheduledOrderID($0) }, countMax: limit
                ).filter { !Heartbeat.isKept(as: $0) }
                let found = orders.map { order in (order: order, next: desk.upcoming(order, countMax: 1, now: now)) }
                guard !json else {
                    for (order, next) in found {
                        try printJSON(ScheduleBody(order, next: next, lastBroadcast: try await desk.lastBroadcast(of: order, now: now)))
                    }
                    return
                }
                guard !found.isEmpty else { return printError("No schedule is like that.") }
                printTable(
                    ["id", "status", "app", "rule", "next", "title"],
                    found.map { order, next in
                        [
                            "\(order.id)", order.status.rawValue, printable(order.app.text), ScheduleCommand.rule(of: order),
                            next.first.map { ScheduleCommand.words($0, of: order.timing) } ?? "-", ScheduleCommand.title(of: order) ?? "-",
                        ]
                    })
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a schedule, what comes next and what was ordered last.")

        @OptionGroup var storeOptions: StoreOptions

        @OptionGroup var upcoming: Upcoming

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json, next: upcoming.next) { _, _, _ in (nil, 0) } }
    }

    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leaves one time of a schedule out, the next unless another is said.",
            discussion: """
                What is ordered already and still waits is called off; what was told stays: as long as somebody waits for it, that is the next. \
                `belfry schedule unskip` takes it back where nothing was ordered yet.
                """)

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var turn: Turn

        func run() async throws {
            try await ScheduleCommand.change(turn.id, storeOptions, turn.json) { desk, order, now in
                let skipped = try await desk.skip(order, at: turn.local, now: now)
                return (skipped.local, skipped.calledOffCount)
            }
        }
    }

    struct Unskip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells a time after all that was left out and is still to come, the first unless another is said.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var turn: Turn

        func run() async throws {
            try await ScheduleCommand.change(turn.id, storeOptions, turn.json) { desk, order, now in
                try await desk.unskip(order, at: turn.local, now: now)
                return (nil, 0)
            }
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Changes what a schedule tells, whom, or when it comes back.",
            discussion: """
                What isn't said stays, null takes away: `belfry schedule change ID '{"title": "Glass", "recurrence": {"exdate": ["2026-12-24"]}}'`. \
                What it has ordered and still waits is called off where it is none of its times any more.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Argument(help: "What is to be otherwise, as JSON with the names of the API.")
        var patch: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await ScheduleCommand.change(id, storeOptions, json) { desk, order, now in
                do {
                    return (nil, try await desk.change(order, by: Data(patch.utf8), now: now))
                } catch let error as DecodingError {
                    throw Problem(error)
                }
            }
        }
    }

    /// One time of a schedule.
    struct Turn: ParsableArguments {
        @Argument(help: "The schedule.")
        var id: String

        @Option(help: "What the clock shows then, such as 2026-12-28T09:00.")
        var at: String?

        @Flag(help: "Print JSON.")
        var json = false

        var local: CivilDateTime? { at.flatMap { CivilDateTime($0) } }

        func validate() throws {
            guard at == nil || local != nil else { throw ValidationError("--at is what the clock shows, such as 2026-12-28T09:00.") }
        }
    }

    /// How many of what comes next are shown.
    struct Upcoming: ParsableArguments {
        @Option(help: "So many of what comes next are shown, 100 at most.")
        var next = ScheduleDesk.upcomingCount

        func validate() throws {
            guard ScheduleDesk.upcomingRange.contains(next) else { throw ValidationError("--next must be from 1 to 100.") }
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has nothing of a schedule told until it is resumed.", discussion: "What it has ordered and still waits is called off.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { (nil, try await $0.pause($1, now: $2)) } }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets a paused schedule go on with what is still to come.", discussion: "What came meanwhile, or was called off, isn't told.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await ScheduleCommand.change(id, storeOptions, json) { desk, order, now in
                try await desk.resume(order, now: now)
                return (nil, 0)
            }
        }
    }

    struct Rehearse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says when the next time of a schedule comes to each recipient, and what would become of it; nothing is queued.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Option(help: "In which language that is told.")
        var language = Language.english

        @Flag(help: "Print JSON, one delivery a line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (order, now) = (try await ScheduleCommand.known(id, house), house.now())
                switch try await carryingOut({ try await house.scheduleDesk.rehearsedNext(order, now: now) }) {
                case .deliveries(let deliveries): try await Send.rehearse(deliveries, of: nil, in: house, language, json, now: now)
                case .broadcast(let preview): try await BroadcastCommand.rehearse(preview, in: house, json)
                }
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells what a schedule tells at once, once more.",
            discussion: """
                To all its recipients, also while it is paused. When it comes back stays as it is. To an audience it is told by another schedule, which \
                comes once: its identifier is printed, and `belfry schedule show` says as which broadcast it was told.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Option(help: "Any text of your own: given again with it within 30 days, it is told once.")
        var key: String?

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let order = try await ScheduleCommand.known(id, house)
                let key = try OrderOptions.idempotencyKey(key, standingFor: "run \(order.id)", of: order.app)
                let (receipt, schedule) = try await carryingOut {
                    try await house.audited(.scheduleChanged, of: order.id.text) { try await house.scheduleDesk.run(order, under: key, now: house.now()) }
                }
                if receipt.isRepeated { printError("It was taken in before.") }
                if let schedule { json ? try printJSON(["schedule_id": schedule]) : print(schedule) }
                for id in receipt.deliveries { json ? try printJSON(["id": id]) : print(id) }
            }
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends a schedule.", discussion: "What it has ordered and still waits is called off; what is on its way can't be stopped.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { (nil, try await $0.end($1, now: $2)) } }
    }

    private static func known(_ id: String, _ house: House) async throws -> ScheduledOrder {
        guard let id = ScheduledOrderID(id), let order = try await house.store.scheduledOrder(id) else { throw Failure.unknownSchedule }
        return order
    }

    /// Does something to one, and shows how it stands then.
    ///
    /// - Parameter act: answers which time it left out, and how many notifications it called off.
    private static func change(
        _ id: String, _ storeOptions: StoreOptions, _ json: Bool, next countMax: Int = ScheduleDesk.upcomingCount,
        _ act: (ScheduleDesk, ScheduledOrder, Instant) async throws -> (skipped: CivilDateTime?, calledOffCount: Int)
    ) async throws {
        try await storeOptions.withHouse { house in
            let (known, desk) = (try await known(id, house), await house.scheduleDesk)
            let done = try await carryingOut {
                try await house.audited(.scheduleChanged, of: known.id.text) { try await act(desk, known, house.now()) }
            }
            let order = try await self.known(id, house)
            let next = desk.upcoming(order, countMax: countMax, now: house.now())
            let broadcast = try await desk.lastBroadcast(of: order, now: house.now())
            guard !json else {
                return try printJSON(ScheduleBody(order, next: next, lastBroadcast: broadcast, calledOffCount: done.calledOffCount, skipped: done.skipped))
            }
            tell(order, next, lastBroadcast: broadcast)
            if let skipped = done.skipped { print("skipped: \(skipped)\(done.calledOffCount > 0 ? ", what was left of it" : "")") }
            if done.calledOffCount > 0 { print("called off: \(done.calledOffCount) that waited") }
        }
    }

    /// - Parameter isKept: false where only when it would come was asked for.
    static func tell(_ order: ScheduledOrder, _ next: [ScheduledOccurrence], lastBroadcast: BroadcastID? = nil, isKept: Bool = true) {
        let count = order.recipients.count
        let name = isKept ? "\(order.id)  \(order.status.rawValue)" : "would be  active"
        let families = order.families.isEmpty ? "" : " and whoever is in \(order.families.map { printable($0.family.text) }.joined(separator: ", "))"
        let rotas = order.rotas.isEmpty ? "" : " and whoever is on duty by \(order.rotas.map { printable($0.text) }.joined(separator: ", "))"
        let people = order.audienceID.map { "whoever is in \(printable($0.text))" } ?? "\(count) recipient\(count == 1 ? "" : "s")\(families)\(rotas)"
        print("\(name)  \(rule(of: order))  \(people)\(title(of: order).map { "  \($0)" } ?? "")")
        if let exdate = order.timing?.exdate { print("left out: \(exdate)") }
        if let last = order.lastLocal {
            let found = order.audienceID == nil ? order.key(of: last).map { " under \($0.text)" } : lastBroadcast.map { " as the broadcast \($0)" }
            print("last: \(last)\(found ?? "")")
        }
        for occurrence in next { print("next: \(words(occurrence, of: order.timing))") }
        if order.missedCount > 0 { print("\(order.missedCount) came while nobody could order them, and were too late.") }
    }

    /// What it says at its head, by which whoever reads a list knows it again.
    private static func title(of order: ScheduledOrder) -> String? { order.told?.payload.title.map(printable) }

    private static func rule(of order: ScheduledOrder) -> String { order.timing?.rule.description ?? "(unreadable)" }

    /// What the clock shows, whose, and by a zone the moment: where the clock is put forward or back, that tells.
    static func words(_ occurrence: ScheduledOccurrence, of timing: ScheduleTiming?) -> String {
        "\(occurrence.local) \(timing?.timezone.map { "\(printable($0)), at \(occurrence.at)" } ?? "by each recipient's clock")"
    }
}
