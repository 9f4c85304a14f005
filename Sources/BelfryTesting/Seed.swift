import Foundation

extension UInt64 {
    /// A new seed for each run, printed so that `BELFRY_SEED` can run it again.
    public static func seed(of function: String = #function) -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        let seed = ProcessInfo.processInfo.environment["BELFRY_SEED"].flatMap { UInt64($0) } ?? generator.next()
        print("\(function): BELFRY_SEED=\(seed)")
        return seed
    }
}
