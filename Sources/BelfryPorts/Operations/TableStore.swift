/// Lets the tables of one store be read and those of another be filled, whole, so that a house can move from engine to engine.
///
/// Its methods wait for the disk or the line: they are called on a thread that may wait. Values are text, and nil for null; each engine
/// reads and writes them in its own types. Moments are ISO 8601 in UTC, switches are 1 and 0.
public protocol TableStore {
    /// The tables that are kept, by name, each with its columns.
    func tables() throws -> [StoredTable]
    /// The next rows in the order of their keys.
    ///
    /// - Parameter key: that of the last row before them; nil to begin.
    func rows(of table: StoredTable, after key: [String]?, countMax: Int) throws -> [[String?]]
    /// Fills tables in one transaction: all of it is kept or nothing. What is of upkeep is emptied before.
    ///
    /// - Parameter nextRows: called for each table in turn until it has no more; each row has the columns that the table has.
    func fill(_ tables: [StoredTable], nextRows: (StoredTable) throws -> [[String?]]) throws
}

/// One table as it is kept.
public struct StoredTable: Hashable, Sendable {
    public let name: String
    public let columns: [String]
    /// Where the columns of its primary key stand among them.
    public let key: [Int]

    /// How far upkeep has come, and which apps its processes tell: a store that was only started has rows in it, and nothing of anybody's.
    public var isOfUpkeep: Bool { ["upkeep", "evaluation_round", "feed_round", "feed_counts", "status_webhooks"].contains(name) }

    public init(name: String, columns: [String], key: [Int]) {
        self.name = name
        self.columns = columns
        self.key = key
    }
}

extension String {
    /// JSON with U+FFFD in the place of each NUL, because PostgreSQL keeps none in a column of JSON, also not as `\u0000`.
    ///
    /// Reads escapes as a whole, because before `u0000` may stand a backslash that is itself escaped; and bytes, because an accent behind one
    /// makes a character with its last digit.
    public var jsonWithoutNUL: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var (kept, rest) = ([UInt8](), Array(utf8)[...])
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            kept += rest[..<escape]
            rest = rest[escape...]
            let isNUL = rest.starts(with: "\\u0000".utf8)
            kept += isNUL ? Array("\\ufffd".utf8) : Array(rest.prefix(2))
            rest = rest.dropFirst(isNUL ? 6 : 2)
        }
        return String(decoding: kept + rest, as: UTF8.self)
    }
}
