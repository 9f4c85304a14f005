import BelfryModel

// How facts stand in tables of PostgreSQL.

extension FactColumn {
    /// In quotation marks: `limit` is a word of SQL.
    var quoted: String { "\"\(name)\"" }

    /// The type of the column, which may always be null.
    var type: String {
        switch kind {
        case .flag: "boolean"
        case .whole: "bigint"
        case .real: "double precision"
        case .text, .json: "text"
        }
    }

    /// Infinity has no form in JSON, so it could never be synced.
    var definition: String {
        kind == .real ? "\(quoted) \(type) CHECK (abs(\(quoted)) <= 1.7976931348623157e308)" : "\(quoted) \(type)"
    }

    fileprivate func value(_ row: Row) -> FactValue {
        let value: FactValue? =
            switch kind {
            case .flag: row.isNull(.given(name)) ? nil : .flag(row.flag(.given(name)))
            case .whole: row.integer(.given(name)).map(FactValue.whole)
            case .real: row.number(.given(name)).map(FactValue.real)
            case .text, .json: row.text(.given(name)).map(FactValue.text)
            }
        return value ?? .null
    }
}

extension FactTable {
    /// A row with all columns, also those that are null.
    func record(_ row: Row) -> FactRecord {
        FactRecord(id: row.text("id") ?? "", columns: Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.value(row)) }))
    }
}

extension FactValue: SQLConvertible {
    var sql: SQLValue {
        switch self {
        case .null: .null
        case .flag(let flag): flag.sql
        case .whole(let number): number.sql
        case .real(let number): number.sql
        case .text(let text): text.sql
        }
    }
}
