import BelfryModel
import BelfryPorts
import BelfryTime

/// Brings a device and the server to the same facts: pull, then push; where somebody else was faster, once more.
///
/// A row that the server would never take is set aside, and is tried again at the next sync; it keeps no other back. Where the person's
/// devices share as much as they may, what is new is set aside, then what was changed to more; what is deleted makes room.
///
/// The last writer of a column wins, and the writer is who pushed last, not who edited last: an edit made offline counts when it arrives.
/// Stopping at any point is safe, and so is a lost answer. Two at once do no harm, but the second has nothing to do.
public struct SyncClient: Sendable {
    let store: any FactStore
    let server: any SyncServer
    let identifiers: any IdentifierSource
    let now: @Sendable () -> Instant

    /// How often it begins anew because others push at the same time.
    public static let attemptCountMax = 5
    /// So few that most pushes stay far below the server's limit for a body. Where rows are long, fewer go at once.
    public static let pushRowCountMax = 1000
    /// After so many rows that the server refuses, each by itself, it gives up: it isn't these that are wrong then.
    public static let refusalCountMax = 10

    /// - Parameter identifiers: name pushes; must be unlike those of the person's other devices.
    public init(
        store: any FactStore, server: any SyncServer, identifiers: any IdentifierSource, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.server = server
        self.identifiers = identifiers
        self.now = now
    }

    /// - Throws: ``SyncProblem``, `CancellationError`, or what the store throws. What was edited stays, for the next time.
    @discardableResult
    public func sync() async throws -> SyncReport {
        var report = SyncReport()
        for _ in 1...Self.attemptCountMax {
            guard try await pull(&report) else { continue }
            if try await push(&report) { return report }
            report.conflictCount += 1
        }
        throw SyncProblem.conflict
    }

    /// - Returns: false where somebody else, such as another process of the app, has synced in between.
    private func pull(_ report: inout SyncReport) async throws -> Bool {
        try Task.checkCancellation()
        let state = try await store.syncState()
        let answer = try await server.pull(SyncPull(since: state.pulledAt, wholeTables: state.wholeTables, openPush: state.openPush))
        guard try await store.merge(answer, after: state) else { return false }
        report.pulledRowCount += answer.changes.rowCount
        return true
    }

    /// - Returns: false where somebody else has changed the same since the pull.
    private func push(_ report: inout SyncReport) async throws -> Bool {
        var rowCountMax = Self.pushRowCountMax
        var refusalCount = 0
        while true {
            try Task.checkCancellation()
            let id = identifiers.next(now: now())
            guard let push = try await store.openPush(id, rowCountMax: rowCountMax, leavingOut: report.leftOut) else { return true }
            let unfit = Self.unfitRows(of: push.changes)
            guard unfit.isEmpty else {
                report.setAside += unfit
                continue
            }
            do {
                try await server.push(push)
            } catch {
                if error == .conflict { return false }
                guard error.isOfTheRows else { throw error }
                let created = push.changes.savedKeys(\.created)
                let grown = created.isEmpty ? push.changes.savedKeys(\.updated) : created
                if error.isForWantOfRoom, !grown.isEmpty {
                    // What was changed may need no more room, and what is deleted needs none: they are taken once the others don't go with them.
                    report.setAside += grown.map { SetAsideRow(table: $0.table, id: $0.id, problem: error) }
                    continue
                }
                if push.changes.rowCount > 1 {
                    rowCountMax = push.changes.rowCount / 2
                    continue
                }
                guard refusalCount < Self.refusalCountMax else { throw error }
                refusalCount += 1
                report.setAside += push.changes.keys.map { SetAsideRow(table: $0.table, id: $0.id, problem: error) }
                rowCountMax = Self.pushRowCountMax
                continue
            }
            try await store.closePush(id)
            report.pushedRowCount += push.changes.rowCount
        }
    }

    /// What no server has to be asked about: an app may have written by SQL what ``FactSource/save(_:)`` refuses, or before it did.
    private static func unfitRows(of changes: SyncChanges) -> [SetAsideRow] {
        var unfit: [SetAsideRow] = []
        for table in FactTable.allCases {
            for record in changes.tables[table]?.saved ?? [] {
                do {
                    _ = try table.checkedEdit(record)
                } catch {
                    unfit.append(SetAsideRow(table: table, id: record.id, problem: .refused(code: error.code, field: error.field)))
                }
            }
        }
        return unfit
    }
}

extension SyncProblem {
    /// Whether other rows than these may be taken.
    fileprivate var isOfTheRows: Bool {
        switch self {
        case .tooLarge, .refused: true
        case .unavailable, .conflict, .notAuthenticated: false
        }
    }

    /// Whether the server takes nothing that makes what is shared more.
    public var isForWantOfRoom: Bool {
        guard case .refused(let code, _) = self else { return false }
        return code == Problem.tooMuchShared(rowCountMax: SharedSize.rowCountMax, byteCountMax: SharedSize.byteCountMax).code
    }
}

extension SyncChanges {
    fileprivate var keys: [(table: FactTable, id: String)] {
        savedKeys(\.saved) + tables.flatMap { table, rows in rows.deleted.map { (table: table, id: $0) } }
    }

    fileprivate func savedKeys(_ which: KeyPath<Rows, [FactRecord]>) -> [(table: FactTable, id: String)] {
        FactTable.allCases.flatMap { table in (tables[table]?[keyPath: which] ?? []).map { (table: table, id: $0.id) } }
    }
}

/// A row that was not pushed, because the server doesn't take it as it is. It stays as it is here, and is tried again at each sync.
public struct SetAsideRow: Hashable, Sendable {
    public let table: FactTable
    public let id: String
    /// ``SyncProblem/tooLarge`` or ``SyncProblem/refused(code:field:)``, whose field ends with the column's name, as `budget_items.name`.
    public let problem: SyncProblem
}

/// What a sync has brought and taken.
public struct SyncReport: Hashable, Sendable {
    public var pulledRowCount = 0
    public var pushedRowCount = 0
    /// How often somebody else was faster.
    public var conflictCount = 0
    /// What wasn't taken; all else was. To be told to the person: nobody else can mend it.
    public var setAside: [SetAsideRow] = []

    public init() {}

    fileprivate var leftOut: [FactTable: Set<String>] {
        setAside.reduce(into: [:]) { $0[$1.table, default: []].insert($1.id) }
    }
}
