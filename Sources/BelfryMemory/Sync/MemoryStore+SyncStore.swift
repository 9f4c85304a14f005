import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: SyncStore {
    public func pull(_ pull: SyncPull, of user: UserID) -> SyncAnswer {
        (tables.synced[user] ?? SyncedFacts()).answer(pull)
    }

    public func push(_ push: SyncPush, of user: UserID, now: Instant) -> SyncPushResult {
        transaction { tables in
            var facts = tables.synced[user] ?? SyncedFacts()
            let former = facts.size
            guard facts.take(push, now: now) else { return .conflict }
            guard former.mayBecome(facts.size) else { return .full }
            tables.synced[user] = facts
            return .taken
        }
    }

    public func sharedSize(of user: UserID) -> SharedSize {
        tables.synced[user]?.size ?? SharedSize()
    }
}
