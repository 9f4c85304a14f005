import BelfryPorts
import BelfryTime
import Synchronization

/// Has written when a key was used, behind the request that used it and at most once an hour for each.
final class KeyUses: Sendable {
    private struct State {
        /// By name, when a write was begun last.
        var begun: [String: Instant] = [:]
        var tasks: [String: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Returns at once. What can't be written isn't tried again within the hour: nobody waits for it.
    func note(_ key: APIKeyRecord, now: Instant, in credentials: any CredentialStore) {
        guard key.isUseToNote(now: now) else { return }
        let name = key.name
        state.withLock { state in
            guard state.begun[name].map({ now - $0 >= APIKeyRecord.useLength }) ?? true else { return }
            state.begun[name] = now
            state.tasks[name] = Task { [self] in
                // It is nothing that the request has to answer for.
                try? await Audit.$line.withValue(nil) { try await credentials.noteUse(ofKey: name, now: now) }
                self.state.withLock { $0.tasks[name] = nil }
            }
        }
    }

    /// Waits until all that was begun is written, or given up.
    func finish() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }
}
