import BelfryTime

/// One day at one place: what the method makes of the Sun.
///
/// Moments are whole seconds since 1970, before the person's minutes are added and before they are rounded.
struct PrayerDay {
    let date: CivilDate
    let sun: SolarDays
    let settings: PrayerSettings
    let rule: HighLatitudeRule

    /// When a time is, or why it is not.
    enum Moment: Hashable, Sendable {
        case at(Int64)
        case absent(PrayerAbsence)
    }

    /// With the minutes that the method adds, and none before the one that precedes it.
    var moments: PerPrayer<Moment> {
        let isha = isha
        var moments = PerPrayer(
            fajr: twilight(angle: method.fajrAngle, in: .morning), sunrise: horizonMoment(sun.sunrise), dhuhr: .at(sun.today.transitSecond),
            asr: asr, maghrib: maghrib(before: isha), isha: isha)
        for prayer in Prayer.allCases {
            guard case .at(let second) = moments[prayer] else { continue }
            moments[prayer] = .at(second + Int64(method.adjustments[prayer]) * 60)
        }
        // Where the Sun is hardly up, or hardly down, these are more minutes than lie between two times. Then the one nearer to noon counts.
        align([.dhuhr, .asr, .maghrib, .isha], in: &moments, max)
        align([.dhuhr, .sunrise, .fajr], in: &moments, min)
        return moments
    }

    private func align(_ prayers: [Prayer], in moments: inout PerPrayer<Moment>, _ outer: (Int64, Int64) -> Int64) {
        var bound: Int64?
        for prayer in prayers {
            guard case .at(let second) = moments[prayer] else { continue }
            let aligned = bound.map { outer($0, second) } ?? second
            moments[prayer] = .at(aligned)
            bound = aligned
        }
    }

    private var method: PrayerMethod { settings.method }

    /// Sunrise in the morning, sunset in the afternoon.
    private func horizon(_ half: SolarDay.Half) -> SolarDay.Crossing {
        half == .morning ? sun.sunrise : sun.sunset
    }

    private func horizonMoment(_ crossing: SolarDay.Crossing) -> Moment {
        switch crossing {
        case .at(let second): .at(second)
        case .alwaysAbove: .absent(.sunNeverSets)
        case .alwaysBelow: .absent(.sunNeverRises)
        }
    }

    // MARK: Fajr and isha

    private var isha: Moment {
        switch method.isha {
        case .angle(let angle):
            return twilight(angle: angle, in: .afternoon)
        case .interval(let minutes, let inRamadan):
            guard case .at(let sunset) = sun.sunset else { return horizonMoment(sun.sunset) }
            let isLonger = minutes != inRamadan && Ramadan.contains(date)
            let wanted = 60 * Int64(isLonger ? inRamadan : minutes)
            // In the shortest nights of the year it would come after fajr, or after the Sun.
            return .at(sunset + min(wanted, nightSeconds.map { Int64($0 / 2) } ?? wanted))
        }
    }

    /// Fajr or isha: when the Sun is `angle` degrees below the horizon, but not further from sunrise or sunset than the rule allows.
    private func twilight(angle: Double, in half: SolarDay.Half) -> Moment {
        let limit = limit(angle: angle, in: half)
        switch sun.today.crossing(of: -angle, in: half) {
        case .alwaysBelow:
            return .absent(.sunNeverRises)
        case .at(let second):
            guard let limit else { return .at(second) }
            return .at(isBoundToSeventh ? limit : half == .morning ? max(second, limit) : min(second, limit))
        case .alwaysAbove:
            guard let limit else { return .absent(horizon(half) == .alwaysAbove ? .sunNeverSets : .twilightNeverEnds) }
            return .at(limit)
        }
    }

    /// The earliest fajr or the latest isha; nil where there is no sunrise or sunset to count from, or no whole night to take a share of.
    private func limit(angle: Double, in half: SolarDay.Half) -> Int64? {
        guard case .at(let edge) = horizon(half) else { return nil }
        let isFajr = half == .morning
        // On the last morning before a polar day none comes.
        let night = nightSeconds ?? (isFajr ? nightSecondsBefore : nil)
        var seconds: Double
        if method.hasSeasonalTwilight {
            let seasonal = SeasonalTwilight.seconds(in: half, on: date, latitude: settings.latitude)
            seconds = isBoundToSeventh ? min(seasonal, (night ?? .infinity) / 7) : seasonal
        } else {
            guard let night else { return nil }
            // The middle is that of the night that fajr ends. The tables that have other shares take both of the coming night.
            let isInNightBefore = isFajr && rule == .middleOfTheNight
            seconds = rule.share(angle: angle) * (isInNightBefore ? nightSecondsBefore ?? night : night)
        }
        // Next to a polar day one night is many times as long as that before: a share of it would put fajr before the isha of the night that it ends.
        if isFajr, let nightSecondsBefore { seconds = min(seconds, nightSecondsBefore / 2) }
        return Int64((Double(edge) + half.rawValue * seconds).rounded(.down))
    }

    /// Whether the Sun's depth doesn't count, however far it sinks.
    private var isBoundToSeventh: Bool {
        method.hasSeasonalTwilight && abs(settings.latitude) >= SeasonalTwilight.seventhLatitudeMin
    }

    /// From sunset to the next sunrise; nil where one of them isn't there.
    private var nightSeconds: Double? {
        guard case .at(let sunset) = sun.sunset, case .at(let sunrise) = sun.sunriseTomorrow else { return nil }
        return Double(sunrise - sunset)
    }

    /// From the sunset before to sunrise; nil where one of them isn't there.
    private var nightSecondsBefore: Double? {
        guard case .at(let sunset) = sun.sunsetYesterday, case .at(let sunrise) = sun.sunrise else { return nil }
        return Double(sunrise - sunset)
    }

    // MARK: Asr and maghrib

    /// When a shadow is longer than at noon by one or two lengths of the thing that casts it.
    private var asr: Moment {
        let noonZenithDistance = abs(settings.latitude - noonDeclination)
        guard sun.sunrise != .alwaysBelow else { return .absent(.sunNeverRises) }
        guard noonZenithDistance < 90 else { return .absent(.noShadow) }
        let shadowLength = settings.madhab.shadowLength + tangent(noonZenithDistance)
        switch sun.today.crossing(of: arcTangent(1, shadowLength), in: .afternoon) {
        case .at(let second): return .at(second)
        case .alwaysAbove: return .absent(.shadowNeverLongEnough)
        case .alwaysBelow: return .absent(.noShadow)
        }
    }

    /// Of which the shadow at noon is taken: up to 60° of latitude at 0h Universal Time, as the tables of authorities have it.
    ///
    /// Beyond, where shadows at noon are long and change fast from day to day, asr would be off by minutes, and next to the polar night by half
    /// an hour. There it is that of noon itself.
    private var noonDeclination: Double {
        abs(settings.latitude) > PrayerDay.tabularLatitudeMax ? sun.today.transitDeclination : sun.today.declination
    }

    private static let tabularLatitudeMax = 60.0

    /// Sunset, or the depth of the method where that is reached between sunset and isha.
    private func maghrib(before isha: Moment) -> Moment {
        guard case .at(let sunset) = sun.sunset, let angle = method.maghribAngle,
            case .at(let second) = sun.today.crossing(of: -angle, in: .afternoon), second > sunset
        else { return horizonMoment(sun.sunset) }
        if case .at(let isha) = isha, isha <= second { return .at(sunset) }
        return .at(second)
    }
}
