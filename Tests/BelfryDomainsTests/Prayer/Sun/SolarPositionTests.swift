import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

struct SolarPositionTests {
    private func position(_ date: String) -> SolarPosition {
        SolarPosition(day: Int(CivilDate(literal: date).daysSinceEpoch))
    }

    @Test("The Sun on 13 October 1992 is where example 25.a of Meeus has it")
    func example25a() {
        let sun = position("1992-10-13")
        #expect(abs(fullCircle(sun.rightAscension) - 198.380_83) < 0.000_05)
        #expect(abs(sun.declination - -7.785_07) < 0.000_05)
    }

    @Test("Sidereal time on 10 April 1987 is that of example 12.a of Meeus")
    func example12a() {
        // 13h 10m 46.1351s; nutation by the short formula is good to half an arc second, 0.03 seconds of time.
        let expected = (13 + (10 + 46.1351 / 60) / 60) * 15
        #expect(abs(position("1987-04-10").siderealTime - expected) * 3600 < 0.5)
    }

    @Test("The Sun is furthest north and south at the solstices, and on the equator at the equinoxes")
    func seasons() {
        // Moments from the table of ch. 27: 2000 March 20 7h, June 21 2h, September 22 17h, December 21 14h.
        #expect(abs(position("2000-03-20").declination) < 0.15)
        #expect(abs(position("2000-06-21").declination - 23.44) < 0.01)
        #expect(abs(position("2000-09-23").declination) < 0.15)
        #expect(abs(position("2000-12-21").declination - -23.44) < 0.01)
    }
}
