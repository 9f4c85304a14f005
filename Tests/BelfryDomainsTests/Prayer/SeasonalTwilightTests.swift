import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

struct SeasonalTwilightTests {
    @Test(
        "The days are counted from the winter solstice of the hemisphere",
        arguments: [
            ("2015-12-21", true, 0), ("2015-12-31", true, 10), ("2016-01-01", true, 11), ("2016-12-20", true, 365),
            ("2015-12-20", true, 364), ("2015-06-21", false, 0), ("2016-06-21", false, 0), ("2016-06-20", false, 365),
            ("2015-06-20", false, 364), ("2016-01-01", false, 194),
        ])
    func days(date: String, isNorth: Bool, expected: Int) {
        #expect(SeasonalTwilight.daysSinceWinterSolstice(CivilDate(literal: date), isNorth: isNorth) == expected)
    }

    @Test("At the equator dawn and dusk last 75 minutes all year")
    func equator() {
        for day in 0..<366 {
            let date = CivilDate(literal: "2016-01-01") + day
            #expect(SeasonalTwilight.seconds(in: .morning, on: date, latitude: 0) == 4500)
            #expect(SeasonalTwilight.seconds(in: .afternoon, on: date, latitude: 0) == 4500)
        }
    }

    @Test("At 55° dawn and dusk have the lengths of the source where its lines meet, in either hemisphere")
    func corners() {
        let lengths = [
            (0, 103.65, 100.60), (91, 94.44, 77.05), (137, 107.74, 65.79), (183, 123.10, 81.14), (229, 107.74, 65.79), (275, 94.44, 77.05),
        ]
        for (day, dawn, dusk) in lengths {
            for (solstice, latitude) in [("2014-12-21", 55.0), ("2014-06-21", -55)] {
                let date = CivilDate(literal: solstice) + day
                #expect(abs(SeasonalTwilight.seconds(in: .morning, on: date, latitude: latitude) / 60 - dawn) < 0.01)
                #expect(abs(SeasonalTwilight.seconds(in: .afternoon, on: date, latitude: latitude) / 60 - dusk) < 0.01)
            }
        }
    }

    @Test("From one day to the next neither changes by more than a minute")
    func steps() {
        let first = CivilDate(literal: "2014-01-01")
        for day in 0..<1000 {
            for half in [SolarDay.Half.morning, .afternoon] {
                let lengths = [day, day + 1].map { SeasonalTwilight.seconds(in: half, on: first + $0, latitude: 55) }
                #expect(abs(lengths[1] - lengths[0]) <= 60, "\(first + day)")
            }
        }
    }
}
