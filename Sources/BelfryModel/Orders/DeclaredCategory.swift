/// What an app says of a kind of notification that it tells: what people read of it, where it is on at first, and whether they may switch it off.
///
/// A kind that no app declares is on over every channel until a person switches it off.
public struct DeclaredCategory: Hashable, Sendable {
    /// As ``Payload/category`` has it.
    public let category: String
    /// For whoever reads a language in which there are no others.
    public let words: Words
    public let translations: [Language: Words]
    public let terms: CategoryTerms

    public init(_ category: String, words: Words, translations: [Language: Words] = [:], terms: CategoryTerms = CategoryTerms()) {
        (self.category, self.words, self.translations, self.terms) = (category, words, translations, terms)
    }

    /// What the person reads who chooses.
    public struct Words: Hashable, Sendable {
        public let name: String
        /// Nil where the name says it all.
        public let description: String?
        /// Under which heading it stands, with others of the same; nil for none.
        public let group: String?

        /// In characters.
        public static let nameLengthMax = 64
        public static let descriptionLengthMax = 300

        public init(name: String, description: String? = nil, group: String? = nil) {
            (self.name, self.description, self.group) = (name, description, group)
        }
    }

    public func words(in language: Language) -> Words { translations[language] ?? words }
}

/// What of a ``DeclaredCategory`` a decision hangs on.
public struct CategoryTerms: Hashable, Sendable {
    /// Over which channels nobody is told who hasn't switched it on there.
    public let offAtFirst: Set<DeliveryChannel>
    /// A person can neither switch it off nor mute it alone, as what keeps them or their account safe.
    public let isRequired: Bool

    public init(offAtFirst: Set<DeliveryChannel> = [], isRequired: Bool = false) {
        (self.offAtFirst, self.isRequired) = (offAtFirst, isRequired)
    }
}

// MARK: Texts of columns

extension CategoryTerms {
    /// As its row has them: the channels' names with spaces between, in their order. What names no channel is passed over.
    public init(offAtFirst names: String, isRequired: Bool) {
        self.init(offAtFirst: Set(names.split(separator: " ").compactMap { DeliveryChannel(rawValue: String($0)) }), isRequired: isRequired)
    }

    public var channelNames: String { offAtFirst.map(\.rawValue).sorted().joined(separator: " ") }
}

extension DeclaredCategory {
    /// The translations as their column has them; nil where there are none.
    public var translationsJSON: String? {
        guard !translations.isEmpty else { return nil }
        let texts = translations.sorted { $0.key.rawValue < $1.key.rawValue }.map { language, words in
            var parts = FlatJSON.Writer()
            if let description = words.description { parts.add("description", description) }
            if let group = words.group { parts.add("group", group) }
            parts.add("name", words.name)
            return "\"\(language.rawValue)\":\(parts.finish())"
        }
        return "{\(texts.joined(separator: ","))}"
    }
}

extension DeclaredCategory.Words: Codable {
    private enum Part: String, CodingKey {
        case name, description, group
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Part.self)
        self.init(
            name: try container.decode(String.self, forKey: .name), description: try container.decodeIfPresent(String.self, forKey: .description),
            group: try container.decodeIfPresent(String.self, forKey: .group))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Part.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(group, forKey: .group)
    }
}
