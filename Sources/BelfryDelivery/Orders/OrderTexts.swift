import BelfryModel

/// Words by language, as an order says them. What a row of the queue passes over is refused here.
struct OrderTexts: Decodable {
    /// Nil where there are none.
    let texts: TextsByLanguage?

    private static let title = TextKey("title")
    private static let body = TextKey("body")

    /// - Throws: `DecodingError`, or ``Problem`` that names the field: for a language that Belfry doesn't speak or that is there twice, for words that
    ///   are too long, and where there is no title.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        var texts: [Language: TextsByLanguage.Text] = [:]
        for tag in container.allKeys.sorted() {
            guard let language = Language(tag: tag.stringValue) else {
                throw Self.unknownName(tag, in: container.codingPath, allowed: Language.allCases.map(\.rawValue))
            }
            guard texts[language] == nil else {
                throw Problem.wrongType(field: Problem.path(container.codingPath + [tag]), expected: "each language once")
            }
            let parts = try container.nestedContainer(keyedBy: TextKey.self, forKey: tag)
            let known = [Self.title, Self.body]
            if let other = parts.allKeys.sorted().first(where: { !known.contains($0) }) {
                throw Self.unknownName(other, in: parts.codingPath, allowed: known.map(\.stringValue))
            }
            func part(_ key: TextKey, lengthMax: Int) throws -> String? {
                try parts.decodeIfPresent(String.self, forKey: key)?.checked(lengthMax: lengthMax, field: Problem.path(parts.codingPath + [key]))
            }
            let title = try part(Self.title, lengthMax: NotificationOrder.titleLengthMax)
            let body = try part(Self.body, lengthMax: NotificationOrder.bodyLengthMax)
            guard title?.isEmpty == false else { throw Problem.missingField(Problem.path(parts.codingPath + [Self.title])) }
            texts[language] = TextsByLanguage.Text(title: title, body: body)
        }
        self.texts = TextsByLanguage(texts)
    }

    private static func unknownName(_ key: TextKey, in path: [any CodingKey], allowed: [String]) -> Problem {
        .unknownName(field: Problem.path(path + [TextKey(String(key.stringValue.prefix(nameLengthMax)))]), allowed: allowed)
    }

    /// So much of a name is shown to whoever sent it.
    private static let nameLengthMax = 64
}
