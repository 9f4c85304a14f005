import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes in what other programs report, as orders of the app whose key they show.
///
/// The same is told once: what makes a report another than the last is its idempotency key. What it is about is its collapse key, so that its end takes
/// the place of its beginning; and what of the beginning still waits is called off then, as nobody needs to hear of it any more.
public struct IntakeDesk: Sendable {
    let store: any DeliveryControl
    let routes: DeliveryRoutes
    let identifiers: any IdentifierSource
    let digest: @Sendable (_ text: String) -> String

    /// As many as of an order.
    private let deliveryCountMax: Int
    /// Among so many of the latest that the app had one of them told, what was told last of something is looked for.
    private static let latestCountMax = 200

    /// - Parameters:
    ///   - deliveryCountMax: so many come of one report at most.
    ///   - digest: of a text, at least 48 characters that stand for no other; the same each time.
    public init(
        store: any DeliveryControl, routes: DeliveryRoutes, identifiers: any IdentifierSource, deliveryCountMax: Int,
        digest: @escaping @Sendable (_ text: String) -> String
    ) {
        (self.store, self.routes, self.identifiers) = (store, routes, identifiers)
        (self.deliveryCountMax, self.digest) = (deliveryCountMax, digest)
    }

    /// What came of a report.
    public struct Receipt: Hashable, Sendable {
        /// What was queued for it, now or when it came first.
        public var deliveries: [DeliveryID] = []
        /// What was called off.
        public var calledOff: [DeliveryID] = []
        /// Whether all of it was told before.
        public var isRepeated = true
    }

    /// Has a report told. Repeated after it broke off, it queues what is missing.
    ///
    /// - Parameter key: of the caller's own, under which it is told once; where it is nil, what the report is about has one.
    /// - Throws: `Problem.tooManyItems` where more would come of it than may, before anything is queued; what the store throws.
    public func take(
        _ report: IntakeReport, for target: IntakeTarget, of app: AppID, under key: IdempotencyKey? = nil, now: Instant
    ) async throws -> Receipt {
        let book = Book(report: report, target: target, digest: digest)
        let notices = try await told(report, book, of: app)
        let orders = notices.map { $0.order(to: target, from: report.source, collapseKey: book.collapseKey($0)) }
        guard deliveryCount(of: orders, to: target) <= deliveryCountMax else { throw Problem.tooManyItems(countMax: deliveryCountMax) }

        var receipt = Receipt()
        let ended = Set((report.each + notices).filter(\.isOver).compactMap(book.collapseKey))
        let untold = try await callOff(ended, of: app, to: target.recipients, in: &receipt, now: now)
        for (notice, order) in zip(notices, orders) {
            if notice.isRepeated, !target.tellsRepeats, try await isOpen(notice, book, of: app) { continue }
            var deliveries = order.deliveries(to: target.told, of: app, routes: routes, identifiers: identifiers, now: now)
            if notice.isOver { deliveries.removeAll { Place($0).map(untold.contains) ?? false } }
            let key = key ?? (target.tellsRepeats ? nil : book.key(notice, of: app))
            guard key != nil || !deliveries.isEmpty else { continue }
            // Also where there is nobody left to tell: so the same isn't told to them when it comes again.
            let queued = try await store.enqueue(deliveries, under: key, digestWindow: nil, now: now)
            receipt.deliveries += queued.deliveries
            if !queued.isRepeated { receipt.isRepeated = false }
        }
        return receipt
    }

    /// One by one, or all as one where that are many; and then until all of them are over, so that what was said of all doesn't stay.
    private func told(_ report: IntakeReport, _ book: Book, of app: AppID) async throws -> [IntakeNotice] {
        guard let asOne = report.asOne else { return report.each }
        if report.isLarge { return [asOne] }
        let orders = report.each.map { $0.order(to: book.target, from: report.source, collapseKey: nil) }
        if deliveryCount(of: orders, to: book.target) > deliveryCountMax { return [asOne] }
        return try await isOpen(asOne, book, of: app) ? [asOne] : report.each
    }

