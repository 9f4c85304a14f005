/// One row of a fact table, by the names of its columns.
public struct FactRecord: Hashable, Sendable {
    /// Chosen where the row was made, and the same on every device.
    public let id: String
    /// Without the identifier. A column that isn't named stays as it is; in a new row it is null.
    public var columns: [String: FactValue]

    public init(id: String, columns: [String: FactValue] = [:]) {
        self.id = id
        self.columns = columns
    }

    /// Enough for every ``NotificationID``, which names a receipt.
    public static let idByteCountMax = 256

    /// Whether a text may name a row: 1 to 256 bytes of UTF-8 without control characters.
    public static func isID(_ text: String) -> Bool {
        (1...idByteCountMax).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    static func badID(at field: String) -> Problem {
        .wrongType(field: field, expected: "an identifier of 1 to \(idByteCountMax) bytes")
    }
}

extension FactRecord {
    /// What WatermelonDB keeps beside the columns to know what it has to send; it means nothing to anybody else.
    private static let bookkeeping: Set = ["_status", "_changed"]

    /// Reads an object whose `id` is a text and whose other fields are columns of a table, as
    /// `{"id": "rent", "name": "Rent", "due_date": "2026-11-30"}`.
    ///
    /// - Parameter isLenient: passes over columns that this version doesn't know, instead of refusing them.
    /// - Throws: ``Problem`` or `DecodingError` that names the field.
    init(from decoder: any Decoder, of table: FactTable, isLenient: Bool) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        var record = FactRecord(id: try container.decode(String.self, forKey: TextKey("id")))
        for key in container.allKeys.sorted() where key.stringValue != "id" && !FactRecord.bookkeeping.contains(key.stringValue) {
            if isLenient, table.column(named: key.stringValue) == nil { continue }
            // A name that isn't known is refused below, whatever its value.
            record.columns[key.stringValue] = try table.column(named: key.stringValue).map { try container.value(of: $0.kind, forKey: key) } ?? .null
        }
        self = try table.checked(record, at: Problem.path(container.codingPath))
    }
}

extension KeyedDecodingContainer where Key == TextKey {
    /// A value of any kind; the expected one is tried first, because trying in vain is slow.
    fileprivate func value(of kind: FactColumn.Kind, forKey key: TextKey) throws -> FactValue {
        if try decodeNil(forKey: key) { return .null }
        let expected: FactValue? =
            switch kind {
            case .flag: (try? decode(Bool.self, forKey: key)).map(FactValue.flag)
            case .whole: (try? decode(Int.self, forKey: key)).map(FactValue.whole)
            case .real: (try? decode(Double.self, forKey: key)).map(FactValue.real)
            case .text, .json: (try? decode(String.self, forKey: key)).map(FactValue.text)
            }
        return try expected ?? decode(FactValue.self, forKey: key)
    }
}

extension FactRecord: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode(id, forKey: TextKey("id"))
        for (name, value) in columns { try container.encode(value, forKey: TextKey(name)) }
    }
}

extension FactTable {
    /// The record in the form in which a store keeps it: switches as switches, measures as measures.
    ///
    /// - Parameter field: where it stands, for the problem's own field.
    /// - Throws: ``Problem`` where its identifier, a column's name or a value can't be.
    public func checked(_ record: FactRecord, at field: String = "") throws(Problem) -> FactRecord {
        guard FactRecord.isID(record.id) else { throw FactRecord.badID(at: path("id", at: field)) }
        var checked = FactRecord(id: record.id)
        for (name, value) in record.columns.sorted(by: { $0.key < $1.key }) {
            guard let column = column(named: name) else { throw .unknownName(field: path(name, at: field), allowed: columns.map(\.name)) }
            guard let kept = column.kept(value) else { throw .wrongType(field: path(name, at: field), expected: column.kind.expectation) }
            checked.columns[name] = kept
        }
        return checked
    }

    /// An edit that a device makes: what a server wouldn't take is not kept either.
    ///
    /// - Throws: ``Problem`` as of ``checked(_:at:)``, and where a text is too long.
    public func checkedEdit(_ record: FactRecord) throws(Problem) -> FactRecord {
        let edit = try checked(record)
        try checkLengths(of: edit, at: "")
        return edit
    }

    func checkLengths(of record: FactRecord, at field: String) throws(Problem) {
        for (name, value) in record.columns.sorted(by: { $0.key < $1.key }) {
            try column(named: name)?.checkLength(of: value, at: path(name, at: field))
        }
    }

    private func path(_ name: String, at field: String) -> String { field.isEmpty ? "\(rawValue).\(name)" : "\(field).\(name)" }
}
