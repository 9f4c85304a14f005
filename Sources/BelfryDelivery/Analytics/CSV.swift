/// Tables with a head, as CSV (RFC 4180).
public enum CSV {
    public static func text(head: [String], rows: [[String]]) -> String {
        ([head] + rows).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A text that somebody chose. What a spreadsheet would take for a formula begins with an apostrophe, so that it stays a text.
    ///
    /// Source: OWASP, "CSV Injection".
    private static func cell(_ text: String) -> String {
        let begins = text.unicodeScalars.first.map { formulaStarts.contains($0) } ?? false
        let harmless = begins ? "'" + text : text
        guard harmless.unicodeScalars.contains(where: { needsQuotes.contains($0) }) else { return harmless }
        var quoted = "\""
        // Scalar by scalar, because a quotation mark with an accent is a character of its own.
        for scalar in harmless.unicodeScalars { quoted.unicodeScalars.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
        return quoted + "\""
    }

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
    private static let needsQuotes: Set<Unicode.Scalar> = [",", "\"", "\r", "\n", ";", "\t"]
}
