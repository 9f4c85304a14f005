import BelfryModel
import BelfryTime

/// Keeps what apps tell again and again by its name, and what it said before: `templates`.
///
/// Every method is one transaction.
public protocol TemplateStore: Sendable {
    /// Takes in what a template says from now on, as its next version; what it says already changes nothing. The last
    /// ``TemplateRecord/versionCountMax`` versions stay.
    ///
    /// - Parameter countMax: so many templates an app may have.
    /// - Throws: `Problem.tooManyTemplates`; nothing is saved then.
    func save(_ contents: String, asTemplate name: TemplateID, of app: AppID, countMax: Int, now: Instant) async throws

    /// As it stands; nil where the app has none of the name.
    func template(_ name: TemplateID, of app: AppID) async throws -> TemplateRecord?

    /// An app's as they stand, by their names.
    func templates(of app: AppID, countMax: Int) async throws -> [TemplateRecord]

    /// The latest first; empty where the app has none of the name.
    func versions(ofTemplate name: TemplateID, of app: AppID) async throws -> [TemplateRecord]

    /// Forgets it with its versions.
    ///
    /// - Returns: false where the app has none of the name.
    func removeTemplate(_ name: TemplateID, of app: AppID) async throws -> Bool
}

/// A version of a template as it is kept.
public struct TemplateRecord: Hashable, Sendable {
    public let name: TemplateID
    public let app: AppID
    /// Counted from 1; a template stands as its latest says.
    public let version: Int
    public let createdAt: Instant
    /// What it says, as its app wrote it.
    public let contents: String

    /// So many an app may have.
    public static let countMax = 500
    /// So many versions are kept of each.
    public static let versionCountMax = 20

    public init(name: TemplateID, app: AppID, version: Int, createdAt: Instant, contents: String) {
        (self.name, self.app, self.version, self.createdAt, self.contents) = (name, app, version, createdAt, contents)
    }
}
