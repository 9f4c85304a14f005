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

    /// Takes note of what time it is there.
    func readClock() async throws {
        try await clock?.note {
            ((), try await pool.single { try $0.row("SELECT clock_timestamp() AS now")?.instant("now") })
        }
    }

    /// Looks, and takes note of the database's clock by the way.
    ///
    /// - Parameter ask: for the lanes, of what is to be leased.
    func dueLanes(_ now: Instant, _ ask: @escaping @Sendable (Connection) throws -> Answer) async throws -> [QueueLane] {
        guard let clock else { return try await pool.single { try ask($0).rows().map(Self.lane) }.filter { $0.dueAt <= now } }
        return try await clock.note {
            let (lanes, databaseNow) = try await pool.single { db in
                let (lanes, clock) = (try ask(db), try db.send("SELECT clock_timestamp() AS now"))
                return (try lanes.rows().map(Self.lane), try clock.rows().first?.instant("now"))
            }
            return (lanes.filter { $0.dueAt <= databaseNow ?? now }, databaseNow)
        }
    }
}
