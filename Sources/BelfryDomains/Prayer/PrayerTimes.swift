import BelfryTime

/// The times of one day at one place.
public struct PrayerTimes: Hashable, Sendable {
    /// The day by the calendar on the wall. Isha, and in far northern summers maghrib, may begin after its midnight.
    public let date: CivilDate
    public let times: PerPrayer<PrayerTime>

    public init(date: CivilDate, times: PerPrayer<PrayerTime>) {
        self.date = date
        self.times = times
    }

    public subscript(prayer: Prayer) -> PrayerTime { times[prayer] }
}

/// When a time of the day is, or why it is not.
public enum PrayerTime: Hashable, Sendable {
    /// A moment on a whole minute, and what the clock on the wall shows then.
    case at(Instant, local: CivilDateTime)
    case absent(PrayerAbsence)

    public var instant: Instant? {
        guard case .at(let instant, _) = self else { return nil }
        return instant
    }

    public var local: CivilDateTime? {
        guard case .at(_, let local) = self else { return nil }
        return local
    }

    public var absence: PrayerAbsence? {
        guard case .absent(let absence) = self else { return nil }
        return absence
    }
}

/// Why a day has no such time. Dhuhr is there every day: the Sun is highest once, even where it is never seen.
public enum PrayerAbsence: String, CaseIterable, Encodable, Hashable, Sendable {
    /// Polar day: there is no sunrise and no sunset, and nothing that follows from them.
    case sunNeverSets = "sun_never_sets"
    /// Polar night, without sunrise and sunset; of fajr and isha: not even a dawn. Where there is a dawn, both are there.
    case sunNeverRises = "sun_never_rises"
    /// Asr: the Sun is seen for a while, but by refraction alone, and too low to cast a shadow.
    case noShadow = "no_shadow"
    /// Asr: close to the pole the Sun circles so evenly that shadows never grow to the length.
    case shadowNeverLongEnough = "shadow_never_long_enough"
    /// Fajr and isha, near the poles in spring and autumn: the Sun doesn't sink to the depth, and there is no night from a sunset to
    /// the next sunrise to take a share of.
    case twilightNeverEnds = "twilight_never_ends"
}

extension PrayerTimes: Encodable {
    /// `{"date":"2026-11-21","fajr":"05:21",…}` with times on the wall, null for what is not there, and then `reasons` too. Of times that are on
    /// another day by the calendar, as an isha after midnight, `dates` has that day.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PrayerKey.self)
        try container.encode(date, forKey: .date)
        for prayer in Prayer.allCases {
            // `encode` and not `encodeIfPresent`, because a null says more than a missing key.
            try container.encode(self[prayer].local?.time.shortText, forKey: PrayerKey(prayer))
        }
        let elsewhere = Prayer.allCases.filter { self[$0].local.map { $0.date != date } ?? false }
        if !elsewhere.isEmpty {
            var dates = container.nestedContainer(keyedBy: PrayerKey.self, forKey: .dates)
            for prayer in elsewhere { try dates.encodeIfPresent(self[prayer].local?.date, forKey: PrayerKey(prayer)) }
        }
        guard Prayer.allCases.contains(where: { self[$0].absence != nil }) else { return }
        var reasons = container.nestedContainer(keyedBy: PrayerKey.self, forKey: .reasons)
        for prayer in Prayer.allCases { try reasons.encodeIfPresent(self[prayer].absence, forKey: PrayerKey(prayer)) }
    }
}
