import BelfryModel
import BelfryTime

/// An object of a wearable's document: what is missing or null is nil, what is of another type is a mistake of the sender.
struct DocumentFields: Decodable {
    private let container: KeyedDecodingContainer<TextKey>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: TextKey.self)
    }

    /// - Throws: `Problem.missingField` where it is not there, or the decoder's complaint.
    func object(_ name: String) throws -> DocumentFields {
        guard let object = try container.decodeIfPresent(DocumentFields.self, forKey: TextKey(name)) else {
            throw Problem.missingField(path(name))
        }
        return object
    }

    func objectIfPresent(_ name: String) throws -> DocumentFields? {
        try container.decodeIfPresent(DocumentFields.self, forKey: TextKey(name))
    }

    /// Some providers send one object, some a list.
    func objects(_ name: String) throws -> [DocumentFields] {
        let key = TextKey(name)
        if (try? container.nestedUnkeyedContainer(forKey: key)) != nil { return try container.decode([DocumentFields].self, forKey: key) }
        return [try object(name)]
    }

    func text(_ name: String) throws -> String? {
        guard let text = try container.decodeIfPresent(String.self, forKey: TextKey(name))?.trimmed, !text.isEmpty else { return nil }
        return text
    }

    func number(_ name: String) throws -> Double? {
        try container.decodeIfPresent(Double.self, forKey: TextKey(name))
    }

    /// A flag that nobody has to send, whatever stands there.
    func isTrue(_ name: String) -> Bool {
        (try? container.decode(Bool.self, forKey: TextKey(name))) ?? false
    }

    /// The first text of a list.
    func firstText(_ name: String) throws -> String? {
        try container.decodeIfPresent([String].self, forKey: TextKey(name))?.lazy.map(\.trimmed).first { !$0.isEmpty }
    }

    func identifier<Subject>(_ name: String) throws -> Identifier<Subject> {
        guard container.contains(TextKey(name)) else { throw Problem.missingField(path(name)) }
        return try container.decode(Identifier<Subject>.self, forKey: TextKey(name))
    }

    func path(_ name: String) -> String { Problem.path(container.codingPath + [TextKey(name)]) }
}
