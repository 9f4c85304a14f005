import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: CategoryStore {
    public func save(_ category: DeclaredCategory, of app: AppID, countMax: Int, now: Instant) throws {
        // What is as it was leaves no line in the audit log.
        _ = try transaction { tables in
            let key = CategoryDefaults.Key(app: app, category: category.category)
            let known = tables.categories[key]
            guard known != nil || tables.categories.keys.count(where: { $0.app == app }) < countMax else {
                throw Problem.tooManyCategories(countMax: countMax)
            }
            tables.categories[key] = CategoryRecord(app: app, category: category, createdAt: known?.createdAt ?? now)
            return known?.category != category
        }
    }

    public func category(_ name: String, of app: AppID) -> CategoryRecord? { tables.categories[CategoryDefaults.Key(app: app, category: name)] }

    public func categories(of app: AppID?, countMax: Int) -> [CategoryRecord] {
        let found = tables.categories.values.filter { record in app.map { $0 == record.app } ?? true }
        return Array(found.sorted(by: Self.isBefore).prefix(countMax))
    }

    /// Byte by byte, as databases have it.
    private static func isBefore(_ left: CategoryRecord, _ right: CategoryRecord) -> Bool {
        let (one, other) = (left.category.category, right.category.category)
        return one == other ? left.app < right.app : one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    public func removeCategory(_ name: String, of app: AppID) -> Bool {
        transaction { $0.categories.removeValue(forKey: CategoryDefaults.Key(app: app, category: name)) != nil }
    }

    public func isRequiredByAny(_ name: String) -> Bool { tables.categories.contains { $0.key.category == name && $0.value.category.terms.isRequired } }
}

extension Tables {
    func categoryDefaults(of delivery: Delivery) -> CategoryDefaults {
        guard !categories.isEmpty else { return CategoryDefaults(of: [], [:]) { _ in [:] } }
        let key = CategoryDefaults.Key(app: delivery.app, category: delivery.payload.category)
        let terms = categories[key].map { [key: $0.category.terms] } ?? [:]
        return CategoryDefaults(of: [delivery], terms) { _ in
            let own = wanted.filter { $0.user == delivery.recipient }.map { CategorySubscription(category: $0.category, channel: $0.channel) }
            return [delivery.recipient: Set(own)]
        }
    }
}
