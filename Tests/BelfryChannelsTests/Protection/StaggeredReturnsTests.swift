import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("Coming back to a provider that was left alone")
struct StaggeredReturnsTests {
    private func failing() -> ProviderProtection {
        let protection = ProviderProtection()
        for _ in 0..<CircuitBreaker.failureCountMax { protection.note(.retry(why: "http_500", after: nil), now: .noon) }
        return protection
    }

    private func wait(_ protection: ProviderProtection, isUrgent: Bool = false, at now: Instant = .noon) -> Duration? {
        if case .notTried(_, let wait) = protection.admission(isUrgent: isUrgent, now: now) { wait } else { nil }
    }

    @Test("One comes back when it may be tried again, and the others after its answer, evenly over as long again")
    func evenly() {
        let protection = failing()
        let end = CircuitBreaker.shortestOpening
        #expect(wait(protection) == end)
        let begin = end + StaggeredReturns.headStart
        let waits = (0..<1000).compactMap { _ in wait(protection) }
        #expect(waits.count == 1000)
        let counts = (0..<10).map { second in
            waits.filter { $0 >= begin + .seconds(second) && $0 < begin + .seconds(second + 1) }.count
        }
        #expect(counts.allSatisfy { (95...105).contains($0) }, "\(counts)")
        #expect(counts.reduce(0, +) == 1000)
    }

    @Test("Once it works, whoever comes back passes: nobody waits for another round")
    func recovery() {
        let protection = failing()
        let (first, second) = (wait(protection) ?? .zero, wait(protection) ?? .zero)
        #expect(wait(protection, at: .noon + first) == nil)
        protection.note(.delivered, now: .noon + first)
        #expect(second > first && wait(protection, at: .noon + second) == nil)
    }

    @Test("Urgent ones come back before the others, as soon as its answer is known")
    func urgent() {
        let protection = failing()
        let first = wait(protection) ?? .zero
        #expect(wait(protection, isUrgent: true) == first + StaggeredReturns.headStart)
        #expect(wait(protection, isUrgent: true) == first + StaggeredReturns.headStart)
    }

    @Test("However many wait, no more come back in a second than a provider is used to")
    func many() {
        var returns = StaggeredReturns()
        let delays = (0..<30_000).map { _ in returns.delay(beyond: .noon, over: .seconds(10), isUrgent: false).milliseconds / 1000 }
        let counts = Dictionary(delays.dropFirst().map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.keys.sorted() == Array(2...31) && counts.values.allSatisfy { (950...1050).contains($0) }, "\(counts)")
    }

    @Test("Those who wait because a provider asked for quiet don't all come back at once either")
    func pause() {
        let protection = ProviderProtection()
        protection.pause(for: .seconds(60), now: .noon)
        let waits = (0..<100).compactMap { _ in wait(protection) }
        #expect(waits.first == .seconds(60) && Set(waits).count == 100)
        #expect(waits.allSatisfy { $0 <= .seconds(122) })
    }
}
