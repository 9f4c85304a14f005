import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("The circuit breaker")
struct CircuitBreakerTests {
    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<CircuitBreaker.failureCountMax { breaker.note(isWorking: false, now: .noon) }
        return breaker
    }

    @Test("A few failures leave it closed, and one success forgets them")
    func closed() {
        var breaker = CircuitBreaker()
        for _ in 1..<CircuitBreaker.failureCountMax { breaker.note(isWorking: false, now: .noon) }
        #expect(breaker.admit(now: .noon) == nil)
        breaker.note(isWorking: true, now: .noon)
        breaker.note(isWorking: false, now: .noon)
        #expect(breaker.isClosed)
    }

    @Test("A row of failures opens it for a while, and then one request passes as a probe")
    func probe() {
        var breaker = opened()
        #expect(breaker.admit(now: .noon) == .seconds(10))
        #expect(breaker.admit(now: .noon + .seconds(4)) == .seconds(6))
        let later = Instant.noon + .seconds(10)
        #expect(breaker.admit(now: later) == nil)
        #expect(breaker.admit(now: later) == .seconds(10), "the others wait for what becomes of it")
        breaker.note(isWorking: true, now: later)
        #expect(breaker.isClosed && breaker.admit(now: later) == nil)
    }

    @Test("A clock that is put back has nobody wait until it has caught up; one that was read a moment earlier does")
    func putBack() {
        var breaker = opened()
        #expect(breaker.admit(now: .noon - .milliseconds(20)) == .milliseconds(10_020))
        #expect(breaker.admit(now: .morning) == nil)
        #expect(breaker.admit(now: .morning) == .seconds(10), "that one is under way")
        #expect(breaker.admit(now: .morning - .seconds(3600)) == nil)
    }

    @Test("Every probe that fails doubles the wait, up to five minutes")
    func longer() {
        var breaker = opened()
        var now = Instant.noon
        var waits: [Int] = []
        for _ in 0..<7 {
            guard let wait = breaker.admit(now: now) else { break }
            waits.append(Int(wait.components.seconds))
            now = now + wait
            _ = breaker.admit(now: now)
            breaker.note(isWorking: false, now: now)
        }
        #expect(waits == [10, 20, 40, 80, 160, 300, 300])
    }

    @Test("Whoever comes while a probe is under way comes back soon, however long the rest was: its answer is known by then")
    func whileProbing() {
        var breaker = opened()
        for second in [10, 30, 70, 150] {
            #expect(breaker.admit(now: .noon + .seconds(second)) == nil)
            breaker.note(isWorking: false, now: .noon + .seconds(second))
        }
        let probing = Instant.noon + .seconds(310)
        #expect(breaker.admit(now: probing) == nil)
        #expect(breaker.admit(now: probing + .seconds(2)) == CircuitBreaker.shortestOpening)
        #expect(breaker.admit(now: probing + .seconds(155)) == .seconds(5), "then another is let pass")
    }

    @Test("A probe whose answer never came is followed by another")
    func lostProbe() {
        var breaker = opened()
        #expect(breaker.admit(now: .noon + .seconds(10)) == nil)
        #expect(breaker.admit(now: .noon + .seconds(20)) == nil)
    }

    @Test("A probe that never got to the provider is followed by another at once, and keeps it open for no longer")
    func withdrawnProbe() {
        var breaker = opened()
        let later = Instant.noon + .seconds(10)
        #expect(breaker.admit(now: later) == nil)
        breaker.withdraw(now: later)
        #expect(!breaker.isClosed && breaker.admit(now: later) == nil)
        #expect(breaker.admit(now: later) == .seconds(10))
    }
}
