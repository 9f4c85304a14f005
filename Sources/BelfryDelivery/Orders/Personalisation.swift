import BelfryModel

/// Whether a broadcast's title and body are templates, and what they put in where a recipient has no value of their own.
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

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isPersonalised = try container.decodeIfPresent(Bool.self, forKey: .isPersonalised) ?? false
        let defaults = try container.decodeIfPresent(PersonalValues.Given.self, forKey: .defaults)?.values
        guard isPersonalised || defaults == nil else { throw Problem.missingField(CodingKeys.isPersonalised.rawValue) }
        self.defaults = isPersonalised ? defaults ?? PersonalValues() : nil
    }

    /// - Throws: `Problem.wrongType` where the words of an order are no templates.
    func words(of order: NotificationOrder) throws(Problem) -> PersonalOrder {
        guard let defaults else { return PersonalOrder(words: nil, defaults: PersonalValues()) }
        return PersonalOrder(words: try PersonalWords(title: order.payload.title, body: order.payload.body), defaults: defaults)
    }
}

/// Puts together what each recipient of an order is told.
struct PersonalOrder: Sendable {
    /// Nil where all are told the same.
    let words: PersonalWords?
    let defaults: PersonalValues

    /// What the words put in for a recipient; nothing else that was given is kept. Nil where nothing is put in for anybody.
    ///
    /// - Throws: ``Problem`` that names their line, or their place in the list, where a value is missing or what they would be told is too long or empty.
    func values(of recipient: BroadcastRecipient) throws(Problem) -> PersonalValues? {
        guard let words else {
            guard recipient.named.values == nil else { throw recipient.refused(expected: "no values, unless the order is “personalised”") }
            return nil
        }
        guard !words.names.isEmpty else { return nil }
        let values = (recipient.named.values ?? PersonalValues()).named(words.names, orFrom: defaults)
        if let missing = words.names.sorted().first(where: { values[$0] == nil }) { throw recipient.refused(expected: "a value for {{\(missing)}}") }
        let (title, body) = words.filled(with: values)
        for (name, text, lengthMax) in [("title", title, NotificationOrder.titleLengthMax), ("body", body, NotificationOrder.bodyLengthMax)] {
            if let text, text.unicodeScalars.count > lengthMax {
                throw recipient.refused(expected: "values with which the \(name) has at most \(lengthMax) characters")
            }
        }
        guard [title, body].contains(where: { !($0?.isEmpty ?? true) }) else { throw recipient.refused(expected: "values with which something is said") }
        return values
    }
}
