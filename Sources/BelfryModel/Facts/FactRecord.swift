/// One row of a fact table, by the names of its columns.
public struct FactRecord: Hashable, Sendable {
    /// Chosen where the row was made, and the same on every device.
    public let id: String
    /// Without the identifier. A column that is missing is as if it were null.
    public var columns: [String: FactValue]

    public init(id: String, columns: [String: FactValue] = [:]) {
        self.id = id
        self.columns = columns
    }

    public static let idByteCountMax = 100
}

extension FactRecord: Codable {
    private struct Key: CodingKey {
        static let id = Key(stringValue: "id")
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads an object whose `id` is a text and whose other fields are columns, as `{"id": "rent", "name": "Rent", "due_date": "2026-11-30"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let id = try container.decode(String.self, forKey: .id)
        guard !id.isEmpty, id.utf8.count <= FactRecord.idByteCountMax else {
            throw Problem.wrongType(
                field: Problem.path(container.codingPath + [Key.id]), expected: "an identifier of at most \(FactRecord.idByteCountMax) bytes")
        }
        self.id = id
        columns = [:]
        for key in container.allKeys where key.stringValue != Key.id.stringValue {
            columns[key.stringValue] = try container.decode(FactValue.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        for (name, value) in columns { try container.encode(value, forKey: Key(stringValue: name)) }
    }
}
