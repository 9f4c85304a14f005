import BelfryTime
import Foundation

extension Instant {
    /// A moment as Foundation has it, to the millisecond.
    public init(_ date: Date) {
        self.init(millisecondsSinceEpoch: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

extension Date {
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.millisecondsSinceEpoch) / 1000)
    }
}
