import BelfryModel
import BelfryPorts
import BelfryTime

/// To whom an order goes: people by their identifiers, each perhaps with values of their own, families, whoever is in them when it is carried out, and
/// rotas, whoever is on duty when it is told.
public struct OrderAudience: Sendable {
    let people: [BroadcastRecipient]
    public let families: [NamedFamily]
    /// Of the app that orders.
    public let rotas: [RotaID]
    /// Where it stands in what was read, as a path.
    private let place: [any CodingKey]

    /// So many families one order names at most.
    public static let familyCountMax = 100
    /// So many rotas one order names at most.
    public static let rotaCountMax = 100

    /// - Parameters: families and rotas alone.
    init(_ families: [NamedFamily], rotas: [RotaID]) {
        (people, self.families, self.rotas, place) = ([], families, rotas, [])
    }

    /// Whether who is told shows only when it is carried out.
    public var isOpen: Bool { !families.isEmpty || !rotas.isEmpty }

    /// Everybody it goes to, each once: first those who are named, in their order, then who is in its families at this moment, then who is on duty by its
    /// rotas when it is told.
    ///
    /// - Throws: `Problem.unknownFamily` and `.wrongType` with the family's place in the list, where there is none or where nobody in it has the roles;
    ///   `Problem.wrongType` with a recipient's, where the words can't be told to them or where they are named again with other values; as
    ///   ``onDuty(_:at:for:in:isStrict:)``.
    public func told(
        _ order: NotificationOrder, personalisation: Personalisation, by app: AppID, in store: any FamilyStore & RotaStore, zones: any TimeZoneDatabase,
        now: Instant
    ) async throws -> OrderRecipients {
        let named = try recipients(of: order, personalisation: personalisation)
        let members = try await members(in: store, isStrict: true)
        let onDuty = try await onDuty(
            order.escalation, at: DutyMoment(of: order, now: now), for: app, in: RotaDesk(store: store, zones: zones), isStrict: true)
        return try named.joined(by: members, onDuty, personalisation.words(of: order))
    }

    /// Those who are named, each once, in their order.
    ///
    /// - Throws: `Problem.wrongType` as ``told(_:personalisation:by:in:zones:now:)``, and where a family's members would lack a value.
    func recipients(of order: NotificationOrder, personalisation: Personalisation) throws(Problem) -> OrderRecipients {
        let personal = try personalisation.words(of: order)
        var told = OrderRecipients([], templates: personal.templates)
        for person in people {
            let user = person.named.user
            guard person.named.values != nil || !told.has(user) else { continue }
            let values = try personal.values(of: person)
            guard told.add(user, values) || told.values[user] == values else {
                throw person.refused(expected: "the same values wherever somebody is named")
            }
        }
        if isOpen { _ = try personal.values(of: .notNamed) }
        return told
    }

    /// What those who are named have of their own, of some names alone.
    func values(of names: Set<String>) -> [UserID: PersonalValues] {
        let given = people.compactMap { person in
            person.named.values.map { (person.named.user, $0.named(names, orFrom: PersonalValues())) }
        }
        return Dictionary(given) { first, _ in first }.filter { !$0.value.texts.isEmpty }
    }

    private func field(_ key: Key, _ index: Int) -> String { "\(Problem.path(place + [key]))[\(index)]" }

    /// Who is in its families at this moment, in the order of the families.
    ///
    /// - Parameter isStrict: whether a family that isn't there, or has nobody, is refused; else it has nobody.
    /// - Throws: as ``told(_:personalisation:by:in:zones:now:)``; what the store throws.
    func members(in store: any FamilyStore, isStrict: Bool) async throws -> [UserID] {
        var members: [UserID] = []
        for (index, named) in families.enumerated() {
            let field = field(.families, index)
            let family = try await store.family(named.family)
            guard family != nil || !isStrict else { throw Problem.unknownFamily(field: field) }
            let meant = family?.members.filter { named.roles?.contains($0.role) ?? true }.map(\.user) ?? []
            guard !meant.isEmpty || !isStrict else { throw Problem.wrongType(field: field, expected: "a family in which somebody has the roles that it names") }
            members += meant
        }
        return members
    }

