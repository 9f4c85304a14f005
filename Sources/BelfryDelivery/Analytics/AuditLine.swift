import BelfryModel
import BelfryPorts
import BelfryTime

/// A line of the audit log as the API answers it, and `belfry audit --json` prints it.
public struct AuditLine: Encodable, Sendable {
    private let entry: AuditEntry

    public init(_ entry: AuditEntry) { self.entry = entry }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, at, actor, action, subject, outcome, details
        case person = "user_id"
        case changedCount = "changed_count"
        case request = "request_id"
    }

    private enum ActorKey: String, CodingKey {
        case kind, name
        case person = "user_id"
    }

    private struct DetailKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ detail: AuditEntry.Detail) { stringValue = detail.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.id, forKey: .id)
        try container.encode(entry.at, forKey: .at)
        var actor = container.nestedContainer(keyedBy: ActorKey.self, forKey: .actor)
        try actor.encode(entry.actor.kind.rawValue, forKey: .kind)
        try actor.encodeIfPresent(entry.actor.name, forKey: .name)
        try actor.encodeIfPresent(entry.actor.person, forKey: .person)
        try container.encode(entry.actionName, forKey: .action)
        try container.encodeIfPresent(entry.subject, forKey: .subject)
        try container.encodeIfPresent(entry.person, forKey: .person)
        try container.encode(entry.outcome.rawValue, forKey: .outcome)
        try container.encodeIfPresent(entry.changedCount, forKey: .changedCount)
        var details = container.nestedContainer(keyedBy: DetailKey.self, forKey: .details)
        for (detail, text) in entry.details { try details.encode(text, forKey: DetailKey(detail)) }
        try container.encodeIfPresent(entry.request, forKey: .request)
    }

    // MARK: As a table

    public static let head =
        ["id", "at", "actor_kind", "actor", "action", "subject", "user_id", "outcome", "changed_count"] + AuditEntry.Detail.allCases.map(\.rawValue)
        + ["request_id"]

    public var cells: [String] {
        [
            entry.id.text, entry.at.description, entry.actor.kind.rawValue, entry.actor.name ?? entry.actor.person?.text ?? "", entry.actionName,
            entry.subject ?? "", entry.person?.text ?? "", entry.outcome.rawValue, entry.changedCount.map(String.init) ?? "",
        ] + AuditEntry.Detail.allCases.map { entry.details[$0] ?? "" } + [entry.request ?? ""]
    }
}

/// What is asked of the log, as it stands in an address or in options.
public enum AuditQuery {
    public static let memberNames = ["actor", "actor_kind", "action", "subject", "outcome", "from", "to"]

    /// - Throws: ``Problem`` that says what can't be used.
    public static func selection(_ values: [String: String], countMax: Int) throws(Problem) -> AuditSelection {
        var selection = AuditSelection(countMax: countMax)
        selection.actor = try name(values["actor"], "actor")
        selection.subject = try name(values["subject"], "subject")
        selection.kind = try choice(values["actor_kind"], "actor_kind")
        selection.action = try choice(values["action"], "action")
        selection.outcome = try choice(values["outcome"], "outcome")
        selection.from = try moment(values["from"], "from")
        selection.until = try moment(values["to"], "to")
        return selection
    }

    private static func name(_ text: String?, _ field: String) throws(Problem) -> String? {
        guard let text else { return nil }
        guard let name = UserID(text) else { throw .wrongType(field: field, expected: "an identifier") }
        return name.text
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String?, _ field: String
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
        guard let text else { return nil }
        guard let choice = Choice(rawValue: text) else { throw .unknownValue(field: field, allowed: Choice.allCases.map(\.rawValue)) }
        return choice
    }

    private static func moment(_ text: String?, _ field: String) throws(Problem) -> Instant? {
        guard let text else { return nil }
        guard let moment = Instant(text) else { throw .wrongType(field: field, expected: "a moment such as 2026-01-25T08:00:00Z") }
        return moment
    }
}
