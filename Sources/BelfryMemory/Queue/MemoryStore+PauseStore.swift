import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: PauseStore {
    public func pause(_ pause: QueuePause) -> QueuePause? {
        transaction { tables in
            let former = tables.standingPause(of: pause.app, pause.since)
            tables.pauses[pause.app] = former.map { pause.goingOn(since: $0.since) } ?? pause
            return former
        }
    }

    public func resume(_ app: AppID?, now: Instant) -> QueuePause? {
        transaction(counting: { $0 == nil ? 0 : 1 }) { tables in
            let former = tables.standingPause(of: app, now)
            tables.pauses.removeValue(forKey: app)
            return former
        }
    }

    public func pauses(now: Instant) -> [QueuePause] { tables.standingPauses(now).inOrder }

    public func hasWaiting(of app: AppID) -> Bool {
        tables.queue.values.contains { $0.delivery.app == app && $0.status == .pending && $0.hasAttemptsLeft }
            || tables.broadcasts.values.contains { $0.broadcast.app == app && $0.firstOpenBatch != nil }
    }
}

extension Tables {
    func standingPauses(_ now: Instant) -> [QueuePause] { pauses.values.filter { $0.stands(at: now) } }

    fileprivate func standingPause(of app: AppID?, _ now: Instant) -> QueuePause? { pauses[app].flatMap { $0.stands(at: now) ? $0 : nil } }

    /// When what is due may be leased; nil where somebody has to resume it first.
    func release(of lane: QueueLane.ID, dueAt: Instant) -> Instant? {
        pauses.isEmpty ? dueAt : Array(pauses.values).release(of: lane, dueAt: dueAt)
    }
}
