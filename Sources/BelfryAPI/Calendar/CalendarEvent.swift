import BelfryPorts
import BelfryTime

/// Something that a calendar shows.
struct CalendarEvent {
    /// Within the calendar, the same whenever it is made.
    let name: String
    let title: String
    /// Empty where there is no more to say.
    let body: String
    let time: Time

    enum Time {
        /// Once, at a moment.
        case moment(Instant)
        /// By the clock of a zone, or on days.
        case civil(CivilDateTime, Series?, TimeZoneRules, isOfDays: Bool)
    }

    /// How it comes back.
    struct Series {
        let rule: RecurrenceRule?
        let additions: [CivilDateTime]
        let exceptions: [CivilDateTime]
    }

    /// - Parameters:
    ///   - identifier: unlike those of all other calendars (RFC 5545, section 3.8.4.7).
    ///   - revisedAt: since when it may be as it is.
    func add(to calendar: inout ICalendarText, as identifier: String, revisedAt: Instant) {
        calendar.add(component: "VEVENT") { event in
            event.add("UID", identifier)
            event.add("DTSTAMP", revisedAt.iCalendar)
            addTime(to: &event)
            event.add("SUMMARY", text: title)
            if !body.isEmpty { event.add("DESCRIPTION", text: body) }
            // Nobody is busy with it, and nothing rings: devices and the server tell already.
            event.add("TRANSP", "TRANSPARENT")
        }
    }

    private func addTime(to event: inout ICalendarText) {
        switch time {
        case .moment(let moment):
            event.add("DTSTART", moment.iCalendar)
            event.add("DURATION", Self.length)
        case .civil(let first, let series, let zone, let isOfDays):
            let parameters = isOfDays ? ";VALUE=DATE" : ";TZID=\(zone.name)"
            func values(_ readings: [CivilDateTime]) -> String { readings.map { isOfDays ? $0.date.iCalendar : $0.iCalendar }.joined(separator: ",") }
            event.add("DTSTART\(parameters)", values([first]))
            if !isOfDays { event.add("DURATION", Self.length) }
            guard let series else { return }
            if let rule = series.rule { event.add("RRULE", rule.ending(Self.end(of: rule, in: zone, isOfDays: isOfDays)).description) }
            if !series.additions.isEmpty { event.add("RDATE\(parameters)", values(series.additions)) }
            if !series.exceptions.isEmpty { event.add("EXDATE\(parameters)", values(series.exceptions)) }
        }
    }

    /// Long enough to be seen.
    private static let length = "PT15M"

    /// UNTIL is a day where the start is one, and else a moment (section 3.3.10).
    private static func end(of rule: RecurrenceRule, in zone: TimeZoneRules, isOfDays: Bool) -> RecurrenceRule.End {
        func last(_ reading: CivilDateTime) -> RecurrenceRule.End { isOfDays ? .date(reading.date) : .moment(zone.instant(of: reading)) }
        switch rule.end {
        case .never, .count: return rule.end
        case .date(let date): return isOfDays ? .date(date) : .moment(zone.instant(of: CivilDateTime(date + 1, .midnight)) - .seconds(1))
        case .civil(let reading): return last(reading)
        case .moment(let moment):
            guard isOfDays else { return .moment(moment) }
            // As a recurrence reads it: midnight in UTC is the day that it names.
            let utc = CivilDateTime(utc: moment)
            return utc.time == .midnight ? .date(utc.date) : .date(zone.civil(at: moment).date)
        }
    }
}
