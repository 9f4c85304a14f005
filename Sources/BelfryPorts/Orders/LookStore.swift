import BelfryModel

/// Keeps how apps present themselves, by their names: `app_looks`.
///
/// Every method is one transaction.
public protocol LookStore: Sendable {
    /// Puts it in the place of what the app had.
    func save(_ look: AppLook, of app: AppID) async throws

    /// - Returns: false where the app had none.
    func removeLook(of app: AppID) async throws -> Bool

    /// Of those among these apps that have one.
    func looks(of apps: Set<AppID>) async throws -> [AppID: AppLook]
}
