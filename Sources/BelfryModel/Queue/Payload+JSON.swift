import BelfryTime

/// The payload as the queue's column has it: the same JSON as by `Codable`, quicker.
extension Payload {
    /// Nil where the text is none that can be read quickly; then `Codable` reads it.
    public init?(flatJSON text: String) {
        var payload = Payload()
        let isRead = FlatJSON.read(text) { name, value in
            switch name {
            case "kind": payload.kind = value.text
            case "rota": payload.rota = value.text.flatMap { RotaID($0) }
            case "severity": payload.severity = value.text.flatMap(Severity.init(rawValue:))
            case "member_name": payload.memberName = value.text
            case "metric_type": payload.metric = value.text.flatMap(Metric.init(rawValue:))
            case "pattern_type": payload.pattern = value.text.flatMap(PatternType.init(rawValue:))
            case "level": payload.level = value.integer.flatMap(EpisodeLevel.init(rawValue:))
            case "active_since": payload.activeSince = value.text.flatMap { CivilDate($0) }
            case "day_count": payload.dayCount = value.integer
            case "baseline_value": payload.baselineValue = value.number
            case "recent_value": payload.recentValue = value.number
            case "deviation_percent": payload.deviationPercent = value.number
            case "notification_id": payload.notification = Self.notification(named: value.text)
            case "title": payload.title = value.text
            case "body": payload.body = value.text
            case "collapse_key": payload.collapseKey = value.text.flatMap { CollapseKey($0) }
            case "is_over": payload.isOver = value.flag
            case "deliver_at_local": payload.deliverAtLocal = value.text.flatMap { CivilDateTime($0) }
            case "expires_at_local": payload.expiresAtLocal = value.text.flatMap { CivilDateTime($0) }
            case "one_of_us": if case .flag(let flag) = value { payload.oneOfUs = flag }
            case "link": payload.link = value.text.flatMap { NotificationLink($0) }
            default: break
            }
        }
        guard isRead else { return nil }
        self = payload
    }

    /// Nil also for a name that no receipt can bear: no device of the person could take anything over any more.
    static func notification(named text: String?) -> NotificationID? { text.flatMap { FactRecord.isID($0) ? NotificationID($0) : nil } }

    /// With its keys in the order of the alphabet.
    /// - Returns: nil where a number isn't finite, which JSON has no words for.
    public func flatJSON() -> String? {
        guard [baselineValue, recentValue, deviationPercent].allSatisfy({ $0?.isFinite ?? true }) else { return nil }
        var writer = FlatJSON.Writer()
        if let actions { writer.add("actions", json: actions.json) }
        if let activeSince { writer.add("active_since", activeSince.description) }
        if let baselineValue { writer.add("baseline_value", baselineValue) }
        if let body { writer.add("body", body) }
        if let collapseKey { writer.add("collapse_key", collapseKey.text) }
        if let dayCount { writer.add("day_count", dayCount) }
        if let deliverAtLocal { writer.add("deliver_at_local", deliverAtLocal.description) }
        if let deviationPercent { writer.add("deviation_percent", deviationPercent) }
        if let escalation { writer.add("escalation", json: escalation.json) }
        if let expiresAtLocal { writer.add("expires_at_local", expiresAtLocal.description) }
        if let image { writer.add("image", json: image.json) }
        if let isOver { writer.add("is_over", isOver) }
        if let kind { writer.add("kind", kind) }
        if let level { writer.add("level", level.rawValue) }
        if let link { writer.add("link", link.text) }
        if let memberName { writer.add("member_name", memberName) }
        if let metric { writer.add("metric_type", metric.rawValue) }
        if let notification { writer.add("notification_id", notification.description) }
        if let oneOfUs { writer.add("one_of_us", oneOfUs) }
        if let pattern { writer.add("pattern_type", pattern.rawValue) }
        if let recentValue { writer.add("recent_value", recentValue) }
        if let rota { writer.add("rota", rota.text) }
        if let severity { writer.add("severity", severity.rawValue) }
        if let texts {
            writer.add("texts", objects: texts.all.map { ($0.language.rawValue, $0.text) }) { text, writer in
                if !text.actionTitles.isEmpty { writer.add("actions", texts: text.actionTitlesByName) }
                if let body = text.body { writer.add("body", body) }
                if let imageAlt = text.imageAlt { writer.add("image_alt", imageAlt) }
                if let title = text.title { writer.add("title", title) }
            }
        }
        if let throttle { writer.add("throttle", json: throttle.json) }
        if let title { writer.add("title", title) }
        return writer.finish()
    }
}
