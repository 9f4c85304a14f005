import BelfryModel
import BelfryTime
import Synchronization

/// How often buttons may be pressed in a minute at one address, where whoever has what a button posts may repeat it: nobody presses more by hand.
///
/// Each process counts for itself, and forgets when it ends.
final class PressQuota: Sendable {
    static let countMax = 30
    static let window = Duration.seconds(60)
    /// So many addresses are remembered. Where more come within a minute, all begin anew.
    static let entryCountMax = 20_000

    private struct Count {
        let since: Instant
        var presses: Int
    }

    private let counts = Mutex<[AddressID: Count]>([:])

    /// Counts one more, where that many are allowed.
    ///
    /// - Throws: ``Problem/tooManyPresses(secondsLeft:)``; nothing is counted then.
    func take(at address: AddressID, now: Instant) throws(Problem) {
        let secondsLeft = counts.withLock { counts -> Int? in
            if counts.count >= Self.entryCountMax, counts[address] == nil {
                counts = counts.filter { $0.value.since > now - Self.window }
                if counts.count >= Self.entryCountMax { counts = [:] }
            }
            var count = counts[address] ?? Count(since: now, presses: 0)
            if count.since <= now - Self.window { count = Count(since: now, presses: 0) }
            guard count.presses < Self.countMax else { return Int((count.since + Self.window - now).components.seconds) + 1 }
            count.presses += 1
            counts[address] = count
            return nil
        }
        if let secondsLeft { throw .tooManyPresses(secondsLeft: secondsLeft) }
    }
}
