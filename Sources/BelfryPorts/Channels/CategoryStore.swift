import BelfryModel
import BelfryTime

/// Keeps what apps have declared of their categories: `app_categories`. What each person has chosen is in the ``AddressBook``.
///
/// Every method is one transaction.
public protocol CategoryStore: Sendable {
    /// Takes one in, or puts it in the place of what its app has declared under the name.
    ///
    /// - Parameter countMax: so many an app may have.
    /// - Throws: `Problem.tooManyCategories`; nothing is saved then.
    func save(_ category: DeclaredCategory, of app: AppID, countMax: Int, now: Instant) async throws

    /// Nil where the app has declared none of the name.
    func category(_ name: String, of app: AppID) async throws -> CategoryRecord?

    /// By their names and then by their apps.
    ///
    /// - Parameter app: nil for those of all.
    func categories(of app: AppID?, countMax: Int) async throws -> [CategoryRecord]

    /// What people have chosen of it stays.
    ///
    /// - Returns: false where the app has declared none of the name.
    func removeCategory(_ name: String, of app: AppID) async throws -> Bool

    /// Whether any app requires a category of the name.
    func isRequiredByAny(_ name: String) async throws -> Bool
}

/// A declared category as it is kept.
public struct CategoryRecord: Hashable, Sendable {
    public let app: AppID
    public let category: DeclaredCategory
    public let createdAt: Instant

    /// So many an app may have.
    public static let countMax = 500
    /// People are shown so many of all apps, beside what they were told of.
    public static let shownCountMax = 500

    public init(app: AppID, category: DeclaredCategory, createdAt: Instant) {
        (self.app, self.category, self.createdAt) = (app, category, createdAt)
    }
}

/// What apps have declared of the categories of some deliveries, and which of their recipients have switched on what is off at first. Mostly it is nothing.
public struct CategoryDefaults: Sendable {
    public struct Key: Hashable, Sendable {
        public let app: AppID
        public let category: String

        public init(app: AppID, category: String) { (self.app, self.category) = (app, category) }
    }

    /// Of those alone of which something differs from what isn't declared.
    private let terms: [Key: CategoryTerms]
    private let switchedOn: [UserID: Set<CategorySubscription>]

    /// - Parameter switchedOn: asked with those that are off at first; not where there are none.
    public init(
        of deliveries: [Delivery], _ terms: [Key: CategoryTerms], switchedOn: ([Delivery]) throws -> [UserID: Set<CategorySubscription>]
    ) rethrows {
        self.terms = terms
        let offAtFirst = terms.isEmpty ? [] : deliveries.filter { Self.isOffAtFirst($0, terms) }
        self.switchedOn = offAtFirst.isEmpty ? [:] : try switchedOn(offAtFirst)
    }

    /// Whoever was erased is told nothing, also of what others can't switch off.
    public func isRequired(_ delivery: Delivery) -> Bool {
        !terms.isEmpty && delivery.recipient != .erased && Self.terms(of: delivery, terms)?.isRequired == true
    }

    /// Whether it is off over its channel, because its recipient has chosen nothing.
    public func isOff(_ delivery: Delivery) -> Bool {
        guard !terms.isEmpty, let channel = delivery.channel, Self.isOffAtFirst(delivery, terms) else { return false }
        let subscription = CategorySubscription(category: delivery.payload.category, channel: channel)
        return switchedOn[delivery.recipient]?.contains(subscription) != true
    }

    private static func terms(of delivery: Delivery, _ terms: [Key: CategoryTerms]) -> CategoryTerms? {
        terms[Key(app: delivery.app, category: delivery.payload.category)]
    }

    private static func isOffAtFirst(_ delivery: Delivery, _ terms: [Key: CategoryTerms]) -> Bool {
        delivery.channel.map { Self.terms(of: delivery, terms)?.offAtFirst.contains($0) ?? false } ?? false
    }
}

extension [Delivery] {
    /// Their categories, each once: mostly all have one.
    public var categories: Set<CategoryDefaults.Key> {
        var categories: Set<CategoryDefaults.Key> = []
        var last: CategoryDefaults.Key?
        for delivery in self {
            let category = CategoryDefaults.Key(app: delivery.app, category: delivery.payload.category)
            guard category != last else { continue }
            categories.insert(category)
            last = category
        }
        return categories
    }
}
