/// What one side of a sync tells the other, in the shape of the WatermelonDB sync protocol: `{table: {created, updated, deleted}}`.
///
/// Source: WatermelonDB, "Sync: implementing your Watermelon sync backend".
public struct SyncChanges: Hashable, Sendable {
    public var tables: [FactTable: Rows]

    /// What has become of the rows of one table.
    public struct Rows: Hashable, Encodable, Sendable {
        public var created: [FactRecord]
        public var updated: [FactRecord]
        /// Identifiers.
        public var deleted: [String]

        public init(created: [FactRecord] = [], updated: [FactRecord] = [], deleted: [String] = []) {
            self.created = created
            self.updated = updated
            self.deleted = deleted
        }

        public var isEmpty: Bool { rowCount == 0 }
        public var rowCount: Int { created.count + updated.count + deleted.count }
        /// New and changed ones alike: whoever takes them over looks for itself which it has.
        public var saved: [FactRecord] { created + updated }
    }

    public init(tables: [FactTable: Rows] = [:]) {
        self.tables = tables
    }

    public var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }
    public var rowCount: Int { tables.values.reduce(0) { $0 + $1.rowCount } }
    /// Whether it does more than delete.
    public var hasSaved: Bool { tables.values.contains { !$0.created.isEmpty || !$0.updated.isEmpty } }

    /// As many rows one push may have.
    public static let rowCountMax = 10_000

    /// For whoever takes a push in. What was taken earlier is read whatever its length.
    ///
    /// - Parameter field: where the changes stand, for the problem's own field.
    /// - Throws: `Problem.wrongType` with the field, as `budget_items.created[3].name`, where a text is too long for its column.
    public func checkLengths(at field: String = "") throws(Problem) {
        for table in FactTable.allCases {
            guard let rows = tables[table] else { continue }
            let path = field.isEmpty ? table.rawValue : "\(field).\(table.rawValue)"
            for (index, record) in rows.created.enumerated() { try table.checkLengths(of: record, at: "\(path).created[\(index)]") }
            for (index, record) in rows.updated.enumerated() { try table.checkLengths(of: record, at: "\(path).updated[\(index)]") }
        }
    }
}

extension SyncChanges: Codable {
    /// Reads what somebody pushes.
    ///
    /// - Throws: ``Problem`` or `DecodingError` with the field, as `budget_items.created[3].due_date`; also where a table, a list or a column isn't known.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, isLenient: false)
    }

    /// - Parameter isLenient: passes over tables, lists and columns that this version doesn't know.
    init(from decoder: any Decoder, isLenient: Bool) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        tables = [:]
        for key in container.allKeys.sorted() {
            if let table = FactTable(rawValue: key.stringValue) {
                tables[table] = try Rows(from: try container.superDecoder(forKey: key), of: table, isLenient: isLenient)
            } else if !isLenient {
                throw Problem.unknownName(
                    field: Problem.path(container.codingPath + [key]), allowed: FactTable.allCases.map(\.rawValue))
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (table, rows) in tables { try container.encode(rows, forKey: TextKey(table.rawValue)) }
    }
}

extension SyncChanges.Rows {
    private enum Key: String, CodingKey, CaseIterable {
        case created, updated, deleted
    }

    /// A list that is missing is as if it were empty. One of another name isn't passed over: its sender would take the rows for stored.
    fileprivate init(from decoder: any Decoder, of table: FactTable, isLenient: Bool) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let names = try decoder.container(keyedBy: TextKey.self).allKeys.sorted()
        if !isLenient, let other = names.first(where: { Key(rawValue: $0.stringValue) == nil }) {
            throw Problem.unknownName(field: Problem.path(container.codingPath + [other]), allowed: Key.allCases.map(\.rawValue))
        }
        func records(_ key: Key) throws -> [FactRecord] {
            guard container.contains(key) else { return [] }
            var list = try container.nestedUnkeyedContainer(forKey: key)
            var records: [FactRecord] = []
            while !list.isAtEnd { records.append(try FactRecord(from: try list.superDecoder(), of: table, isLenient: isLenient)) }
            return records
        }
        let deleted = try container.decodeIfPresent([String].self, forKey: .deleted) ?? []
        if let index = deleted.firstIndex(where: { !FactRecord.isID($0) }) {
            throw FactRecord.badID(at: "\(Problem.path(container.codingPath + [Key.deleted]))[\(index)]")
        }
        self.init(created: try records(.created), updated: try records(.updated), deleted: deleted)
    }
}
