import Synchronization

/// Upkeep's lock, on a connection of its own: it goes with its holder, however that ends.
final class UpkeepSeat: Sendable {
    private let pool: ConnectionPool
    /// For whom this process took it last; whether it has it still, its connection says.
    private let held = Mutex<String?>(nil)

    /// A number that nobody else uses for a lock: `upkeep` in ASCII.
    static let lock = 0x7570_6B65_6570

    init(_ address: PostgresAddress, patience: Patience) {
        pool = ConnectionPool(address, countMax: 1) { try Connection($0, patience: patience) }
    }

    func take(_ holder: String) async throws -> Bool {
        try await pool.single { [self] db in
            if let known = db.upkeepHolder {
                // Only where it answers the lock is ours still.
                try db.execute("SELECT 1")
                _ = try db.row("SELECT 1 AS alive")
                return known == holder
            }
            held.withLock { $0 = nil }
            let isTaken = try db.row("SELECT pg_try_advisory_lock($1) AS taken", Self.lock)?.flag("taken") ?? false
            if isTaken {
                db.upkeepHolder = holder
                held.withLock { $0 = holder }
            }
            return isTaken
        }
    }

    func leave(_ holder: String) async throws {
        // Whoever stops asks nobody for what isn't theirs.
        guard held.withLock({ $0 }) == holder else { return }
        try await pool.single { [self] db in
            guard held.withLock({ $0 }) == holder else { return }
            held.withLock { $0 = nil }
            guard db.upkeepHolder == holder else { return }
            db.upkeepHolder = nil
            _ = try db.row("SELECT pg_advisory_unlock($1) AS left", Self.lock)
        }
    }

    func close() { pool.close() }
}
