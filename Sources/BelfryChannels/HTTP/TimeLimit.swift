import NIOCore
import NIOPosix

/// Does some work, and cancels it when its time is over. What that comes to, the work itself says.
///
/// - Parameter work: must heed that it is cancelled: it is waited for until it ends.
func withTimeLimit<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    // An event loop forgets at once what isn't to ring any more. A task that sleeps is kept until its time is over, though it was cancelled:
    // thousands of them would be, with thousands of messages a second.
    let alarm = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(limit)) { task.cancel() }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
}
