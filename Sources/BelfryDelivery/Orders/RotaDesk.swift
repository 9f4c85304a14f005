import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes rotas in, and says who is on duty by them.
public struct RotaDesk: Sendable {
    let store: any RotaStore
    let zones: any TimeZoneDatabase

    /// So long a list of shifts reaches at most, and where it isn't said how long.
    public static let previewMax = Duration.seconds(366 * 86_400)
    static let previewLength = Duration.seconds(28 * 86_400)
    /// So long after its end an override is forgotten, when another is saved.
    private static let overrideKept = Duration.seconds(7 * 86_400)

    public init(store: any RotaStore, zones: any TimeZoneDatabase) {
        (self.store, self.zones) = (store, zones)
    }

    // MARK: Looking

    /// Nil where the app has none of the name.
    public func rota(_ name: RotaID, of app: AppID) async throws -> RotaRecord? { try await store.rota(name, of: app) }

    /// An app's, by their names, descending.
    ///
    /// - Parameter before: only those whose name comes before it; nil for the last of all.
    public func rotas(of app: AppID, before: RotaID?, countMax: Int) async throws -> [RotaRecord] {
        try await store.rotas(of: app, before: before, countMax: countMax)
    }

    /// Nil where its zone is gone.
    func zone(of rota: Rota) -> TimeZoneRules? { zones.rules(named: rota.handovers.timezone) }

    /// Whose turn it is, with its end; nil where all were erased, or its zone is gone.
    public func shift(of rota: Rota, at moment: Instant) -> Rota.Shift? {
        zone(of: rota).flatMap { rota.shifts(from: moment, until: moment + .milliseconds(1), in: $0).first }
    }

    /// Who is on duty when.
    ///
    /// - Parameters:
    ///   - start: nil for now.
    ///   - end: nil for four weeks later.
    /// - Throws: `Problem.wrongType` where it ends before it begins, or reaches over more than a year; `Problem.unknownTimezone` where its zone is gone.
    public func shifts(of rota: Rota, from start: Instant?, until end: Instant?, now: Instant) throws -> [Rota.Shift] {
        let start = start ?? now
        let end = end ?? min(start + Self.previewLength, .max)
        guard start < end, end - start <= Self.previewMax else {
            throw Problem.wrongType(field: "until", expected: "a moment after “from”, and no more than a year later")
        }
        guard let zone = zone(of: rota) else { throw Problem.unknownTimezone(field: "timezone") }
        return rota.shifts(from: start, until: end, in: zone)
    }

    /// Who is on duty by some rotas, in their order.
    ///
    /// - Parameters:
    ///   - isStrict: whether a rota that isn't there, or by which nobody is on duty, is refused; else it has nobody.
    ///   - field: where each of them stands, by its place in the list.
    /// - Throws: `Problem.unknownRota`, `.wrongType` and `.unknownTimezone` with the field; what the store throws.
    func onDuty(by rotas: [RotaID], at moment: DutyMoment, for app: AppID, isStrict: Bool, field: (Int) -> String) async throws -> [DutyHolder] {
        var found: [DutyHolder] = []
        for (index, name) in rotas.enumerated() {
            guard let kept = try await rota(name, of: app) else {
                guard !isStrict else { throw Problem.unknownRota(field: field(index)) }
                continue
            }
            guard let zone = zone(of: kept.rota) else {
                guard !isStrict else { throw Problem.unknownTimezone(field: field(index)) }
                continue
            }
            guard let user = kept.rota.onDuty(at: moment.instant(in: zone), in: zone) else {
                guard !isStrict else { throw Problem.wrongType(field: field(index), expected: "a rota by which somebody is on duty") }
                continue
            }
            found.append(DutyHolder(user: user, rota: name))
        }
        return found
    }

    // MARK: Changing

    /// Takes one in, or puts other people and other handovers in its place; its overrides stay.
    ///
    /// - Throws: `Problem.unknownTimezone`, `Problem.tooManyRotas`; what the store throws.
    public func save(_ request: RotaRequest, named name: RotaID, of app: AppID, now: Instant) async throws -> RotaRecord {
        guard zone(of: request.rota) != nil else { throw Problem.unknownTimezone(field: "timezone") }
        try await store.save(request.rota, named: name, of: app, countMax: RotaRecord.countMax, now: now)
        return try await standing(name, of: app)
    }

    /// - Throws: `Problem.unknownRota` where the app has none of the name; what the store throws.
    public func remove(_ name: RotaID, of app: AppID) async throws {
        guard try await store.removeRota(name, of: app) else { throw Problem.unknownRota }
    }

    /// Puts somebody in for a while, in the place of an override that begins at the same time. What was ordered already isn't told to others, but
    /// for steps of escalations that aren't due yet.
    ///
    /// - Throws: `Problem.unknownRota`, `Problem.wrongType` where it is over or lasts too long; `Problem.tooManyItems`; what the store throws.
    public func save(_ override: Rota.Override, inRota name: RotaID, of app: AppID, now: Instant) async throws -> RotaRecord {
        let zone = zone(of: try await standing(name, of: app).rota) ?? .utc
        guard override.from < override.until, override.until <= override.from + .seconds(Rota.Override.dayCountMax * 86_400) else {
            throw Problem.wrongType(field: "until", expected: "a time after “from”, and no more than a year later")
        }
        guard zone.instant(of: override.until) > now else { throw Problem.wrongType(field: "until", expected: "a time that is still ahead") }
        let over = zone.civil(at: now - Self.overrideKept)
        guard try await store.save(override, inRota: name, of: app, over: over, countMax: Rota.overrideCountMax) else { throw Problem.unknownRota }
        return try await standing(name, of: app)
    }

    /// - Throws: `Problem.unknownRota`, `Problem.notFound` where no override begins then; what the store throws.
    public func removeOverride(from local: CivilDateTime, inRota name: RotaID, of app: AppID) async throws -> RotaRecord {
        let isGone = try await store.removeOverride(from: local, inRota: name, of: app)
        let standing = try await standing(name, of: app)
        guard isGone else { throw Problem.notFound }
        return standing
    }

    private func standing(_ name: RotaID, of app: AppID) async throws -> RotaRecord {
        guard let kept = try await store.rota(name, of: app) else { throw Problem.unknownRota }
        return kept
    }
}

/// A rota as an app writes it.
public struct RotaRequest: Decodable, Sendable {
    public let rota: Rota

    private enum Key: String, CodingKey {
        case people
    }

    /// What is read of one in JSON.
    public static let memberNames = [Key.people.rawValue] + Rota.Handovers.memberNames

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Self.memberNames)
        let people = try decoder.container(keyedBy: Key.self).decode([UserID].self, forKey: .people)
        let field = Key.people.rawValue
        guard !people.isEmpty else { throw Problem.missingField(field) }
        guard people.count <= Rota.peopleCountMax else { throw Problem.wrongType(field: field, expected: "at most \(Rota.peopleCountMax) people") }
        guard Set(people).count == people.count else { throw Problem.wrongType(field: field, expected: "each person once, in their turn") }
        rota = Rota(people, handovers: try Rota.Handovers(from: decoder))
    }
}
