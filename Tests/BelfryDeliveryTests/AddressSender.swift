import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization

@testable import BelfryDelivery

/// Answers at each token as it was told, and then accepts.
final class AddressSender: Sender, Reconciler {
    private struct State {
        var script: [String: [Outcome]] = [:]
        var policy = LostAnswerPolicy.repeatSafely
        /// Nil where nobody can be asked.
        var reconciliation: Reconciliation? = .unknown
        var sendingHook: Hook?
        var askingHook: Hook?
    }

    typealias Hook = @Sendable () async -> Void

    private let state = Mutex(State())
    struct Question: Sendable {
        let since: Instant
        let until: Instant
        let askedAt: Instant
    }

    private let notifications = Notes<OutgoingNotification>()
    private let asked = Notes<Question>()

    var provider: Provider { .apns }
    var reconciler: (any Reconciler)? { state.withLock { $0.reconciliation == nil } ? nil : self }
    var afterLostAnswer: LostAnswerPolicy { state.withLock(\.policy) }
    var settlingTime: Duration { .seconds(20) }
    var questions: [Question] { asked.all }
    var sent: [String] { notifications.all.map { Self.token(of: $0) } }
    var names: [TransmissionID] { notifications.all.map(\.transmission) }

    func script(_ outcomes: [String: [Outcome]]) {
        state.withLock { $0.script = outcomes }
    }

    func set(_ policy: LostAnswerPolicy, answering reconciliation: Reconciliation?) {
        state.withLock {
            $0.policy = policy
            $0.reconciliation = reconciliation
        }
    }

    /// Called in the middle of each send.
    func whileSending(_ hook: Hook?) {
        state.withLock { $0.sendingHook = hook }
    }

    /// Called in the middle of each question.
    func whileAsking(_ hook: Hook?) {
        state.withLock { $0.askingHook = hook }
    }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        notifications.add(notification)
        await state.withLock(\.sendingHook)?()
        return state.withLock { state in
            let token = Self.token(of: notification)
            guard let next = state.script[token]?.first else { return SendResult(.delivered) }
            state.script[token]?.removeFirst()
            return SendResult(next)
        }
    }

    func reconcile(
        _ notification: OutgoingNotification, since earliest: Instant, until latest: Instant, now: Instant,
        isAnothers: @Sendable (_ providerMessageID: String) async throws -> Bool
    ) async -> Reconciliation {
        asked.add(Question(since: earliest, until: latest, askedAt: now))
        await state.withLock(\.askingHook)?()
        let answer = state.withLock(\.reconciliation) ?? .unknown
        guard case .arrived(let message?) = answer else { return answer }
        return (try? await isAnothers(message)) == false ? answer : .missing
    }

    private static func token(of notification: OutgoingNotification) -> String {
        if case .apple(let token, _) = notification.address.target { token } else { "" }
    }
}
