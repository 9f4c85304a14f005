import BelfryTime

/// What a tap opens, as an app says it: an `https` address, or one of a scheme of the app's own, as `example-app://orders/7`.
///
/// Nobody but the app has looked at where it leads: where one's own pages or desktop show it, ``LinkOrigins`` say which may.
public struct NotificationLink: Hashable, Sendable {
    /// As it was given.
    public let text: String
    /// `https://` and the host in small letters, with the port where it is another than 443; nil for a scheme of an app's own.
    public let origin: String?

    /// What it is, for whoever gave another.
    public static let expectation =
        "an https:// address or one of the app's own scheme, of at most \(byteCountMax) bytes, percent-encoded and without user and password"
    public static let byteCountMax = 1024

    /// Nil where it is empty, longer than 1024 bytes, has anything else than the characters of a URI (RFC 3986), names a user before its host, or
    /// begins with a scheme that a system or a browser gives a meaning of its own.
    public init?(_ text: String) { self.init(text, byteCountMax: Self.byteCountMax) }

    /// The same, of another length at most.
    init?(_ text: String, byteCountMax: Int) {
        guard (1...byteCountMax).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.utf8.index(after: colon)...]
        guard Self.isScheme(scheme), !rest.isEmpty else { return nil }
        let authority = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : nil
        guard authority?.contains("@") != true else { return nil }
        if scheme == "https" {
            guard let authority, let origin = Self.origin(of: authority.lowercased()) else { return nil }
            self.origin = origin
        } else {
            guard !Self.foreignSchemes.contains(scheme), !scheme.hasPrefix("ms-") else { return nil }
            origin = nil
        }
        self.text = text
    }

    /// Schemes that are nobody's own: a browser runs what stands in them, a system opens files, calls or settings by them, or nothing in them is safe
    /// from whoever is on the way.
    private static let foreignSchemes: Set = [
        "about", "android-app", "app-settings", "blob", "cid", "content", "data", "facetime", "facetime-audio", "file", "filesystem", "ftp", "ftps",
        "geo", "http", "intent", "itms-apps", "itms-services", "jar", "javascript", "ldap", "ldaps", "livescript", "mailto", "market", "mid", "mms",
        "mmsto", "mocha", "nfs", "prefs", "res", "resource", "search-ms", "sftp", "shell", "sip", "sips", "smb", "sms", "smsto", "ssh", "tel",
        "telnet", "urn", "vbscript", "view-source", "ws", "wss",
    ]

    /// The characters of RFC 3986, section 2: none that ends an attribute, a header or a line, and no backslash, which browsers read as a slash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// Whether a text is written as ``origin`` is, and names nothing further.
    static func isOrigin(_ text: String) -> Bool { NotificationLink(text)?.origin == text }

    /// RFC 3986, section 3.1.
    private static func isScheme(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
    }

    /// - Parameter authority: in small letters, a name or an IPv4 address, perhaps with a port.
    private static func origin(of authority: String) -> String? {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") } }) else { return nil }
        guard parts.count == 2 else { return "https://\(parts[0])" }
        guard let port = UInt16(parts[1]), port > 0, String(port) == parts[1] else { return nil }
        return port == 443 ? "https://\(parts[0])" : "https://\(parts[0]):\(port)"
    }
}

extension NotificationLink: LosslessStringConvertible {
    public var description: String { text }
}

extension NotificationLink: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(NotificationLink.init, as: NotificationLink.expectation)
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(text)
    }
}

/// Where links of apps may lead that our own pages, browsers, desktops, ntfy, Telegram and rooms of chats open: none but these.
///
/// Any app could have a stranger's page opened under the house's name otherwise.
public struct LinkOrigins: Hashable, Sendable {
    private let origins: Set<String>

    /// In the order of the alphabet, each written as an origin.
    public var names: [String] { origins.sorted() }

    public static let none = LinkOrigins([])

    private init(_ origins: Set<String>) { self.origins = origins }

    /// Nil where one isn't written as an origin: `https://`, the host in small letters, and a port where it is another than 443.
    public init?(named names: [String]) {
        guard names.allSatisfy(NotificationLink.isOrigin) else { return nil }
        self.init(Set(names))
    }

    /// Of a scheme of an app's own, never: nobody but the app opens that.
    public func allow(_ link: NotificationLink) -> Bool { link.origin.map { origins.contains($0) } ?? false }

    /// The link, where it may be opened.
    public func allowed(_ link: NotificationLink?) -> NotificationLink? { link.flatMap { allow($0) ? $0 : nil } }
}
