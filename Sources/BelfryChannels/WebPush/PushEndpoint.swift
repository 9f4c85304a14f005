/// The address of a push service for one browser, taken apart so far as is needed to know whom we would be talking to.
///
/// A browser hands it out, but anybody may hand us an invented one: without care the server could be made to post to its own network.
/// So it must be `https` at the usual port and at a name of the public Internet. Where a public name leads to a
/// private address, ``NetworkGuard`` refuses it.
struct PushEndpoint: Hashable, Sendable {
    /// Scheme, host and port: what RFC 8292 wants a token to be for.
    let origin: String

    static let byteCountMax = 2048

    enum Refusal: Error, Hashable, Sendable {
        case notHTTPS
        /// It isn't a name of the public Internet, or has a port, a user or a form of its own.
        case hostNotAllowed
        case malformed
    }

    /// - Parameter trustedOrigins: those that may be called wherever they are, as a push service of one's own.
    init(_ url: String, trustedOrigins: Set<String>) throws(Refusal) {
        guard url.utf8.count <= Self.byteCountMax, url.utf8.allSatisfy(Self.isAllowed),
            let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url[colon...].hasPrefix("://")
        else { throw .malformed }
        let scheme = url[..<colon].lowercased()
        let rest = url.utf8[colon...].dropFirst("://".utf8.count)
        let authorityBytes = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let authority = String(Substring(authorityBytes)).lowercased()
        let path = Substring(rest[authorityBytes.endIndex...])
        guard !authority.isEmpty, path.hasPrefix("/") else { throw .malformed }
        let origin = "\(scheme)://\(authority)"
        if trustedOrigins.contains(origin) {
            self.origin = origin
            return
        }
        guard scheme == "https" else { throw .notHTTPS }
        let host = authority.hasSuffix(":443") ? String(authority.dropLast(":443".count)) : authority
        guard Self.isPublicName(host) else { throw .hostNotAllowed }
        self.origin = "https://\(host)"
    }

    /// Names that lead into private networks by custom or by RFC 6761, 6762, 7686, 8375 and 9476.
    private static let privateEndings: Set = [
        "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion",
        "private", "test",
    ]

    /// Printable ASCII, without what RFC 3986 leaves out, and without a fragment.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "#"):
            false
        default: (0x21...0x7E).contains(byte)
        }
    }

    /// At least two labels of letters, digits and hyphens, the last without digits: so no address in any of its notations.
    private static func isPublicName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.count >= 2, let last = labels.last, !privateEndings.contains(String(last)) else { return false }
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        }
        return isName && (last.hasPrefix("xn--") || last.utf8.allSatisfy(isLetter))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
