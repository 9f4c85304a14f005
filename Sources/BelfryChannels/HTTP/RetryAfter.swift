import BelfryTime

/// The header by which a provider says how long to wait: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Nil where the text is neither; never negative.
    static func length(of text: String, now: Instant) -> Duration? {
        if let seconds = Int64(text) { return .seconds(max(0, seconds)) }
        return moment(of: text).map { max(.zero, $0 - now) }
    }

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
