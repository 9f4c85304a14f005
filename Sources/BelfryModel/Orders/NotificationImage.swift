import BelfryTime

/// A picture that an app puts beside its words, at an `https` address of its own, with what it shows in words.
///
/// No server of ours ever fetches it. Whoever hosts it learns when a program of the recipient's does, so it is shown from ``ImageOrigins`` alone, and
/// its address is the same for all whom an order tells.
public struct NotificationImage: Hashable, Sendable {
    /// What it shows, for whoever doesn't see it: WCAG 2.2, 1.1.1 (https://www.w3.org/TR/WCAG22/#non-text-content).
    public let alt: String
    private let address: NotificationLink

    public static let urlByteCountMax = 2048
    public static let altLengthMax = 200
    /// What they are, for whoever gave another.
    public static let urlExpectation =
        "an https:// address of at most \(urlByteCountMax) bytes, percent-encoded and without user and password"
    public static let altExpectation =
        "what the picture shows, in 1 to \(altLengthMax) characters without control characters, for whoever doesn't see it (WCAG 1.1.1)"

    /// Nil where the address isn't `https` or is longer than 2048 bytes, and where what it shows is blank, longer than 200 characters, or has control
    /// characters.
    public init?(url: String, alt: String) {
        guard let address = Self.address(url), Self.isAlt(alt) else { return nil }
        (self.address, self.alt) = (address, alt)
    }

    /// Of characters of RFC 3986 alone.
    public var url: String { address.text }
    /// As ``NotificationLink/origin`` has it.
    public var origin: String? { address.origin }

    private static func address(_ text: String) -> NotificationLink? {
        NotificationLink(text, byteCountMax: urlByteCountMax).flatMap { $0.origin == nil ? nil : $0 }
    }

    public static func isAlt(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.count <= altLengthMax && scalars.contains { !$0.properties.isWhitespace }
            && !scalars.contains { $0.properties.generalCategory == .control }
    }

    /// The same, with other words for what it shows.
    func showing(_ alt: String?) -> NotificationImage { alt.flatMap { NotificationImage(url: url, alt: $0) } ?? self }

    /// What it shows as a line of its own, where there is no other place for it.
    public var line: String { "[\(alt)]" }

    /// With its keys in the order of the alphabet.
    public var json: String {
        var writer = FlatJSON.Writer()
        writer.add("alt", alt)
        writer.add("url", url)
        return writer.finish()
    }
}

extension NotificationImage: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case url, alt
    }

    /// - Throws: `DecodingError`, or `Problem` that names what is missing, or a member that none is.
    public init(from decoder: any Decoder) throws {
        let names = CodingKeys.allCases.map(\.rawValue)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try decoder.checkMembers(names, allowed: names)
        guard let address = Self.address(try container.decode(String.self, forKey: .url)) else {
            throw DecodingError.dataCorruptedError(forKey: .url, in: container, debugDescription: "expected \(Self.urlExpectation)")
        }
        guard let alt = try container.decodeIfPresent(String.self, forKey: .alt), Self.isAlt(alt) else {
            throw DecodingError.dataCorruptedError(forKey: .alt, in: container, debugDescription: "expected \(Self.altExpectation)")
        }
        (self.address, self.alt) = (address, alt)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(alt, forKey: .alt)
    }
}

extension Payload {
    /// The picture beside it, as whoever reads a language is told what it shows.
    public func image(in language: Language) -> NotificationImage? { image?.showing(texts?[language]?.imageAlt) }
}

/// From where pictures are shown, those beside words and the logos of apps: none but these. A program of the recipient's fetches them unasked.
public struct ImageOrigins: Hashable, Sendable {
    /// In the order of the alphabet, each fit for a header.
    public let names: [String]

    public static let none = ImageOrigins([])

    private init(_ names: [String]) { self.names = names }

    /// Nil where one isn't written as an origin: `https://`, the host in small letters, and a port where it is another than 443.
    public init?(named names: [String]) {
        guard names.allSatisfy(NotificationLink.isOrigin) else { return nil }
        self.init(Set(names).sorted())
    }

    private func allow(_ origin: String?) -> Bool { origin.map(names.contains) ?? false }

    public func allow(logo: NotificationLink) -> Bool { allow(logo.origin) }

    /// The picture, where it may be shown.
    public func allowed(_ image: NotificationImage?) -> NotificationImage? { image.flatMap { allow($0.origin) ? $0 : nil } }

    /// How an app presents itself, with its logo where that may be shown.
    public func allowed(_ look: AppLook) -> AppLook {
        guard let logo = look.logo, !allow(logo: logo) else { return look }
        return look.withoutLogo
    }

    /// - Throws: `Problem.wrongType` where it may not be shown.
    public func check(_ image: NotificationImage?) throws(Problem) {
        guard image != nil, allowed(image) == nil else { return }
        throw .wrongType(field: "image.url", expected: "an address on an origin from which this server has pictures shown (image_origins)")
    }
}
