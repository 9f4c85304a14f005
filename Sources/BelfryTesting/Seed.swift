import Foundation

extension UInt64 {
    /// The seed of a random test, printed so that a run can be repeated: always the same, unless `BELFRY_SEED` names another
    /// or is `random`, which draws a new one.
    public static func seed(of function: String = #function) -> UInt64 {
        let wanted = ProcessInfo.processInfo.environment["BELFRY_SEED"]
        var generator = SystemRandomNumberGenerator()
        let seed = wanted == "random" ? generator.next() : wanted.flatMap { UInt64($0) } ?? 20_260_125
        print("\(function): BELFRY_SEED=\(seed)")
        return seed
    }
}
