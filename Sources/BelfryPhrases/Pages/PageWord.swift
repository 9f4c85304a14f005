import BelfryModel

/// A text that pages show around what they are about: a heading, a button, a hint. One enum a page, each with every language.
public protocol PageWord: CaseIterable, Hashable, Sendable {
    var texts: PageTexts { get }
}

/// One text in each language. A language that is missing doesn't compile.
///
/// `{…}` stands for the value of that name, and `{name}` itself for one that somebody typed. A text beside a number has its forms by CLDR's
/// categories, as `one:1 day|other:{n} days`, where `{n}` is the number.
public struct PageTexts: Hashable, Sendable {
    let en: String
    let ar: String
    let de: String
    let fr: String
    let es: String
    let tr: String

    public init(en: String, ar: String, de: String, fr: String, es: String, tr: String) {
        (self.en, self.ar, self.de) = (en, ar, de)
        (self.fr, self.es, self.tr) = (fr, es, tr)
    }

    /// The text, in French with spaces at which no line breaks.
    public func text(in language: Language) -> String {
        switch language {
        case .english: en
        case .arabic: ar
        case .german: de
        case .french: PageTexts.unbroken(fr)
        case .spanish: es
        case .turkish: tr
        }
    }
}

extension PageTexts {
    /// French parts its high signs from their words by a space, at which no line may break.
    fileprivate static func unbroken(_ text: String) -> String {
        var unbroken = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isHeld = scalar == " " && (unbroken.last == "«" || rest.first.map { high.contains($0) } ?? false)
            unbroken.append(isHeld ? "\u{A0}" : scalar)
        }
        return String(unbroken)
    }

    private static let high: Set<Unicode.Scalar> = [":", ";", "?", "!", "»"]
}

/// The words of pages in their reader's language.
public struct PageWords: Hashable, Sendable {
    public let language: Language

    public init(_ language: Language) {
        self.language = language
    }

    /// Between two parts of a sentence.
    public var comma: String { language == .arabic ? "، " : ", " }

    /// Between a head and what belongs to it, in French behind a space at which no line breaks.
    public var colon: String { language == .french ? "\u{A0}: " : ": " }

    /// - Parameter values: what stands in the place of each `{…}`, by its name. That of `{name}` is a typed one, which is kept to itself.
    public func callAsFunction(_ word: some PageWord, _ values: [String: String] = [:]) -> String {
        filled(word.texts.text(in: language), values)
    }

    /// The form that goes with a number, which stands in the place of `{n}`.
    public func callAsFunction(_ word: some PageWord, count: Int, _ values: [String: String] = [:]) -> String {
        let forms = PageWords.forms(of: word.texts.text(in: language))
        let form = forms[PluralCategory(count, in: language)] ?? forms[.other] ?? ""
        return filled(form, values.merging(["n": LanguageFormat.of(language).text(of: count)]) { own, _ in own })
    }

    /// Empty where a text has none.
    static func forms(of text: String) -> [PluralCategory: String] {
        var forms: [PluralCategory: String] = [:]
        for part in text.split(separator: "|") {
            guard let colon = part.firstIndex(of: ":"), let category = PluralCategory(rawValue: String(part[..<colon])) else { continue }
            forms[category] = String(part[part.index(after: colon)...])
        }
        return forms
    }

    /// In one pass, so that a value that looks like a place is no place.
    private func filled(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty, text.contains("{") else { return text }
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled.append(rest: rest[..<open])
            let place = rest[rest.index(after: open)..<close]
            let value = values[String(place)].map { place == "name" ? named($0) : $0 } ?? "{\(place)}"
            // One o'clock is singular in Spanish: "a la 01:15", "entre la 01:00 y las 02:00".
            if language == .spanish, value.hasPrefix("01:"), filled.hasSuffix(" las ") {
                filled.removeLast("s ".count)
                filled += " "
            }
            filled += value
            rest = rest[rest.index(after: close)...]
        }
        filled.append(rest: rest)
        return filled
    }

    /// What somebody typed as a name, which may run the other way than the sentence around it.
    private func named(_ name: String) -> String { Phrases.text(ofName: name, in: language) ?? "" }
}
