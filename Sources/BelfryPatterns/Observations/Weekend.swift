import BelfryTime

/// The days of the week on which most people rest, where somebody is.
///
/// Source: Unicode CLDR, supplemental data, `weekData`, for the countries where they are not Saturday and Sunday and of which Friday is one;
/// besides Bangladesh, the Maldives and Palestine, of which it says nothing. Their zones are those of the tz database, with former names.
struct Weekend: Hashable, Sendable {
    /// A bit for each day, that of Sunday being the lowest.
    private let days: UInt8

    static let saturdayAndSunday = Weekend(days: 0b100_0001)
    private static let fridayAndSaturday = Weekend(days: 0b110_0000)
    private static let thursdayAndFriday = Weekend(days: 0b011_0000)
    private static let friday = Weekend(days: 0b010_0000)

    func contains(_ date: CivilDate) -> Bool { days & 1 << UInt8(date.weekday) != 0 }

    /// - Parameter zone: by its IANA name.
    static func of(zone name: String) -> Weekend { byZone[name] ?? .saturdayAndSunday }

    private static let byZone: [String: Weekend] = {
        let restingOnFridayAndSaturday = [
            "Africa/Algiers", "Africa/Cairo", "Africa/Khartoum", "Africa/Tripoli", "Asia/Aden", "Asia/Amman", "Asia/Baghdad", "Asia/Bahrain",
            "Asia/Dacca", "Asia/Damascus", "Asia/Dhaka", "Asia/Gaza", "Asia/Hebron", "Asia/Jerusalem", "Asia/Kuwait", "Asia/Muscat", "Asia/Qatar",
            "Asia/Riyadh", "Asia/Tel_Aviv", "Egypt", "Indian/Maldives", "Israel", "Libya",
        ]
        var weekends = Dictionary(restingOnFridayAndSaturday.map { ($0, Weekend.fridayAndSaturday) }, uniquingKeysWith: { $1 })
        weekends["Asia/Kabul"] = Weekend.thursdayAndFriday
        for name in ["Asia/Tehran", "Iran"] { weekends[name] = Weekend.friday }
        return weekends
    }()
}
