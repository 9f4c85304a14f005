import BelfryModel
import BelfryPorts
import BelfryTime

/// Who is told what another program reports, and how: the parameters of the address that it posts to, since its body is its own.
public struct IntakeTarget: Hashable, Sendable {
    /// Each once.
    public private(set) var recipients: [UserID]
    /// Whose members are told beside them; of words alone, which have no end that would have to reach the same people.
    public let families: [FamilyID]
    /// By which somebody is on duty who is told beside them; as of ``families``.
    public let rotas: [RotaID]
    /// Who that is, once they were looked for.
    private var onDuty: [DutyHolder] = []
    /// Each once; nil for the house's route of the category.
    public let channels: [DeliveryChannel]?
    /// How grave everything is, whatever the report says; nil for what it says.
    public let severity: Severity?
    /// What it is about, by which people switch it off; nil for the name of the program.
    public let category: String?
    /// Whether what was told is told again when it comes again, in the place of the first.
    public let tellsRepeats: Bool

    public static let parameterNames = ["to", "channel", "severity", "category", "repeat"]
    /// Of words.
    public static let textParameterNames = parameterNames + [OrderAudience.Key.families, .rotas].map(\.rawValue)

    /// - Parameter parameters: of the address, by their names; others are passed over.
    /// - Throws: `Problem.missingField` where nobody is named, or another ``Problem`` that names the parameter.
    public init(_ parameters: [String: String]) throws(Problem) {
        var known: Set<UserID> = []
        var recipients: [UserID] = []
        for name in Self.names(parameters["to"]) {
            guard let user = UserID(name) else { throw .wrongType(field: "to", expected: "identifiers of people, with commas between them") }
            if known.insert(user).inserted { recipients.append(user) }
        }
        self.recipients = recipients
        families = try Self.identifiers(OrderAudience.Key.families.rawValue, of: parameters)
        rotas = try Self.identifiers(OrderAudience.Key.rotas.rawValue, of: parameters)
        guard !recipients.isEmpty || !families.isEmpty || !rotas.isEmpty else { throw .missingField("to") }
        let channels = try NotificationOrder.channels(Self.names(parameters["channel"]), field: "channel")
        self.channels = channels.isEmpty ? nil : channels
        severity = try Self.choice(Severity.self, "severity", of: parameters)
        category = try parameters["category"].flatMap { $0.isEmpty ? nil : $0 }.map { name throws(Problem) in
            try NotificationOrder.checkedCategory(name, field: "category")
        }
        tellsRepeats = try Self.choice(Repeat.self, "repeat", of: parameters) == .tell
    }

    /// The same with whoever is in its families now, and on duty by its rotas, among those who are told.
    ///
    /// - Throws: `Problem.unknownFamily`, `.unknownRota` or `.wrongType` with its place in the list; what the store throws.
    public func joined(
        in store: any FamilyStore & RotaStore, by app: AppID, zones: any TimeZoneDatabase, now: Instant
    ) async throws -> IntakeTarget {
        let audience = OrderAudience(families.map(NamedFamily.init), rotas: rotas)
        guard audience.isOpen else { return self }
        var target = self
        let members = try await audience.members(in: store, isStrict: true)
        target.recipients = OrderRecipients(recipients + members).users
        target.onDuty = try await audience.onDuty(nil, at: .at(now), for: app, in: RotaDesk(store: store, zones: zones), isStrict: true).first
        return target
    }

    /// Everybody who is told, each once.
    var told: OrderRecipients {
        var told = OrderRecipients(recipients)
        for holder in onDuty { told.add(holder, nil) }
        return told
    }

    private static func identifiers<Value>(_ name: String, of parameters: [String: String]) throws(Problem) -> [Identifier<Value>] {
        var found: [Identifier<Value>] = []
        for text in names(parameters[name]) {
            guard let id = Identifier<Value>(text) else { throw .wrongType(field: name, expected: "identifiers, with commas between them") }
            guard !found.contains(id) else { continue }
            guard found.count < OrderAudience.familyCountMax else { throw .tooManyItems(countMax: OrderAudience.familyCountMax) }
            found.append(id)
        }
        return found
    }

    private enum Repeat: String, CaseIterable {
        case tell
    }

    /// The same for the same people over the same channels, in whichever order they are named.
    var audience: [String] { recipients.map(\.text).sorted() + ["over"] + (channels ?? []).map(\.rawValue).sorted() }

    private static func names(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ type: Value.Type, _ name: String, of parameters: [String: String]
    ) throws(Problem) -> Value? {
        guard let text = parameters[name], !text.isEmpty else { return nil }
        guard let value = Value(rawValue: text) else { throw .unknownValue(field: name, allowed: Value.allCases.map(\.rawValue)) }
        return value
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        guard let start = firstIndex(where: { $0 != " " }), let end = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[start...end])
    }
}
