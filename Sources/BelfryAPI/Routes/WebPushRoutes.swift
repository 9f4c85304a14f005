import BelfryModel
import BelfryPorts
import Foundation
import Hummingbird

/// How a browser comes to be told: it fetches the key, subscribes, and says where it is reached.
struct WebPushRoutes {
    let services: Services

    private struct Key: Encodable {
        let publicKey: String?

        enum CodingKeys: String, CodingKey {
            case publicKey = "public_key"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // Null says that there is none; a field left out would say nothing.
            try container.encode(publicKey, forKey: .publicKey)
        }
    }

    func key() throws -> Response {
        try .json(Key(publicKey: services.webPushPublicKey()))
    }

    /// Keeps a browser as a device of the person. The same one again changes nothing but when it was last heard of.
    func subscribe(_ subscription: WebPushSubscription, by person: UserID) async throws -> Response {
        let encoder = JSONEncoder()
        // One text for one subscription, whatever else the browser wrote, and in which order.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let token = DeviceToken(
            token: String(decoding: try encoder.encode(subscription), as: UTF8.self), platform: .web, appVersion: nil, osVersion: nil)
        try await services.store.register(token, of: person, now: services.now())
        return try .json(["success": true])
    }
}
