import BelfryTime
import Synchronization

/// What time it is for all who work on one database, however wrong the clock of their host is.
///
/// How far that one is off is known from the database's answers: at the opening, and with each look for what is due.
public final class DatabaseClock: Sendable {
    private let hostNow: @Sendable () -> Instant
    /// How far the database is ahead of the host.
    private let offset = Mutex(Duration.zero)

    /// What is less is the way there and back.
    static let offsetMin = Duration.milliseconds(50)
    /// An answer that took longer says too little: somebody slept.
    static let wayMax = Duration.seconds(1)

    public init(hostNow: @escaping @Sendable () -> Instant) {
        self.hostNow = hostNow
    }

    public func now() -> Instant { hostNow() + offset.withLock { $0 } }

    /// Asks the database, and takes note of what it says.
    func note<Answer>(_ ask: () throws -> (answer: Answer, databaseNow: Instant?)) rethrows -> Answer {
        let begin = hostNow()
        let (answer, databaseNow) = try ask()
        let way = hostNow() - begin
        guard let databaseNow, way >= .zero, way <= Self.wayMax else { return answer }
        let measured = databaseNow - (begin + way / 2)
        offset.withLock { known in
            if measured > known + Self.offsetMin || measured < known - Self.offsetMin { known = measured }
        }
        return answer
    }
}
