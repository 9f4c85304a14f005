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
            let (known, declared) = try await services.subscriptions(of: user)
            let bodies = known.map { subscription, isOn in
                SubscriptionBody(
                    category: subscription.category, channel: subscription.channel, isSubscribed: isOn,
                    isRequired: declared.isRequired(subscription.category) ? true : nil)
            }
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
    /// Nil where they may switch it off.
    let isRequired: Bool?

    enum CodingKeys: String, CodingKey {
        case category, channel
        case isSubscribed = "subscribed"
        case isRequired = "required"
    }
}

