import BelfryModel
import BelfryPorts
import BelfryTime

/// Brings a device and the server to the same facts: pull, then push; where somebody else was faster, once more.
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
        while true {
            try Task.checkCancellation()
            let id = identifiers.next(now: now())
            guard let push = try await store.openPush(id, rowCountMax: rowCountMax) else { return true }
            do {
                try await server.push(push)
            } catch {
                if error == .conflict { return false }
                guard error == .tooLarge, push.changes.rowCount > 1 else { throw error }
                rowCountMax = push.changes.rowCount / 2
                continue
            }
            try await store.closePush(id)
            report.pushedRowCount += push.changes.rowCount
        }
    }
}

/// What a sync has brought and taken.
public struct SyncReport: Hashable, Sendable {
    public var pulledRowCount = 0
    public var pushedRowCount = 0
    /// How often somebody else was faster.
    public var conflictCount = 0

    public init() {}
}
