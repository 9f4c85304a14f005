import BelfryModel

extension Phrases {
    /// What is wrong with a template and what to do about it. Contains nothing of the template's text.
    public static func sentence(for problem: TemplateProblem) -> String {
        switch problem {
        case .unknownName: "There is none of this name. The guide on words lists them."
        case .empty: "It is empty. Write what is to be said, or leave it out to keep the built-in words."
        case .tooLong(let byteCountMax): "It is longer than \(grouped(Double(byteCountMax))) bytes. Shorten it."
        case .malformed: "A tag or a section is not closed. Write {{name}} and {{#name}}…{{/name}}."
        case .unsupportedTag:
            "It has a tag that is no fact, section or comment. Use {{name}}, {{#name}}, {{^name}}, {{/name}} and {{! comment}}."
        case .sectionsTooDeep(let depthMax): "It has more than \(depthMax) sections inside each other. Write them side by side."
        case .unknownFact(let allowed):
            allowed.isEmpty
                ? "It speaks of a fact and is given none. Write it without."
                : "It speaks of a fact that it is not given. Use: \(allowed.joined(separator: ", "))."
        case .unknownForm(let allowed):
            allowed.isEmpty
                ? "It asks for a form of a fact that has none. Use the fact alone."
                : "It asks for a form that the fact doesn't have. Use: \(allowed.joined(separator: ", "))."
        case .otherIsMissing: "It writes forms of a fact without “other”, which serves for all that are not written. Add it."
        }
    }
}
