/// Does some work, and cancels it when its time is over. What that comes to, the work itself says.
///
/// - Parameter work: must heed that it is cancelled: it is waited for until it ends.
func withTimeLimit<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    let alarm = Task {
        try await Task.sleep(for: limit)
        task.cancel()
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
}
