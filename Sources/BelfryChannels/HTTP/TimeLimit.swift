import NIOCore
import NIOPosix
import Synchronization

/// Does some work, and cancels it when its time is over. What that comes to, the work itself says.
///
/// - Parameters:
///   - limit: counts from when the work begins: where all threads are busy, it may have waited for one.
///   - work: must heed that it is cancelled: it is waited for until it ends.
func withTimeLimit<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> Value) async -> Value {
    let running = Running<Value>()
    let task = running.task.withLock { begun in
        let task = Task {
            // An event loop forgets at once what isn't to ring any more. A task that sleeps is kept until its time is over, though it was
            // cancelled: thousands of them would be, with thousands of messages a second.
            let alarm = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(limit)) { running.cancel() }
            defer { alarm.cancel() }
            return await work()
        }
        begun = task
        return task
    }
    return await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
}

/// What is to be cancelled, which is known only once it has begun.
private final class Running<Value: Sendable>: Sendable {
    let task = Mutex<Task<Value, Never>?>(nil)

    func cancel() {
        task.withLock { $0 }?.cancel()
    }
}
