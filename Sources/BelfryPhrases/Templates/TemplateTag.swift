import BelfryModel

/// A tag of a template, as its check sees it: `{{count}}`, `{{#count.one}}`, `{{^amount}}`.
struct TemplateTag: Equatable {
    let kind: Kind
    let fact: String
    /// What stands behind the dot.
    let form: String?

    enum Kind: Equatable {
        case value, section, inverted, end
    }

    /// The tags of a text in order, without comments. Whether sections are closed rightly is for the library to say.
    ///
    /// Reads bytes, so that whatever the library takes for a tag is one here too.
    static func all(in text: String) throws(TemplateProblem) -> [TemplateTag] {
        var tags: [TemplateTag] = []
        for (kind, name) in try written(in: text) { tags.append(try TemplateTag(kind, name)) }
        return tags
    }

    /// The same before it is said what a name may be.
    static func written(in text: String) throws(TemplateProblem) -> [(kind: Kind, name: String)] {
        var tags: [(kind: Kind, name: String)] = []
        for piece in text.utf8.split(separator: "{{".utf8, omittingEmptySubsequences: false).dropFirst() {
            guard let end = piece.firstRange(of: "}}".utf8) else { throw .malformed }
            if let tag = try tag(String(Substring(piece[..<end.lowerBound]))) { tags.append(tag) }
        }
        return tags
    }

    /// Nil for a comment.
    private static func tag(_ text: String) throws(TemplateProblem) -> (kind: Kind, name: String)? {
        let kinds: [Character: Kind] = ["#": .section, "^": .inverted, "/": .end]
        switch text.first {
        case nil: throw .malformed
        case "!": return nil
        case "{", "&", "=", ">", "<", "$", "%": throw .unsupportedTag
        case let first?:
            let kind = kinds[first] ?? .value
            return (kind, (kind == .value ? text[...] : text.dropFirst()).trimmed)
        }
    }

    private init(_ kind: Kind, _ name: String) throws(TemplateProblem) {
        self.kind = kind
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
        fact = parts[0]
        form = parts.count == 2 ? parts[1] : nil
    }
}

// MARK: What a tag may say

extension TemplateTag {
    /// - Throws: where there is no such fact, or where it has no such form.
    func check(given facts: [String: FactKind]) throws(TemplateProblem) {
        guard let kind = facts[fact] else { throw .unknownFact(allowed: facts.keys.sorted()) }
        guard let form else { return }
        if self.kind == .value {
            let allowed = kind.details
            guard allowed.contains(form) else { throw .unknownForm(allowed: allowed) }
        } else {
            guard kind.forms.contains(form) || (kind.hasNumber && Int(form).map(String.init) == form) else {
                throw .unknownForm(allowed: kind.forms)
            }
        }
    }
}

extension FactKind {
    /// What else may be written of it than its text.
    fileprivate var details: [String] { isList ? [RenderedFact.sizeName] : [] }

    /// For which there can be a section, besides exact numbers.
    fileprivate var forms: [String] {
        switch self {
        case .count, .list, .names: PluralCategory.allCases.map(\.rawValue)
        case .name(let table): table.things + [PluralCategory.other.rawValue]
        case .text, .money, .day, .time, .measure: []
        }
    }

    fileprivate var hasNumber: Bool {
        if case .count = self { return true }
        return isList
    }

    private var isList: Bool {
        switch self {
        case .list, .names: true
        case .text, .count, .money, .day, .time, .measure, .name: false
        }
    }
}
