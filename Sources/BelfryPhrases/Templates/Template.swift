import BelfryModel
import Mustache

/// A template made ready: its text is checked and parsed once, and then filled with facts as often as there is something to say.
final class Template: Sendable {
    /// Nil where it speaks of no fact.
    private let mustache: MustacheTemplate?
    private let plain: String
    /// The facts that it speaks of, each once.
    private let facts: [Fact]
    private let shapes: TemplateShapes

    private struct Fact {
        let name: String
        let kind: FactKind
        /// Which of its forms the template writes, as `one` and `other` of `count`; nil for none.
        let forms: Set<String>?
    }

    static let byteCountMax = 4096
    static let sectionDepthMax = 8

    /// The library escapes for HTML unless a text begins with this; a notification is no HTML.
    static let plainText = "{{% CONTENT_TYPE:TEXT}}"

    /// - Parameter key: its name in a catalogue, which says what it is given, as `bills.due_day.title`.
    init(_ text: String, named key: String) throws(TemplateProblem) {
        guard let given = TemplateSignature.byKey[key]?.facts else { throw .unknownName }
        guard !text.trimmed.isEmpty else { throw .empty }
        guard text.utf8.count <= Template.byteCountMax else { throw .tooLong(byteCountMax: Template.byteCountMax) }
        let tags = try TemplateTag.all(in: text)
        for tag in tags { try tag.check(given: given) }
        try Template.checkDepth(of: tags)
        let forms = try Template.forms(in: tags)
        facts = Set(tags.map(\.fact)).sorted().compactMap { name in given[name].map { Fact(name: name, kind: $0, forms: forms[name]) } }
        shapes = TemplateShapes(of: text)
        do {
            let parsed = try MustacheTemplate(string: Template.plainText + text)
            plain = facts.isEmpty ? parsed.render([String: RenderedFact]()).trimmed : ""
            mustache = facts.isEmpty ? nil : parsed
        } catch {
            throw .malformed
        }
    }

    /// - Parameter fact: by its name and kind. One that is missing is written as nothing.
    func text(with fact: (String, FactKind) -> RenderedFact? = { _, _ in nil }) -> String {
        guard let mustache else { return plain }
        let given = facts.map { wanted in fact(wanted.name, wanted.kind).map { fact in wanted.forms.map(fact.chosen) ?? fact } }
        return shapes.text(with: given) { mustache.render(Context(names: facts.map(\.name), facts: $0)) }.trimmed
    }

    /// The facts as the library asks for them.
    private struct Context: MustacheParent {
        let names: [String]
        let facts: [RenderedFact?]

        func child(named name: String) -> Any? { names.firstIndex(of: name).flatMap { facts[$0] } }
    }

    /// The library descends into sections by calling itself; a text must not lead it too deep.
    private static func checkDepth(of tags: [TemplateTag]) throws(TemplateProblem) {
        var depth = 0
        for tag in tags {
            switch tag.kind {
            case .value: continue
            case .section, .inverted: depth += 1
            case .end: depth -= 1
            }
            guard depth <= sectionDepthMax else { throw .sectionsTooDeep(depthMax: sectionDepthMax) }
        }
    }

    private static func forms(in tags: [TemplateTag]) throws(TemplateProblem) -> [String: Set<String>] {
        var forms: [String: Set<String>] = [:]
        var withElse: Set<String> = []
        for tag in tags where tag.kind == .section || tag.kind == .inverted {
            guard let form = tag.form else { continue }
            forms[tag.fact, default: []].insert(form)
            if tag.kind == .inverted || form == PluralCategory.other.rawValue { withElse.insert(tag.fact) }
        }
        for (fact, written) in forms where !withElse.contains(fact) {
            guard written.allSatisfy({ PluralCategory(rawValue: $0) == nil }) else { throw .otherIsMissing }
        }
        return forms
    }
}
