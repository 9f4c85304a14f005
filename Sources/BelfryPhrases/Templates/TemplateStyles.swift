extension Phrases {
    /// By the name of a template, the styles in which the same can be said another way: `study.daily` has `direct`, for which the
    /// template is `study.daily.direct`. Both are given the same facts.
    public static let stylesByTemplate: [String: [String]] = TemplateSignature.all.reduce(into: [:]) { styles, signature in
        guard let dot = signature.name.lastIndex(of: "."), signature.parts.first == "title" else { return }
        let base = String(signature.name[..<dot])
        guard TemplateSignature.byName[base] != nil else { return }
        styles[base, default: []].append(String(signature.name[signature.name.index(after: dot)...]))
    }
}
