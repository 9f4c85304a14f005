import BelfryDomains
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// A person's own reminders as their devices share them, with what is needed to read them.
struct SharedReminders {
    let records: [FactRecord]
    let recipient: Recipient

    /// - Parameter zone: the rules of the person's zone.
    init(_ facts: PersonPlanner.Facts, now: Instant, zone: TimeZoneRules, zones: any TimeZoneDatabase) {
        records = facts.rows[.reminders] ?? []
        let names = Set(records.map { $0.text("timezone") })
        let rules = Dictionary(uniqueKeysWithValues: names.compactMap { name in zones.rules(named: name).map { (name, $0) } })
        let hour = CivilTime(facts.settings(.profile).text("reminder_time")) ?? Person.defaultReminderTime
        recipient = Recipient(Person(reminderTime: hour), now: now, zone: zone, zones: rules)
    }

    func record(named id: String) -> FactRecord? { records.first { $0.id == id } }

    /// As a device reads it.
    func read(_ record: FactRecord) -> Result<Reminder, Problem> {
        let read = try? JSONDecoder().decode(Lenient<Reminder>.self, from: JSONWriter.data(of: PersonPlanner.object(record, of: .reminders))).result
        guard case .success(let reminder) = read else { return read ?? .failure(.internalFailure) }
        if let zone = reminder.timezone, recipient.zones[zone] == nil { return .failure(.unknownTimezone(field: "timezone")) }
        return .success(reminder)
    }
}
