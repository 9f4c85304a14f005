import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime

/// Many random lives of a device, or of two that sync, side by side, each from its own seed.
public struct DeviceTrials: Sendable {
    public let firstSeed: UInt64
    public let count: Int
    /// Whether each person has two.
    public let arePairs: Bool
    public let zones: any TimeZoneDatabase

    /// The lives in which something went wrong, and how much was shown in all.
    public struct Report: Sendable {
        public fileprivate(set) var count = 0
        public fileprivate(set) var shownCount = 0
        /// By seed, in their order; no more than ``failureCountMax``.
        public fileprivate(set) var failures: [(seed: UInt64, outcome: DeviceTrace.Outcome)] = []
        public fileprivate(set) var failureCount = 0
    }

    public static let failureCountMax = 10

    public init(firstSeed: UInt64, count: Int, arePairs: Bool = false, zones: any TimeZoneDatabase) {
        self.firstSeed = firstSeed
        self.count = count
        self.arePairs = arePairs
        self.zones = zones
    }

    /// - Parameters:
    ///   - taskCount: how many run at once.
    ///   - progress: is handed how many are done, now and then.
    public func run(taskCount: Int = 2, progress: @escaping @Sendable (Int) -> Void = { _ in }) async -> Report {
        await withTaskGroup(of: (UInt64, DeviceTrace.Outcome).self) { group in
            var report = Report()
            var next = 0
            func addOne() {
                guard next < count else { return }
                let seed = firstSeed &+ UInt64(next)
                next += 1
                group.addTask { (seed, await life(seed)) }
            }
            for _ in 0..<max(1, taskCount) { addOne() }
            for await (seed, outcome) in group {
                report.count += 1
                report.shownCount += outcome.shownCount
                if !outcome.complaints.isEmpty {
                    report.failureCount += 1
                    if report.failures.count < Self.failureCountMax { report.failures.append((seed, outcome)) }
                }
                if report.count % 1000 == 0 { progress(report.count) }
                addOne()
            }
            report.failures.sort { $0.seed < $1.seed }
            return report
        }
    }

    private func life(_ seed: UInt64) async -> DeviceTrace.Outcome {
        // The seed alone says it, so that it repeats the life.
        var generator = SeededGenerator(seed: seed, 0)
        let hasReminders = generator.happens(Self.reminderShare)
        let hasQuietNights = generator.happens(Self.quietNightShare)
        return arePairs
            ? await PairTrace(seed: seed, hasReminders: hasReminders).run(zones: zones)
            : await DeviceTrace(seed: seed, hasReminders: hasReminders, hasQuietNights: hasQuietNights).run(on: MemoryDevice(), zones: zones)
    }

    /// Of how many lives the person has reminders of their own.
    private static let reminderShare = 0.3
    /// Of how many lives of one device the person may have quiet hours of single nights.
    private static let quietNightShare = 0.3
}
