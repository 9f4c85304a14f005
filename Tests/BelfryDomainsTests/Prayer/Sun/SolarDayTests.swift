import BelfryModel
import BelfryTesting
import Foundation
import Testing

@testable import BelfryDomains

struct SolarDayTests {
    private func day(_ day: Int, at place: Place) -> SolarDay {
        SolarDay(
            day: day, at: place, previous: SolarPosition(day: day - 1), current: SolarPosition(day: day), next: SolarPosition(day: day + 1))
    }

    /// The Sun's height at a moment, by another way: the low precision formulas of the *Astronomical Almanac*, page C5, good to 0.01°.
    private func altitude(at second: Int64, _ place: Place) -> Double {
        let n = Double(second) / 86_400 + 2_440_587.5 - 2_451_545
        let g = (357.528 + 0.985_600_3 * n) * .pi / 180
        let longitude = (280.460 + 0.985_647_4 * n + 1.915 * sin(g) + 0.020 * sin(2 * g)) * .pi / 180
        let obliquity = (23.439 - 0.000_000_4 * n) * .pi / 180
        let rightAscension = atan2(cos(obliquity) * sin(longitude), cos(longitude))
        let declination = asin(sin(obliquity) * sin(longitude))
        let hourAngle = (280.460_62 + 360.985_647_37 * n + place.longitude) * .pi / 180 - rightAscension
        let latitude = place.latitude * .pi / 180
        return asin(sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)) * 180 / .pi
    }

    @Test("At the moment that is found the Sun stands at the height, and where none is found it never does")
    func anywhere() {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let place = Place(
                latitude: .random(in: -89.5...89.5, using: &generator), longitude: .random(in: -180...180, using: &generator))
            // 1970 to 2100.
            let day = day(.random(in: 0...47_482, using: &generator), at: place)
            let height = Double.random(in: -20...40, using: &generator)
            let noon = day.transitSecond
            for half in [SolarDay.Half.morning, .afternoon] {
                let heights = (0...36).map { altitude(at: noon + Int64(half.rawValue) * 1200 * Int64($0), place) }
                let what: Comment = "\(height)° at \(place.latitude) \(place.longitude), day \(day.day) \(half), seed \(seed)"
                switch day.crossing(of: height, in: half) {
                case .at(let second):
                    #expect(abs(altitude(at: second, place) - height) < 0.15, what)
                    #expect((second - noon) * Int64(half.rawValue) >= 0 && abs(second - noon) <= 43_260, what)
                case .alwaysAbove: #expect(heights.allSatisfy { $0 > height - 0.05 }, what)
                case .alwaysBelow: #expect(heights.allSatisfy { $0 < height + 0.05 }, what)
                }
            }
        }
    }

    @Test("The days of a run are the days by themselves")
    func run() {
        let place = Place(latitude: 59.9, longitude: 10.75)
        var days = SolarDays(at: place, day: 20_000)
        for number in [20_001, 20_002, 20_002, 20_003, 20_010, 20_009] {
            days.move(to: number)
            let alone = SolarDays(at: place, day: number)
            #expect(days.today.transitSecond == alone.today.transitSecond)
            #expect((days.sunrise, days.sunset) == (alone.sunrise, alone.sunset))
            #expect((days.sunsetYesterday, days.sunriseTomorrow) == (alone.sunsetYesterday, alone.sunriseTomorrow))
            days.move(to: number + 1)
            #expect(days.sunsetYesterday == alone.sunset)
            #expect(days.sunrise == alone.sunriseTomorrow)
        }
    }
}
