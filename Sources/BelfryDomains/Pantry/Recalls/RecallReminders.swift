import BelfryModel
import BelfryTime

/// Tells a household of the recalls that concern it: each event once, at once, and once more of things that come later, and where it becomes critical.
public enum RecallReminders {
    public static let category = "RECALL"

    /// - Parameters:
    ///   - matches: what the feeds' notices mean to the household now.
    ///   - known: what came of them before; an event that is still there keeps its moment.
    /// - Returns: one for each event whose name can be part of an identifier, in the order of the matches. Things of which it wasn't told yet,
    ///   because they came into the house or into the notice since, have one each. Behind them, those of which no thing is left.
    public static func alerts(from matches: [RecallMatch], known: [RecallAlert] = [], now: Instant) -> [RecallAlert] {
        let families = Dictionary(grouping: known) { $0.addedTo ?? $0.event }
        let found = matches.filter { identifier(of: event(of: $0.notice)) != nil }
        let current = found.flatMap { family(of: $0, known: families[event(of: $0.notice)] ?? [], now: now) }
        let events = Set(found.map { event(of: $0.notice) })
        return current + known.filter { !events.contains($0.addedTo ?? $0.event) }.map { alert($0, without: $0.items) }
    }

    /// Those that are known, each with those of its things that are found, and those of things that none of them has.
    private static func family(of match: RecallMatch, known: [RecallAlert], now: Instant) -> [RecallAlert] {
        let event = event(of: match.notice)
        var fresh = match.items
        var alerts: [RecallAlert] = []
        for known in known {
            let own = fresh.filter { known.items?.contains($0.item.id) ?? true }
            fresh.removeAll { own.contains($0) }
            var next = alert(known.event, addedTo: known.addedTo, of: match, own, all: known.items, due: known.due)
            if next.severity > known.severity, next.severity > known.raisedFrom ?? known.severity {
                next.due = nextMinute(after: now)
                next.raisedFrom = known.severity
            } else {
                // What was told as critical is no news when it falls and rises again.
                next.raisedFrom = known.raisedFrom ?? (next.severity < known.severity ? known.severity : nil)
            }
            alerts.append(next)
        }
        if !known.isEmpty { fresh.removeAll { !concerns(match.notice, later: $0) } }
        guard !fresh.isEmpty else { return alerts }
        let due = nextMinute(after: now)
        // The first is known by the event alone, by whichever device.
        if known.isEmpty { return [alert(event, addedTo: nil, of: match, fresh, all: nil, due: due)] }
        // Each thing has one of its own: one device may come to know of two together, and another of one after the other.
        return alerts
            + Dictionary(grouping: fresh, by: \.item.id).sorted { $0.key < $1.key }.map { id, things in
                alert("\(event)\(addition)\(name(of: id))", addedTo: event, of: match, things, all: nil, due: due)
            }
    }

    /// Whether a thing that came later is told of though the household knows of the event. Whoever buys the same every week isn't asked each time to
    /// compare its lot with a recall that is over, or that it may have nothing to do with.
    private static func concerns(_ notice: RecallNotice, later thing: ItemMatch) -> Bool {
        thing.isLotListed || notice.status == .ongoing && thing.ground.confidence == .exact
    }

    private static func alert(
        _ name: String, addedTo event: String?, of match: RecallMatch, _ items: [ItemMatch], all known: [String]?, due: Instant
    ) -> RecallAlert {
        RecallAlert(
            event: name, addedTo: event, isRecall: match.notice.kind == .recall,
            confidence: items.map(\.ground.confidence).max() ?? match.confidence, items: known ?? items.map(\.item.id),
            names: items.map(\.item.name).joined(separator: ", "), reason: match.notice.reason,
            severity: match.notice.severity == .critical ? .critical : .attention, due: due)
    }

    /// The same on every device, whatever else it finds.
    private static func name(of item: String) -> String {
        var hash = StableHash()
        hash.add(item)
        return String(hash.value, radix: 16)
    }

    /// One of which no thing is left.
    private static func alert(_ alert: RecallAlert, without items: [String]?) -> RecallAlert {
        RecallAlert(
            event: alert.event, addedTo: alert.addedTo, isRecall: alert.isRecall, confidence: alert.confidence, items: items ?? [], names: "",
            reason: alert.reason, severity: alert.severity, due: alert.due, raisedFrom: alert.raisedFrom)
    }

    /// - Parameter told: the subjects of those that the person was told of; see ``subject(of:)``. They are not told again, however often
    ///   a feed has them.
    public static func requests(from alerts: [RecallAlert], told: Set<String>) -> DomainPlan {
        var plan = DomainPlan()
        plan.requests = alerts.compactMap { alert in
            guard alert.isCurrent, let id = identifier(of: alert, told: told), !told.contains(id.text) else { return nil }
            return NotificationRequest(
                id: id, trigger: .moment(alert.due), content: .same(message(for: alert)), category: category, severity: alert.severity,
                digestWindow: .never)
        }
        return plan
    }

    /// An alert that nobody was told of, to be told now where its moment has passed, or is one of a clock that was set back since.
    public static func renewed(_ alert: RecallAlert, now: Instant) -> RecallAlert {
        guard alert.isCurrent, alert.due <= now || alert.due > nextMinute(after: now) else { return alert }
        var alert = alert
        alert.due = nextMinute(after: now)
        return alert
    }

    /// Under which an alert is told next: another subject than before where it has become graver since it was told, by whichever device.
    ///
    /// - Parameter told: the subjects of those that the person was told of.
    /// - Returns: nil where the event's name can't be part of an identifier.
    public static func subject(of alert: RecallAlert, told: Set<String> = []) -> String? { identifier(of: alert, told: told)?.text }

    /// Under which an event is remembered once it was told: the subject of its notification.
    public static func subject(of notice: RecallNotice) -> String { identifier(of: event(of: notice))?.text ?? "" }

    /// Whether it is that of some recall.
    public static func isSubject(_ text: String) -> Bool { text.hasPrefix("\(PantryReminders.domain)|") && text.hasSuffix("|\(rule)") }

    /// The feed and event that an alert tells of, whatever things it is of, from the middle part of its subject.
    public static func event(of entity: String) -> String {
        guard let mark = entity.lastIndex(of: addition), entity[mark...].dropFirst().allSatisfy(\.isHexDigit) else { return entity }
        return String(entity[..<mark])
    }

    private static let rule = "recall"
    /// What stands before the name of things that came later.
    private static let addition: Character = "+"

    private static func event(of notice: RecallNotice) -> String { "\(notice.feed.rawValue)-\(notice.id)" }

    /// Nil where the agency's identifier can't be part of one.
    private static func identifier(of event: String) -> RequestID? {
        RequestID(domain: PantryReminders.domain, entity: event, rule: rule)
    }

    private static func identifier(of alert: RecallAlert, told: Set<String>) -> RequestID? {
        guard let first = identifier(of: alert.event), alert.isRaised, told.contains(first.text) else { return identifier(of: alert.event) }
        return identifier(of: "\(alert.addedTo ?? alert.event)\(addition)\(name(of: "\(alert.event) critical"))")
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
