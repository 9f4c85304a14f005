import BelfryModel
import BelfryTime

/// What an app's key may, and never its text.
public struct OwnKey: Hashable, Sendable, Decodable {
    public let app: String
    public let scopes: [OpenValue<KeyScope>]
    /// From then on it lets nobody in; nil where it doesn't end by itself.
    public let expiresAt: Instant?
    /// Whether another has taken its place, and it goes on until ``expiresAt`` only.
    public let isReplaced: Bool

    enum CodingKeys: String, CodingKey {
        case app = "app_id"
        case scopes
        case expiresAt = "expires_at"
        case isReplaced = "is_replaced"
    }
}
