import BelfryPorts
import BelfryTime
import Foundation

/// What comes back, from its rule to its moments in Europe/Berlin, beside Foundation's `Calendar.RecurrenceRule`.
struct Recurrences {
    private let zone: TimeZoneRules
    private let calendar: Calendar
    private let start: CivilDateTime
    private let startDate: Date

    init(zones: any TimeZoneDatabase) throws {
        let name = "Europe/Berlin"
        guard let zone = zones.rules(named: name), let peer = TimeZone(identifier: name) else {
            throw Missing(what: "the zone \(name) in the tz database")
        }
        guard let start = CivilDateTime("2016-01-31T09:00:00") else { fatalError("no day and time") }
        self.zone = zone
        self.start = start
        startDate = Date(timeIntervalSince1970: Double(zone.instant(of: start).secondsSinceEpoch))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = peer
        self.calendar = calendar
    }

    var contenders: [Contender] {
        get throws {
            let workdays = [Locale.Weekday.monday, .wednesday, .friday].map { Calendar.RecurrenceRule.Weekday.every($0) }
            return [
                try contender("each day", "FREQ=DAILY", count: 3650),
                peer("each day", .init(calendar: calendar, frequency: .daily), count: 365),
                try contender("Monday, Wednesday, Friday", "FREQ=WEEKLY;BYDAY=MO,WE,FR", count: 1560),
                peer("Monday, Wednesday, Friday", .init(calendar: calendar, frequency: .weekly, weekdays: workdays), count: 156),
                try contender("last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1", count: 120),
                peer("last day of the month", .init(calendar: calendar, frequency: .monthly, daysOfTheMonth: [-1]), count: 120),
                try contender("the 31st or the last day", "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", count: 120, hasPeer: false),
            ]
        }
    }

    private func contender(_ name: String, _ rule: String, count: Int, hasPeer: Bool = true) throws -> Contender {
        let schedule = FixedSchedule(Recurrence(start: start, rule: try RecurrenceRule(rule)), timezone: zone.name)
        let rounds = 365_000 / count
        return Contender(
            name: name, unit: .perSecond("occurrences"), operationCount: count * rounds, beside: hasPeer ? "Foundation: \(name)" : nil
        ) {
            for _ in 0..<rounds {
                for occurrence in schedule.occurrences(rules: zone).prefix(count) { keep(Int(occurrence.moment.millisecondsSinceEpoch)) }
            }
        }
    }

    private func peer(_ name: String, _ rule: Calendar.RecurrenceRule, count: Int) -> Contender {
        Contender(name: "Foundation: \(name)", unit: .perSecond("occurrences"), operationCount: count) {
            for date in rule.recurrences(of: startDate).prefix(count) { keep(Int(date.timeIntervalSince1970)) }
        }
    }
}
