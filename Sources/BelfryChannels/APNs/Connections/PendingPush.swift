import BelfryPorts
import NIOCore
import NIOHPACK

/// A request on its way, with whoever waits for its answer.
struct PendingPush {
    let headers: HPACKHeaders
    let body: ByteBuffer
    let answer: CheckedContinuation<Result<ProviderResponse, PushFailure>, Never>
    /// How often the other side gave it back unread.
    var returnCount = 0
    /// Since when it waits for a stream, in ticks.
    var waitingSince = 0
}

/// Why there is no answer. The texts name no device and nobody.
enum PushFailure: Error, Hashable, Sendable {
    /// It never left this machine, or came back unread: it may be sent again.
    case notSent(why: String)
    /// It never left, and would not for so long.
    case resting(why: String, for: Duration)
    /// It may have been taken.
    case answerLost(why: String)
}
