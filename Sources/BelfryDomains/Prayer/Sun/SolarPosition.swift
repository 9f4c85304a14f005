/// Where the Sun stands among the stars at 0h Universal Time of a day, and how far the Earth has turned by then.
///
/// Good to 0.01° in longitude. Universal and Dynamical Time are taken for the same: in this century they differ by little more than
/// a minute, in which the Sun moves a thousandth of a degree.
///
/// Source: Jean Meeus, *Astronomical Algorithms*, 2nd edition (1998), chapters 12, 22, 25 and 47.
struct SolarPosition: Sendable, Hashable {
    /// Apparent right ascension in degrees, -180 to 180.
    let rightAscension: Double
    /// Apparent declination in degrees.
    let declination: Double
    /// Apparent sidereal time at Greenwich in degrees, 0 to 360.
    let siderealTime: Double

    /// - Parameter day: days since 1970-01-01.
    init(day: Int) {
        // 1970-01-01 0h UT is JD 2440587.5 (ch. 7), and J2000.0 is JD 2451545.0.
        let sinceJ2000 = Double(day) + (2_440_587.5 - 2_451_545)
        let t = sinceJ2000 / 36_525  // (12.1)

        let meanLongitude = fullCircle(280.466_456_7 + t * (36_000.769_82 + t * 0.000_303_2))  // (25.2)
        let anomaly = 357.529_11 + t * (35_999.050_29 - t * 0.000_153_7)  // (25.3)
        let node = 125.044_52 + t * (-1934.136_261 + t * (0.002_070_8 + t / 450_000))  // the Moon's ascending node, p. 144
        let moonLongitude = 218.3165 + t * 481_267.8813  // p. 144
        let (sinM, cosM) = (sine(anomaly), cosine(anomaly))
        let (sinNode, cosNode) = (sine(node), cosine(node))
        let (sinL, cosL) = (sine(meanLongitude), cosine(meanLongitude))
        let (sinMoon, cosMoon) = (sine(moonLongitude), cosine(moonLongitude))

        // The equation of the centre, p. 164; sin 2M and sin 3M by the addition theorems.
        let centre =
            (1.914_602 - t * (0.004_817 + t * 0.000_014)) * sinM
            + (0.019_993 - t * 0.000_101) * 2 * sinM * cosM
            + 0.000_289 * sinM * (3 - 4 * sinM * sinM)
        let apparentLongitude = meanLongitude + centre - 0.005_69 - 0.004_78 * sinNode  // p. 164

        let meanObliquity = 23.439_291_1 - t * (0.013_004_167 + t * (0.000_000_163_9 - t * 0.000_000_503_6))  // (22.2)
        let obliquity = meanObliquity + 0.002_56 * cosNode  // (25.8)
        let (sinE, cosE) = (sine(obliquity), cosine(obliquity))
        let sinLambda = sine(apparentLongitude)
        rightAscension = arcTangent(cosE * sinLambda, cosine(apparentLongitude))  // (25.6)
        declination = arcSine(sinE * sinLambda)  // (25.7)

        // Nutation in longitude, p. 144, in degrees.
        let nutation =
            (-17.20 * sinNode - 1.32 * 2 * sinL * cosL - 0.23 * 2 * sinMoon * cosMoon + 0.21 * 2 * sinNode * cosNode) / 3600
        let meanSiderealTime = 280.460_618_37 + 360.985_647_366_29 * sinceJ2000 + t * t * (0.000_387_933 - t / 38_710_000)  // (12.4)
        siderealTime = fullCircle(meanSiderealTime + nutation * cosE)  // p. 88
    }
}
