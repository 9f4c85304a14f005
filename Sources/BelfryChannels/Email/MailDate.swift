import BelfryTime

/// A moment as the header `Date` has it (RFC 5322, section 3.3): `Sun, 25 Jan 2026 12:00:00 +0000`.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ moment: Instant) -> String {
        let local = CivilDateTime(utc: moment)
        let date = local.date.components
        return "\(days[local.date.weekday]), \(date.day) \(months[date.month - 1]) \(date.year) \(local.time) +0000"
    }
}
