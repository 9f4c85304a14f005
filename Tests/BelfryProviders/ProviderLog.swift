import Synchronization

// BelfryProviders: stands in for the providers. Each speaks the real protocol over a real socket, refuses what the real one refuses,
// and remembers what it accepted. For tests, and for a newcomer without accounts.

/// What a provider accepted, in the order in which it did.
public final class ProviderLog: Sendable {
    /// One notification that a provider took.
    public struct Entry: Hashable, Sendable {
        /// As the provider calls itself: `apns`.
        public let provider: String
        /// By which the sender names it: an `apns-id`, a `Message-ID`.
        public let name: String
        /// To whom: a token, a mailbox, a number.
        public let address: String
        public let body: String

        public init(provider: String, name: String, address: String, body: String) {
            self.provider = provider
            self.name = name
            self.address = address
            self.body = body
        }
    }

    private struct State {
        var entries: [Entry] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var entries: [Entry] { state.withLock(\.entries) }

    public func add(_ entry: Entry) {
        let ready = state.withLock { state in
            state.entries.append(entry)
            let count = state.entries.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns when so many have been accepted.
    public func wait(forCount count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.entries.count < count else { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
