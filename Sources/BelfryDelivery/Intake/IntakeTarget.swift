import BelfryModel

/// Who is told what another program reports, and how: the parameters of the address that it posts to, since its body is its own.
public struct IntakeTarget: Hashable, Sendable {
    /// Each once.
    public let recipients: [UserID]
    /// Each once; nil for the house's route of the category.
    public let channels: [DeliveryChannel]?
    /// How grave everything is, whatever the report says; nil for what it says.
    public let severity: Severity?
    /// What it is about, by which people switch it off; nil for the name of the program.
    public let category: String?
    /// Whether what was told is told again when it comes again, in the place of the first.
    public let tellsRepeats: Bool

    public static let parameterNames = ["to", "channel", "severity", "category", "repeat"]

    /// - Parameter parameters: of the address, by their names; others are passed over.
    /// - Throws: `Problem.missingField` where nobody is named, or another ``Problem`` that names the parameter.
    public init(_ parameters: [String: String]) throws(Problem) {
        var known: Set<UserID> = []
        var recipients: [UserID] = []
        for name in Self.names(parameters["to"]) {
            guard let user = UserID(name) else { throw .wrongType(field: "to", expected: "identifiers of people, with commas between them") }
            if known.insert(user).inserted { recipients.append(user) }
        }
        guard !recipients.isEmpty else { throw .missingField("to") }
        self.recipients = recipients
        let channels = try NotificationOrder.channels(Self.names(parameters["channel"]), field: "channel")
        self.channels = channels.isEmpty ? nil : channels
        severity = try Self.choice(Severity.self, "severity", of: parameters)
        category = try parameters["category"].flatMap { $0.isEmpty ? nil : $0 }.map { name throws(Problem) in
            try NotificationOrder.checkedCategory(name, field: "category")
        }
        tellsRepeats = try Self.choice(Repeat.self, "repeat", of: parameters) == .tell
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
