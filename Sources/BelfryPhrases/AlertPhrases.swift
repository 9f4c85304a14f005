import BelfryModel
import BelfryTime

// BelfryPhrases: says content, reasons and errors as sentences. The only room that words anything for a person.
// It never decides what is said, to whom or when.

/// The words in which Belfry speaks to people: English.
public enum Phrases {
    /// What a notification says.
    ///
    /// - Parameters:
    ///   - merged: payloads that it tells along with its own, as a summary.
    ///   - isHeld: whether they waited for quiet hours to end; otherwise they were found together.
    public static func content(of payload: Payload, merged: [Payload] = [], severity: Severity, isHeld: Bool = true) -> NotificationContent {
        guard !merged.isEmpty else { return NotificationContent(title: title(of: payload), body: body(of: payload), severity: severity) }
        let all = [payload] + merged
        let lines = all.map { "• \(body(of: $0))" }
        let whose = payload.memberName.map { "\($0)'s" } ?? "a family member's"
        return NotificationContent(
            title: isHeld ? "\(all.count) updates from your quiet hours" : "\(all.count) of \(whose) figures are off their usual",
            body: lines.joined(separator: "\n"), severity: all.compactMap(\.severity).max() ?? severity)
    }

    static func title(of payload: Payload) -> String {
        if let title = payload.title { return title }
        guard let metric = payload.metric else { return "A message about \(payload.memberName ?? "your family")" }
        let direction = (payload.pattern ?? metric.badPattern) == .dropVsBaseline ? "down" : "up"
        return "\(payload.memberName.map { "\($0)'s" } ?? "A family member's") \(name(of: metric)) \(verb(of: metric)) \(direction)"
    }

    static func body(of payload: Payload) -> String {
        if let body = payload.body { return body }
        guard let metric = payload.metric else { return "There is news about \(payload.memberName ?? "a member of your family")." }
        return insight(
            metric: metric, pattern: payload.pattern, memberName: payload.memberName, deviationPercent: payload.deviationPercent,
            baselineValue: payload.baselineValue, recentValue: payload.recentValue, dayCount: payload.dayCount ?? payload.level?.rawValue)
    }

    /// What an alert is about, where the member is named beside it: "Sleep is down".
    public static func heading(of metric: Metric, _ pattern: PatternType) -> String {
        "\(capitalised(name(of: metric))) \(verb(of: metric)) \(pattern == .dropVsBaseline ? "down" : "up")"
    }

    /// Whether an episode goes on, or why it is over.
    public static func status(of episode: Episode) -> String {
        switch episode.resolved {
        case nil: "Going on since \(text(of: episode.activeSince))"
        case .recovered: "Over: back to the usual"
        case .stale: "Over: no data for a week"
        case .newNormal: "Over: it has become the usual"
        case .corrected: "Withdrawn: corrected data show that it never was"
        }
    }

    /// "Sleep has been 24 % below Ana's usual 7 h 10 min for 9 days, lately 5 h 27 min."
    public static func insight(
        metric: Metric, pattern: PatternType? = nil, memberName: String?, deviationPercent: Double?, baselineValue: Double?, recentValue: Double?, dayCount: Int?
    ) -> String {
        let whose = memberName.map { "\($0)'s usual" } ?? "the usual"
        let isBelow = (deviationPercent.map { $0 < 0 }) ?? ((pattern ?? metric.badPattern) == .dropVsBaseline)
        let side = isBelow ? "below" : "above"
        var sentence = capitalised(name(of: metric)) + (metric.isPlural ? " have been " : " has been ")
        sentence += deviationPercent.map { "\(rounded($0.magnitude)) % \(side) \(whose)" } ?? "\(side) \(whose)"
        if let baselineValue { sentence += " \(text(of: baselineValue, metric))" }
        if let dayCount { sentence += " for \(days(dayCount))" }
        if let recentValue { sentence += ", lately \(text(of: recentValue, metric))" }
        return sentence + "."
    }

    // MARK: Small words

    public static func name(of metric: Metric) -> String {
        switch metric {
        case .sleepMinutes: "sleep"
        case .steps: "steps"
        case .hrv: "heart rate variability"
        case .restingHeartRate: "resting heart rate"
        case .sleepEfficiency: "sleep efficiency"
        case .movementMinutes: "movement"
        case .deepSleepMinutes: "deep sleep"
        }
    }

    /// A value with its unit, as a person says it: `7 h 10 min`, `8,412`, `58 bpm`.
    public static func text(of value: Double, _ metric: Metric) -> String {
        switch metric {
        case .sleepMinutes, .movementMinutes, .deepSleepMinutes:
            let minutes = rounded(value)
            return minutes < 60 ? "\(minutes) min" : minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
        case .steps: return grouped(value)
        case .hrv: return "\(rounded(value)) ms"
        case .restingHeartRate: return "\(rounded(value)) bpm"
        case .sleepEfficiency: return "\(rounded(value)) %"
        }
    }

    public static func name(of severity: Severity) -> String {
        switch severity {
        case .watch: "Watch"
        case .attention: "Attention"
        case .critical: "Critical"
        }
    }

    public static func name(of pillar: Pillar) -> String {
        switch pillar {
        case .sleep: "Sleep"
        case .movement: "Movement"
        case .stress: "Stress"
        }
    }

    public static func name(of channel: DeliveryChannel) -> String {
        switch channel {
        case .push: "push"
        case .inApp: "inbox"
        case .email: "e-mail"
        case .sms: "text message"
        case .whatsApp: "WhatsApp"
        case .championEmail: "e-mail to the champion"
        case .championSMS: "text message to the champion"
        case .webhook: "webhook"
        }
    }

    public static func days(_ count: Int) -> String {
        count == 1 ? "1 day" : "\(count) days"
    }

    /// `25 January 2026`.
    public static func text(of date: CivilDate) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
        ]
        let (year, month, day) = date.components
        return "\(day) \(months[month - 1]) \(year)"
    }

    static func rounded(_ value: Double) -> Int {
        Int(exactly: value.rounded()) ?? 0
    }

    /// `1,234,567`.
    static func grouped(_ value: Double) -> String {
        let number = rounded(value)
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    private static func verb(of metric: Metric) -> String { metric.isPlural ? "are" : "is" }

    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension Metric {
    /// Whether its English name takes a plural verb.
    fileprivate var isPlural: Bool { self == .steps }
}
