/// What a recipient has of their own: by their names, the texts that its words put in.
public struct PersonalValues: Hashable, Sendable {
    public let texts: [String: String]

    public init(_ texts: [String: String] = [:]) { self.texts = texts }

    public subscript(name: String) -> String? { texts[name] }

    /// Those of some names, others' in the place of those that are missing.
    public func named(_ names: Set<String>, orFrom others: PersonalValues) -> PersonalValues {
        PersonalValues(others.texts.merging(texts) { $1 }.filter { names.contains($0.key) })
    }

    /// As it is stored: an object with the names in the order of the alphabet.
    public var json: String { String(Self.list(of: [self]).dropFirst().dropLast()) }

    /// A list of them, as it is stored: the names of each in the order of the alphabet.
    public static func list(of values: [PersonalValues]) -> String {
        var bytes: [UInt8] = []
        for one in values {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
            for (place, (name, text)) in one.texts.sorted(by: { $0.key < $1.key }).enumerated() {
                bytes.append(UInt8(ascii: place == 0 ? "{" : ","))
                FlatJSON.append(quoted: name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                FlatJSON.append(quoted: text, to: &bytes)
            }
            bytes.append(contentsOf: (one.texts.isEmpty ? "{}" : "}").utf8)
        }
        return bytes.isEmpty ? "[]" : String(decoding: bytes + [UInt8(ascii: "]")], as: UTF8.self)
    }
}

extension PersonalValues: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: String].self))
    }

    /// As somebody gives them: each a text, a number, true or false.
    public struct Given: Decodable, Sendable {
        public let values: PersonalValues

        public static let countMax = 16
        /// In characters.
        public static let lengthMax = 256
        /// Of all names and texts.
        public static let byteCountMax = 2048

        /// - Throws: `Problem.wrongType` that names what can't be used, or `DecodingError` where they are no object.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            let field = Problem.path(container.codingPath)
            guard container.allKeys.count <= Self.countMax else { throw Problem.wrongType(field: field, expected: "at most \(Self.countMax) values") }
            var texts: [String: String] = [:]
            for name in container.allKeys {
                guard PersonalTemplate.isName(name.stringValue) else {
                    throw Problem.wrongType(field: field, expected: "values with names of at most \(PersonalTemplate.nameLengthMax) of a-z, 0-9 and _")
                }
                let place = Problem.path(container.codingPath + [name])
                guard let text = try Self.text(name, in: container, at: place) else {
                    throw Problem.wrongType(field: place, expected: "text, a number, true or false")
                }
                // PostgreSQL keeps no NUL.
                guard !text.utf8.contains(0) else { throw Problem.wrongType(field: place, expected: "text without NUL") }
                texts[name.stringValue] = try text.checked(lengthMax: Self.lengthMax, field: place)
            }
            guard texts.map({ $0.key.utf8.count + $0.value.utf8.count }).reduce(0, +) <= Self.byteCountMax else {
                throw Problem.wrongType(field: field, expected: "values of at most \(Self.byteCountMax) bytes together")
            }
            values = PersonalValues(texts)
        }

        private static func text(_ name: TextKey, in container: KeyedDecodingContainer<TextKey>, at place: String) throws(Problem) -> String? {
            if let text = try? container.decode(String.self, forKey: name) { return text }
            if let flag = try? container.decode(Bool.self, forKey: name) { return String(flag) }
            if let number = try? container.decode(Int.self, forKey: name) { return String(number) }
            guard let number = try? container.decode(Double.self, forKey: name) else { return nil }
            let text = String(number)
            // Nobody reads `1.2345678901234567e+19`, and of an account's number it isn't what was given.
            guard !text.contains("e") else { throw .wrongType(field: place, expected: "text in place of a number with so many digits") }
            return text
        }
    }
}

/// A text with names in it, `{{name}}`, in the places of what each recipient has of their own. There is nothing else: no sections, and what is put
/// in is never read as a template again.
public struct PersonalTemplate: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case literal(String)
        case value(String)
    }

    private let pieces: [Piece]

    public static let nameLengthMax = 64

    /// Nil where a tag isn't closed, or is no name. Reads bytes: what is one character with a brace may be more of them.
    init?(_ text: String) {
        var pieces: [Piece] = []
        for (number, piece) in text.utf8.split(separator: "{{".utf8, omittingEmptySubsequences: false).enumerated() {
            guard number > 0 else {
                if !piece.isEmpty { pieces.append(.literal(String(Substring(piece)))) }
                continue
            }
            guard let end = piece.firstRange(of: "}}".utf8) else { return nil }
            let name = String(Substring(piece[..<end.lowerBound]))
            guard Self.isName(name) else { return nil }
            pieces.append(.value(name))
            let rest = piece[end.upperBound...]
            if !rest.isEmpty { pieces.append(.literal(String(Substring(rest)))) }
        }
        self.pieces = pieces
    }

    /// Whether a value may have it: of a-z, 0-9 and _.
    public static func isName(_ text: String) -> Bool {
        (1...nameLengthMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    var names: Set<String> {
        Set(
            pieces.compactMap { piece -> String? in
                if case .value(let name) = piece { name } else { nil }
            })
    }

    /// A name of which there is no value stays as it is.
    func text(with values: PersonalValues) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .value(let name): text += values[name] ?? "{{\(name)}}"
            }
        }
    }
}

