// BelfryApple: keys to the doors that Apple's UserNotifications and BackgroundTasks offer.
// It schedules, shows and takes back what it is told to. It never decides what, when or why.

/// Something that Apple documents as usable from any thread without declaring it so, or whose use here is from one thread at a time.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
