import BelfryModel
import BelfryTime

/// Tells a household of the recalls that concern it: each event once, at once.
public enum RecallReminders {
    public static let category = "RECALL"

    /// - Parameters:
    ///   - matches: what the feeds' notices mean to the household now.
    ///   - known: what came of them before; an event that is still there keeps its moment.
    /// - Returns: one for each event whose name can be part of an identifier, in the order of the matches.
    public static func alerts(from matches: [RecallMatch], known: [RecallAlert] = [], now: Instant) -> [RecallAlert] {
        let moments = Dictionary(known.map { ($0.event, $0.due) }, uniquingKeysWith: { first, _ in first })
        return matches.filter { identifier(of: event(of: $0.notice)) != nil }.map { match in
            let event = event(of: match.notice)
            return RecallAlert(
                event: event, isRecall: match.notice.kind == .recall, confidence: match.confidence,
                names: match.items.map(\.item.name).joined(separator: ", "), reason: match.notice.reason,
                severity: match.notice.severity == .critical ? .critical : .attention, due: moments[event] ?? nextMinute(after: now))
        }
    }

    /// - Parameter told: the subjects of those that the person was told of; see ``subject(of:)``. They are not told again, however often
    ///   a feed has them.
    public static func requests(from alerts: [RecallAlert], told: Set<String>) -> DomainPlan {
        var plan = DomainPlan()
        plan.requests = alerts.compactMap { alert in
            guard let id = identifier(of: alert.event), !told.contains(id.text) else { return nil }
            return NotificationRequest(
                id: id, trigger: .moment(alert.due), content: .same(message(for: alert)), category: category, severity: alert.severity,
                digestWindow: .never)
        }
        return plan
    }

    /// An alert that nobody was told of, to be told now where its moment has passed, or is one of a clock that was set back since.
    public static func renewed(_ alert: RecallAlert, now: Instant) -> RecallAlert {
        guard alert.due <= now || alert.due > nextMinute(after: now) else { return alert }
        return RecallAlert(
            event: alert.event, isRecall: alert.isRecall, confidence: alert.confidence, names: alert.names, reason: alert.reason,
            severity: alert.severity, due: nextMinute(after: now))
    }

    /// Nil where the event's name can't be part of an identifier.
    public static func subject(of alert: RecallAlert) -> String? { identifier(of: alert.event)?.text }

    /// Under which an event is remembered once it was told: the subject of its notification.
    public static func subject(of notice: RecallNotice) -> String { identifier(of: event(of: notice))?.text ?? "" }

    /// Whether it is that of some recall.
    public static func isSubject(_ text: String) -> Bool { text.hasPrefix("\(PantryReminders.domain)|") && text.hasSuffix("|\(rule)") }

    private static let rule = "recall"

    private static func event(of notice: RecallNotice) -> String { "\(notice.feed.rawValue)-\(notice.id)" }

    /// Nil where the agency's identifier can't be part of one.
    private static func identifier(of event: String) -> RequestID? {
        RequestID(domain: PantryReminders.domain, entity: event, rule: rule)
    }

    /// A plan tells what lies ahead, so “at once” is the next whole minute.
    private static func nextMinute(after now: Instant) -> Instant { (now + .seconds(1)).roundedUp(toMultipleOf: 60_000) }

    /// What is only likely is said with "may", and a warning is no recall.
    private static func message(for alert: RecallAlert) -> Message {
        let template = "pantry.\(alert.isRecall ? "recall" : "alert")\(alert.confidence == .exact ? "" : "_maybe")"
        let values: [String: MessageFacts.Value?] = ["name": .text(alert.names), "reason": alert.reason.map { .text($0) }]
        return .facts(MessageFacts(template: template, values: values.compactMapValues(\.self)))
    }
}
