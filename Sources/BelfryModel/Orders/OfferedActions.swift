import BelfryTime

/// By which an app is told which of its buttons somebody has pressed: 1 to 32 small letters, digits, `_` and `-`.
public struct ActionID: Hashable, Sendable {
    public let text: String

    public static let lengthMax = 32
    static let expectation = "1 to \(lengthMax) small letters, digits, “_” and “-”"

    /// Nil where it has another length, or another character.
    public init?(_ text: String) {
        guard (1...Self.lengthMax).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    /// One of the house's own.
    init(known text: String) { self.text = text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension ActionID: LosslessStringConvertible {
    public var description: String { text }
}

extension ActionID {
    /// Stands for it where its whole text has no room, and others of the same order alone may be taken for it: FNV-1a in 32 bits
    /// (http://www.isthe.com/chongo/tech/comp/fnv/).
    public var mark: UInt32 { text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }
}

extension ActionID: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(ActionID.init, as: ActionID.expectation)
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(text)
    }
}

/// A button that an app puts beside what it has told, by which a person answers it or goes on: “Pay now”.
public struct OfferedAction: Hashable, Sendable {
    public let id: ActionID
    /// What stands on the button, as its app has written it.
    public let title: String
    /// What it opens; nil where it only answers.
    public let link: NotificationLink?
    /// What its title is in, where it was chosen by language; nil where nobody knows.
    public let language: Language?

    public static let titleLengthMax = 40
    public static let titleExpectation = "1 to \(titleLengthMax) characters without control characters"

    /// Nil where the title is blank, longer than 40 characters, or has control characters.
    public init?(id: ActionID, title: String, link: NotificationLink? = nil, language: Language? = nil) {
        guard Self.isTitle(title) else { return nil }
        self.id = id
        self.title = title
        self.link = link
        self.language = language
    }

    /// One of the house's own.
    init(known id: ActionID, title: String) { (self.id, self.title, link, language) = (id, title, nil, nil) }

    public static func isTitle(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.count <= titleLengthMax && scalars.contains { !$0.properties.isWhitespace }
            && !scalars.contains { $0.properties.generalCategory == .control }
    }
}

extension OfferedAction: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, title, link, language
    }

    /// What an app says of one.
    public static let memberNamesOfOrder = CodingKeys.allCases.filter { $0 != .language }.map(\.rawValue)

    /// - Throws: `DecodingError`, or `Problem.unknownName` for a member that none is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try decoder.checkMembers(CodingKeys.allCases.map(\.rawValue), allowed: Self.memberNamesOfOrder)
        let id = try container.decode(ActionID.self, forKey: .id)
        let (title, link) = (try container.decode(String.self, forKey: .title), try container.decodeIfPresent(NotificationLink.self, forKey: .link))
        let language = try container.decodeIfPresent(Language.self, forKey: .language)
        guard let action = OfferedAction(id: id, title: title, link: link, language: language) else {
            throw DecodingError.dataCorruptedError(forKey: .title, in: container, debugDescription: "expected \(Self.titleExpectation)")
        }
        self = action
    }
}

/// The buttons beside one notification: at most three, each with a name of its own, in the order in which they are shown.
public struct OfferedActions: Hashable, Sendable {
    /// Never empty.
    public let all: [OfferedAction]

    public static let countMax = 3
    /// Of all their links together, in bytes: what push services take has room for words, too.
    public static let linkByteCountMax = 1024
    static let expectation =
        "1 to \(countMax) actions, none with the id of another, whose links have at most \(linkByteCountMax) bytes together"

    /// Nil where there are none or more than three, two have one name, or their links are longer than 1024 bytes together.
    public init?(_ all: [OfferedAction]) {
        guard (1...Self.countMax).contains(all.count), Set(all.map(\.id)).count == all.count,
            all.reduce(0, { $0 + ($1.link?.text.utf8.count ?? 0) }) <= Self.linkByteCountMax
        else { return nil }
        self.all = all
    }

    /// One of the house's own.
    init(known action: OfferedAction) { all = [action] }

    /// Nil where there is none of the name.
    public subscript(id: ActionID) -> OfferedAction? { all.first { $0.id == id } }

    /// Those that may be offered where links lead a person out under the house's name: one that would open what may not be opened isn't.
    public func shown(within origins: LinkOrigins) -> [OfferedAction] {
        all.filter { action in action.link.map { origins.allow($0) } ?? true }
    }

    /// By ``ActionID/mark``; nil where none has it, or two do.
    public subscript(mark mark: UInt32) -> OfferedAction? {
        let found = all.filter { $0.id.mark == mark }
        return found.count == 1 ? found.first : nil
    }

    /// With other words on those that are named.
    ///
    /// - Parameter language: which these say that they are in; nil for none.
    func titled(_ titles: [ActionID: String], saying language: Language?) -> OfferedActions {
        let titled = all.map { action in
            titles[action.id].flatMap { OfferedAction(id: action.id, title: $0, link: action.link, language: language) } ?? action
        }
        return OfferedActions(titled) ?? self
    }

    /// As a list of objects.
    public var json: String {
        let objects = all.map { action -> String in
            var writer = FlatJSON.Writer()
            writer.add("id", action.id.text)
            if let language = action.language { writer.add("language", language.rawValue) }
            if let link = action.link { writer.add("link", link.text) }
            writer.add("title", action.title)
            return writer.finish()
        }
        return "[" + objects.joined(separator: ",") + "]"
    }
}

extension OfferedActions: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let actions = OfferedActions(try container.decode([OfferedAction].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(Self.expectation)")
        }
        self = actions
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }
}

extension Payload {
    /// Whether both say the same, be it at another moment: what was ordered at once for one person, over several channels or one after the other, does.
    public func saysSame(as other: Payload) -> Bool {
        var (own, other) = (self, other)
        (own.deliverAtLocal, other.deliverAtLocal) = (nil, nil)
        return own == other
    }
}
