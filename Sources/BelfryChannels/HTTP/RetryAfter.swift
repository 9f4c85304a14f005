import BelfryTime

/// The header by which a provider says how long to wait: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// No provider is left alone for longer, whatever it asks for.
    static let longest = Duration.seconds(24 * 3600)

    /// Nil where the text is neither; otherwise ``bounded(_:)``.
    static func length(of text: String, now: Instant) -> Duration? {
        if let seconds = Int64(text) { return bounded(.seconds(seconds)) }
        return moment(of: text).map { bounded($0 - now) }
    }

    /// What was asked for, never negative, and a day at most.
    static func bounded(_ length: Duration) -> Duration { min(max(length, .zero), longest) }

    /// `Wed, 21 Oct 2026 07:28:00 GMT`, the form that RFC 9110, section 5.6.7 prefers.
    static func moment(of text: String) -> Instant? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])), let day = Int(parts[1]),
            let year = Int(parts[3]), let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        return Instant("\(date)T\(parts[4])Z")
    }
}
