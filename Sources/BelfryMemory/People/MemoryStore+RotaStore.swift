import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: RotaStore {
    public func save(_ rota: Rota, named name: RotaID, of app: AppID, countMax: Int, now: Instant) throws {
        try transaction { tables in
            let key = Tables.RotaKey(app: app, name: name)
            let known = tables.rotas[key]
            guard known != nil || tables.rotas.keys.count(where: { $0.app == app }) < countMax else { throw Problem.tooManyRotas(countMax: countMax) }
            let kept = Rota(rota.places, handovers: rota.handovers, overrides: known?.rota.overrides ?? [])
            tables.rotas[key] = RotaRecord(name: name, app: app, createdAt: known?.createdAt ?? now, rota: kept)
        }
    }

    public func rota(_ name: RotaID, of app: AppID) -> RotaRecord? { tables.rotas[Tables.RotaKey(app: app, name: name)] }

    public func rotas(of app: AppID, before: RotaID?, countMax: Int) -> [RotaRecord] {
        let found = tables.rotas.values.filter { record in record.app == app && (before.map { record.name < $0 } ?? true) }
        return Array(found.sorted { $0.name > $1.name }.prefix(countMax))
    }

    public func removeRota(_ name: RotaID, of app: AppID) -> Bool {
        transaction { $0.rotas.removeValue(forKey: Tables.RotaKey(app: app, name: name)) != nil }
    }

    public func save(_ override: Rota.Override, inRota name: RotaID, of app: AppID, over: CivilDateTime, countMax: Int) throws -> Bool {
        try transaction { tables in
            let key = Tables.RotaKey(app: app, name: name)
            guard let known = tables.rotas[key] else { return false }
            let others = known.rota.overrides.filter { $0.until > over && $0.from != override.from }
            guard others.count < countMax else { throw Problem.tooManyItems(countMax: countMax) }
            tables.rotas[key] = known.with(others + [override])
            return true
        }
    }

    public func removeOverride(from: CivilDateTime, inRota name: RotaID, of app: AppID) -> Bool {
        transaction { tables in
            let key = Tables.RotaKey(app: app, name: name)
            guard let known = tables.rotas[key], known.rota.overrides.contains(where: { $0.from == from }) else { return false }
            tables.rotas[key] = known.with(known.rota.overrides.filter { $0.from != from })
            return true
        }
    }
}

extension RotaRecord {
    fileprivate func with(_ overrides: [Rota.Override]) -> RotaRecord {
        RotaRecord(name: name, app: app, createdAt: createdAt, rota: Rota(rota.places, handovers: rota.handovers, overrides: overrides))
    }
}

extension Tables {
    struct RotaKey: Hashable, Sendable {
        let app: AppID
        let name: RotaID
    }

    /// Has due steps of escalations go to whoever is on duty by now.
    mutating func handOver(_ deliveries: inout [Delivery], _ terms: LeaseTerms) {
        func isTried(_ id: DeliveryID) -> Bool { queue[id]?.reason?.isToSend ?? false }
        let tried = Set(deliveries.map(\.id).filter(isTried))
        var handovers: [Handover] = []
        terms.handOver(&deliveries, tried: tried) { name, app in rotas[RotaKey(app: app, name: name)]?.rota } keep: { handovers.append($0) }
        for handover in handovers {
            let delivery = handover.delivery
            for (id, row) in queue where row.status == .pending && row.delivery.app == delivery.app && row.delivery.recipient == handover.former {
                let other = row.delivery
                guard other.route?.key == delivery.route?.key, other.rotaOfStep == handover.rota, !isTried(id) else { continue }
                queue[id]?.hand(over: other.handed(to: delivery.recipient))
            }
        }
    }

    mutating func forgetInRotas(_ person: UserID) {
        for (key, record) in rotas {
            rotas[key] = RotaRecord(name: record.name, app: record.app, createdAt: record.createdAt, rota: record.rota.without(person))
        }
    }
}
