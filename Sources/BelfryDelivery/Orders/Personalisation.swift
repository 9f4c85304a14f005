import BelfryModel

/// Whether an order's words are templates, those on its buttons too, and what they put in where a recipient has no value of their own.
///
/// Words with `{{` in them are templates only where the order says so: all others are told as they are.
public struct Personalisation: Decodable, Sendable {
    /// Nil where all are told the same words.
    private let defaults: PersonalValues?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case isPersonalised = "personalised"
        case defaults = "default_values"
    }

    public static let memberNames = CodingKeys.allCases.map(\.rawValue)
    public static let none = Personalisation(defaults: nil)

    private init(defaults: PersonalValues?) { self.defaults = defaults }

    public var isPersonalised: Bool { defaults != nil }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isPersonalised = try container.decodeIfPresent(Bool.self, forKey: .isPersonalised) ?? false
        let defaults = try container.decodeIfPresent(PersonalValues.Given.self, forKey: .defaults)?.values
        guard isPersonalised || defaults == nil else { throw Problem.missingField(CodingKeys.isPersonalised.rawValue) }
        self.defaults = isPersonalised ? defaults ?? PersonalValues() : nil
    }

    /// - Throws: `Problem.wrongType` where words of an order, in any language, are no templates.
    func words(of order: NotificationOrder) throws(Problem) -> PersonalOrder {
        guard let defaults else { return PersonalOrder(templates: nil, defaults: PersonalValues()) }
        return PersonalOrder(templates: try PersonalTexts(of: order.payload), defaults: defaults)
    }
}

/// Puts together what each recipient of an order is told.
struct PersonalOrder: Sendable {
    /// Nil where all are told the same.
    let templates: PersonalTexts?
    let defaults: PersonalValues

    /// What the words put in for a recipient, whichever language they read; nothing else that was given is kept. Nil where nothing is put in for anybody.
    ///
    /// - Throws: ``Problem`` that names their line, or their place in the list, where a value is missing or what they would be told is too long or empty.
    func values(of recipient: BroadcastRecipient) throws(Problem) -> PersonalValues? {
        guard let templates else {
            guard recipient.named.values == nil else { throw recipient.refused(expected: "no values, unless the order is “personalised”") }
            return nil
        }
        guard !templates.names.isEmpty else { return nil }
        let values = (recipient.named.values ?? PersonalValues()).named(templates.names, orFrom: defaults)
        if let missing = templates.names.sorted().first(where: { values[$0] == nil }) { throw recipient.refused(expected: "a value for {{\(missing)}}") }
        for words in templates.filled(with: values) { try check(words, of: recipient) }
        return values
    }

    /// What is filled keeps to what holds of an order's words.
    private func check(_ words: PersonalTexts.Filled, of recipient: BroadcastRecipient) throws(Problem) {
        let (title, body, language) = (words.title, words.body, words.language)
        let place = language.map { " of texts.\($0.rawValue)" } ?? ""
        for (name, text, lengthMax) in [("title", title, NotificationOrder.titleLengthMax), ("body", body, NotificationOrder.bodyLengthMax)] {
            if let text, text.unicodeScalars.count > lengthMax {
                throw recipient.refused(expected: "values with which the \(name)\(place) has at most \(lengthMax) characters")
            }
        }
        let refused = words.actionTitles.filter { !OfferedAction.isTitle($0.value) }.map(\.key.text).min()
        if let refused {
            throw recipient.refused(expected: "values with which the title of the action \(refused)\(place) has \(OfferedAction.titleExpectation)")
        }
        // Words in a language have a title; an order's own may have a body alone.
        if language != nil, title?.isEmpty ?? true { throw recipient.refused(expected: "values with which the title\(place) says something") }
        guard [title, body].contains(where: { !($0?.isEmpty ?? true) }) else { throw recipient.refused(expected: "values with which something is said") }
    }
}
