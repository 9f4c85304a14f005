import BelfryModel
import BelfryTime
import CLibpq

/// What a statement brought: rows of text, as PostgreSQL writes values.
final class ResultTable {
    private let result: OpaquePointer
    private let columns: [String: Int32]

    /// - Parameter result: is this table's from now on.
    init(_ result: OpaquePointer) {
        self.result = result
        // Of two columns of one name the first counts, as with `PQfnumber`.
        columns = Dictionary((0..<PQnfields(result)).map { (String(cString: PQfname(result, $0)), $0) }, uniquingKeysWith: { first, _ in first })
    }

    deinit { PQclear(result) }

    var rows: [Row] { (0..<PQntuples(result)).map { Row(table: self, index: $0) } }

    /// How many rows a statement changed; 0 for what changes none.
    var changeCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    fileprivate func text(_ column: String, _ row: Int32) -> String? {
        guard let column = columns[column], PQgetisnull(result, row, column) == 0 else { return nil }
        let text = String(cString: PQgetvalue(result, row, column))
        return PQftype(result, column) == Oid(Bool.typeNumber) ? (text == "t" ? "true" : "false") : text
    }

    fileprivate func isNull(_ column: String, _ row: Int32) -> Bool {
        columns[column].map { PQgetisnull(result, row, $0) == 1 } ?? true
    }
}

/// One row, read leniently: people write these tables by hand, and a value of another kind must not stop anybody. What can't be
/// read is nil.
struct Row {
    fileprivate let table: ResultTable
    fileprivate let index: Int32

    func text(_ column: String) -> String? { table.text(column, index) }

    func isNull(_ column: String) -> Bool { table.isNull(column, index) }

    /// True and false too, as 1 and 0.
    func number(_ column: String) -> Double? {
        switch text(column) {
        case "true": 1
        case "false": 0
        case let text: text.flatMap(Double.init)
        }
    }

    func integer(_ column: String) -> Int? {
        text(column).flatMap(Int.init) ?? number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    func flag(_ column: String) -> Bool { text(column) == "true" }

    /// Nil too of `infinity`, and before the year 1.
    func instant(_ column: String) -> Instant? { text(column).flatMap(Instant.init) }

    func date(_ column: String) -> CivilDate? { text(column).flatMap(CivilDate.init) }

    func identifier<Subject>(_ column: String) -> Identifier<Subject>? { text(column).flatMap(Identifier.init) }

    func choice<Value: RawRepresentable>(_ column: String) -> Value? where Value.RawValue == String {
        text(column).flatMap(Value.init(rawValue:))
    }

    func level(_ column: String) -> EpisodeLevel? { integer(column).flatMap(EpisodeLevel.init(rawValue:)) }
}
