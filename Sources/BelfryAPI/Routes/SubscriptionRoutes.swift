import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Hummingbird

/// What a person is told of, category by category, over which channel, and their switches for it.
extension ContactRoutes {
    func addSubscriptions(to router: Router<AppContext>) {
        router.get("/v1/users/{user_id}/subscriptions") { request, context in
            let user = try await subject(request, context).user
            let known = try await services.subscriptions(of: user)
            let bodies = known.map { SubscriptionBody(category: $0.key.category, channel: $0.key.channel, isSubscribed: $0.value) }
            return try Response.json(["subscriptions": bodies.sorted { ($0.category, $0.channel.rawValue) < ($1.category, $1.channel.rawValue) }])
        }
        router.put("/v1/users/{user_id}/subscriptions") { request, context in
            let user = try await subject(request, context).user
            let call = try await request.decode(CategoryCall.self)
            let category = try NotificationOrder.checkedCategory(call.category, field: CategoryCall.CodingKeys.category.rawValue)
            let channels = call.channel.map { [$0] } ?? DeliveryChannel.allCases
            let changes = channels.map { (CategorySubscription(category: category, channel: $0), call.isSubscribed) }
            try await services.store.setSubscriptions(Dictionary(uniqueKeysWithValues: changes), of: user, now: services.now())
            return try Response.json(["success": true])
        }
    }
}

private struct CategoryCall: CallBody {
    let category: String
    /// Nil for all of them.
    let channel: DeliveryChannel?
    let isSubscribed: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case category, channel
        case isSubscribed = "subscribed"
    }

    static let memberNames = CodingKeys.allCases.map(\.rawValue)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = try container.decode(String.self, forKey: .category)
        channel = try container.choice(DeliveryChannel.self, for: .channel)
        isSubscribed = try container.decode(Bool.self, forKey: .isSubscribed)
    }
}

private struct SubscriptionBody: Encodable {
    let category: String
    let channel: DeliveryChannel
    let isSubscribed: Bool

    enum CodingKeys: String, CodingKey {
        case category, channel
        case isSubscribed = "subscribed"
    }
}

extension Services {
    /// So far back it is looked for what a person was told of, and among so many deliveries.
    private static let lookBack = (length: Duration.seconds(90 * 86_400), deliveryCountMax: 500, messageCountMax: 100)

    /// What a person knows, by whether they have it: what they were told of lately or spared, and what they have switched off. Webhooks tell
    /// apps and not persons, and a trial is what a person sends to themselves; these are there only once they are switched off.
    func subscriptions(of person: UserID) async throws -> [CategorySubscription: Bool] {
        var known: [CategorySubscription: Bool] = [:]
        let now = now()
        let since = now - Self.lookBack.length
        for overview in try await store.deliveries(to: person, since: since, countMax: Self.lookBack.deliveryCountMax) {
            guard let channel = overview.delivery.channel else { continue }
            known[CategorySubscription(category: overview.delivery.payload.category, channel: channel)] = true
        }
        // What went to many at once lies in the inbox alone.
        for message in try await store.messages(of: person, in: .inbox, before: nil, countMax: Self.lookBack.messageCountMax, now: now) {
            known[CategorySubscription(category: message.category, channel: .inApp)] = true
        }
        known = known.filter { $0.key.channel != .webhook && $0.key.category != Payload.testKind }
        for subscription in try await store.switchedOff(by: person) { known[subscription] = false }
        return known
    }
}
