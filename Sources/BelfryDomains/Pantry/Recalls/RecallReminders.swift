import BelfryModel
import BelfryTime

/// Tells a household of the recalls that concern it: each event once, at once.
public enum RecallReminders {
    public static let category = "RECALL"

    /// - Parameters:
    ///   - matches: what the feeds' notices mean to the household now.
    ///   - told: the subjects of those that the person was told of; see ``subject(of:)``. They are not told again, however often a feed has them.
    public static func requests(from matches: [RecallMatch], told: Set<String>, to recipient: Recipient) -> DomainPlan {
        var plan = DomainPlan()
        for match in matches where !told.contains(subject(of: match.notice)) {
            guard let id = identifier(of: match.notice) else { continue }
            plan.requests.append(
                NotificationRequest(
                    id: id, trigger: .moment((recipient.now + .seconds(1)).roundedUp(toMultipleOf: 60_000)), content: .same(message(for: match)),
                    category: category, severity: match.notice.severity == .critical ? .critical : .attention, digestWindow: .never))
        }
        return plan
    }

    /// Under which an event is remembered once it was told: the subject of its notification.
    public static func subject(of notice: RecallNotice) -> String { identifier(of: notice)?.text ?? "" }

    /// Nil where the agency's identifier can't be part of one.
    private static func identifier(of notice: RecallNotice) -> RequestID? {
        RequestID(domain: PantryReminders.domain, entity: "\(notice.feed.rawValue)-\(notice.id)", rule: "recall")
    }

    /// What is only likely is said with "may", and a warning is no recall.
    private static func message(for match: RecallMatch) -> Message {
        let kind = match.notice.kind == .recall ? "recall" : "alert"
        let template = "pantry.\(kind)\(match.confidence == .exact ? "" : "_maybe")"
        let names = match.items.map(\.item.name).joined(separator: ", ")
        let values: [String: MessageFacts.Value?] = ["name": .text(names), "reason": match.notice.reason.map { .text($0) }]
        return .facts(MessageFacts(template: template, values: values.compactMapValues(\.self)))
    }
}
