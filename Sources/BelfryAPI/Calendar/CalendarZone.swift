import BelfryTime

/// The rules of a zone as a calendar has them: `VTIMEZONE` (RFC 5545, section 3.6.5), for the years that it is of.
struct CalendarZone {
    let rules: TimeZoneRules
    let start: Instant
    let end: Instant

    func add(to calendar: inout ICalendarText) {
        calendar.add(component: "VTIMEZONE") { zone in
            zone.add("TZID", rules.name)
            // What holds at the beginning; nothing in the calendar is before.
            var offset = rules.offsetSeconds(at: start)
            observance("19700101T000000", from: offset, to: offset, in: &zone)
            var moment = start
            while let change = rules.nextTransition(after: moment), change <= end {
                let next = rules.offsetSeconds(at: change)
                // Written by the clock that ends with it (section 3.8.2.4).
                let onset = CivilDateTime(utc: change + .seconds(offset))
                if next != offset { observance(onset.iCalendar, from: offset, to: next, in: &zone) }
                (moment, offset) = (change, next)
            }
        }
    }

    private func observance(_ onset: String, from former: Int, to offset: Int, in zone: inout ICalendarText) {
        zone.add(component: offset > former ? "DAYLIGHT" : "STANDARD") { part in
            part.add("DTSTART", onset)
            part.add("TZOFFSETFROM", Self.text(former))
            part.add("TZOFFSETTO", Self.text(offset))
        }
    }

    /// `+0100`, or `-001521` (section 3.3.14).
    private static func text(_ seconds: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let magnitude = abs(seconds)
        let parts = [magnitude / 3600, magnitude / 60 % 60] + (magnitude % 60 == 0 ? [] : [magnitude % 60])
        return (seconds < 0 ? "-" : "+") + parts.map(twoDigits).joined()
    }
}
