import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("Protecting a provider")
struct TokenBucketTests {
    @Test("A burst passes, then as many as the rate allows")
    func rate() {
        var bucket = TokenBucket(rate: 10, burst: 3)
        #expect((0..<4).map { _ in bucket.take(now: .noon) } == [nil, nil, nil, .milliseconds(100)])
        #expect(bucket.take(now: .noon + .milliseconds(50)) == .milliseconds(50))
        #expect(bucket.take(now: .noon + .milliseconds(100)) == nil)
        #expect(bucket.take(now: .noon + .milliseconds(100)) == .milliseconds(100))
    }

    @Test("A clock that goes backwards neither fills nor empties it")
    func backwards() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        #expect(bucket.take(now: .morning) == .seconds(1))
        #expect(bucket.take(now: .morning + .seconds(1)) == nil)
    }

    @Test("Of those who come at once some have read the clock earlier than others before them: no time counts twice")
    func disorder() {
        var bucket = TokenBucket(rate: 1000, burst: 1)
        #expect(bucket.take(now: .noon + .milliseconds(1)) == nil)
        for _ in 0..<10 {
            #expect(bucket.take(now: .noon) == .milliseconds(1))
            #expect(bucket.take(now: .noon + .milliseconds(1)) == .milliseconds(1))
        }
        #expect(bucket.take(now: .noon + .milliseconds(2)) == nil)
    }

    @Test("What was taken for nothing is there again, and never more than fits")
    func putBack() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        bucket.putBack()
        bucket.putBack()
        #expect(bucket.take(now: .noon) == nil)
        #expect(bucket.take(now: .noon) == .seconds(1))
    }

    @Test("What a provider asks for holds for everything that is sent to it")
    func pause() {
        let protection = ProviderProtection()
        protection.pause(until: .noon + .seconds(5))
        guard case .notTried(_, let wait) = protection.admission(now: .noon) else { return #expect(Bool(false), "it must wait") }
        #expect(wait == .seconds(5))
        #expect(protection.admission(now: .noon + .seconds(5)) == nil)
    }

    @Test("Refusals are answers: they open nothing; failures and lost answers do")
    func outcomes() {
        let protection = ProviderProtection()
        for _ in 0..<20 { protection.note(.rejected(why: "too long"), now: .noon) }
        #expect(protection.isWorking)
        for _ in 0..<4 {
            protection.note(.retry(why: "http_500", after: nil), now: .noon)
            protection.note(.ambiguous(why: "no_answer"), now: .noon)
        }
        #expect(!protection.isWorking)
    }
}
