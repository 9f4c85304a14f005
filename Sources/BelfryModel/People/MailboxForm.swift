/// The form of a mailbox to which mail can go.
public enum MailboxForm {
    /// Whether a text is `local@domain` in ASCII, as all who carry mail take it: the `atext` of RFC 5322, section 3.2.3, and points; and labels of
    /// letters, digits and `-`. Quoted local parts, which hardly anybody has, are not taken. How long they may be says RFC 5321, section 4.5.3.1.
    ///
    /// - Parameter inNet: whether the domain has to have a point, as every one has to which mail goes from anywhere.
    public static func fits(_ text: String, inNet: Bool = false) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last, text.utf8.count <= 254, (1...64).contains(local.utf8.count)
        else { return false }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        let isDomain = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
        }
        return isDomain && (labels.count > 1 || !inNet) && local.utf8.allSatisfy { $0.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~.".utf8.contains($0) }
    }
}
