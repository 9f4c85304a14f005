import ArgumentParser
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
            channel, name it and wait: `belfry send ana --channel email --title Hello --wait`. To many, `belfry broadcast`.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Argument(help: "The person, or several.")
    var users: [String]

    @Option(
        help: """
            Over which channel, once for each: \(DeliveryChannel.allCases.map(\.rawValue).joined(separator: ", ")) (default: by the house's \
            routes).
            """)
    var channel: [String] = []

    @Option(help: "Whom it is about (default: the person themselves).")
    var member: String?

    @OptionGroup var what: OrderOptions

    @Flag(help: "Wait until it is decided and sent, a minute at most, and tell why.")
    var wait = false

    @Option(help: "In which language that is told: \(Language.allCases.map(\.rawValue).joined(separator: ", ")).")
    var language = Language.english

    @Flag(help: "Print JSON, one delivery a line.")
    var json = false

    func run() async throws {
        let recipients = try users.map { text in
            guard let user = UserID(text) else { throw Failure("USER is no identifier.", isUsage: true) }
            return user
        }
        try await storeOptions.withHouse { house in
            let (order, text) = try understood { try what.order(over: channel, about: member) }
            let app = order.app ?? .house
            let key = try what.idempotencyKey(standingFor: "\(text) to \(users.joined(separator: " "))", of: app)
            let now = house.now()
            if key == nil { try understood { try order.checkExpiry(now: now) } }
            let deliveries = order.deliveries(to: recipients, of: app, routes: house.settings.routes, identifiers: house.identifiers, now: now)
            let receipt = try await house.store.enqueue(deliveries, under: key, now: now)
            if receipt.isRepeated { printError("It was taken in before.") }
            guard wait else {
                for id in receipt.deliveries { json ? try printJSON(["id": id]) : print(id) }
                return
            }
            let watch = Watch(house: house, end: now + Self.patience)
            var hasFailed = false
            for id in receipt.deliveries {
                let overview = try await watch.outcome(of: id)
                try tell(overview, Explainer(zones: house.zones).explain(overview, in: language))
                if watch.isOverdue(overview) { printError("No worker has taken it yet. Does `belfry serve` or `belfry worker` run with this store?") }
                hasFailed = hasFailed || overview.status == Delivery.Status.failed.rawValue || watch.isOverdue(overview)
            }
            // It was told above.
            if hasFailed { throw ExitCode.failure }
        }
    }

    private static let patience = Duration.seconds(60)

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

    /// Looks at deliveries until something came of them.
    private struct Watch {
        let house: House
        let end: Instant

        /// How it stands once it is decided and sent, or at the end.
        func outcome(of id: DeliveryID) async throws -> DeliveryOverview {
            while true {
                let overview = try await Explainer(zones: house.zones).overview(of: id, in: house.store, now: house.now())
                guard let overview else { throw Failure.unknownDelivery }
                if isSettled(overview) || house.now() >= end { return overview }
                try await Task.sleep(for: .milliseconds(100))
            }
        }

        /// Held for later, and tried again later, are answers, too.
        private func isSettled(_ overview: DeliveryOverview) -> Bool {
            switch Delivery.Status(rawValue: overview.status) {
            case .sending: false
            case .pending: overview.reason != nil || overview.pause != nil || overview.delivery.deliverAfter.map { $0 > end } == true
            default: true
            }
        }

        func isOverdue(_ overview: DeliveryOverview) -> Bool { !isSettled(overview) && overview.status == Delivery.Status.pending.rawValue }
    }
}
