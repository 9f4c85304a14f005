/// A time of the day that a prayer begins or, at sunrise, ends.
public enum Prayer: String, CaseIterable, Hashable, Sendable {
    case fajr, sunrise, dhuhr, asr, maghrib, isha
}

/// One value for each of the six times of a day.
public struct PerPrayer<Value> {
    public var fajr: Value
    public var sunrise: Value
    public var dhuhr: Value
    public var asr: Value
    public var maghrib: Value
    public var isha: Value

    public init(fajr: Value, sunrise: Value, dhuhr: Value, asr: Value, maghrib: Value, isha: Value) {
        self.fajr = fajr
        self.sunrise = sunrise
        self.dhuhr = dhuhr
        self.asr = asr
        self.maghrib = maghrib
        self.isha = isha
    }

    /// Asks for each value in turn, in the order of the day.
    public init<Failure: Error>(_ value: (Prayer) throws(Failure) -> Value) throws(Failure) {
        fajr = try value(.fajr)
        sunrise = try value(.sunrise)
        dhuhr = try value(.dhuhr)
        asr = try value(.asr)
        maghrib = try value(.maghrib)
        isha = try value(.isha)
    }

    public subscript(prayer: Prayer) -> Value {
        get {
            switch prayer {
            case .fajr: fajr
            case .sunrise: sunrise
            case .dhuhr: dhuhr
            case .asr: asr
            case .maghrib: maghrib
            case .isha: isha
            }
        }
        set {
            switch prayer {
            case .fajr: fajr = newValue
            case .sunrise: sunrise = newValue
            case .dhuhr: dhuhr = newValue
            case .asr: asr = newValue
            case .maghrib: maghrib = newValue
            case .isha: isha = newValue
            }
        }
    }
}

extension PerPrayer: Equatable where Value: Equatable {}
extension PerPrayer: Hashable where Value: Hashable {}
extension PerPrayer: Sendable where Value: Sendable {}

/// Minutes by which each time is moved: later where positive.
public typealias PrayerMinutes = PerPrayer<Int>

extension PerPrayer<Int> {
    /// Nothing is moved.
    public static let none = PrayerMinutes(fajr: 0, sunrise: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0)

    /// Moves the named times and leaves the others.
    public static func moving(
        fajr: Int = 0, sunrise: Int = 0, dhuhr: Int = 0, asr: Int = 0, maghrib: Int = 0, isha: Int = 0
    ) -> PrayerMinutes {
        PrayerMinutes(fajr: fajr, sunrise: sunrise, dhuhr: dhuhr, asr: asr, maghrib: maghrib, isha: isha)
    }
}
