import BelfryTime

/// The zones in which a person lived, each from a day on: a day is over, or was one of a long flight, by the zone of that day.
public struct MemberZones: Sendable {
    /// From this day on the person is in that zone.
    public struct Stay: Sendable {
        public let from: CivilDate
        public let zone: TimeZoneRules
        fileprivate let weekend: Weekend

        public init(from date: CivilDate, zone: TimeZoneRules) {
            self.from = date
            self.zone = zone
            weekend = Weekend.of(zone: zone.name)
        }
    }

    private let home: TimeZoneRules
    private let homeWeekend: Weekend
    private let stays: [Stay]

    /// A jump of the clock by so much from one day to the next makes a day unusual.
    static let travelSecondsMin = 6 * 3600

    /// - Parameter home: the zone before the first stay.
    public init(home: TimeZoneRules, stays: [Stay] = []) {
        self.home = home
        homeWeekend = Weekend.of(zone: home.name)
        self.stays = stays.sorted { ($0.from, $0.zone.name) < ($1.from, $1.zone.name) }
    }

    public func zone(on date: CivilDate) -> TimeZoneRules {
        stays.last { $0.from <= date }?.zone ?? home
    }

    /// The zone that the person left on a day; nil where they left none.
    func zoneLeft(on date: CivilDate) -> TimeZoneRules? { stays.contains { $0.from == date } ? zone(on: date - 1) : nil }

    /// Whether most people rest on a day, where the person was.
    func isWeekend(_ date: CivilDate) -> Bool {
        (stays.last { $0.from <= date }?.weekend ?? homeWeekend).contains(date)
    }

    /// The days on which a long flight ended; they say nothing of what is usual.
    public var travelDates: Set<CivilDate> {
        Set(
            stays.map(\.from).filter { abs(offset(on: $0) - offset(on: $0 - 1)) >= Self.travelSecondsMin }
        )
    }

    /// The day that it is where the person is.
    public func today(at now: Instant) -> CivilDate { (stays.last?.zone ?? home).civil(at: now).date }

    /// Of a move so many days ago days may still come that were lived in the former zone.
    static let arrivalDayCount = 2

    /// The last day that has come where the person is, or where they were until lately: whoever flies west over the date line has lived days
    /// that have yet to come where they arrive.
    public func lastDate(at now: Instant) -> CivilDate {
        let today = today(at: now)
        let formerZones = [home] + stays.map(\.zone)
        let left = zip(formerZones, stays).filter { today - $1.from <= Self.arrivalDayCount }.map { $0.0.civil(at: now).date }
        return left.reduce(today, max)
    }

    private func offset(on date: CivilDate) -> Int {
        let zone = zone(on: date)
        return zone.offsetSeconds(at: zone.instant(of: CivilDateTime(date, .midnight)))
    }
}
