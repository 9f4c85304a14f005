import Synchronization

@testable import BelfryPostgres

/// Tests with pools of two connections, which decide whether and when each of them is opened.
protocol OpensTwoConnections {}

extension OpensTwoConnections {
    /// - Parameter willOpen: is told the number of a connection before it is opened, counted from 1; where it throws, none is.
    static func poolOfTwo(_ address: PostgresAddress, willOpen: @escaping @Sendable (_ number: Int) throws -> Void) -> ConnectionPool {
        let openingCount = Mutex(0)
        return ConnectionPool(address, countMax: 2) { address in
            let number = openingCount.withLock { count in
                count += 1
                return count
            }
            try willOpen(number)
            return try Connection(address)
        }
    }
}
