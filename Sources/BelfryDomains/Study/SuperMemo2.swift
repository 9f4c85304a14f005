/// The intervals of SM-2, the second algorithm of SuperMemo.
///
/// Source: P. A. Woźniak, "Optimization of learning" (1990), section 3.2, "Application of a computer to improve the results obtained in
/// working with the SuperMemo method".
enum SuperMemo2 {
    static let easeRange = 1.3...10.0
    static let defaultEase = 2.5
    static let intervalRange = 0.0...36_500.0
    static let repetitionCountMax = 10_000

    /// Days until the next repetition: I(1) = 1, I(2) = 6, I(n) = I(n-1)·EF, fractions rounded up.
    ///
    /// - Parameter repetitions: good answers in a row; after a bad one none, and it begins with one day again.
    static func interval(repetitions: Int, ease: Double) -> Int {
        guard repetitions > 1 else { return 1 }
        var interval = 6.0
        for _ in 2..<repetitions where interval < intervalRange.upperBound { interval = (interval * ease).rounded(.up) }
        return Int(min(interval, intervalRange.upperBound))
    }
}
