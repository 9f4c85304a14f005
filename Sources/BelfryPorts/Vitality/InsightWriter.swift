import BelfryModel

/// Finds better words for an alert than a template does; a language model may stand behind it. None is built in.
///
/// It is asked ahead of need, and nobody waits for its answer. What it is given names nobody: it holds figures, and `{name}` where the
/// member's name belongs, which never leaves the house; what is said to the member themselves holds none.
public protocol InsightWriter: Sendable {
    /// - Parameters:
    ///   - draft: what the template says.
    ///   - insight: the figures that the draft is made of.
    /// - Returns: a sentence or two with the same facts; `{name}` stands where the member's name belongs.
    /// - Throws: whatever keeps it from answering; then the template's words stay.
    func sentence(for draft: String, of insight: AlertInsight, in language: Language) async throws -> String
}
