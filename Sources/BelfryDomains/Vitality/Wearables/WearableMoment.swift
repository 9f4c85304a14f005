import BelfryTime

/// A moment as providers write it: in UTC, with an offset, without any zone, with a space for the `T`, or only a day.
struct WearableMoment {
    private let text: String
    /// The day that stands there, whatever the zone.
    let writtenDate: CivilDate

    private static let calendarEnds = [CivilDateTime(utc: .min).date, CivilDateTime(utc: .max).date]

    /// Nil where it doesn't begin with a day, or with the calendar's first or last: a zone leads out of it from there.
    init?(_ text: String) {
        guard let date = CivilDate(String(text.prefix(10))), !Self.calendarEnds.contains(date) else { return nil }
        self.text = text
        writtenDate = date
    }

    /// The civil date where somebody was: what stands there, unless it is written in UTC and has to be carried into their zone.
    ///
    /// - Parameter zone: where they were on a day.
    func date(in zone: (CivilDate) -> TimeZoneRules) -> CivilDate { wall(in: zone)?.date ?? writtenDate }

    /// Day and clock, likewise; nil where only a day is known.
    func wall(in zone: (CivilDate) -> TimeZoneRules) -> CivilDateTime? {
        if text.hasSuffix("Z") || text.hasSuffix("z"), let instant = Instant(text) { return zone(writtenDate).civil(at: instant) }
        return CivilDateTime(String(text.prefix(10) + text.dropFirst(10).prefix { !".,+-".contains($0) }))
    }

    /// Without a zone it is taken for one on the wall where somebody was; nil where only a day is known.
    func instant(in zone: (CivilDate) -> TimeZoneRules) -> Instant? {
        if let civil = CivilDateTime(withoutFraction) { return zone(writtenDate).instant(of: civil) }
        return Instant(text)
    }

    private var withoutFraction: String { String(text.prefix { $0 != "." && $0 != "," }) + (hasZone ? "Z" : "") }

    private var hasZone: Bool {
        guard let last = text.last else { return false }
        return last == "Z" || last == "z" || text.dropFirst(10).contains { $0 == "+" || $0 == "-" }
    }
}
