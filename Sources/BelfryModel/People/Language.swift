import BelfryTime

/// A language in which Belfry speaks to people.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case arabic = "ar"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case turkish = "tr"

    public var isRightToLeft: Bool { self == .arabic }

    /// The language that a tag of BCP 47 names, such as `ar-EG`; its region and all else behind the language are passed over.
    ///
    /// Reads `de_AT` and `DE` too, as systems write them. Nil where it is not one of these languages.
    public init?(tag: String) {
        self.init(rawValue: tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
    }
}

extension Language: Codable {
    /// - Throws: ``Problem/unknownValue(field:allowed:)`` where Belfry doesn't speak it, or `DecodingError` where it isn't text.
    public init(from decoder: any Decoder) throws {
        guard let language = Language(tag: try decoder.singleValueContainer().decode(String.self)) else {
            throw Problem.unknownValue(field: Problem.path(decoder.codingPath), allowed: Language.allCases.map(\.rawValue))
        }
        self = language
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(rawValue)
    }
}
