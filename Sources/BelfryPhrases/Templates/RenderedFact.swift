import BelfryModel
import Mustache

/// A fact as a template sees it: its text in the language, and the one of its forms that holds.
struct RenderedFact: MustacheParent, MustacheCustomRenderable {
    let renderText: String
    private let forms: Forms
    /// Of a list: how many things it has.
    let size: String?
    private var chosenForm: String?

    static let sizeName = "size"

    /// What its forms come from.
    private enum Forms {
        case none
        case ofThing(String)
        case ofCount(Int, Language)

        /// Those that fit, the closest first: of 1 in English `1`, `one`, `other`.
        var all: [String] {
            switch self {
            case .none: []
            case .ofThing(let thing): [thing, PluralCategory.other.rawValue]
            case .ofCount(let count, let language): [String(count), PluralCategory(count, in: language).rawValue, PluralCategory.other.rawValue]
            }
        }
    }

    private init(_ text: String, forms: Forms = .none, size: String? = nil) {
        renderText = text
        self.forms = forms
        self.size = size
    }

    /// Its section is left out where it has no text.
    var isNull: Bool { renderText.isEmpty }

    /// What stands behind the dot: `true` for the form that holds, and for no other.
    func child(named name: String) -> Any? {
        if name == RenderedFact.sizeName { return size }
        return name == chosenForm ? true : nil
    }

    /// The closest of the forms that a template writes is the one that holds.
    func chosen(from written: Set<String>) -> RenderedFact {
        var fact = self
        fact.chosenForm = forms.all.first(where: written.contains)
        return fact
    }

    /// Everything of it on which more of a text depends than the place where it stands.
    enum Shape: Hashable, Sendable {
        case missing, empty
        case full(form: String?)
    }

    var shape: Shape { isNull ? .empty : .full(form: chosenForm) }

    /// The same with marks for its texts.
    func marked(_ mark: Mark) -> RenderedFact {
        var marked = RenderedFact(isNull ? "" : mark.text, forms: forms, size: size.map { _ in mark.size })
        marked.chosenForm = chosenForm
        return marked
    }
}

extension RenderedFact {
    /// - Parameter name: the name of a thing in the language, by its key in a catalogue.
    init(_ value: MessageFacts.Value, as kind: FactKind, in language: Language, name: (String) -> String?) {
        // Most of what a sentence speaks of are names, which need none.
        var format: LanguageFormat { .of(language) }
        func text(of thing: String) -> String {
            switch kind {
            case .name(let table), .names(let table): name(table.key(of: thing)) ?? RenderedFact.typed(thing, language)
            case .text, .count, .money, .day, .time, .list, .measure: RenderedFact.typed(thing, language)
            }
        }
        switch value {
        case .text(let thing): self.init(text(of: thing), forms: .ofThing(thing))
        case .count(let count): self.init(format.text(of: count), forms: .ofCount(count, language))
        case .money(let minorUnits, let currency):
            self.init(format.text(ofMinorUnits: minorUnits, currency: TypedText.cleaned(currency).uppercased()))
        case .day(let date): self.init(format.text(of: date))
        case .time(let time): self.init(format.text(of: time))
        case .measure(let value, let metric): self.init(format.text(of: value, metric))
        case .list(let things):
            let (names, format) = (things.map(text(of:)).filter { !$0.isEmpty }, format)
            self.init(format.text(of: names), forms: .ofCount(names.count, language), size: format.text(of: names.count))
        }
    }

    private static func typed(_ text: String, _ language: Language) -> String {
        TypedText.isolated(TypedText.cleaned(text), in: language)
    }
}
