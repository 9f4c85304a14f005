import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

extension Orchestrator {
    /// Does what a person wants with a notification, exactly once, and brings the centre in step.
    ///
    /// The same response may be handed over again, by the system or after a stop in the middle: its effects are one transaction with the
    /// mark that it was handled.
    /// - Throws: where the store can't be written; nothing has changed then. It is kept, and done by the next pass that can write; and it
    ///   may be handed over again.
    public func handle(_ response: NotificationResponse, now: Instant) async throws -> ResponseOutcome {
        let outcome: ResponseOutcome
        do {
            outcome = try await write(response, at: now)
        } catch {
            keep(response, at: now)
            throw error
        }
        if outcome != .handledBefore { await reconcile(.response, now: now) }
        return outcome
    }

    private func write(_ response: NotificationResponse, at moment: Instant) async throws -> ResponseOutcome {
        try await learnFacts()
        var draft = draft(of: response, at: moment)
        let outcome = draft.outcome()
        return try await store.apply(draft.change) ? outcome : .handledBefore
    }

    private func draft(of response: NotificationResponse, at moment: Instant) -> ResponseDraft {
        let zone = zones.rules(named: timezone()) ?? .utc
        let recipient = Recipient(facts.person, now: moment, zone: zone, zones: rulesOfReminders())
        return ResponseDraft(response, facts: facts, recipient: recipient)
    }

    /// What an app is to show of a response that could not be written down yet, by what is known of the facts; nil where it leads nowhere,
    /// or only changes something.
    func destination(of response: NotificationResponse, now: Instant) -> ResponseOutcome? {
        var draft = draft(of: response, at: now)
        let outcome = draft.outcome()
        guard case .show = outcome else { return nil }
        return outcome
    }

    private func keep(_ response: NotificationResponse, at moment: Instant) {
        if !kept.contains(where: { $0.response == response }) { kept.append((response, moment)) }
    }

    /// Writes what could not be written before, as of the moment at which the person did it, the first first.
    ///
    /// - Returns: whether nothing is left.
    func writeKept() async -> Bool {
        while let next = kept.first {
            guard (try? await write(next.response, at: next.moment)) != nil else { return false }
            kept.removeFirst()
        }
        return true
    }

    /// Hides a domain, a thing, a rule or one notification for good, wherever it is pending.
    /// - Throws: where the store can't be written; nothing is hidden then.
    public func dismiss(_ scope: NotificationScope, now: Instant) async throws {
        var change = JournalChange()
        change.dismissals = [Dismissal(scope: scope, at: now)]
        try await store.apply(change)
        await reconcile(.change, now: now)
    }

    /// Takes that back.
    public func restore(_ scope: NotificationScope, now: Instant) async throws {
        var change = JournalChange()
        change.restored = [scope]
        try await store.apply(change)
        await reconcile(.change, now: now)
    }
}
