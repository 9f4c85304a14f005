import BelfryTime

/// Words that an app chose itself, in some of the languages in which people are told; whoever reads another is told the payload's own.
public struct TextsByLanguage: Hashable, Sendable {
    /// What is said in one of them. Nothing of it is made up from the words of another.
    public struct Text: Hashable, Sendable {
        public let title: String?
        public let body: String?
        /// What stands on the buttons beside it; one that isn't named here keeps the title that it was offered with.
        public let actionTitles: [ActionID: String]
        /// What the picture beside it shows; nil where that is said as beside the order's own words.
        public let imageAlt: String?

        /// Nil where neither title nor body says anything. What can't be a button's title, or say what a picture shows, is passed over.
        public init?(title: String?, body: String?, actionTitles: [ActionID: String] = [:], imageAlt: String? = nil) {
            guard title?.isEmpty == false || body?.isEmpty == false else { return nil }
            (self.title, self.body) = (title, body)
            self.actionTitles = actionTitles.filter { OfferedAction.isTitle($0.value) }
            self.imageAlt = imageAlt.flatMap { NotificationImage.isAlt($0) ? $0 : nil }
        }

        /// By the buttons' names.
        var actionTitlesByName: [String: String] { Dictionary(uniqueKeysWithValues: actionTitles.map { ($0.key.text, $0.value) }) }
    }

    private let texts: [Language: Text]

    /// Nil where there are none.
    public init?(_ texts: [Language: Text]) {
        guard !texts.isEmpty else { return nil }
        self.texts = texts
    }

    public subscript(language: Language) -> Text? { texts[language] }

    /// In the order of the languages' tags.
    public var all: [(language: Language, text: Text)] {
        texts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }
}

extension TextsByLanguage: Codable {
    private enum Part: String, CodingKey {
        case title, body, actions
        case imageAlt = "image_alt"
    }

    /// Reads what it understands, as of a row that is written by hand: other languages, and what is no text, are passed over.
    ///
    /// - Throws: `DecodingError` where nothing is left.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        var texts: [Language: Text] = [:]
        for tag in container.allKeys.sorted() {
            guard let language = Language(tag: tag.stringValue), texts[language] == nil,
                let parts = try? container.nestedContainer(keyedBy: Part.self, forKey: tag)
            else { continue }
            var actionTitles: [ActionID: String] = [:]
            if let titles = try? parts.nestedContainer(keyedBy: TextKey.self, forKey: .actions) {
                for name in titles.allKeys {
                    if let id = ActionID(name.stringValue) { actionTitles[id] = try? titles.decode(String.self, forKey: name) }
                }
            }
            texts[language] = Text(
                title: try? parts.decodeIfPresent(String.self, forKey: .title), body: try? parts.decodeIfPresent(String.self, forKey: .body),
                actionTitles: actionTitles, imageAlt: try? parts.decodeIfPresent(String.self, forKey: .imageAlt))
        }
        guard let read = TextsByLanguage(texts) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected words by language"))
        }
        self = read
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (language, text) in all {
            var parts = container.nestedContainer(keyedBy: Part.self, forKey: TextKey(language.rawValue))
            try parts.encodeIfPresent(text.title, forKey: .title)
            try parts.encodeIfPresent(text.body, forKey: .body)
            try parts.encodeIfPresent(text.imageAlt, forKey: .imageAlt)
            if !text.actionTitles.isEmpty { try parts.encode(text.actionTitlesByName, forKey: .actions) }
        }
    }
}

extension Payload {
    /// The words that its sender chose for whoever reads a language; ours fill what is missing in both.
    public func words(in language: Language) -> (title: String?, body: String?) {
        guard let text = texts?[language] else { return (title, body) }
        return (text.title, text.body)
    }

    /// The buttons as whoever reads a language is offered them.
    ///
    /// - Parameter isMarked: whether those whose titles were chosen by language say so.
    public func actions(in language: Language, isMarked: Bool = false) -> OfferedActions? {
        guard let titles = texts?[language]?.actionTitles, !titles.isEmpty else { return actions?.acknowledgement(in: language, isMarked: isMarked) }
        return actions?.titled(titles, saying: isMarked ? language : nil)
    }

    /// With the words for one language in the place of all.
    public func worded(in language: Language) -> Payload {
        guard texts != nil || actions == .acknowledgement else { return self }
        var payload = self
        (payload.title, payload.body) = words(in: language)
        payload.actions = actions(in: language)
        payload.image = image(in: language)
        payload.texts = nil
        return payload
    }
}
