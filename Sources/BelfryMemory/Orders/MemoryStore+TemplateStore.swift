import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: TemplateStore {
    public func save(_ contents: String, asTemplate name: TemplateID, of app: AppID, countMax: Int, now: Instant) throws {
        // What is as it was leaves no line in the audit log.
        _ = try transaction { tables -> Bool in
            let key = Tables.TemplateKey(app: app, name: name)
            let known = tables.templates[key] ?? []
            guard !known.isEmpty || tables.templates.keys.count(where: { $0.app == app }) < countMax else {
                throw Problem.tooManyTemplates(countMax: countMax)
            }
            guard known.first?.contents != contents else { return false }
            let next = TemplateRecord(name: name, app: app, version: (known.first?.version ?? 0) + 1, createdAt: now, contents: contents)
            tables.templates[key] = Array(([next] + known).prefix(TemplateRecord.versionCountMax))
            return true
        }
    }

    public func template(_ name: TemplateID, of app: AppID) -> TemplateRecord? { versions(ofTemplate: name, of: app).first }

    public func templates(of app: AppID, countMax: Int) -> [TemplateRecord] {
        Array(tables.templates.values.compactMap(\.first).filter { $0.app == app }.sorted { $0.name < $1.name }.prefix(countMax))
    }

    public func versions(ofTemplate name: TemplateID, of app: AppID) -> [TemplateRecord] { tables.templates[Tables.TemplateKey(app: app, name: name)] ?? [] }

    public func removeTemplate(_ name: TemplateID, of app: AppID) -> Bool {
        transaction { $0.templates.removeValue(forKey: Tables.TemplateKey(app: app, name: name)) != nil }
    }
}

extension Tables {
    struct TemplateKey: Hashable, Sendable {
        let app: AppID
        let name: TemplateID
    }
}
