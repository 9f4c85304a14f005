import BelfryTime
import Logging
import Synchronization

/// Says when a line of the log is due that any stranger can cause: of each kind once a minute at most, with how many there were.
final class LogPace: Sendable {
    static let interval = Duration.seconds(60)

    private struct Kind {
        let saidAt: Instant
        var untoldCount = 0
    }

    private let kinds = Mutex<[String: Kind]>([:])

    /// Counts one more.
    ///
    /// - Parameter kind: out of few; each is remembered.
    /// - Returns: how many there were since the last line, this one among them; nil where none is due.
    func take(_ kind: String, now: Instant) -> Int? {
        kinds.withLock { kinds in
            if let last = kinds[kind], now - last.saidAt < Self.interval {
                kinds[kind]?.untoldCount += 1
                return nil
            }
            let count = (kinds[kind]?.untoldCount ?? 0) + 1
            kinds[kind] = Kind(saidAt: now)
            return count
        }
    }
}

extension Services {
    /// Warns of what a stranger brought, and was refused, once a minute with how many there were; at `debug` each is said.
    ///
    /// - Parameter kind: out of few.
    func warn(_ message: Logger.Message, of kind: String, _ details: Logger.Metadata) {
        let count = refusals.take("\(message) \(kind)", now: now())
        logger.log(level: count == nil ? .debug : .warning, message, metadata: details.merging(["count": "\(count ?? 1)"]) { $1 })
    }
}
