import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("When to try again")
struct RetryPolicyTests {
    let policy = RetryPolicy(base: .seconds(5), longest: .seconds(300))

    /// How long the policy waits after a failed attempt; nil where it gives up.
    private func wait(after attempt: Int, chance: Double, asked: Duration? = nil) -> Duration? {
        let disposition = policy.disposition(after: .retry(why: "busy", after: asked), attempt: attempt, until: .max, now: .noon, chance: chance)
        guard case .retry(let moment, "busy") = disposition else { return nil }
        return moment - .noon
    }

    @Test(
        "The wait is drawn evenly from zero to a ceiling that becomes four times as much with each attempt, up to the longest",
        arguments: [(1, 5), (2, 20), (3, 80), (4, 300)])
    func fullJitter(attempt: Int, ceiling: Int) {
        #expect(wait(after: attempt, chance: 0) == .zero)
        #expect(wait(after: attempt, chance: 0.5) == .milliseconds(ceiling * 500))
        #expect(wait(after: attempt, chance: 1) == .seconds(ceiling))
    }

    @Test("Whatever the chance, the wait stays within its bounds")
    func bounds() {
        var generator = SeededGenerator(seed: .seed())
        for attempt in 1...4 {
            for _ in 0..<200 {
                let waited = wait(after: attempt, chance: .random(in: 0...1, using: &generator)) ?? .seconds(-1)
                #expect(waited >= .zero && waited <= min(.seconds(5) * (1 << (2 * (attempt - 1))), .seconds(300)))
            }
        }
        #expect(wait(after: 1, chance: -3) == .zero)
        #expect(wait(after: 1, chance: 7) == .seconds(5))
    }

    @Test("What a provider asked for is waited for at least, and a longer draw wins")
    func askedFor() {
        #expect(wait(after: 1, chance: 1, asked: .seconds(60)) == .seconds(60))
        #expect(wait(after: 3, chance: 1, asked: .seconds(2)) == .seconds(80))
        #expect(wait(after: 1, chance: 0, asked: .seconds(-60)) == .zero)
    }

    @Test("A provider may ask for a day at most", arguments: [Duration.seconds(86_400), .seconds(86_401), .seconds(365 * 86_400)])
    func askedForMost(asked: Duration) {
        #expect(wait(after: 1, chance: 0.5, asked: asked) == .seconds(86_400))
    }

    @Test("What wasn’t tried waits for a day at most", arguments: [Duration.seconds(86_400), .seconds(Int64.max)])
    func postponedMost(asked: Duration) {
        let disposition = policy.disposition(after: .notTried(why: "rest", after: asked), attempt: 1, until: .max, now: .noon, chance: 0.5)
        #expect(disposition == .postponed(until: .noon + .seconds(86_400), why: "rest"))
    }

    @Test("From the fifth attempt on none is counted, and the next follows after a minute at least", arguments: [5, 6])
    func uncounted(attempt: Int) {
        func disposition(chance: Double, asked: Duration? = nil) -> AttemptResult.Disposition {
            policy.disposition(after: .retry(why: "busy", after: asked), attempt: attempt, until: .max, now: .noon, chance: chance)
        }
        #expect(disposition(chance: 0) == .postponed(until: .noon + .seconds(60), why: "busy"))
        #expect(disposition(chance: 1) == .postponed(until: .noon + .seconds(300), why: "busy"))
        #expect(disposition(chance: 1, asked: .seconds(900)) == .postponed(until: .noon + .seconds(900), why: "busy"))
    }

    @Test("What follows from a lost answer is what follows from a provider that is away")
    func lostAnswers() {
        func disposition(attempt: Int) -> AttemptResult.Disposition {
            policy.disposition(after: .ambiguous(why: "no_answer"), attempt: attempt, until: .max, now: .noon, chance: 1)
        }
        #expect(disposition(attempt: 4) == .retry(at: .noon + .seconds(300), error: "no_answer"))
        #expect(disposition(attempt: 5) == .postponed(until: .noon + .seconds(300), why: "no_answer"))
    }

    @Test("What can't be tried again while it is of use is given up now", arguments: [1, 4, 5])
    func tooLate(attempt: Int) {
        func disposition(until end: Instant) -> AttemptResult.Disposition {
            policy.disposition(after: .retry(why: "busy", after: .seconds(900)), attempt: attempt, until: end, now: .noon, chance: 1)
        }
        #expect(disposition(until: .noon + .seconds(900)) == .failed(error: "busy"))
        #expect(disposition(until: .noon + .seconds(901)) != .failed(error: "busy"))
    }

    @Test("Where another address has it, one whose provider stays away is tried five times and no more")
    func reachedElsewhere() {
        func disposition(_ other: Outcome, attempt: Int) -> AttemptResult.Disposition {
            policy.disposition(after: [.retry(why: "busy", after: nil), other], attempt: attempt, until: .max, now: .noon, chance: 1)
        }
        #expect(disposition(.delivered, attempt: 4) == .retry(at: .noon + .seconds(300), error: "busy"))
        #expect(disposition(.delivered, attempt: 5) == .sent)
        #expect(disposition(.addressGone(why: "gone"), attempt: 5) == .postponed(until: .noon + .seconds(300), why: "busy"))
    }

    @Test("Where another address has it, one that is to be left alone until it is of no use leaves it sent")
    func reachedElsewhereInTime() {
        func disposition(_ other: Outcome, until end: Instant) -> AttemptResult.Disposition {
            policy.disposition(after: [.notTried(why: "rest", after: .seconds(300)), other], attempt: 1, until: end, now: .noon, chance: 1)
        }
        let postponed = AttemptResult.Disposition.postponed(until: .noon + .seconds(300), why: "rest")
        #expect(disposition(.delivered, until: .noon + .seconds(301)) == postponed)
        #expect(disposition(.delivered, until: .noon + .seconds(300)) == .sent)
        #expect(disposition(.notTried(why: "rest", after: .seconds(600)), until: .noon + .seconds(300)) == postponed)
    }

    @Test("What was accepted is sent, and what was refused for good is given up at once")
    func others() {
        func disposition(_ outcome: Outcome) -> AttemptResult.Disposition {
            policy.disposition(after: outcome, attempt: 1, until: .max, now: .noon, chance: 0.5)
        }
        #expect(disposition(.delivered) == .sent)
        #expect(disposition(.rejected(why: "too long")) == .failed(error: "too long"))
        #expect(disposition(.addressGone(why: "unregistered")) == .failed(error: "unregistered"))
    }
}
