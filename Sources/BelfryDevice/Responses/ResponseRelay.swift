import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes responses before there is anybody to handle them: a system hands over the one that started an app before the app is ready.
///
/// Whoever hands one over waits until it is handled, so that the system isn't told too early.
public actor ResponseRelay {
    private var orchestrator: Orchestrator?
    private var waiting: [CheckedContinuation<Orchestrator, Never>] = []
    private let onOutcome: @Sendable (ResponseOutcome) async -> Void

    /// - Parameter onOutcome: shows the person what came of it.
    public init(onOutcome: @escaping @Sendable (ResponseOutcome) async -> Void = { _ in }) {
        self.onOutcome = onOutcome
    }

    /// From now on responses go there, those that wait first.
    public func hand(to orchestrator: Orchestrator) {
        self.orchestrator = orchestrator
        for one in waiting { one.resume(returning: orchestrator) }
        waiting = []
    }

    /// Returns when it is handled; what can't be written down is kept by the orchestrator, as long as the app runs.
    public func take(_ response: NotificationResponse, now: Instant) async {
        let orchestrator: Orchestrator
        if let known = self.orchestrator {
            orchestrator = known
        } else {
            orchestrator = await withCheckedContinuation { waiting.append($0) }
        }
        do {
            await onOutcome(try await orchestrator.handle(response, now: now))
        } catch {
            // To go where it leads, nothing has to be written.
            if let destination = await orchestrator.destination(of: response, now: now) { await onOutcome(destination) }
        }
    }
}
