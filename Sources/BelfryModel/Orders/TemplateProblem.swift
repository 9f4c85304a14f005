/// Why a template can't be used. `BelfryPhrases` says it as a sentence.
public enum TemplateProblem: Error, Hashable, Sendable {
    /// There is no template of this name.
    case unknownName
    /// It has nothing but white space.
    case empty
    case tooLong(byteCountMax: Int)
    /// A tag or a section is not closed, or is written wrongly.
    case malformed
    /// It has a tag that is neither a fact, a section nor a comment.
    case unsupportedTag
    case sectionsTooDeep(depthMax: Int)
    /// It speaks of a fact that it is not given.
    case unknownFact(allowed: [String])
    /// It asks for a form of a fact that is none, such as `{{#count.once}}`.
    case unknownForm(allowed: [String])
    /// It writes some forms of a number and not `other`, which serves for all that are not written.
    case otherIsMissing
}
