import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: SyncStore {
    public func pull(_ pull: SyncPull, of user: UserID) -> SyncAnswer {
        (tables.synced[user] ?? SyncedFacts()).answer(pull)
    }

    public func push(_ push: SyncPush, of user: UserID, now: Instant) -> Bool {
        transaction { tables in
            var facts = tables.synced[user] ?? SyncedFacts()
            let isTaken = facts.take(push, now: now)
            tables.synced[user] = facts
            return isTaken
        }
    }

    public func sharedSize(of user: UserID) -> SharedSize {
        tables.synced[user]?.size ?? SharedSize()
    }
}
