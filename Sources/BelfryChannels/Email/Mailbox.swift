import BelfryPorts

/// A mailbox, with a name for people where it has one.
///
/// Its parts are checked, so that they can stand in a header and in a command of SMTP as they are.
public struct Mailbox: Hashable, Sendable {
    public let address: String
    public let name: String?

    /// Nil where the address isn't `local@domain` in ASCII: see `ContactPoint.isMailbox`. A domain with other letters is written in its `xn--` form.
    public init?(_ address: String, name: String? = nil) {
        guard ContactPoint.isMailbox(address) else { return nil }
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
