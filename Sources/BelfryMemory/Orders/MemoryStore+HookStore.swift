import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: HookStore {
    public func save(_ hook: HookRecord, countMax: Int, now: Instant) throws -> HookRecord {
        try transaction { tables in
            let key = Tables.HookKey(app: hook.app, name: hook.name)
            let known = tables.hooks[key]
            guard known != nil || tables.hooks.keys.count(where: { $0.app == hook.app }) < countMax else { throw Problem.tooManyHooks(countMax: countMax) }
            let kept = try hook.taking(theSecretsOf: known, now: now)
            tables.hooks[key] = kept
            return kept
        }
    }

    public func hook(_ name: HookID, of app: AppID) -> HookRecord? { tables.hooks[Tables.HookKey(app: app, name: name)] }

    public func hooks(of app: AppID, countMax: Int) -> [HookRecord] {
        Array(tables.hooks.values.filter { $0.app == app }.sorted { $0.name < $1.name }.prefix(countMax))
    }

    public func removeHook(_ name: HookID, of app: AppID) -> Bool {
        transaction { $0.hooks.removeValue(forKey: Tables.HookKey(app: app, name: name)) != nil }
    }
}

extension HookRecord {
    fileprivate func without(_ person: UserID) -> HookRecord {
        HookRecord(
            name: name, app: app, createdAt: createdAt, request: request, recipients: recipients.filter { $0 != person }, signature: signature,
            secret: secret, former: former, formerEndsAt: formerEndsAt)
    }
}

extension Tables {
    struct HookKey: Hashable, Sendable {
        let app: AppID
        let name: HookID
    }

    mutating func forgetInHooks(_ person: UserID) {
        for (key, hook) in hooks where hook.recipients.contains(person) {
            hooks[key] = hook.without(person)
        }
    }
}
