import BelfryModel
import BelfryPorts

/// To whom an order goes: people by their identifiers, each perhaps with values of their own, and families, whoever is in them when it is carried out.
public struct OrderAudience: Sendable {
    let people: [BroadcastRecipient]
    public let families: [NamedFamily]

    /// So many families one order names at most.
    public static let familyCountMax = 100

    /// - Parameter families: alone.
    init(_ families: [NamedFamily]) {
        (people, self.families) = ([], families)
    }

    /// Everybody it goes to at this moment, each once: first those who are named, in their order, then who is in its families.
    ///
    /// - Throws: `Problem.unknownFamily` and `.wrongType` with the family's place in the list, where there is none or where nobody in it has the roles;
    ///   `Problem.wrongType` with a recipient's, where the words can't be told to them or where they are named again with other values.
    public func told(_ order: NotificationOrder, personalisation: Personalisation, in store: any FamilyStore) async throws -> OrderRecipients {
        let named = try recipients(of: order, personalisation: personalisation)
        return try await named.joined(by: members(in: store, isStrict: true), personalisation.words(of: order))
    }

    /// Those who are named, each once, in their order.
    ///
    /// - Throws: `Problem.wrongType` as ``told(_:personalisation:in:)``, and where a family's members would lack a value.
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
        if !families.isEmpty { _ = try personal.values(of: .inFamily) }
        return told
    }

    /// What those who are named have of their own, of some names alone.
    func values(of names: Set<String>) -> [UserID: PersonalValues] {
        let given = people.compactMap { person in
            person.named.values.map { (person.named.user, $0.named(names, orFrom: PersonalValues())) }
        }
        return Dictionary(given) { first, _ in first }.filter { !$0.value.texts.isEmpty }
    }

    /// Who is in its families at this moment, in the order of the families.
    ///
    /// - Parameter isStrict: whether a family that isn't there, or has nobody, is refused; else it has nobody.
    /// - Throws: as ``told(_:personalisation:in:)``; what the store throws.
    func members(in store: any FamilyStore, isStrict: Bool) async throws -> [UserID] {
        var members: [UserID] = []
        for (index, named) in families.enumerated() {
            let field = "\(Key.families.rawValue)[\(index)]"
            let family = try await store.family(named.family)
            guard family != nil || !isStrict else { throw Problem.unknownFamily(field: field) }
            let meant = family?.members.filter { named.roles?.contains($0.role) ?? true }.map(\.user) ?? []
            guard !meant.isEmpty || !isStrict else { throw Problem.wrongType(field: field, expected: "a family in which somebody has the roles that it names") }
            members += meant
        }
        return members
    }
}

extension OrderAudience: Decodable {
    enum Key: String, CodingKey, CaseIterable {
        case recipients, families
        case recipient = "recipient_user_id"
    }

    public static let memberNames = Key.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let named = try container.decodeIfPresent([NamedRecipient].self, forKey: .recipients) ?? []
        let one = try container.decodeIfPresent(UserID.self, forKey: .recipient).map { BroadcastRecipient(NamedRecipient($0), .anywhere) }
        people = named.enumerated().map { BroadcastRecipient($0.element, at: $0.offset) } + [one].compactMap(\.self)
        families = try container.decodeIfPresent([NamedFamily].self, forKey: .families) ?? []
        guard !people.isEmpty || !families.isEmpty else { throw Problem.missingField(Problem.path(container.codingPath + [Key.recipients])) }
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
    func joined(by others: [UserID], _ personal: PersonalOrder) throws(Problem) -> OrderRecipients {
        guard !others.isEmpty else { return self }
        let values = try personal.values(of: .inFamily)
        var all = self
        for user in others { all.add(user, values) }
        return all
    }

    /// What somebody of them is told.
    func payload(_ payload: Payload, for user: UserID) -> Payload {
        guard let templates, let own = values[user] else { return payload }
        var payload = payload
        payload.fill(templates, with: own)
        return payload
    }
}

extension PersonalOrder {
    /// Who is told what comes back: those who are named there, and then others. What is put in was looked at when it was taken in.
    func recipients(of order: ScheduledOrder, and members: [UserID], besides spared: Set<UserID> = []) -> OrderRecipients {
        var told = OrderRecipients([], templates: templates)
        for user in order.recipients + members where !spared.contains(user) {
            let own = order.values[user] ?? PersonalValues()
            told.add(user, templates.map { own.named($0.names, orFrom: defaults) })
        }
        return told
    }
}

extension BroadcastRecipient {
    /// Whoever is in a family has no values of their own.
    fileprivate static let inFamily = BroadcastRecipient(NamedRecipient(.erased), .anywhere)
}