    /// Who is on duty by its rotas, in their order, and by those of an escalation beside it.
    ///
    /// - Parameter isStrict: as of ``RotaDesk/onDuty(by:at:for:isStrict:field:)``.
    /// - Throws: as that, with the rota's place in the list; what the store throws.
    func onDuty(_ escalation: Escalation?, at moment: DutyMoment, for app: AppID, in desk: RotaDesk, isStrict: Bool) async throws -> OnDuty {
        var found = OnDuty(first: try await desk.onDuty(by: rotas, at: moment, for: app, isStrict: isStrict) { field(.rotas, $0) })
        for (number, step) in (escalation?.steps ?? []).enumerated() {
            let path = Problem.path(place + [NotificationOrder.CodingKeys.escalation])
            let holders = try await desk.onDuty(by: step.rotas, at: moment.later(by: step.after), for: app, isStrict: isStrict) {
                "\(path).steps[\(number)].rotas[\($0)]"
            }
            found.further.append(Dictionary(holders.map { ($0.rota, $0.user) }) { first, _ in first })
        }
        return found
    }
}

/// Who is on duty when something is told.
struct OnDuty: Sendable {
    let first: [DutyHolder]
    /// In each step of its escalation, by each of its rotas.
    var further: [[RotaID: UserID]] = []
}

/// Somebody who is on duty, and by which rota.
struct DutyHolder: Hashable, Sendable {
    let user: UserID
    let rota: RotaID
}

/// When it counts who is on duty: when something is told. Shifts are known before.
enum DutyMoment: Hashable, Sendable {
    case at(Instant)
    /// When the clock of the rota's zone shows it: each recipient's own may differ.
    case local(CivilDateTime, notBefore: Instant)

    /// Of an order that is taken in now.
    init(of order: NotificationOrder, now: Instant) {
        self = order.payload.deliverAtLocal.map { .local($0, notBefore: now) } ?? .at(max(order.deliverAfter ?? now, now))
    }

    /// Of one time that an order comes back.
    init(of occurrence: ScheduledOccurrence, isByOwnClocks: Bool, now: Instant) {
        self = isByOwnClocks ? .local(occurrence.local, notBefore: now) : .at(max(occurrence.at, now))
    }

    /// Of what is told later; what has a moment by each recipient's clock has no escalation.
    func later(by wait: Duration) -> DutyMoment {
        if case .at(let moment) = self { .at(min(moment + wait, .max)) } else { self }
    }

    func instant(in zone: TimeZoneRules) -> Instant {
        switch self {
        case .at(let moment): moment
        case .local(let local, let now): max(zone.instant(of: local), now)
        }
    }
}

extension OrderAudience: Decodable {
    enum Key: String, CodingKey, CaseIterable {
        case recipients, families, rotas
        case recipient = "recipient_user_id"
    }

    public static let memberNames = Key.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        place = container.codingPath
        let named = try container.decodeIfPresent([NamedRecipient].self, forKey: .recipients) ?? []
        let one = try container.decodeIfPresent(UserID.self, forKey: .recipient).map { BroadcastRecipient(NamedRecipient($0), .anywhere) }
        people = named.enumerated().map { BroadcastRecipient($0.element, at: $0.offset) } + [one].compactMap(\.self)
        families = try container.decodeIfPresent([NamedFamily].self, forKey: .families) ?? []
        rotas = try container.decodeIfPresent([RotaID].self, forKey: .rotas) ?? []
        guard !people.isEmpty || isOpen else { throw Problem.missingField(Problem.path(container.codingPath + [Key.recipients])) }
        guard rotas.count <= Self.rotaCountMax else {
            throw Problem.wrongType(field: Problem.path(container.codingPath + [Key.rotas]), expected: "at most \(Self.rotaCountMax) rotas")
        }
        guard families.count <= Self.familyCountMax else {
            throw Problem.wrongType(field: Problem.path(container.codingPath + [Key.families]), expected: "at most \(Self.familyCountMax) families")
        }
    }
}

/// A family as an order names it: by its identifier, or as an object with `family_id` and, where not all of its members are meant, their `roles`.
public struct NamedFamily: Hashable, Sendable {
    public let family: FamilyID
    /// Nil for all.
    let roles: Set<FamilyRole>?

