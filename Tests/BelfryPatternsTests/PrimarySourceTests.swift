import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The primary source")
struct PrimarySourceTests {
    /// Days of a source, each with the same value, so that one can see whose they are.
    private func days(_ offsets: Range<Int>, _ value: Double) -> [Observation] {
        offsets.map { Observation(date: .sunday + $0, value: value) }
    }

    @Test("Without days there are no observations")
    func none() {
        #expect(PrimarySource.observations(from: [:]) == [])
        #expect(PrimarySource.observations(from: ["watch": []]) == [])
    }

    @Test("Of two sources the one with more days is looked at, and no value of the other")
    func mostDays() {
        let sources = ["ring": days(2..<6, 1), "watch": days(0..<6, 2)]
        #expect(PrimarySource.observations(from: sources) == days(0..<6, 2))
    }

    @Test("Of two that are worn daily the same is looked at, whichever is up to three days behind", arguments: 1...3)
    func lag(dayCount: Int) {
        let (whole, late) = (-60..<1, -60..<(1 - dayCount))
        #expect(PrimarySource.observations(from: ["ring": days(late, 1), "watch": days(whole, 2)]) == days(late, 1))
        #expect(PrimarySource.observations(from: ["ring": days(whole, 1), "watch": days(late, 2)]) == days(whole, 1))
        // One that is further behind reports no more.
        #expect(PrimarySource.observations(from: ["ring": days(-60 ..< -3, 1), "watch": days(whole, 2)]) == days(whole, 2))
    }

    @Test("Only the last 28 days count, up to the latest of any source where the others report no more")
    func lately() {
        let sources = ["old": days(-300 ..< -20, 1), "new": days(-20..<1, 2)]
        #expect(PrimarySource.observations(from: sources) == days(-20..<1, 2))
        // Of each source one day: the 28th counts, the 29th doesn't.
        let latest = days(0..<1, 1)
        #expect(PrimarySource.observations(from: ["b": latest, "a": days(-27 ..< -26, 2)]) == days(-27 ..< -26, 2))
        #expect(PrimarySource.observations(from: ["b": latest, "a": days(-28 ..< -27, 2)]) == latest)
    }

    @Test("The chosen source is looked at as far back as it goes")
    func wholeHistory() {
        let sources = ["watch": days(-100..<1, 1), "ring": days(-3..<1, 2)]
        #expect(PrimarySource.observations(from: sources) == days(-100..<1, 1))
    }

    @Test("Of equals the first by name is taken")
    func equals() {
        let sources = ["watch": days(0..<5, 1), "ring": days(0..<5, 2), "scale": days(0..<5, 3)]
        #expect(PrimarySource.observations(from: sources) == days(0..<5, 2))
    }
}
