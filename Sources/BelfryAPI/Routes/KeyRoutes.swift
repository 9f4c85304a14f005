import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// What an app's own key may. Keys are made on the command line alone, so that no key makes another.
struct KeyRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/keys/self") { request, _ in
            guard let key = try await services.authenticator.key(of: request.headers) else {
                // Nobody, or somebody without a key; any key may ask.
                _ = try await services.anyCaller(request, may: nil)
                throw Problem.needs(.appKey)
            }
            try request.checkParameters()
            return try Response.json(KeyBody(key))
        }
    }

    private struct KeyBody: Encodable {
        let app: String
        let scopes: [String]
        let expiresAt: Instant?
        let isReplaced: Bool

        enum CodingKeys: String, CodingKey {
            case scopes
            case app = "app_id"
            case expiresAt = "expires_at"
            case isReplaced = "is_replaced"
        }

        init(_ key: ShownKey) {
            app = key.record.name
            scopes = KeyScope.allCases.filter(key.record.terms.scopes.contains).map(\.rawValue)
            expiresAt = key.endsAt
            isReplaced = key.isReplaced
        }
    }
}
