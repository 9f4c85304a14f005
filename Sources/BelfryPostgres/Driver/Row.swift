import BelfryModel
import BelfryTime
import CLibpq
import Foundation

/// What a statement brought, in rows.
final class ResultTable {
    private let result: OpaquePointer
    private var places = ColumnPlaces()

    /// - Parameter result: is this table's from now on.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    fileprivate func place(of name: String) -> Int32 { ColumnPlaces.search(name, result) }

    var rows: [Row] { (0..<PQntuples(result)).map { Row(table: self, index: $0) } }

    /// How many rows a statement changed; 0 for what changes none.
    var changeCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The value that stands there; nil for null, and for a column that there isn't.
    fileprivate func value(_ column: ColumnName, _ row: Int32) -> ColumnValue? {
        guard let column = places.place(of: column, in: result), PQgetisnull(result, row, column) == 0 else { return nil }
        return ColumnValue(
            bytes: UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column))),
            type: PQftype(result, column), form: ValueForm(rawValue: PQfformat(result, column)) ?? .text)
    }

    fileprivate func bytes(of columns: RowColumns, _ row: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        for column in columns.places {
            // No value has a length of less than nothing.
            let length = PQgetisnull(result, row, column) == 0 ? PQgetlength(result, row, column) : -1
            withUnsafeBytes(of: length) { bytes.append(contentsOf: $0) }
            if length > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(length))) }
        }
        return bytes
    }

    fileprivate func isNull(_ column: ColumnName, _ row: Int32) -> Bool {
        places.place(of: column, in: result).map { PQgetisnull(result, row, $0) == 1 } ?? true
    }
}

/// A column's name: as it stands in the program, or one that is known only when it runs.
enum ColumnName: ExpressibleByStringLiteral {
    case written(StaticString)
    case given(String)

    init(stringLiteral name: StaticString) { self = .written(name) }
}

/// Which column has which name. One that stands in the program is known by where it stands there, so that it is compared once a table
/// and not once a row.
private struct ColumnPlaces {
    /// In the order in which they were first asked for.
    private var written: [(name: UnsafePointer<UInt8>, place: Int32)] = []
    private var next = 0
    private var given: [String: Int32] = [:]

    /// Nil where no column has the name. Of two of one name the first counts, as with `PQfnumber`.
    mutating func place(of column: ColumnName, in result: OpaquePointer) -> Int32? {
        let place =
            switch column {
            case .written(let name): self.place(written: name, in: result)
            case .given(let name): self.place(given: name, in: result)
            }
        return place < 0 ? nil : place
    }

    private mutating func place(written name: StaticString, in result: OpaquePointer) -> Int32 {
        // Rows are read alike: after one column mostly comes what came after it in the row before.
        for step in 0..<written.count {
            let index = (next + step) % written.count
            guard written[index].name == name.utf8Start else { continue }
            next = index + 1
            return written[index].place
        }
        let place = Self.search("\(name)", result)
        written.append((name.utf8Start, place))
        next = written.count
        return place
    }

    private mutating func place(given name: String, in result: OpaquePointer) -> Int32 {
        if let place = given[name] { return place }
        let place = Self.search(name, result)
        given[name] = place
        return place
    }

    fileprivate static func search(_ name: String, _ result: OpaquePointer) -> Int32 {
        (0..<PQnfields(result)).first { strcmp(PQfname(result, $0), name) == 0 } ?? -1
    }
}

/// Some columns of whatever one statement has brought.
struct RowColumns {
    fileprivate let places: [Int32]

    /// - Parameter row: any of its rows. A column that there isn't is left out.
    init(_ names: [String], of row: Row) { places = names.map(row.table.place(of:)).filter { $0 >= 0 } }
}

/// One row, read leniently: people write these tables by hand, and a value of another kind must not stop anybody. What can't be
/// read is nil.
struct Row {
    fileprivate let table: ResultTable
    fileprivate let index: Int32

    func text(_ column: ColumnName) -> String? { table.value(column, index)?.text }

    func isNull(_ column: ColumnName) -> Bool { table.isNull(column, index) }

    /// What stands there, with the length of each: the same for rows that have the same there.
    func bytes(of columns: RowColumns) -> [UInt8] { table.bytes(of: columns, index) }

    /// True and false too, as 1 and 0. Nil of `Infinity` and `NaN`: nobody can draw them, or write them as JSON.
    func number(_ column: ColumnName) -> Double? {
        let stored: Double? =
            switch text(column) {
            case "true": 1
            case "false": 0
            case let text: text.flatMap(Double.init)
            }
        return stored.flatMap { $0.isFinite ? $0 : nil }
    }

    func integer(_ column: ColumnName) -> Int? {
        if let integer = table.value(column, index)?.integer { return integer }
        return text(column).flatMap(Int.init) ?? number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    func flag(_ column: ColumnName) -> Bool { text(column) == "true" }

    /// Nil too of `infinity`, and before the year 1.
    func instant(_ column: ColumnName) -> Instant? {
        guard let value = table.value(column, index) else { return nil }
        return value.form == .binary ? value.instant : value.text.flatMap(Instant.init)
    }

    func date(_ column: ColumnName) -> CivilDate? {
        guard let value = table.value(column, index) else { return nil }
        return value.form == .binary ? value.date : value.text.flatMap(CivilDate.init)
    }

    func identifier<Subject>(_ column: ColumnName) -> Identifier<Subject>? { text(column).flatMap(Identifier.init) }

    func choice<Value: RawRepresentable>(_ column: ColumnName) -> Value? where Value.RawValue == String {
        text(column).flatMap(Value.init(rawValue:))
    }

    func level(_ column: ColumnName) -> EpisodeLevel? { integer(column).flatMap(EpisodeLevel.init(rawValue:)) }
}
