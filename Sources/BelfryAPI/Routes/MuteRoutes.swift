import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Hummingbird

/// What a person mutes for a while, category by category, over every channel. Of everything it is `muted_until` among their preferences.
extension ContactRoutes {
    func addMutes(to router: Router<AppContext>) {
        router.get("/v1/users/{user_id}/mutes") { request, context in
            let user = try await subject(request, context).user
            let muted = try await services.store.mutedCategories(of: user, now: services.now())
            return try Response.json(["mutes": CategoryMuteBody.all(muted)])
        }
        router.put("/v1/users/{user_id}/mutes") { request, context in
            let user = try await subject(request, context).user
            let order = try await request.decode(CategoryMuteOrder.self)
            let now = services.now()
            let zone = services.zones.rules(named: try await services.store.preferences(of: user).read().preferences.timezone) ?? .utc
            let end = try order.end(since: now, in: zone)
            try await services.store.mute(order.category, until: end, of: user, now: now)
            return try Response.json(CategoryMuteBody(category: order.category, until: end))
        }
    }
}

extension CategoryMuteOrder: CallBody {}

/// Until when a category is muted; also what `belfry person mutes` prints.
public struct CategoryMuteBody: Encodable {
    public let category: String
    /// Nil where it is muted no longer.
    public let until: Instant?

    public init(category: String, until: Instant?) {
        self.category = category
        self.until = until
    }

    private enum CodingKeys: String, CodingKey {
        case category, until
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(category, forKey: .category)
        try container.encode(until, forKey: .until)
    }

    /// By the names of the categories.
    public static func all(_ muted: [String: Instant]) -> [CategoryMuteBody] {
        muted.sorted { $0.key < $1.key }.map { CategoryMuteBody(category: $0.key, until: $0.value) }
    }
}
