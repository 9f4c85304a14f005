/// In which of several wordings something was said, and how likely each was: without that, nobody can learn which works.
public struct TemplateChoice: Hashable, Codable, Sendable {
    /// One of the wordings in ``chances``.
    public let chosen: String
    /// Of each wording that fitted then; together 1.
    public let chances: [String: Double]

    public init(chosen: String, chances: [String: Double]) {
        self.chosen = chosen
        self.chances = chances
    }
}