    /// All of its members.
    init(_ family: FamilyID) { (self.family, roles) = (family, nil) }
}

extension NamedFamily: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case roles
        case family = "family_id"
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field: a misspelt `roles` would have everybody told.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            (family, roles) = (try FamilyID(from: decoder), nil)
            return
        }
        try decoder.checkMembers(Key.allCases.map(\.rawValue))
        family = try container.decode(FamilyID.self, forKey: .family)
        roles = try container.decodeIfPresent([String].self, forKey: .roles).map { names in
            let field = Problem.path(container.codingPath + [Key.roles])
            guard !names.isEmpty else { throw Problem.missingField(field) }
            return try Set(
                names.map { name in
                    guard let role = FamilyRole(rawValue: name) else { throw Problem.unknownValue(field: field, allowed: FamilyRole.allCases.map(\.rawValue)) }
                    return role
                })
        }
    }

    /// As it may be given again.
    public func encode(to encoder: any Encoder) throws {
        guard let roles else { return try family.encode(to: encoder) }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(family, forKey: .family)
        try container.encode(FamilyRole.allCases.filter(roles.contains), forKey: .roles)
    }
}

/// Who is told an order, each once, and what its words put in for each.
public struct OrderRecipients: Sendable {
    public private(set) var users: [UserID] = []
    /// Nil where all are told the same.
    private let templates: PersonalTexts?
    /// Nobody's where the words put nothing in.
    private(set) var values: [UserID: PersonalValues] = [:]
    /// By which rota those are on duty who are told for that alone.
    private var rotas: [UserID: RotaID] = [:]
    /// Who is on duty in each step of the order's escalation, by each of its rotas.
    fileprivate(set) var further: [[RotaID: UserID]] = []
    private var known: Set<UserID> = []

    /// - Parameter users: may name somebody more than once.
    public init(_ users: [UserID]) { self.init(users, templates: nil) }

    init(_ users: [UserID], templates: PersonalTexts?) {
        self.templates = templates
        for user in users { add(user, nil) }
    }

    func has(_ user: UserID) -> Bool { known.contains(user) }

    /// - Returns: false where they are among them already; nothing is changed then.
    @discardableResult
    mutating func add(_ user: UserID, _ own: PersonalValues?) -> Bool {
        guard known.insert(user).inserted else { return false }
        users.append(user)
        values[user] = own
        return true
    }

    /// The same with others behind them, for whom the words put in what holds for everybody.
    func joined(by others: [UserID], _ onDuty: OnDuty, _ personal: PersonalOrder) throws(Problem) -> OrderRecipients {
        var all = self
        all.further = onDuty.further
        guard !others.isEmpty || !onDuty.first.isEmpty else { return all }
        let values = try personal.values(of: .notNamed)
        for user in others { all.add(user, values) }
        for holder in onDuty.first { all.add(holder, values) }
        return all
    }

    mutating func add(_ holder: DutyHolder, _ own: PersonalValues?) {
        if add(holder.user, own) { rotas[holder.user] = holder.rota }
    }

    /// What somebody of them is told.
    func payload(_ payload: Payload, for user: UserID) -> Payload {
        var payload = payload
        payload.rota = rotas[user]
        if let templates, let own = values[user] { payload.fill(templates, with: own) }
        return payload
    }
}

extension PersonalOrder {
    /// Who is told what comes back: those who are named there, and then others. What is put in was looked at when it was taken in.
    func recipients(
        of order: ScheduledOrder, and members: [UserID], _ onDuty: OnDuty, besides spared: Set<UserID> = []
    ) -> OrderRecipients {
        var told = OrderRecipients([], templates: templates)
        let values = { (user: UserID) in templates.map { (order.values[user] ?? PersonalValues()).named($0.names, orFrom: defaults) } }
        for user in order.recipients + members where !spared.contains(user) { told.add(user, values(user)) }
        for holder in onDuty.first where !spared.contains(holder.user) { told.add(holder, values(holder.user)) }
        told.further = onDuty.further
        return told
    }
}

extension BroadcastRecipient {
    /// Whoever is in a family or on duty has no values of their own.
    fileprivate static let notNamed = BroadcastRecipient(NamedRecipient(.erased), .anywhere)
}
