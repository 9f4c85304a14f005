import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes in what apps declare of their categories.
public struct CategoryDesk: Sendable {
    let store: any CategoryStore

    public init(store: any CategoryStore) { self.store = store }

    /// All of an app, by their names.
    public func categories(of app: AppID) async throws -> [CategoryRecord] {
        try await store.categories(of: app, countMax: CategoryRecord.countMax)
    }

    /// - Throws: `Problem.unknownCategory` where the app has declared none of the name; what the store throws.
    public func category(_ name: String, of app: AppID) async throws -> CategoryRecord {
        guard let kept = try await store.category(name, of: app) else { throw Problem.unknownCategory }
        return kept
    }

    /// Takes one in, or puts it in the place of what the app has declared under the name.
    ///
    /// - Returns: what was taken in, whatever another has declared in its place since, or no longer.
    /// - Throws: `Problem.tooManyCategories`; what the store throws.
    public func save(_ request: CategoryRequest, named name: String, of app: AppID, now: Instant) async throws -> CategoryRecord {
        let category = request.category(named: name)
        try await store.save(category, of: app, countMax: CategoryRecord.countMax, now: now)
        let kept = try await store.category(name, of: app)
        return CategoryRecord(app: app, category: category, createdAt: kept?.createdAt ?? now)
    }

    /// - Throws: `Problem.unknownCategory` where the app has declared none of the name; what the store throws.
    public func remove(_ name: String, of app: AppID) async throws {
        guard try await store.removeCategory(name, of: app) else { throw Problem.unknownCategory }
    }
}

/// What an app writes of a category: `{"name": "Offers", "texts": {"de": {"name": "Angebote"}}, "default": {"email": false}}`.
public struct CategoryRequest: Decodable, Sendable {
    private let words: DeclaredCategory.Words
    private let translations: [Language: DeclaredCategory.Words]
    private let terms: CategoryTerms

    private enum Key: String, CodingKey, CaseIterable {
        case name, description, group, texts, required
        case atFirst = "default"
    }

    /// - Throws: `DecodingError`, or ``Problem`` that names the field: for a language or a channel that there isn't or that is there twice, for words that
    ///   are missing, too long or have control characters, and for what is off at first of what nobody can switch on or off.
    public init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Key.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: Key.self)
        words = try Self.words(from: decoder)
        translations = container.contains(.texts) ? try Self.translations(from: container) : [:]
        let isRequired = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        let switches = try container.decodeIfPresent([String: Bool].self, forKey: .atFirst) ?? [:]
        let field = Key.atFirst.rawValue
        var offAtFirst: Set<DeliveryChannel> = []
        for (name, isOn) in switches.sorted(by: { $0.key < $1.key }) {
            guard let channel = DeliveryChannel(rawValue: name) else {
                throw Problem.unknownName(field: Problem.path([Key.atFirst, TextKey(name).shown]), allowed: DeliveryChannel.allCases.map(\.rawValue))
            }
            if !isOn { offAtFirst.insert(channel) }
        }
        guard !isRequired || offAtFirst.isEmpty else {
            throw Problem.wrongType(field: field, expected: "nothing that is off beside “\(Key.required.rawValue)”, for nobody could switch it on")
        }
        terms = CategoryTerms(offAtFirst: offAtFirst, isRequired: isRequired)
    }

    func category(named name: String) -> DeclaredCategory { DeclaredCategory(name, words: words, translations: translations, terms: terms) }

    private static func translations(from container: KeyedDecodingContainer<Key>) throws -> [Language: DeclaredCategory.Words] {
        guard try !container.decodeNil(forKey: .texts) else { return [:] }
        let texts = try container.nestedContainer(keyedBy: TextKey.self, forKey: .texts)
        var translations: [Language: DeclaredCategory.Words] = [:]
        for tag in texts.allKeys.sorted() {
            guard let language = Language(tag: tag.stringValue) else {
                throw Problem.unknownName(field: Problem.path(texts.codingPath + [tag.shown]), allowed: Language.allCases.map(\.rawValue))
            }
            guard translations[language] == nil else {
                throw Problem.wrongType(field: Problem.path(texts.codingPath + [tag.shown]), expected: "each language once")
            }
            let parts = try texts.superDecoder(forKey: tag)
            try parts.checkMembers([Key.name, .description, .group].map(\.rawValue))
            translations[language] = try words(from: parts)
        }
        return translations
    }

    private static func words(from decoder: any Decoder) throws -> DeclaredCategory.Words {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key, lengthMax: Int) throws -> String? {
            let field = Problem.path(container.codingPath + [key])
            let text = try container.decodeIfPresent(String.self, forKey: key)?.checked(lengthMax: lengthMax, field: field)
            guard let text, !text.isEmpty else { return nil }
            guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw Problem.wrongType(field: field, expected: "a text without control characters")
            }
            return text
        }
        guard let name = try text(.name, lengthMax: DeclaredCategory.Words.nameLengthMax) else {
            throw Problem.missingField(Problem.path(container.codingPath + [Key.name]))
        }
        return DeclaredCategory.Words(
            name: name, description: try text(.description, lengthMax: DeclaredCategory.Words.descriptionLengthMax),
            group: try text(.group, lengthMax: DeclaredCategory.Words.nameLengthMax))
    }
}
