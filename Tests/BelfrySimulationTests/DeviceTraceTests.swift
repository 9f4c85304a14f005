import BelfryMemory
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import Testing

@Suite("A device's life, at random")
struct DeviceTraceTests {
    /// `make simulate` lets fifty times as many live, optimized.
    @Test("Two thousand lives: nothing twice, nothing lost inside coverage, nothing early, never over the ceiling")
    func lives() async {
        let report = await DeviceTrials(firstSeed: UInt64.seed(), count: 2000, zones: SystemTimeZoneDatabase()).run()
        #expect(report.failureCount == 0)
        #expect(report.shownCount > 2000, "lives in which nothing is shown prove nothing")
        for (seed, outcome) in report.failures {
            Issue.record("seed \(seed)\n\(outcome.complaints.joined(separator: "\n"))\n\(outcome.log.joined(separator: "\n"))")
        }
    }

    @Test("A hundred pairs that sync: nothing told that could be known to be told, nothing taken for told that nobody was shown")
    func pairs() async {
        let report = await DeviceTrials(firstSeed: UInt64.seed(), count: 100, arePairs: true, zones: SystemTimeZoneDatabase()).run()
        #expect(report.failureCount == 0)
        #expect(report.shownCount > 200, "lives in which nothing is shown prove nothing")
        for (seed, outcome) in report.failures {
            Issue.record("seed \(seed)\n\(outcome.complaints.joined(separator: "\n"))\n\(outcome.log.joined(separator: "\n"))")
        }
    }

    @Test(
        "What was missed, and is planned again under the same name, stays: lives in which it was taken back at each pass",
        arguments: [15293, 27846, 39995] as [UInt64])
    func plannedAgain(seed: UInt64) async {
        let outcome = await DeviceTrace(seed: seed).run(on: MemoryDevice(), zones: SystemTimeZoneDatabase())
        #expect(outcome.complaints == [])
        #expect(!outcome.log.isEmpty)
    }

    @Test("What stands for the zone of before, because the centre didn't answer, isn't taken for told once the clock is set: a life in which it was")
    func unanswered() async {
        let outcome = await DeviceTrace(seed: 2866).run(on: MemoryDevice(), zones: SystemTimeZoneDatabase())
        #expect(outcome.complaints == [])
        #expect(!outcome.log.isEmpty)
    }

    @Test("What a centre refused to have told late, and shows by itself then, is told once: a life in which it came again")
    func shownAfterAll() async {
        let outcome = await DeviceTrace(seed: 20_263_075).run(on: MemoryDevice(), zones: SystemTimeZoneDatabase())
        #expect(outcome.complaints == [])
        #expect(!outcome.log.isEmpty)
    }

    @Test("The life of a pair is repeated to the letter from its seed")
    func pairReplay() async {
        let zones = SystemTimeZoneDatabase()
        let first = await PairTrace(seed: 7).run(zones: zones)
        let second = await PairTrace(seed: 7).run(zones: zones)
        #expect(first.log == second.log)
        #expect(first.log.count > 16)
    }

    @Test("A life is repeated to the letter from its seed, and is another one with own reminders", arguments: [false, true])
    func replay(hasReminders: Bool) async {
        let zones = SystemTimeZoneDatabase()
        let trace = DeviceTrace(seed: 7, hasReminders: hasReminders)
        let first = await trace.run(on: MemoryDevice(), zones: zones)
        let second = await trace.run(on: MemoryDevice(), zones: zones)
        #expect(first.log == second.log)
        #expect(first.log.count > 12)
        let other = await DeviceTrace(seed: 7, hasReminders: !hasReminders).run(on: MemoryDevice(), zones: zones)
        #expect(first.log != other.log)
    }
}
