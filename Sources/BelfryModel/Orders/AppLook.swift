import BelfryTime

/// How an app presents itself to people: by what name, in what colour, with what picture, and where an answer to its mails goes.
///
/// What is in it was checked, so that it can stand in a header and on a page; its logo is shown from an origin of ``ImageOrigins`` alone.
public struct AppLook: Hashable, Sendable {
    public let name: String
    /// What it is called by whoever reads one of these languages.
    public let names: [Language: String]
    public let color: WebColor?
    /// An `https` address.
    public private(set) var logo: NotificationLink?
    /// A mailbox, as `MailboxForm` has it.
    public let replyTo: String?
    /// Stands at the end of mails, as a postal address that has to be there by law.
    public let footer: String?

    /// In characters, as JSON Schema counts them.
    public static let (nameLengthMax, footerLengthMax) = (80, 300)
    /// Of the logo's address.
    public static let logoByteCountMax = 2048

    /// - Throws: `Problem.wrongType` for what can't be shown.
    public init(
        name: String, names: [Language: String] = [:], color: WebColor? = nil, logo: String? = nil, replyTo: String? = nil, footer: String? = nil
    ) throws(Problem) {
        let nameForm = "a name of 1 to \(Self.nameLengthMax) characters on one line, without spaces at its ends"
        guard Self.isLine(name, lengthMax: Self.nameLengthMax) else { throw .wrongType(field: Key.name.rawValue, expected: nameForm) }
        for (language, other) in names where !Self.isLine(other, lengthMax: Self.nameLengthMax) {
            throw .wrongType(field: "\(Key.names.rawValue).\(language.rawValue)", expected: nameForm)
        }
        if let logo {
            let link = NotificationLink(logo, byteCountMax: Self.logoByteCountMax)
            guard let link, link.origin != nil else {
                throw .wrongType(field: Key.logo.rawValue, expected: "an https:// address of at most \(Self.logoByteCountMax) bytes, percent-encoded")
            }
            self.logo = link
        } else {
            self.logo = nil
        }
        if let replyTo, !MailboxForm.fits(replyTo, inNet: true) {
            throw .wrongType(field: Key.replyTo.rawValue, expected: "a mailbox in ASCII, as help@example.org")
        }
        if let footer, !Self.isLine(footer, lengthMax: Self.footerLengthMax) {
            throw .wrongType(
                field: Key.footer.rawValue, expected: "a line of 1 to \(Self.footerLengthMax) characters, without spaces at its ends")
        }
        (self.name, self.names, self.color, self.replyTo, self.footer) = (name, names, color, replyTo, footer)
    }

    public func name(in language: Language) -> String { names[language] ?? name }

    var withoutLogo: AppLook {
        var look = self
        look.logo = nil
        return look
    }

    /// Whether a text is one line that can be seen: no control ends it or turns it round (UAX #9, explicit formatting), and not all of it is blank.
    private static func isLine(_ text: String, lengthMax: Int) -> Bool {
        let scalars = text.unicodeScalars
        guard (1...lengthMax).contains(scalars.count), scalars.first?.properties.isWhitespace == false, scalars.last?.properties.isWhitespace == false
        else { return false }
        return scalars.allSatisfy(isShowable) && scalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }

    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: false
        default: ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }
}

extension AppLook: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case name, names, color, footer
        case logo = "logo_url"
        case replyTo = "reply_to"
    }

    /// - Throws: ``Problem`` or `DecodingError` that names the field.
    public init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Key.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: Key.self)
        var names: [Language: String] = [:]
        if container.contains(.names), try !container.decodeNil(forKey: .names) {
            let written = try container.nestedContainer(keyedBy: TextKey.self, forKey: .names)
            for tag in written.allKeys {
                guard let language = Language(rawValue: tag.stringValue) else {
                    throw Problem.unknownName(
                        field: Problem.path(written.codingPath + [tag.shown]), allowed: Language.allCases.map(\.rawValue))
                }
                names[language] = try written.decode(String.self, forKey: tag)
            }
        }
        let color = try container.decodeIfPresent(String.self, forKey: .color).map { text in
            guard let color = WebColor(text) else { throw Problem.wrongType(field: Key.color.rawValue, expected: "a colour such as #1b6e53") }
            return color
        }
        try self.init(
            name: container.decode(String.self, forKey: .name), names: names, color: color,
            logo: container.decodeIfPresent(String.self, forKey: .logo), replyTo: container.decodeIfPresent(String.self, forKey: .replyTo),
            footer: container.decodeIfPresent(String.self, forKey: .footer))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        if !names.isEmpty { try container.encode(namesByTag, forKey: .names) }
        try container.encodeIfPresent(color?.text, forKey: .color)
        try container.encodeIfPresent(logo?.text, forKey: .logo)
        try container.encodeIfPresent(replyTo, forKey: .replyTo)
        try container.encodeIfPresent(footer, forKey: .footer)
    }

    private var namesByTag: [String: String] { Dictionary(uniqueKeysWithValues: names.map { ($0.key.rawValue, $0.value) }) }
}

// MARK: As it is kept

extension AppLook {
    /// A row, whoever wrote it: what can't be shown is passed over. Nil where that is the name.
    public init?(
        storedName name: String?, names: [String: String], color: String?, logo: String?, replyTo: String?, footer: String?
    ) {
        guard let name, var look = try? AppLook(name: name) else { return nil }
        for (tag, other) in names {
            guard let language = Language(rawValue: tag) else { continue }
            look = (try? AppLook(name: name, names: look.names.merging([language: other]) { $1 })) ?? look
        }
        let names = look.names
        func usable<Value>(_ value: Value?, _ makes: (Value) throws -> AppLook) -> Value? {
            value.flatMap { (try? makes($0)) == nil ? nil : $0 }
        }
        try? self.init(
            name: name, names: names, color: color.flatMap { WebColor($0) }, logo: usable(logo) { try AppLook(name: name, logo: $0) },
            replyTo: usable(replyTo) { try AppLook(name: name, replyTo: $0) }, footer: usable(footer) { try AppLook(name: name, footer: $0) })
    }

    /// The names by language as JSON, in the order of their tags; nil where there are none.
    public var storedNames: String? {
        guard !names.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for (tag, name) in namesByTag.sorted(by: { $0.key < $1.key }) {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            FlatJSON.append(quoted: tag, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            FlatJSON.append(quoted: name, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self) + "}"
    }
}
