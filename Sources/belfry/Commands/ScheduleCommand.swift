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
        subcommands: [Create.self, List.self, Show.self, Pause.self, Resume.self, End.self], defaultSubcommand: List.self)

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a schedule in; `belfry serve` or `belfry worker` orders each occurrence.",
            discussion: """
                Each recipient is told by their own clock, or with --timezone all by the clock there: \
                `belfry schedule create ana ben --title Bins --start 2026-12-01T09:00 --rule 'FREQ=WEEKLY;BYDAY=MO'`. To see what a rule means, \
                `belfry occurrences`.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person, or several.")
        var users: [String]

        @Option(help: "What the clock shows when it begins, such as 2026-12-01T09:00.")
        var start: String

        @Option(help: "When it comes back, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=MO, with UNTIL or COUNT where it ends.")
        var rule: String

        @Option(help: "The zone whose clock counts, such as Europe/Rome (default: each recipient's own).")
        var timezone: String?

        @Option(
            help: """
                Over which channel, once for each: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")) (default: by the house's \
                routes).
                """)
        var channel: [String] = []

        @Option(help: "Whom it is about (default: the person themselves).")
        var member: String?

        @Option(help: "So long after its moment each is of use, in whole minutes, such as 30m or 2h.")
        var expiresAfter: String?

        @OptionGroup var what: OrderOptions

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard what.deliverAfter == nil, what.deliverAtLocal == nil, what.expiresAt == nil else {
                throw ValidationError("--start and --rule say when: leave out --deliver-after and --deliver-at-local; for --expires-at there is --expires-after.")
            }
            guard expiresAfter == nil || minutes != nil else { throw ValidationError("--expires-after must be whole minutes, such as 30m, 2h or 1d.") }
        }

        private var minutes: Int? {
            guard let length = expiresAfter.flatMap(TypedLength.init)?.duration, length.milliseconds % 60_000 == 0 else { return nil }
            return Int(length.milliseconds / 60_000)
        }

        func run() async throws {
            for text in users where UserID(text) == nil { throw Failure("USER is no identifier.", isUsage: true) }
            try await storeOptions.withHouse { house in
                let (asked, body) = try understood { try read() }
                let app = asked.order.app ?? .house
                let key = try what.idempotencyKey(standingFor: String(decoding: body, as: UTF8.self), of: app)
                let desk = house.scheduleDesk
                let (order, isRepeated) = try await carryingOut { try await desk.take(asked, body: body, of: app, under: key, now: house.now()) }
                if isRepeated { printError("It was taken in before.") }
                let next = desk.upcoming(order, now: house.now())
                json ? try printJSON(ScheduleBody(order, next: next, isRepeated: isRepeated)) : ScheduleCommand.tell(order, next)
            }
        }

        /// As the API reads it, so that what can't be taken is said alike.
        private func read() throws -> (ScheduleRequest, body: Data) {
            var recurrence: [String: Any] = ["start": start, "rule": rule]
            recurrence["timezone"] = timezone
            var fields = try what.fields(over: channel, about: member, besides: ["recipients": users, ScheduleRequest.recurrenceName: recurrence])
            fields["expires_after_minutes"] = minutes
            let body = try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
            do {
                return (try JSONDecoder().decode(ScheduleRequest.self, from: body), body)
            } catch let error as DecodingError {
                throw Problem(error)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists schedules, the latest first.")

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "How many at most.")
        var limit = 20

        @Flag(help: "Print JSON, one schedule a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let (desk, now) = (house.scheduleDesk, house.now())
                let found = try await house.store.scheduledOrders(of: nil, before: nil, countMax: limit).map { order in
                    (order: order, next: desk.upcoming(order, countMax: 1, now: now))
                }
                guard !json else { return try found.forEach { try printJSON(ScheduleBody($0.order, next: $0.next)) } }
                guard !found.isEmpty else { return printError("Nothing comes back yet.") }
                printTable(
                    ["id", "status", "app", "rule", "next"],
                    found.map { order, next in
                        [
                            "\(order.id)", order.status.rawValue, printable(order.app.text), order.timing.rule.description,
                            next.first.map { ScheduleCommand.words($0, of: order) } ?? "-",
                        ]
                    })
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a schedule, what comes next and what was ordered last.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { _, _, _ in } }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has nothing of a schedule told until it is resumed.", discussion: "What it has ordered and still waits is called off.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { try await $0.pause($1, now: $2) } }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets a paused schedule go on with what is still to come.", discussion: "What came meanwhile, or was called off, isn't told.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { try await $0.resume($1, now: $2) } }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends a schedule.", discussion: "What it has ordered and still waits is called off; what is on its way can't be stopped.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The schedule.")
        var id: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws { try await ScheduleCommand.change(id, storeOptions, json) { try await $0.end($1, now: $2) } }
    }

    /// Does something to one, and shows how it stands then.
    private static func change(
        _ id: String, _ storeOptions: StoreOptions, _ json: Bool, _ act: (ScheduleDesk, ScheduledOrder, Instant) async throws -> Void
    ) async throws {
        try await storeOptions.withHouse { house in
            guard let id = ScheduledOrderID(id), let known = try await house.store.scheduledOrder(id) else { throw Failure.unknownSchedule }
            let desk = house.scheduleDesk
            try await act(desk, known, house.now())
            guard let order = try await house.store.scheduledOrder(id) else { throw Failure.unknownSchedule }
            let next = desk.upcoming(order, now: house.now())
            json ? try printJSON(ScheduleBody(order, next: next)) : tell(order, next)
        }
    }

    private static func tell(_ order: ScheduledOrder, _ next: [ScheduledOccurrence]) {
        let count = order.recipients.count
        print("\(order.id)  \(order.status.rawValue)  \(order.timing.rule)  \(count) recipient\(count == 1 ? "" : "s")")
        if let last = order.lastLocal { print("last: \(last)\(order.key(of: last).map { " under \($0.text)" } ?? "")") }
        for occurrence in next { print("next: \(words(occurrence, of: order))") }
        if order.missedCount > 0 { print("\(order.missedCount) came while nobody could order them, and were too late.") }
    }

    private static func words(_ occurrence: ScheduledOccurrence, of order: ScheduledOrder) -> String {
        "\(occurrence.local) \(order.timing.timezone.map(printable) ?? "by each recipient's clock")"
    }
}
