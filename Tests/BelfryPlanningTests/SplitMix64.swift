import Foundation

/// A small generator that gives the same numbers for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension UInt64 {
    /// A new seed for each run, printed so that `BELFRY_SEED` can run it again.
    static func seed(of function: String = #function) -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        let seed = ProcessInfo.processInfo.environment["BELFRY_SEED"].flatMap { UInt64($0) } ?? generator.next()
        print("\(function): BELFRY_SEED=\(seed)")
        return seed
    }
}
