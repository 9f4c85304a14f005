import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime

extension Orchestrator {
    /// Does the background work that is due: looks for recalls, plans anew, syncs.
    ///
    /// What can't be done keeps nothing else from being done. It can be cancelled at any point. What was done is remembered, so that the
    /// next time goes on from there, unless that is as long ago as a whole one must be to be done again.
    /// - Parameters:
    ///   - recalls: nil where there is no feed.
    ///   - sync: pulls, then pushes.
    public func refresh(
        now: Instant, recalls: (any RecallSource)? = nil, sync: (@Sendable () async throws -> Void)? = nil
    ) async -> RefreshOutcome {
        let done: Set<RefreshStage>
        do {
            guard let known = try await begin(now: now) else { return .notDue }
            done = known
        } catch {
            return .unfinished(.recalls)
        }
        var first: RefreshStage?
        // Whatever a stage brings is only told by a plan, and one that changes nothing costs little: it is made each time.
        for stage in RefreshStage.allCases where stage == .plan || !done.contains(stage) {
            guard !Task.isCancelled else { return .unfinished(first ?? stage) }
            let isDone = (try? await work(on: stage, now: now, recalls: recalls, sync: sync)) ?? false
            if !isDone { first = first ?? stage }
        }
        // What the server had is told too.
        if sync != nil, !done.contains(.sync), !Task.isCancelled { await reconcile(.background, now: now) }
        return first.map(RefreshOutcome.unfinished) ?? .done
    }

    /// - Returns: the stages that were done already; nil where nothing is due.
    private func begin(now: Instant) async throws -> Set<RefreshStage>? {
        let state = try await store.record(ledgerSince: now).state
        guard RefreshPolicy.isDue(state, now: now) else { return nil }
        if RefreshPolicy.goesOn(state, now: now) { return Set(state.refreshedStages.compactMap(RefreshStage.init)) }
        try await remember(now: now) { state in
            state.refreshStartedAt = now
            state.refreshedStages = []
        }
        return []
    }

    /// - Returns: false where something of it is left to do.
    private func work(
        on stage: RefreshStage, now: Instant, recalls: (any RecallSource)?, sync: (@Sendable () async throws -> Void)?
    ) async throws -> Bool {
        switch stage {
        case .recalls: if let recalls { try await lookForRecalls(in: recalls, now: now) }
        case .plan: if await reconcile(.background, now: now).retryAfter != nil { return false }
        case .sync:
            var seenCount: Int
            repeat {
                seenCount = pushCount
                try await sync?()
            } while try await !finish(.sync, unlessPushedSince: seenCount, now: now)
            return true
        }
        return try await finish(stage, now: now)
    }

    /// - Parameter seenCount: how many silent pushes had come when it was begun; nil where they say nothing about it.
    /// - Returns: false where one has come since: what it announces may have come too late for this one.
    private func finish(_ stage: RefreshStage, unlessPushedSince seenCount: Int? = nil, now: Instant) async throws -> Bool {
        var isFinished = false
        try await remember(now: now) { state in
            guard seenCount ?? pushCount == pushCount else { return }
            isFinished = true
            let done = Set(state.refreshedStages + [stage.rawValue])
            state.refreshedStages = RefreshStage.allCases.map(\.rawValue).filter(done.contains)
            guard state.refreshedStages.count == RefreshStage.allCases.count else { return }
            state.refreshedStages = []
            state.refreshStartedAt = nil
            state.refreshedAt = now
            state.isDirty = false
        }
        return isFinished
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
    ///
    /// It counts as background work that was begun, for a plan alone, which comes first where the app is in front, knows nothing of it.
    /// Where a sync is under way, another follows it at once.
    public func markDirty(now: Instant) async throws {
        pushCount += 1
        try await remember(now: now) { state in
            state.isDirty = true
            state.refreshStartedAt = state.refreshStartedAt ?? now
            state.refreshedStages.removeAll { $0 == RefreshStage.sync.rawValue }
        }
    }
}