/// Title and body as templates.
public struct PersonalWords: Hashable, Sendable {
    private let title: PersonalTemplate?
    private let body: PersonalTemplate?
    /// All that they put in.
    public let names: Set<String>

    /// - Parameter place: of the object in which they stand, as `texts.de`; empty for the order's own.
    /// - Throws: `Problem.wrongType` with `title` or `body`, where a tag isn't closed, or is no name.
    public init(title: String?, body: String?, at place: String = "") throws(Problem) {
        let prefix = place.isEmpty ? "" : "\(place)."
        self.title = try Self.template(title, field: "\(prefix)title")
        self.body = try Self.template(body, field: "\(prefix)body")
        names = (self.title?.names ?? []).union(self.body?.names ?? [])
    }

    fileprivate static func template(_ text: String?, field: String) throws(Problem) -> PersonalTemplate? {
        guard let text else { return nil }
        guard let template = PersonalTemplate(text) else {
            throw .wrongType(field: field, expected: "text in which every {{ begins a name that }} ends, as {{first_name}}: of a-z, 0-9 and _")
        }
        return template
    }

    /// What is said to whoever has these values.
    public func filled(with values: PersonalValues) -> (title: String?, body: String?) {
        (title?.text(with: values), body?.text(with: values))
    }
}

/// All words of a payload as templates: its own, and those in further languages, with the titles of its buttons.
public struct PersonalTexts: Sendable {
    /// Its own come first, under no language; then the others, in the order of the languages' tags.
    private let parts: [Part]
    /// All that any of them puts in.
    public let names: Set<String>

    private struct Part: Sendable {
        let language: Language?
        let words: PersonalWords
        /// Of the buttons alone into whose titles something is put.
        let actionTitles: [ActionID: PersonalTemplate]

        var names: Set<String> { actionTitles.values.reduce(into: words.names) { $0.formUnion($1.names) } }

        /// - Parameter titles: with the field of each.
        init(_ language: Language?, _ words: PersonalWords, titles: [(id: ActionID, title: String, field: String)]) throws(Problem) {
            var templates: [ActionID: PersonalTemplate] = [:]
            for (id, title, field) in titles {
                if let template = try PersonalWords.template(title, field: field), !template.names.isEmpty { templates[id] = template }
            }
            (self.language, self.words, actionTitles) = (language, words, templates)
        }
    }

    /// What whoever has certain values is told.
    public struct Filled: Hashable, Sendable {
        /// Nil for the payload's own words.
        public let language: Language?
        public let title: String?
        public let body: String?
        /// Of those buttons into whose titles something is put.
        public let actionTitles: [ActionID: String]
    }

    /// - Throws: `Problem.wrongType` with the field, as `title`, `texts.de.title` or `actions[0].title`, where a tag isn't closed, or is no name.
    public init(of payload: Payload) throws(Problem) {
        let own = (payload.actions?.all ?? []).enumerated().map { index, action in
            (id: action.id, title: action.title, field: "actions[\(index)].title")
        }
        var parts = [try Part(nil, try PersonalWords(title: payload.title, body: payload.body), titles: own)]
        for (language, text) in payload.texts?.all ?? [] {
            let place = "texts.\(language.rawValue)"
            let titles = text.actionTitles.map { (id: $0.key, title: $0.value, field: "\(place).actions.\($0.key.text)") }
            parts.append(
                try Part(language, try PersonalWords(title: text.title, body: text.body, at: place), titles: titles.sorted { $0.id.text < $1.id.text }))
        }
        self.parts = parts
        names = parts.reduce(into: []) { $0.formUnion($1.names) }
    }

    /// What is said to whoever has these values: the payload's own words, under no language, and those of each language.
    public func filled(with values: PersonalValues) -> [Filled] {
        parts.map { part in
            let (title, body) = part.words.filled(with: values)
            return Filled(language: part.language, title: title, body: body, actionTitles: part.actionTitles.mapValues { $0.text(with: values) })
        }
    }
}

extension Payload {
    /// Says to whoever has these values what they are told, whichever language they read.
    public mutating func fill(_ templates: PersonalTexts, with values: PersonalValues) {
        var said: [Language: TextsByLanguage.Text] = [:]
        for part in templates.filled(with: values) {
            if let language = part.language {
                let titles = (texts?[language]?.actionTitles ?? [:]).merging(part.actionTitles) { $1 }
                said[language] = TextsByLanguage.Text(title: part.title, body: part.body, actionTitles: titles, imageAlt: texts?[language]?.imageAlt)
            } else {
                (title, body) = (part.title, part.body)
                if !part.actionTitles.isEmpty { actions = actions?.titled(part.actionTitles, saying: nil) }
            }
        }
        texts = TextsByLanguage(said)
    }
}
