/// What one side of a sync tells the other, in the shape of the WatermelonDB sync protocol: `{table: {created, updated, deleted}}`.
///
/// Source: WatermelonDB, "Sync: implementing your Watermelon sync backend".
public struct SyncChanges: Hashable, Sendable {
    public var tables: [FactTable: Rows]

    /// What has become of the rows of one table.
    public struct Rows: Hashable, Codable, Sendable {
        public var created: [FactRecord]
        public var updated: [FactRecord]
        /// Identifiers.
        public var deleted: [String]

        public init(created: [FactRecord] = [], updated: [FactRecord] = [], deleted: [String] = []) {
            self.created = created
            self.updated = updated
            self.deleted = deleted
        }

        public var isEmpty: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }
    }

    public init(tables: [FactTable: Rows] = [:]) {
        self.tables = tables
    }

    public var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }
}
