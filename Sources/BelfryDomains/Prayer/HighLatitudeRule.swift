/// How early fajr and how late isha may be, as a share of the night from sunset to sunrise.
///
/// In high latitudes the Sun doesn't sink far in summer, so that dawn comes very early or never ends.
/// Source: "Prayer Times Calculation", section "Higher Latitudes", praytimes.org.
public enum HighLatitudeRule: String, CaseIterable, Hashable, Sendable {
    /// Neither crosses the middle of the night.
    case middleOfTheNight = "middle_of_the_night"
    /// Isha is within the first seventh of the night, and fajr within the last.
    case seventhOfTheNight = "seventh_of_the_night"
    /// As many sixtieths of the night as the angle has degrees.
    case twilightAngle = "twilight_angle"

    /// The rule where nobody has chosen one: a seventh from 48° towards the pole, where 18° of depth are first missed in June.
    static func recommended(latitude: Double) -> HighLatitudeRule {
        abs(latitude) > 48 ? .seventhOfTheNight : .middleOfTheNight
    }

    /// The part of the night that is left to a twilight of so many degrees.
    func share(angle: Double) -> Double {
        switch self {
        case .middleOfTheNight: 1.0 / 2
        case .seventhOfTheNight: 1.0 / 7
        case .twilightAngle: angle / 60
        }
    }
}
