import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: CalendarBook {
    public func save(_ link: CalendarLink, hash: String, of user: UserID) {
        transaction { $0.calendars[user] = Tables.CalendarRow(hash: hash, link: link) }
    }

    public func calendarLink(of user: UserID) -> CalendarLink? { tables.calendars[user]?.link }

    public func removeCalendarLink(of user: UserID) -> Bool {
        transaction { $0.calendars.removeValue(forKey: user) != nil }
    }

    public func calendar(hash: String) -> OpenedCalendar? {
        tables.calendars.first { $0.value.hash == hash }.map { OpenedCalendar(user: $0.key, link: $0.value.link) }
    }
}

extension Tables {
    struct CalendarRow: Equatable, Sendable {
        let hash: String
        let link: CalendarLink
    }
}
