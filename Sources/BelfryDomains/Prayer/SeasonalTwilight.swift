import BelfryTime

/// How long dawn and dusk last by the Moonsighting Committee: a function of the latitude and the season, fitted to observations.
///
/// Source: Khalid Shaukat, "Moonsighting Committee Worldwide Method", section 11, "Functions of Latitude and Seasons for Fajr and
/// Isha" (moonsighting.com); for isha the function of the general shafaq, between the red and the white.
enum SeasonalTwilight {
    /// From this latitude on towards the pole, a seventh of the night is taken instead, and never more than the function gives.
    static let seventhLatitudeMin = 55.0

    /// How many seconds fajr may be before sunrise, or isha after sunset.
    static func seconds(in half: SolarDay.Half, on date: CivilDate, latitude: Double) -> Double {
        switch half {
        case .morning: seconds(on: date, latitude: latitude, slopes: (28.65, 19.44, 32.74, 48.10))
        case .afternoon: seconds(on: date, latitude: latitude, slopes: (25.60, 2.05, -9.21, 6.14))
        }
    }

    /// A straight line from each of the four values of the year to the next: at the winter solstice, and 91, 137 and 183 days after
    /// it, and back again. Each value is 75 minutes at the equator, and grows with the latitude by `slopes` minutes in 55 degrees.
    private static func seconds(on date: CivilDate, latitude: Double, slopes: (Double, Double, Double, Double)) -> Double {
        func minutes(_ slope: Double) -> Double { 75 + slope / 55 * abs(latitude) }
        let (a, b, c, d) = (minutes(slopes.0), minutes(slopes.1), minutes(slopes.2), minutes(slopes.3))
        func line(_ start: Double, _ end: Double, from first: Int, dayCount: Int, at day: Int) -> Double {
            start + (end - start) / Double(dayCount) * Double(day - first)
        }
        let minutes: Double
        switch daysSinceWinterSolstice(date, isNorth: latitude >= 0) {
        case let day where day < 91: minutes = line(a, b, from: 0, dayCount: 91, at: day)
        case let day where day < 137: minutes = line(b, c, from: 91, dayCount: 46, at: day)
        case let day where day < 183: minutes = line(c, d, from: 137, dayCount: 46, at: day)
        case let day where day < 229: minutes = line(d, c, from: 183, dayCount: 46, at: day)
        case let day where day < 275: minutes = line(c, b, from: 229, dayCount: 46, at: day)
        case let day: minutes = line(b, a, from: 275, dayCount: 91, at: day)
        }
        return (minutes * 60).rounded()
    }

    /// Days since 21 December in the north and 21 June in the south: 0 to 365.
    static func daysSinceWinterSolstice(_ date: CivilDate, isNorth: Bool) -> Int {
        let year = date.components.year
        let dayOfYear = CivilDate(year: year, month: 1, day: 1).map { date - $0 + 1 } ?? 1
        let isLeap = CivilDate.isLeap(year: year)
        let dayCount = isLeap ? 366 : 365
        let days = isNorth ? dayOfYear + 10 : dayOfYear - (isLeap ? 173 : 172)
        return days < 0 ? days + dayCount : days < dayCount ? days : days - dayCount
    }
}