    /// Whether what a notice is about was told, and that it is over wasn't yet.
    private func isOpen(_ notice: IntakeNotice, _ book: Book, of app: AppID) async throws -> Bool {
        guard let key = book.collapseKey(notice), let recipient = book.target.recipients.first else { return false }
        let latest = try await store.deliveries(DeliverySelection(app: app, recipient: recipient, countMax: Self.latestCountMax))
        let last = latest.first { $0.delivery.payload.collapseKey == key && $0.status != Delivery.Status.cancelled.rawValue }
        return last.map { $0.delivery.payload.isOver != true } ?? false
    }

    private func deliveryCount(of orders: [NotificationOrder], to target: IntakeTarget) -> Int {
        let recipientCount = target.told.users.count
        return orders.map { $0.deliveryCount(recipientCount: recipientCount, routes: routes) }.reduce(0, +)
    }

    /// Where something was to be told.
    private struct Place: Hashable {
        let key: CollapseKey
        let recipient: UserID
        let channelName: String

        /// Nil where it takes the place of nothing.
        init?(_ delivery: Delivery) {
            guard let key = delivery.payload.collapseKey else { return nil }
            (self.key, recipient, channelName) = (key, delivery.recipient, delivery.channelName)
        }
    }

    /// Calls off what waits under the keys, but for what says itself that something is over.
    ///
    /// - Returns: where nobody was told that it began, so that nobody needs to hear there that it is over.
    private func callOff(
        _ keys: Set<CollapseKey>, of app: AppID, to recipients: [UserID], in receipt: inout Receipt, now: Instant
    ) async throws -> Set<Place> {
        guard !keys.isEmpty else { return [] }
        var waiting: [DeliveryID: Place] = [:]
        var untold: Set<DeliveryID> = []
        for recipient in recipients {
            for delivery in try await allWaiting(for: recipient, of: app) {
                guard let place = Place(delivery), keys.contains(place.key), delivery.payload.isOver != true else { continue }
                waiting[delivery.id] = place
                if delivery.attemptCount == 0 { untold.insert(delivery.id) }
            }
        }
        var rest = waiting.keys.sorted()[...]
        while !rest.isEmpty {
            let ids = Array(rest.prefix(DeliverySelection.countMaxOfChange))
            rest = rest.dropFirst(ids.count)
            receipt.calledOff += try await store.cancel(DeliverySelection(ids: ids, app: app), now: now)
        }
        return Set(receipt.calledOff.filter(untold.contains).compactMap { waiting[$0] })
    }

    /// All that waits for somebody, some of it at once: in their quiet hours that may be much.
    private func allWaiting(for recipient: UserID, of app: AppID) async throws -> [Delivery] {
        var selection = DeliverySelection(app: app, recipient: recipient, status: .pending)
        var all: [Delivery] = []
        while true {
            let some = try await store.deliveries(selection).map(\.delivery)
            all += some
            guard some.count == selection.countMax, let last = some.last else { return all }
            selection.before = last.id
        }
    }

    /// The names of what is told: those of one program for one audience are nobody else's.
    private struct Book {
        let report: IntakeReport
        let target: IntakeTarget
        let digest: @Sendable (_ text: String) -> String

        private static let digestLength = 48

        /// Nil where it stands alone.
        func collapseKey(_ notice: IntakeNotice) -> CollapseKey? {
            notice.subject.flatMap { CollapseKey(name(of: $0)) }
        }

        /// Nil where it stands alone.
        func key(_ notice: IntakeNotice, of app: AppID) -> IdempotencyKey? {
            guard notice.subject != nil else { return nil }
            let name = name(of: ["turn"] + notice.turn)
            return IdempotencyKey(name, of: app, fingerprint: name)
        }

        /// How long each part is stands before it, so that no two run into one.
        private func name(of parts: [String]) -> String {
            let parts = [report.source.rawValue] + target.audience + [""] + parts
            return "intake-" + digest(parts.map { "\($0.utf8.count):\($0)" }.joined()).prefix(Self.digestLength)
        }
    }
}
