import BelfryTime

/// The header by which a provider says how long to wait: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// No provider is left alone for longer, whatever it asks for.
    static let longest = Duration.seconds(24 * 3600)

    /// Nil where the text is neither; otherwise ``bounded(_:)``.
    static func length(of text: String, now: Instant) -> Duration? {
        if let seconds = Int64(text) { return bounded(.seconds(seconds)) }
        return moment(of: text, now: now).map { bounded($0 - now) }
    }

    /// What was asked for, never negative, and a day at most.
    static func bounded(_ length: Duration) -> Duration { min(max(length, .zero), longest) }

    /// `Wed, 21 Oct 2026 07:28:00 GMT`, the form that RFC 9110, section 5.6.7 prefers, or one of the two old ones that it has everybody read:
    /// `Wednesday, 21-Oct-26 07:28:00 GMT`, and `Wed Oct 21 07:28:00 2026`.
    static func moment(of text: String, now: Instant? = nil) -> Instant? {
        let parts = text.split(separator: " ").map(String.init)
        switch parts.count {
        case 6 where parts[5] == "GMT": return moment(parts[3], parts[2], parts[1], parts[4])
        case 4 where parts[3] == "GMT":
            let date = parts[1].split(separator: "-").map(String.init)
            guard date.count == 3, date[2].utf8.count == 2, let now else { return nil }
            // Of two digits the century is missing: what would lie more than fifty years ahead is of the last one.
            let century = CivilDateTime(utc: now).date.components.year / 100
            let candidates = [century, century - 1].compactMap { moment("\($0)\(date[2])", date[1], date[0], parts[2]) }
            return candidates.first { $0 <= now + .seconds(50 * 365 * 86_400) }
        case 5: return moment(parts[4], parts[1], parts[2], parts[3])
        default: return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func moment(_ year: String, _ month: String, _ day: String, _ time: String) -> Instant? {
        guard let month = months.firstIndex(of: month), let day = Int(day), let year = Int(year), let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        return Instant("\(date)T\(time)Z")
    }
}
