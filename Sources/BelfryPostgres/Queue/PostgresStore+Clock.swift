import BelfryModel
import BelfryPorts
import BelfryTime

// By which clock what is due counts.

extension PostgresStore {
    /// A moment as a parameter.
    struct Moment: Sendable {
        let value: any SQLConvertible & Sendable
        fileprivate let isFromNow: Bool

        /// What stands for it where its value is the parameter of this number.
        func sql(_ number: Int) -> String { isFromNow ? "(now() + make_interval(secs => $\(number)))" : "$\(number)::timestamptz" }
    }

    /// So long after the moment that callers give, or after now where the database's clock counts.
    func moment(_ now: Instant, after wait: Duration = .zero) -> Moment {
        clock == nil ? Moment(value: now + wait, isFromNow: false) : Moment(value: Double(wait.milliseconds) / 1000, isFromNow: true)
    }

    /// A moment that a caller has counted from its own clock, so long after the database's now where that one counts: a host's clock may have been put
    /// forward or back since the database was last asked.
    func moment(until end: Instant) -> Moment {
        let now = clock?.now() ?? end
        return moment(now, after: end - now)
    }

    /// Takes note of what time it is there.
    func readClock() async throws {
        try await pool.single { [clock] db in
            try clock?.note { ((), try db.row("SELECT clock_timestamp() AS now")?.instant("now")) }
        }
    }

    /// Looks, and takes note of the database's clock by the way.
    ///
    /// - Parameters:
    ///   - ask: for the lanes, of what is to be leased.
    ///   - beside: what else is asked before the answer is wanted.
    func dueLanes(
        _ now: Instant, _ ask: (Connection) throws -> Answer, _ db: Connection, beside: () throws -> Void = {}
    ) throws -> [QueueLane] {
        guard let clock else {
            let (lanes, pauses) = (try ask(db), try Self.askPauses(db))
            try beside()
            return try Self.released(lanes, by: pauses).filter { $0.dueAt <= now }
        }
        return try clock.note {
            // What is paused comes with the moment, which goes out anyway.
            let (lanes, pauses) = (try ask(db), try Self.askPauses(db))
            try beside()
            let databaseNow = try pauses.rows().first?.instant("now")
            return (try Self.released(lanes, by: pauses).filter { $0.dueAt <= databaseNow ?? now }, databaseNow)
        }
    }
}
