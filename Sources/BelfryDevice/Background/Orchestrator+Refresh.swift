import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

extension Orchestrator {
    /// Does the background work that is due: looks for recalls, plans anew, syncs.
    ///
    /// It can be cancelled at any point. What was done is remembered, so that the next time goes on from there.
    /// - Parameters:
    ///   - recalls: nil where there is no feed.
    ///   - sync: pulls, then pushes.
    public func refresh(
        now: Instant, recalls: (any RecallSource)? = nil, sync: (@Sendable () async throws -> Void)? = nil
    ) async -> RefreshOutcome {
        for stage in RefreshStage.allCases {
            do {
                let state = try await store.record(ledgerSince: now).state
                if stage == RefreshStage.allCases.first, !RefreshPolicy.isDue(state, now: now) { return .notDue }
                guard !Task.isCancelled else { return .unfinished(stage) }
                guard !state.refreshedStages.contains(stage.rawValue) else { continue }
                switch stage {
                case .recalls: if let recalls { try await lookForRecalls(in: recalls, now: now) }
                case .plan: if await reconcile(.background, now: now).retryAfter != nil { return .unfinished(stage) }
                case .sync: try await sync?()
                }
                try await finish(stage, now: now)
            } catch {
                return .unfinished(stage)
            }
        }
        // What the server had is told too.
        if sync != nil { await reconcile(.background, now: now) }
        return .done
    }

    private func finish(_ stage: RefreshStage, now: Instant) async throws {
        try await remember(now: now) { state in
            if stage == RefreshStage.allCases.last {
                state.refreshedStages = []
                state.refreshedAt = now
                state.isDirty = false
            } else {
                state.refreshedStages.append(stage.rawValue)
            }
        }
    }

    private func lookForRecalls(in feed: any RecallSource, now: Instant) async throws {
        let index = RecallIndex(try await feed.notices())
        try await learnFacts()
        let matches = index.matches(for: facts.household)
        try await remember(now: now) { state in
            state.recalls = RecallReminders.alerts(from: matches, known: state.recalls, now: now)
        }
    }

    /// Remembers that something has changed of which only the server knows, as a silent push says.
    public func markDirty(now: Instant) async throws {
        try await remember(now: now) { $0.isDirty = true }
    }
}
