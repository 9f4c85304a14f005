import Synchronization

/// Lets the first answer through and drops every later one, whoever is quicker.
///
/// The system wants to hear exactly once that a task is done; the work and its expiry may both want to say so.
final class CompletionLatch<Answer: Sendable>: Sendable {
    private let handler: Mutex<(@Sendable (Answer) -> Void)?>

    init(_ handler: @escaping @Sendable (Answer) -> Void) {
        self.handler = Mutex(handler)
    }

    func complete(_ answer: Answer) {
        let first = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        first?(answer)
    }
}
