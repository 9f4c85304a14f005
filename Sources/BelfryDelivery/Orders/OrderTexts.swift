import BelfryModel

/// Words by language, as an order says them. What a row of the queue passes over is refused here.
struct OrderTexts: Decodable {
    /// Nil where there are none.
    let texts: TextsByLanguage?
    /// Which buttons it has titles for, and where it says so.
    private let titled: [(name: String, field: String)]
    private let showsImage: Bool

    private static let title = TextKey("title")
    private static let body = TextKey("body")
    private static let actions = TextKey("actions")
    private static let imageAlt = TextKey("image_alt")

    /// - Throws: `DecodingError`, or ``Problem`` that names the field: for a language that Belfry doesn't speak or that is there twice, for words that
    ///   are too long, where there is no title, and for a button's title that can't be one.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        var texts: [Language: TextsByLanguage.Text] = [:]
        var titled: [(name: String, field: String)] = []
        for tag in container.allKeys.sorted() {
            guard let language = Language(tag: tag.stringValue) else {
                throw Self.unknownName(tag, in: container.codingPath, allowed: Language.allCases.map(\.rawValue))
            }
            guard texts[language] == nil else {
                throw Problem.wrongType(field: Problem.path(container.codingPath + [tag]), expected: "each language once")
            }
            let parts = try container.nestedContainer(keyedBy: TextKey.self, forKey: tag)
            let known = [Self.title, Self.body, Self.actions, Self.imageAlt]
            if let other = parts.allKeys.sorted().first(where: { !known.contains($0) }) {
                throw Self.unknownName(other, in: parts.codingPath, allowed: known.map(\.stringValue))
            }
            func part(_ key: TextKey, lengthMax: Int) throws -> String? {
                try parts.decodeIfPresent(String.self, forKey: key)?.checked(lengthMax: lengthMax, field: Problem.path(parts.codingPath + [key]))
            }
            let title = try part(Self.title, lengthMax: NotificationOrder.titleLengthMax)
            let body = try part(Self.body, lengthMax: NotificationOrder.bodyLengthMax)
            guard title?.isEmpty == false else { throw Problem.missingField(Problem.path(parts.codingPath + [Self.title])) }
            let imageAlt = try parts.decodeIfPresent(String.self, forKey: Self.imageAlt)
            guard imageAlt.map(NotificationImage.isAlt) ?? true else {
                throw Problem.wrongType(field: Problem.path(parts.codingPath + [Self.imageAlt]), expected: NotificationImage.altExpectation)
            }
            texts[language] = TextsByLanguage.Text(
                title: title, body: body, actionTitles: try Self.actionTitles(in: parts, noting: &titled), imageAlt: imageAlt)
        }
        self.texts = TextsByLanguage(texts)
        self.titled = titled
        showsImage = texts.values.contains { $0.imageAlt != nil }
    }

    private static func actionTitles(
        in parts: KeyedDecodingContainer<TextKey>, noting titled: inout [(name: String, field: String)]
    ) throws -> [ActionID: String] {
        guard parts.contains(actions), try !parts.decodeNil(forKey: actions) else { return [:] }
        let container = try parts.nestedContainer(keyedBy: TextKey.self, forKey: actions)
        var titles: [ActionID: String] = [:]
        for key in container.allKeys.sorted() {
            let title = try container.decode(String.self, forKey: key)
            let place = field(key, in: container.codingPath)
            guard OfferedAction.isTitle(title) else { throw Problem.wrongType(field: place, expected: OfferedAction.titleExpectation) }
            titled.append((name: key.stringValue, field: place))
            if let id = ActionID(key.stringValue) { titles[id] = title }
        }
        return titles
    }

    /// - Throws: `Problem.unknownName` for a button that isn't offered, or `Problem.missingField` where none is, or no picture.
    func check(against payload: Payload) throws(Problem) {
        guard !showsImage || payload.image != nil else { throw .missingField(NotificationOrder.CodingKeys.image.rawValue) }
        try check(against: payload.actions)
    }

    private func check(against actions: OfferedActions?) throws(Problem) {
        guard !titled.isEmpty else { return }
        guard let actions else { throw .missingField(NotificationOrder.CodingKeys.actions.rawValue) }
        let allowed = actions.all.map(\.id.text)
        guard let other = titled.first(where: { !allowed.contains($0.name) }) else { return }
        throw .unknownName(field: other.field, allowed: allowed)
    }

    private static func unknownName(_ key: TextKey, in path: [any CodingKey], allowed: [String]) -> Problem {
        .unknownName(field: field(key, in: path), allowed: allowed)
    }

    private static func field(_ key: TextKey, in path: [any CodingKey]) -> String {
        Problem.path(path + [key.shown])
    }
}
