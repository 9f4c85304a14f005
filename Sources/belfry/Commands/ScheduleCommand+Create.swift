import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension ScheduleCommand {
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a schedule in; `belfry serve` or `belfry worker` orders each occurrence.",
            discussion: """
                Each recipient is told by their own clock, or with --timezone all by the clock there: \
                `belfry schedule create ana ben --title Bins --start 2026-12-01T09:00 --rule 'FREQ=WEEKLY;BYDAY=MO' --exdate 2026-12-28`. \
                To see when it would come, and keep nothing, --dry-run --next 20.

                With --audience each occurrence is a broadcast to whoever is in it then, over one --channel.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @OptionGroup var audience: AudienceOptions

        @Option(name: .customLong("audience"), help: "To whoever is in this audience of the app then: `belfry audience` keeps them.")
        var list: String?

        @OptionGroup var timing: TimingOptions

        @Option(
            help: """
                Over which channel, once for each: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")) (default: by the house's \
                routes).
                """)
        var channel: [String] = []

        @Option(
            name: .customLong("fallback-channel"),
            help: "With --audience, over which those are told whom the channel doesn't reach; several are tried one after the other.")
        var fallbackChannels: [String] = []

        @Option(help: "Whom it is about (default: the person themselves).")
        var member: String?

        @Option(help: "So long after its moment each is of use, in whole minutes, such as 30m or 2h.")
        var expiresAfter: String?

        @OptionGroup var what: OrderOptions
        @OptionGroup var throttle: ThrottleOptions
        @OptionGroup var escalation: EscalationOptions
        @OptionGroup var upcoming: Upcoming

        @Flag(help: "Keep nothing, and say when it would come.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard list != nil else {
                guard fallbackChannels.isEmpty else { throw ValidationError("--fallback-channel goes with --audience.") }
                try audience.checkIsNamed()
                return try checkLength()
            }
            guard audience.isEmpty else { throw ValidationError("Give either --audience, or persons, families and rotas.") }
            guard list.flatMap({ AudienceID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--audience").message) }
            try checkLength()
        }

        private func checkLength() throws {
            guard expiresAfter == nil || minutes != nil else { throw ValidationError("--expires-after must be whole minutes, such as 30m, 2h or 1d.") }
        }

        private var minutes: Int? {
            guard let length = expiresAfter.flatMap(TypedLength.init)?.duration, length.milliseconds % 60_000 == 0 else { return nil }
            return Int(length.milliseconds / 60_000)
        }

        func run() async throws {
            let recipients = try audience.fields()
            try await storeOptions.withHouse { house in
                let body = try understood(naming: AudienceOptions.name) { try written(to: recipients) }
                let (asked, filled) = try await house.read(
                    ScheduleRequest.self, knowing: ScheduleRequest.memberNames, filling: body, naming: AudienceOptions.name)
                let app = asked.order.app ?? .house
                try await house.checkIsKnown(app)
                let key = try what.idempotencyKey(standingFor: String(decoding: body, as: UTF8.self), of: app)
                let desk = await house.scheduleDesk
                let (order, isRepeated) = try await carryingOut(naming: AudienceOptions.name) {
                    try await house.audited(.scheduleChanged) { try await desk.take(asked, body: filled, of: app, under: key, now: house.now()) }
                }
                if isRepeated { printError("It was taken in before.") }
                let next = desk.upcoming(order, countMax: upcoming.next, now: house.now())
                guard !json else { return try printJSON(ScheduleBody(order, next: next, isRepeated: dryRun ? nil : isRepeated, isDryRun: dryRun)) }
                ScheduleCommand.tell(order, next, isKept: !dryRun)
            }
        }

        /// As the API reads it, so that what can't be taken is said alike.
        private func written(to recipients: [String: Any]) throws -> Data {
            var fields = try what.fields(over: channel, about: member, besides: [ScheduleRequest.recurrenceName: timing.fields])
            fields.merge(recipients) { $1 }
            fields["audience"] = list
            fields["fallback_channels"] = fallbackChannels.isEmpty ? nil : fallbackChannels
            fields.merge(throttle.fields) { $1 }
            fields.merge(try escalation.fields()) { $1 }
            fields["expires_after_minutes"] = minutes
            fields["dry_run"] = dryRun ? true : nil
            return try OrderOptions.json(of: fields)
        }
    }
}

/// When something comes back.
struct TimingOptions: ParsableArguments {
    @Option(help: "What the clock shows when it begins, such as 2026-12-01T09:00.")
    var start: String

    @Option(help: "When it comes back, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=MO, with UNTIL or COUNT where it ends.")
    var rule: String

    @Option(help: "A day on which it doesn't come, such as 2026-12-24, or one time of it, 2026-12-24T09:00; once for each.")
    var exdate: [String] = []

    @Option(help: "When it comes besides, such as 2026-12-29T09:00, or a day, at the time of --start; once for each.")
    var rdate: [String] = []

    @Option(help: "The zone whose clock counts, such as Europe/Rome (default: each recipient's own).")
    var timezone: String?

    /// As the API reads it.
    var fields: [String: Any] {
        var fields: [String: Any] = ["start": start, "rule": rule]
        fields["timezone"] = timezone
        fields["exdate"] = exdate.isEmpty ? nil : exdate
        fields["rdate"] = rdate.isEmpty ? nil : rdate
        return fields
    }
}
