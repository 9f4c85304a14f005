/// Day after day at a place: what one day has found out about the next is kept.
struct SolarDays: Sendable {
    /// The height of the Sun's centre when its upper edge is on the horizon: 34′ of refraction and 16′ of radius (Meeus, ch. 15).
    static let horizonAltitude = -50.0 / 60

    private(set) var sunsetYesterday: SolarDay.Crossing
    private(set) var today: SolarDay
    private(set) var sunrise: SolarDay.Crossing
    private(set) var sunset: SolarDay.Crossing
    private(set) var sunriseTomorrow: SolarDay.Crossing

    private let place: Place
    private var tomorrow: SolarDay
    private var positionTomorrow: SolarPosition
    private var positionAfterTomorrow: SolarPosition

    /// - Parameter day: days since 1970-01-01, at 0h Universal Time.
    init(at place: Place, day: Int) {
        let yesterday = SolarPosition(day: day - 1)
        let position = SolarPosition(day: day)
        self.place = place
        positionTomorrow = SolarPosition(day: day + 1)
        positionAfterTomorrow = SolarPosition(day: day + 2)
        sunsetYesterday = SolarDay(day: day - 1, at: place, previous: SolarPosition(day: day - 2), current: yesterday, next: position)
            .crossing(of: SolarDays.horizonAltitude, in: .afternoon)
        today = SolarDay(day: day, at: place, previous: yesterday, current: position, next: positionTomorrow)
        tomorrow = SolarDay(day: day + 1, at: place, previous: position, current: positionTomorrow, next: positionAfterTomorrow)
        sunrise = today.crossing(of: SolarDays.horizonAltitude, in: .morning)
        sunset = today.crossing(of: SolarDays.horizonAltitude, in: .afternoon)
        sunriseTomorrow = tomorrow.crossing(of: SolarDays.horizonAltitude, in: .morning)
    }

    /// Goes to another day; to the next one with a third of the work.
    mutating func move(to day: Int) {
        guard day != today.day else { return }
        guard day == tomorrow.day else {
            self = SolarDays(at: place, day: day)
            return
        }
        let position = positionTomorrow
        positionTomorrow = positionAfterTomorrow
        positionAfterTomorrow = SolarPosition(day: day + 2)
        sunsetYesterday = sunset
        today = tomorrow
        tomorrow = SolarDay(day: day + 1, at: place, previous: position, current: positionTomorrow, next: positionAfterTomorrow)
        sunrise = sunriseTomorrow
        sunset = today.crossing(of: SolarDays.horizonAltitude, in: .afternoon)
        sunriseTomorrow = tomorrow.crossing(of: SolarDays.horizonAltitude, in: .morning)
    }
}
