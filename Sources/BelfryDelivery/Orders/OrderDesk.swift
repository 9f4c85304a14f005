import BelfryModel
import BelfryPorts
import BelfryTime

/// What an app wants to have told once, and to whom.
public struct OrderRequest: Decodable, Sendable {
    public let order: NotificationOrder
    public let audience: OrderAudience
    public let personalisation: Personalisation

    /// What is read of one in JSON.
    public static let memberNames = NotificationOrder.memberNames + OrderAudience.memberNames + Personalisation.memberNames

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        order = try NotificationOrder(from: decoder)
        audience = try OrderAudience(from: decoder)
        personalisation = try Personalisation(from: decoder)
        try Self.check(order, audience, personalisation)
    }
}

extension OrderRequest {
    /// - Throws: `Problem.wrongType` where an escalation names somebody twice, or somebody further would have no values.
    static func check(_ order: NotificationOrder, _ audience: OrderAudience, _ personalisation: Personalisation) throws(Problem) {
        guard let escalation = order.escalation else { return }
        try escalation.check(beside: audience.people.map(\.named.user))
        guard !personalisation.isPersonalised else {
            throw .wrongType(field: NotificationOrder.CodingKeys.escalation.rawValue, expected: "it or “personalised”, not both")
        }
    }
}

/// Takes in what is told once.
public struct OrderDesk: Sendable {
    let store: any DeliveryControl & FamilyStore & RotaStore
    let zones: any TimeZoneDatabase
    let routes: DeliveryRoutes
    let identifiers: any IdentifierSource
    let imageOrigins: ImageOrigins

    /// So many deliveries come of one order at most.
    public static let deliveryCountMax = 1000

    public init(
        store: any DeliveryControl & FamilyStore & RotaStore, zones: any TimeZoneDatabase, routes: DeliveryRoutes, identifiers: any IdentifierSource,
        imageOrigins: ImageOrigins = .none
    ) {
        (self.store, self.zones, self.routes, self.identifiers) = (store, zones, routes, identifiers)
        self.imageOrigins = imageOrigins
    }

    /// What would be queued of one now; nothing of it is.
    ///
    /// - Throws: as ``OrderAudience/told(_:personalisation:by:in:zones:now:)``, `Problem.tooManyItems`, and `Problem.wrongType` for a picture that
    ///   wouldn't be shown.
    public func deliveries(of asked: OrderRequest, by app: AppID, now: Instant) async throws -> [Delivery] {
        try imageOrigins.check(asked.order.payload.image)
        let told = try await asked.audience.told(
            asked.order, personalisation: asked.personalisation, by: app, in: store, zones: zones, now: now)
        guard asked.order.deliveryCount(recipientCount: told.users.count, routes: routes) <= Self.deliveryCountMax else {
            throw Problem.tooManyItems(countMax: Self.deliveryCountMax)
        }
        return asked.order.deliveries(to: told, of: app, routes: routes, identifiers: identifiers, now: now)
    }

    /// Queues what comes of one.
    ///
    /// - Parameter key: stands for what was asked for: who is in a family, or on duty, by the time that it is asked for again doesn't count.
    /// - Returns: what was queued, and where the order names families or rotas, who is told first, each once.
    /// - Throws: as ``deliveries(of:by:now:)``, and as ``DeliveryControl/enqueue(_:under:digestWindow:now:)``.
    public func take(
        _ asked: OrderRequest, by app: AppID, under key: IdempotencyKey?, now: Instant
    ) async throws -> (receipt: EnqueueReceipt, recipients: [UserID]?) {
        let isOpen = asked.audience.isOpen
        var deliveries: [Delivery] = []
        do {
            deliveries = try await self.deliveries(of: asked, by: app, now: now)
        } catch {
            // By now its families or rotas may be gone, or too large, and its template otherwise: whoever asks again for what was taken in learns that it was.
            guard let key, try await !store.deliveries(under: key.text, of: app, now: now).isEmpty else { throw error }
        }
        let receipt = try await store.enqueue(deliveries, under: key, digestWindow: asked.order.digestWindow, now: now)
        guard isOpen else { return (receipt, nil) }
        if receipt.isRepeated {
            let known = try await store.deliveries(DeliverySelection(ids: receipt.deliveries, app: app, countMax: receipt.deliveries.count))
            deliveries = known.map(\.delivery)
        }
        // Whom its escalation names is told later, or never.
        let first = deliveries.filter { $0.payload.escalation == nil }
        let recipients = Dictionary(first.map { ($0.id, $0.recipient) }) { first, _ in first }
        return (receipt, OrderRecipients(receipt.deliveries.compactMap { recipients[$0] }).users)
    }

    /// What was taken in under a key, as where its order can't be read as it was then any more; nil where nothing was.
    ///
    /// - Throws: `Problem.idempotencyKeyReused` where the key stands for something else; what the store throws.
    public func taken(under key: IdempotencyKey, now: Instant) async throws -> EnqueueReceipt? {
        guard try await !store.deliveries(under: key.text, of: key.app, now: now).isEmpty else { return nil }
        return try await store.enqueue([], under: key, digestWindow: nil, now: now)
    }
}
