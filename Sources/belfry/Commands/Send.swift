import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Has somebody told something, as an app would; with --wait it tells what came of it.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has a person told something, and tells what came of it.",
        discussion: """
            It is queued as an app would have it, and `belfry serve` or `belfry worker` carries it out: what the person wants decides. To try a \
            channel, name it and wait: `belfry send ana --channel email --title Hello --wait`. With --dry-run nothing is queued, and it says what \
            would become of it and why. To many, `belfry broadcast`.

            With --wait it ends with 0 where all was sent, left out or called off, with 1 where something was given up, and with \(Self.stillWaits) \
            where something still waits: when the time is over, or sooner where it is due, held or tried again only after that.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @OptionGroup var audience: AudienceOptions

    @Option(
        help: """
            Over which channel, once for each: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")) (default: by the house's \
            routes).
            """)
    var channel: [String] = []

    @Option(help: "Whom it is about (default: the person themselves).")
    var member: String?

    @OptionGroup var what: OrderOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: "By which it is told as one with what is ordered under the same, while the first of it waits: of at most 128 bytes.")
    var digestKey: String?

    @Option(help: "With --digest-key: so long the first waits, such as 30m or 1d, a week at most.")
    var digestWindow: String?

    @OptionGroup var throttle: ThrottleOptions
    @OptionGroup var escalation: EscalationOptions

    @Flag(help: "Wait until it is sent, left out or given up, and tell why.")
    var wait = false

    @Option(help: "With --wait, for how long at most: 90s, 30m, 2h or 1d (default: 60s).")
    var timeout: String?

    @Flag(help: "Only say what would become of it when it is due, and why; nothing is queued.")
    var dryRun = false

    @Option(help: "In which language that is told.")
    var language = Language.english

    @Flag(help: "Print JSON, one delivery a line.")
    var json = false

    func validate() throws {
        try audience.checkIsNamed()
        guard !dryRun || !wait else { throw ValidationError("Give --dry-run or --wait, not both.") }
        guard timeout == nil || wait else { throw ValidationError("--timeout goes with --wait.") }
        if let timeout, TypedLength(timeout) == nil { throw ValidationError("--timeout must be such as 90s, 30m, 2h or 1d.") }
    }

    func run() async throws {
        let recipients = try audience.fields()
        try await storeOptions.withHouse { house in
            let (body, text) = try understood(naming: AudienceOptions.name) {
                let others = [moment.fields, audience.personal.fields, try digest(), try escalation.fields()].reduce(throttle.fields) { $0.merging($1) { $1 } }
                return try what.written(to: recipients, over: channel, about: member, with: others)
            }
            let asked = try await house.read(OrderRequest.self, knowing: OrderRequest.memberNames, filling: body, naming: AudienceOptions.name).asked
            let (order, desk) = (asked.order, house.orderDesk)
            let app = order.app ?? .house
            try await house.checkIsKnown(app)
            let key = try what.idempotencyKey(standingFor: "\(text) to \(audience.text)", of: app)
            let now = house.now()
            if key == nil || dryRun { try understood { try order.checkExpiry(now: now) } }
            guard !dryRun else {
                let deliveries = try await carryingOut(naming: AudienceOptions.name) { try await desk.deliveries(of: asked, by: app, now: now) }
                return try await Self.rehearse(deliveries, of: order, in: house, language, json, now: now)
            }
            let (receipt, told) = try await carryingOut(naming: AudienceOptions.name) {
                try await house.audited(.notificationSent) { try await desk.take(asked, by: app, under: key, now: now) }
            }
            if let told { printError("To \(told.map { printable($0.text) }.joined(separator: ", ")).") }
            if receipt.isRepeated { printError("It was taken in before.") }
            guard wait else {
                for id in receipt.deliveries { json ? try printJSON(["id": id]) : print(id) }
                return
            }
            let patience = timeout.flatMap(TypedLength.init)?.duration ?? Self.patience
            let watch = Watch(house: house, end: now + patience)
            var (hasFailed, hasUnfinished) = (false, false)
            for id in receipt.deliveries {
                let overview = try await watch.outcome(of: id)
                try tell(overview, Explainer(zones: house.zones).explain(overview, in: language))
                if watch.isUntouched(overview) { printError("No worker has taken it yet. Does `belfry serve` or `belfry worker` run with this store?") }
                hasFailed = hasFailed || overview.status == Delivery.Status.failed.rawValue
                hasUnfinished = hasUnfinished || !watch.isFinal(overview)
            }
            // It was told above.
            if hasFailed { throw ExitCode.failure }
            if hasUnfinished { throw ExitCode(Self.stillWaits) }
        }
    }

    /// What the options say of a digest, as the API reads it.
    private func digest() throws -> [String: Any] {
        var fields: [String: Any] = [:]
        fields["digest_key"] = digestKey
        fields["digest_window_seconds"] = try digestWindow.map { text in
            guard let length = TypedLength(text)?.duration, case let seconds = Int(length.components.seconds),
                NotificationOrder.Digest.windowRange.contains(seconds)
            else {
                throw Failure("--digest-window is a number and its unit, such as 90s, 30m, 2h or 1d, and a week at most.", isUsage: true)
            }
            return seconds
        }
        return fields
    }

    /// Tells what would become of deliveries over the channels that are set up here.
    ///
    /// - Parameter order: of which they come; nil where none of them waits for others.
    static func rehearse(
        _ deliveries: [Delivery], of order: NotificationOrder?, in house: House, _ language: Language, _ json: Bool, now: Instant
    ) async throws {
        let answers = try await house.withDispatch { dispatch in
            let rehearsal = Rehearsal(
                store: house.store, zones: house.zones, switchboard: dispatch.switchboard, ageMax: house.settings.ageMax)
            return try await rehearsal.answers(on: deliveries, digestWindow: order?.digestWindow, now: now, in: language)
        }
        guard !json else { return try answers.map(RehearsedBody.init).forEach(printJSON) }
        printTable(["recipient", "channel", "due", "would be", "at", "why"], answers.map(cells))
    }

    private static func cells(_ rehearsed: RehearsedDelivery) -> [String] {
        let delivery = rehearsed.delivery
        let outcome =
            switch rehearsed.judgement {
            case .undeliverable: "given up"
            case .decided(.defer(_, let until)): "held until \(until)"
            case .decided(.skip): "left out"
            case .decided(.send), .decided(.merge): "sent"
            }
        let addresses = rehearsed.addressCounts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
        return [
            delivery.recipient.text, delivery.channelName + (delivery.route.map { " (step \($0.step + 1))" } ?? ""), "\(rehearsed.dueAt)", outcome,
            addresses.isEmpty ? "-" : addresses.joined(separator: ", "), rehearsed.explanation.sentence,
        ].map(printable)
    }

    private static let patience = Duration.seconds(60)
    /// The command's status where it isn't known yet what comes of it.
    private static let stillWaits: Int32 = 3

    private struct Told: Encodable {
        let id: DeliveryID
        let status: String
        let sentence: String
    }

    private func tell(_ overview: DeliveryOverview, _ explanation: Explanation) throws {
        let told = Told(id: overview.delivery.id, status: overview.status, sentence: explanation.sentence)
        guard !json else { return try printJSON(told) }
        print("\(told.id)  \(printable(told.status))\n\(told.sentence)")
        if let change = explanation.whatWouldChange { print(change) }
    }

    /// Looks at deliveries until it is known what came of them.
    private struct Watch {
        let house: House
        let end: Instant

        /// How it stands once it is final, at the end, or as soon as it is known to wait for longer.
        func outcome(of id: DeliveryID) async throws -> DeliveryOverview {
            while true {
                let overview = try await Explainer(zones: house.zones).overview(of: id, in: house.store, now: house.now())
                guard let overview else { throw Failure.unknownDelivery }
                if isFinal(overview) || waitsBeyondEnd(overview) || house.now() >= end { return overview }
                try await Task.sleep(for: .milliseconds(100))
            }
        }

        func isFinal(_ overview: DeliveryOverview) -> Bool {
            switch Delivery.Status(rawValue: overview.status) {
            case .pending, .sending: false
            default: true
            }
        }

        /// Held, tried again or paused until a moment that isn't waited for.
        private func waitsBeyondEnd(_ overview: DeliveryOverview) -> Bool {
            guard overview.status == Delivery.Status.pending.rawValue else { return false }
            if let pause = overview.pause { return pause.until.map { $0 > end } ?? true }
            return (overview.nextAttemptAt ?? overview.delivery.deliverAfter).map { $0 > end } ?? false
        }

        func isUntouched(_ overview: DeliveryOverview) -> Bool {
            overview.status == Delivery.Status.pending.rawValue && overview.reason == nil && overview.pause == nil && !waitsBeyondEnd(overview)
        }
    }
}
