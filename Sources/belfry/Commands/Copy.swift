import ArgumentParser
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySQLite
import BelfryTime
import Foundation

struct Copy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies a whole store into an empty one, of another engine or the same.",
        discussion: """
            Stop what works on either store first. The one that is read has to be up to date (`belfry migrate`) and isn't changed. All is copied or \
            nothing, and both are read and compared, table by table, by the number of their rows and a sum over them. No settings are read, but \
            these two options; a PostgreSQL's password may stand in the address, in PGPASSWORD or in ~/.pgpass.
            """)

    @Option(help: "The store to read: sqlite:PATH or postgres://…")
    var from: String

    @Option(help: "The store to fill, which must be empty: sqlite:PATH or postgres://…")
    var to: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let (source, target) = (try location(from, "--from"), try location(to, "--to"))
        guard source != target else { throw Failure("--from and --to name the same store.", isUsage: true) }
        // Their tables are those of this version then; what is refused is as it was.
        try await House(settings: Settings(store: source), opening: .asItIs).close()
        try await House(settings: Settings(store: target), opening: .filling).close()
        let counts = try await onThreadOfItsOwn {
            try StoreCopy(from: tables(of: source), named: source.text, to: tables(of: target), named: target.text).run()
        }
        let house = try await House(settings: Settings(store: target), opening: .asItIs)
        defer { house.close() }
        try await house.note(.storeCopied, changedCount: counts.values.reduce(0, +))
        for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
            json ? try printJSON(CopiedTable(table: table, rows: count)) : print("\(table): \(count) rows")
        }
        if !json { print("Copied \(source.text) to \(target.text); both have the same.") }
    }

    private struct CopiedTable: Encodable {
        let table: String
        let rows: Int
    }

    private func location(_ text: String, _ option: String) throws -> Settings.StoreLocation {
        guard let location = try? Settings.storeLocation(text) else {
            throw Failure("\(option) can't be used. It must be sqlite:PATH or postgres://USER@HOST:PORT/DATABASE.", isUsage: true)
        }
        return location
    }

    private func tables(of location: Settings.StoreLocation) throws -> any TableStore {
        switch location {
        case .sqlite(let path): try SQLiteTables(path: path)
        case .postgres(let address): try PostgresTables(address)
        }
    }

    /// Because reading and writing wait there.
    private func onThreadOfItsOwn<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}

/// One move from store to store.
struct StoreCopy {
    private let source: any TableStore
    private let target: any TableStore
    private let sourceName: String
    private let targetName: String

    private static let pageRowCountMax = 2000

    init(from source: any TableStore, named sourceName: String, to target: any TableStore, named targetName: String) {
        self.source = source
        self.target = target
        self.sourceName = sourceName
        self.targetName = targetName
    }

    /// - Returns: how many rows each table has.
    /// - Throws: ``Failure`` where the target isn't empty, or the two differ afterwards.
    func run() throws -> [String: Int] {
        let tables = try source.tables()
        let known = Set(try target.tables().map(\.name))
        if let stranger = tables.first(where: { !known.contains($0.name) }) {
            throw Failure("\(targetName) has no table \(stranger.name). Move that table yourself, or take it away.")
        }
        for table in tables where !table.isOfUpkeep {
            guard try target.rows(of: table, after: nil, countMax: 1).isEmpty else {
                throw Failure("\(targetName) isn't empty: there are rows in \(table.name). Give a fresh one; nothing was copied.")
            }
        }
        var sums: [String: RowsSum] = [:]
        var lastKey: [String: [String]] = [:]
        try target.fill(tables) { table in
            let rows = try source.rows(of: table, after: lastKey[table.name], countMax: Self.pageRowCountMax)
            for row in rows { sums[table.name, default: RowsSum()].add(row, columns: table.columns) }
            if let last = rows.last { lastKey[table.name] = table.key.map { last[$0] ?? "" } }
            report(table, sums[table.name]?.rowCount ?? 0)
            return rows
        }
        for table in tables {
            let read = sums[table.name] ?? RowsSum()
            guard try sum(of: table, in: target) == read, try sum(of: table, in: source) == read else {
                throw Failure(
                    "\(table.name) isn't the same in both: \(sourceName) was written to meanwhile, or holds values that \(targetName) can't. "
                        + "Empty \(targetName) and try again.")
            }
        }
        return Dictionary(uniqueKeysWithValues: tables.map { ($0.name, sums[$0.name]?.rowCount ?? 0) })
    }

    private func sum(of table: StoredTable, in store: any TableStore) throws -> RowsSum {
        var sum = RowsSum()
        var key: [String]?
        while case let rows = try store.rows(of: table, after: key, countMax: Self.pageRowCountMax), let last = rows.last {
            for row in rows { sum.add(row, columns: table.columns) }
            key = table.key.map { last[$0] ?? "" }
            report(table, sum.rowCount, "read again")
        }
        return sum
    }

    /// On long work, now and then.
    private func report(_ table: StoredTable, _ count: Int, _ what: String = "copied") {
        if count > 0, count % (50 * Self.pageRowCountMax) == 0 { printError("  \(table.name): \(count) rows \(what)") }
    }
}

/// Adds rows up to one number, whatever engine they come from and in whatever order: the same rows have the same sum.
struct RowsSum: Hashable {
    private(set) var rowCount = 0
    private var sum: UInt64 = 0

    /// - Parameter columns: the names of the values.
    mutating func add(_ row: [String?], columns: [String]) {
        rowCount += 1
        var hash = StableHash()
        for (name, value) in zip(columns, row).sorted(by: { $0.0 < $1.0 }) {
            guard let value else { continue }
            hash.add(name)
            hash.add(Self.plain(value))
        }
        sum &+= hash.value
    }

    private static let wholeMax = Double(1 << 53)

    /// Numbers, times and JSON are the same however an engine writes them.
    static func plain(_ value: String) -> String {
        if Int64(value) != nil { return value }
        // A switch that somebody wrote by hand, where a column takes whatever is written.
        if value == "true" || value == "false" { return value == "true" ? "1" : "0" }
        if let number = Double(value), number.isFinite {
            return number == number.rounded() && abs(number) < wholeMax ? String(Int64(number)) : number.description
        }
        if let moment = Instant(value) { return moment.description }
        if let time = CivilTime(value) { return time.description }
        guard value.first == "{" || value.first == "[", let object = try? JSONSerialization.jsonObject(with: Data(value.jsonWithoutNUL.utf8)),
            let sorted = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return value }
        return String(decoding: sorted, as: UTF8.self)
    }
}
