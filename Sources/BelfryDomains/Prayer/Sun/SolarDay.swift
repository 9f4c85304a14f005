/// When, on the day of a place, the Sun is in the south and at given heights.
///
/// Moments are found as fractions of a day after 0h Universal Time, below 0 or above 1 where they fall on a neighbouring date, and
/// given in whole seconds since 1970, of which the rest is dropped: the method isn't better than that.
///
/// Source: Jean Meeus, *Astronomical Algorithms*, 2nd edition (1998), chapters 3, 13 and 15.
struct SolarDay: Sendable {
    /// Which half of the day: while the Sun rises to its highest point, or while it goes down from there.
    enum Half: Double, Sendable {
        case morning = -1, afternoon = 1
    }

    /// Whether, and when, the Sun stands at a height during one half of a day.
    enum Crossing: Sendable, Hashable {
        case at(Int64)
        case alwaysAbove, alwaysBelow
    }

    /// Days from 1970-01-01 to the 0h Universal Time from which the fractions count.
    let day: Int
    /// The Sun's declination in degrees at 0h Universal Time.
    let declination: Double
    private let place: Place
    private let siderealTime: Double
    private let rightAscensions: Interpolation
    private let declinations: Interpolation
    /// Where `transit` is looked for first.
    private let approximateTransit: Double

    /// - Parameters:
    ///   - day: that on which the mean sun passes the meridian of `place`.
    ///   - positions: of the Sun on the day before, on the day and on the day after it.
    init(day: Int, at place: Place, previous: SolarPosition, current: SolarPosition, next: SolarPosition) {
        self.day = day
        self.place = place
        siderealTime = current.siderealTime
        rightAscensions = Interpolation(
            middle: current.rightAscension, fromPrevious: shortWay(current.rightAscension - previous.rightAscension),
            toNext: shortWay(next.rightAscension - current.rightAscension))
        declination = current.declination
        declinations = Interpolation(
            middle: current.declination, fromPrevious: current.declination - previous.declination,
            toNext: next.declination - current.declination)
        // (15.2), and of its possible values the one by the mean noon, so that no day is left out and none comes twice.
        let meanNoon = place.meanNoon - place.meanNoon.rounded(.down)
        let estimate = (current.rightAscension - place.longitude - current.siderealTime) / 360
        approximateTransit = estimate + (meanNoon - estimate).rounded()
    }

    /// When the Sun is due south or north, highest of the day.
    var transitSecond: Int64 { second(transit) }

    /// The Sun's declination in degrees at that moment.
    var transitDeclination: Double { declinations.value(at: transit) }

    private var transit: Double {
        approximateTransit - hourAngle(at: approximateTransit) / 360  // p. 103
    }

    private func second(_ fraction: Double) -> Int64 {
        Int64(day) * 86_400 + Int64((fraction * 86_400).rounded(.down))
    }

    /// When the Sun's centre stands at a height, in degrees above the horizon and without refraction.
    func crossing(of altitude: Double, in half: Half) -> Crossing {
        let sinAltitude = sine(altitude)
        let cosHourAngle =
            (sinAltitude - place.sinLatitude * sine(declination)) / (place.cosLatitude * cosine(declination))  // (15.1)
        if abs(cosHourAngle) <= 1 {
            let estimate = approximateTransit + half.rawValue * arcCosine(cosHourAngle) / 360
            if let moment = corrected(estimate, altitude: altitude) { return .at(second(moment)) }
        }
        return search(for: sinAltitude, in: half)
    }

    /// The correction of p. 103, done once as the book and the timetables have it; nil where that isn't enough.
    ///
    /// It is made for the horizon, where it is right to some seconds; for 18° of depth it can be half a minute off. Where the Sun's path
    /// touches the height rather than crosses it, it leads anywhere: what a single step neglects is about π·Δm²·cot H days.
    private func corrected(_ moment: Double, altitude: Double) -> Double? {
        let declination = declinations.value(at: moment)
        let hourAngle = hourAngle(at: moment)
        let (sinH, cosH) = (sine(hourAngle), cosine(hourAngle))
        let (sinD, cosD) = (sine(declination), cosine(declination))
        let reached = arcSine(place.sinLatitude * sinD + place.cosLatitude * cosD * cosH)  // (13.6)
        let correction = (reached - altitude) / (360 * cosD * place.cosLatitude * sinH)
        guard .pi * correction * correction * abs(cosH) < SolarDay.neglectedDaysMax * abs(sinH) else { return nil }
        return moment + correction
    }

    /// Five seconds.
    private static let neglectedDaysMax = 5.0 / 86_400

    /// Halves the time between noon and midnight until the Sun stands at the height, or says why it never does.
    private func search(for sinAltitude: Double, in half: Half) -> Crossing {
        var above = transit
        var below = above + half.rawValue / 2
        guard sinOfAltitude(at: above) >= sinAltitude else { return .alwaysBelow }
        guard sinOfAltitude(at: below) < sinAltitude else { return .alwaysAbove }
        // Half a day in 20 halvings is less than a twentieth of a second.
        for _ in 0..<20 {
            let middle = (above + below) / 2
            if sinOfAltitude(at: middle) >= sinAltitude { above = middle } else { below = middle }
        }
        return .at(second((above + below) / 2))
    }

    private func sinOfAltitude(at moment: Double) -> Double {
        let declination = declinations.value(at: moment)
        return place.sinLatitude * sine(declination) + place.cosLatitude * cosine(declination) * cosine(hourAngle(at: moment))  // (13.6)
    }

    /// The Sun's hour angle in degrees, -180 to 180: negative before noon.
    private func hourAngle(at moment: Double) -> Double {
        shortWay(siderealTime + 360.985_647 * moment + place.longitude - rightAscensions.value(at: moment))
    }
}

/// A place on Earth, with what follows from its latitude alone.
struct Place: Sendable, Hashable {
    /// Degrees, north positive, -90 to 90.
    let latitude: Double
    /// Degrees, east positive, -180 to 180. Meeus counts the other way.
    let longitude: Double
    let sinLatitude: Double
    let cosLatitude: Double

    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
        sinLatitude = sine(latitude)
        cosLatitude = cosine(latitude)
    }

    /// When a sun that ran evenly would be highest, as a fraction of a day after 0h Universal Time: 0 to 1.
    var meanNoon: Double { 0.5 - longitude / 360 }
}

/// A value between three neighbouring days, from its differences (3.3).
private struct Interpolation: Sendable {
    let middle: Double
    private let slope: Double
    private let curvature: Double

    init(middle: Double, fromPrevious: Double, toNext: Double) {
        self.middle = middle
        slope = (fromPrevious + toNext) / 2
        curvature = (toNext - fromPrevious) / 2
    }

    func value(at fraction: Double) -> Double {
        middle + fraction * (slope + fraction * curvature)
    }
}
