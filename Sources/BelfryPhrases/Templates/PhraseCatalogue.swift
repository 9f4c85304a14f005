import BelfryModel

/// The words for what there is to say, in every language: Belfry's own, and those with which an app replaced them.
///
/// A text that a language doesn't have is said in English.
public struct PhraseCatalogue: Sendable {
    private var replaced: [Language: [String: Template]] = [:]

    private typealias Values = [String: MessageFacts.Value]

    /// Belfry's own words.
    public static let standard = PhraseCatalogue()

    /// The same with other words: for each language, texts by their names, such as `bills.due_day.title`.
    ///
    /// - Throws: ``Problem/badTemplate(field:_:)`` with language and name of a text that can't be used; then nothing is replaced.
    public func replacing(_ texts: [Language: [String: String]]) throws(Problem) -> PhraseCatalogue {
        var catalogue = self
        for (language, texts) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
                do throws(TemplateProblem) {
                    catalogue.replaced[language, default: [:]][key] = try Template(text, named: key)
                } catch {
                    throw .badTemplate(field: "\(language.rawValue).\(key)", error)
                }
            }
        }
        return catalogue
    }

    /// Title and body for facts. Where there are no words for them, they are told as they are.
    func words(for facts: MessageFacts, in language: Language) -> (title: String, body: String) {
        guard let signature = TemplateSignature.byName[facts.template], signature.fits(facts.values) else {
            return fallback(for: facts, in: language)
        }
        let title = text(signature.titleKey, facts.values, in: language)
        return title.isEmpty ? fallback(for: facts, in: language) : (title, text(signature.bodyKey, facts.values, in: language))
    }

    /// The head of a summary: "3 reminders".
    func summaryTitle(partCount: Int, in language: Language) -> String {
        words(for: MessageFacts(template: "summary", values: ["count": .count(partCount)]), in: language).title
    }

    /// What a thing is called, or else its name in the model.
    func name(of thing: String, from table: NameTable, in language: Language) -> String {
        template(table.key(of: thing), in: language)?.template.text() ?? thing
    }

    /// Every fact is said, in the order of their names, so that nothing is lost where there are no words for it.
    private func fallback(for facts: MessageFacts, in language: Language) -> (title: String, body: String) {
        let all = facts.values.sorted { $0.key < $1.key }.map { rendered($0.value, as: .text, in: language).renderText }
        let said = all.filter { !$0.isEmpty }
        let values: Values = ["names": .list(said.isEmpty ? [facts.template] : said)]
        return (text("fallback.title", values, in: language), text("fallback.body", values, in: language))
    }

    /// Empty where there is no such text.
    private func text(_ key: String, _ values: Values, in language: Language) -> String {
        guard let (template, language) = template(key, in: language) else { return "" }
        return template.text { name, kind in values[name].map { rendered($0, as: kind, in: language) } }
    }

    private func rendered(_ value: MessageFacts.Value, as kind: FactKind, in language: Language) -> RenderedFact {
        RenderedFact(value, as: kind, in: language) { template($0, in: language)?.template.text() }
    }

    /// A template with the language that it is written in, whose numbers and forms go with it.
    private func template(_ key: String, in language: Language) -> (template: Template, language: Language)? {
        for language in [language, .english] {
            if let template = replaced[language]?[key] ?? StandardTemplates.of(language)[key] { return (template, language) }
        }
        return nil
    }
}
