import BelfryModel
import BelfryPorts

extension MemoryStore: LookStore {
    public func save(_ look: AppLook, of app: AppID) {
        // What is as it was leaves no line in the audit log.
        _ = transaction { $0.looks.updateValue(look, forKey: app) != look }
    }

    public func removeLook(of app: AppID) -> Bool { transaction { $0.looks.removeValue(forKey: app) != nil } }

    public func looks(of apps: Set<AppID>) -> [AppID: AppLook] { tables.looks.filter { apps.contains($0.key) } }
}
