import BelfryModel
import BelfryTime

/// Keeps rotas by their apps and names: `rotas`, `rota_people`, `rota_overrides`.
///
/// Every method is one transaction.
public protocol RotaStore: Sendable {
    /// Takes one in, or puts other people and other handovers in its place; overrides that it has stay, and those that it is given are passed over.
    ///
    /// - Parameter countMax: so many an app may have.
    /// - Throws: `Problem.tooManyRotas`.
    func save(_ rota: Rota, named name: RotaID, of app: AppID, countMax: Int, now: Instant) async throws

    /// Nil where the app has none of the name.
    func rota(_ name: RotaID, of app: AppID) async throws -> RotaRecord?

    /// An app's, by their names, descending.
    ///
    /// - Parameter before: only those whose name comes before it; nil for the last of all.
    func rotas(of app: AppID, before: RotaID?, countMax: Int) async throws -> [RotaRecord]

    /// With its overrides.
    ///
    /// - Returns: false where the app has none of the name.
    func removeRota(_ name: RotaID, of app: AppID) async throws -> Bool

    /// Puts somebody in for a while, in the place of an override that begins at the same time.
    ///
    /// - Parameters:
    ///   - over: overrides that end by then are forgotten.
    ///   - countMax: so many may be left.
    /// - Returns: false where the app has no rota of the name.
    /// - Throws: `Problem.tooManyItems`; nothing is changed then.
    func save(_ override: Rota.Override, inRota name: RotaID, of app: AppID, over: CivilDateTime, countMax: Int) async throws -> Bool

    /// - Returns: false where none begins then.
    func removeOverride(from: CivilDateTime, inRota name: RotaID, of app: AppID) async throws -> Bool
}

/// A rota as it is kept.
public struct RotaRecord: Hashable, Sendable {
    public let name: RotaID
    public let app: AppID
    public let createdAt: Instant
    public let rota: Rota

    /// So many an app may have.
    public static let countMax = 10_000

    public init(name: RotaID, app: AppID, createdAt: Instant, rota: Rota) {
        (self.name, self.app, self.createdAt, self.rota) = (name, app, createdAt, rota)
    }
}
