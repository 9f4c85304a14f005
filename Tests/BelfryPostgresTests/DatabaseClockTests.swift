import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryPostgres

@Suite("The clock of all who work on one database")
struct DatabaseClockTests {
    /// A host's clock that is set by hand.
    private final class HostClock: Sendable {
        private let moment = Mutex(Instant.noon)

        var now: Instant { moment.withLock { $0 } }

        func pass(_ length: Duration) { moment.withLock { $0 = $0 + length } }
    }

    private let host = HostClock()
    private let clock: DatabaseClock

    init() {
        clock = DatabaseClock { [host] in host.now }
    }

    private func note(_ databaseNow: Instant, way: Duration = .zero) {
        clock.note {
            host.pass(way)
            return ((), databaseNow)
        }
    }

    @Test("It is the host's, and as far off it as the database said")
    func offset() {
        #expect(clock.now() == .noon)
        note(.evening)
        #expect(clock.now() == .evening)
        host.pass(.seconds(60))
        #expect(clock.now() == .evening + .seconds(60))
        note(.morning)
        #expect(clock.now() == .morning, "the host's was set")
    }

    @Test("What the way there and back may have taken moves nothing, and whoever slept on the way says nothing")
    func way() {
        note(.noon + .milliseconds(40))
        #expect(clock.now() == .noon)
        note(.noon + .milliseconds(400), way: .milliseconds(200))
        #expect(clock.now() == .noon + .milliseconds(500), "half of the way after the database was asked")
        note(.evening, way: .seconds(2))
        #expect(clock.now() == .noon + .milliseconds(2500))
    }

    @Test("From the opening on it is the database's, however wrong the host's is")
    func opening() async throws {
        try await withStore(clock: clock) { store in
            let read = "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') AS value"
            let later = try #require(try await store.values(read).first.flatMap { $0.flatMap(Instant.init) })
            #expect(clock.now() < later + .seconds(1) && clock.now() > .noon + .seconds(86_400))
        }
    }
}
