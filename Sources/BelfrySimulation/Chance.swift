import BelfryModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// BelfrySimulation: people and worlds made up from a seed, in which the house's rules are tried and measured.
// It never touches a real store, clock or person.

extension SeededGenerator {
    /// One generator for each combination of parts, so that what happens to one person doesn't depend on how many others there are.
    init(seed: UInt64, _ parts: Int...) {
        self.init(
            seed: parts.reduce(seed) { seed, part in
                var mixer = SeededGenerator(seed: seed ^ UInt64(bitPattern: Int64(part)) &* 0xD6E8_FEB8_6659_FD93)
                return mixer.next()
            })
    }

    mutating func uniform(_ low: Double, _ high: Double) -> Double { Double.random(in: low..<high, using: &self) }

    mutating func happens(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &self) < chance }

    /// Normally distributed. Source: Box and Muller, Annals of Mathematical Statistics 29 (1958).
    mutating func normal(_ mean: Double, _ deviation: Double) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return mean + deviation * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }

    /// Beta distributed, for shapes from 1 on: one gamma's share of two.
    mutating func beta(_ one: Double, _ other: Double) -> Double {
        let first = gamma(one)
        return first / (first + gamma(other))
    }

    /// Source: Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", ACM Transactions on Mathematical Software 26 (2000).
    private mutating func gamma(_ shape: Double) -> Double {
        let d = shape - 1 / 3.0
        while true {
            let normal = normal(0, 1)
            let root = 1 + normal / (9 * d).squareRoot()
            guard root > 0 else { continue }
            let cube = root * root * root
            if log(1 - Double.random(in: 0..<1, using: &self)) < normal * normal / 2 + d - d * cube + d * log(cube) { return d * cube }
        }
    }
}
