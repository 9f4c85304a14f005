import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("How long a worker's loop waits")
struct RoundPauseTests {
    @Test("Until something is due, and no longer than it may")
    func until() {
        var pause = RoundPause()
        #expect(pause.length(until: nil, now: .noon, atMost: .seconds(1)) == .seconds(1))
        #expect(pause.length(until: .noon + .milliseconds(70), now: .noon, atMost: .seconds(1)) == .milliseconds(70))
        #expect(pause.length(until: .evening, now: .noon, atMost: .seconds(1)) == .seconds(1))
    }

    @Test("Twice as long each time that something is due and can't be taken, until a round brings something, or nothing is due")
    func inVain() {
        var pause = RoundPause()
        func lengths(_ count: Int) -> [Duration] { (0..<count).map { _ in pause.length(until: .morning, now: .noon, atMost: .milliseconds(20)) } }
        let growing: [Duration] = [1, 2, 4, 8, 16, 20, 20].map { .milliseconds($0) }
        #expect(lengths(7) == growing)
        pause.reset()
        #expect(lengths(1) == [.milliseconds(1)])
        _ = pause.length(until: .evening, now: .noon, atMost: .milliseconds(20))
        #expect(lengths(30).prefix(2) == [.milliseconds(1), .milliseconds(2)])
    }
}
