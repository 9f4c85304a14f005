/// A mailbox, with a name for people where it has one.
///
/// Its parts are checked, so that they can stand in a header and in a command of SMTP as they are.
public struct Mailbox: Hashable, Sendable {
    public let address: String
    public let name: String?

    /// RFC 5321, section 4.5.3.1.
    static let addressByteCountMax = 254
    static let localPartByteCountMax = 64

    /// Nil where the address isn't `local@domain` in ASCII. Quoted local parts, which hardly anybody has, are not taken;
    /// a domain with other letters is written in its `xn--` form.
    public init?(_ address: String, name: String? = nil) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last, address.utf8.count <= Self.addressByteCountMax,
            (1...Self.localPartByteCountMax).contains(local.utf8.count), local.utf8.allSatisfy(Self.isLocal), Self.isDomain(domain)
        else { return nil }
        self.address = address
        let name = name?.withoutControls ?? ""
        self.name = name.isEmpty ? nil : name
    }

    public var domain: String { String(address.split(separator: "@").last ?? "") }

    /// As a header has it: `"Ada Linden" <ada@example.org>`.
    var headerText: String {
        guard let name else { return "<\(address)>" }
        guard EncodedWords.isPlain(name) else { return "\(EncodedWords.encode(name)) <\(address)>" }
        // Few names need it, and this is asked for at each mail.
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else { return "\"\(name)\" <\(address)>" }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(quoted)\" <\(address)>"
    }

    /// The `atext` of RFC 5322, section 3.2.3, and the point.
    private static func isLocal(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte) }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
                && label.first != "-" && label.last != "-"
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Mailboxes are personal.
extension Mailbox: CustomStringConvertible {
    public var description: String { "Mailbox" }
}

extension String {
    /// On one line: whatever would end a line or steer a terminal becomes a space, and spaces at the ends go.
    var withoutControls: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
            let next: Unicode.Scalar = isControl ? " " : scalar
            if next == " ", scalars.last == " " || scalars.isEmpty { continue }
            scalars.append(next)
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
