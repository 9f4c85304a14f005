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
        #expect(bucket.take(now: .noon + .milliseconds(50)) == .milliseconds(150), "the next one is somebody's")
        #expect(bucket.take(now: .noon + .milliseconds(100)) == nil)
        #expect(bucket.take(now: .noon + .milliseconds(100)) == .milliseconds(200))
    }

    @Test("Of many at once each is told its own turn, and finds its token then, a little early too")
    func turns() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        let waits = (0..<50).compactMap { _ in bucket.take(now: .noon) }
        let turns = (1...50).map { Duration.milliseconds($0 * 100) }
        #expect(waits == turns)
        for (number, wait) in waits.enumerated() {
            let early = Duration.milliseconds(number.isMultiple(of: 2) ? 20 : 0)
            #expect(bucket.take(now: .noon + wait - early) == nil)
        }
    }

    @Test("However many wait, and others come meanwhile, each is told to wait once or twice, not once for each before it")
    func cost() {
        var bucket = TokenBucket(rate: 10, burst: 10)
        var arrivals: [Instant: Int] = [.noon: 500]
        for number in 1...200 { arrivals[.noon + .milliseconds(250 * number), default: 0] += 1 }
        var (sentCount, toldCount, last) = (0, 0, Instant.noon)
        while let now = arrivals.keys.min() {
            for _ in 0..<(arrivals.removeValue(forKey: now) ?? 0) {
                if let wait = bucket.take(now: now) {
                    toldCount += 1
                    arrivals[now + wait, default: 0] += 1
                } else {
                    (sentCount, last) = (sentCount + 1, now)
                }
            }
        }
        #expect(sentCount == 700 && toldCount <= 2 * 700)
        #expect(last <= .noon + .seconds(72), "seventy seconds are what the rate needs")
    }

    @Test("Whoever was told its turn finds its token, also a little late: who comes meanwhile waits behind it")
    func newcomer() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(isNew: true, now: .noon) == nil)
        #expect(bucket.take(isNew: true, now: .noon) == .milliseconds(100))
        let turn = Instant.noon + .milliseconds(100)
        #expect(bucket.take(isNew: true, now: turn) == .milliseconds(100), "what is there is promised")
        #expect(bucket.take(isNew: true, now: turn) == .milliseconds(200))
        for number in [1, 2, 3] {
            #expect(bucket.take(now: turn + .milliseconds(50 + 100 * (number - 1))) == nil)
        }
        #expect(bucket.take(isNew: true, now: turn + .milliseconds(400)) == nil, "nobody waits any more")
    }

    @Test("However many wait, and others come meanwhile, they go in the order of their coming, each told to wait once")
    func order() {
        var bucket = TokenBucket(rate: 10, burst: 10)
        var arrivals: [Instant: [Int]] = [.noon: Array(0..<100)]
        for number in 100..<200 { arrivals[.noon + .milliseconds(250 * (number - 99)), default: []].append(number) }
        var (sent, told) = ([Int](), [Int]())
        while let now = arrivals.keys.min() {
            for number in arrivals.removeValue(forKey: now) ?? [] {
                if let wait = bucket.take(isNew: !told.contains(number), now: now) {
                    told.append(number)
                    // A worker looks for it a little later.
                    arrivals[now + wait + .milliseconds(50), default: []].append(number)
                } else {
                    sent.append(number)
                }
            }
        }
        #expect(sent == Array(0..<200))
        #expect(Set(told).count == told.count)
    }

    @Test("An urgent newcomer gives way to urgent ones alone")
    func urgentNewcomer() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(isNew: true, now: .noon) == nil)
        #expect(bucket.take(isNew: true, now: .noon) == .milliseconds(100))
        let turn = Instant.noon + .milliseconds(100)
        #expect(bucket.take(isNew: true, isUrgent: true, now: turn) == nil)
        #expect(bucket.take(isNew: true, isUrgent: true, now: turn) == .milliseconds(100))
        #expect(bucket.take(isNew: true, isUrgent: true, now: turn + .milliseconds(100)) == .milliseconds(100))
        #expect(bucket.take(isUrgent: true, now: turn + .milliseconds(100)) == nil)
    }

    @Test("Those who were told their turn and never come keep nobody waiting for longer than a little, also where others come all the time")
    func absentBesideNewcomers() {
        var bucket = TokenBucket(rate: 10, burst: 10)
        for _ in 0..<1000 { _ = bucket.take(isNew: true, now: .noon) }
        // One comes each second, a tenth of what may.
        let waits = (1...10).map { second in bucket.take(isNew: true, now: .noon + .seconds(second)) }
        #expect(waits[0] != nil && waits.suffix(6).allSatisfy { $0 == nil })
    }

    @Test("Who was told its turn elsewhere takes what is there, and whoever was told it here isn't kept from more than that")
    func otherProcess() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        #expect(bucket.take(now: .noon) == .milliseconds(100))
        #expect(bucket.take(isNew: true, now: .noon + .milliseconds(100)) == nil, "nobody was promised anything here")
    }

    @Test("An urgent one waits behind urgent ones alone")
    func urgent() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        #expect((0..<3).map { _ in bucket.take(now: .noon) } == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
        #expect((0..<2).map { _ in bucket.take(isUrgent: true, now: .noon) } == [.milliseconds(100), .milliseconds(200)])
        #expect(bucket.take(isUrgent: true, now: .noon + .milliseconds(100)) == nil)
        #expect(bucket.take(now: .noon + .milliseconds(100)) == .milliseconds(300), "whose token it took waits behind the others")
    }

    @Test("Where those who were told their turn never come, nobody waits for them")
    func absent() {
        var bucket = TokenBucket(rate: 10, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        for _ in 0..<1000 { _ = bucket.take(now: .noon) }
        let later = Instant.noon + .seconds(3)
        #expect(bucket.take(now: later) == nil)
        #expect(bucket.take(now: later) == .milliseconds(100))
    }

    @Test("No turn is more than an hour away, and those beyond are spread over the later half of it")
    func longestWait() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.take(now: .noon) == nil)
        let waits = (0..<6000).compactMap { _ in bucket.take(now: .noon) }
        let turns = (1...3600).map { Duration.seconds($0) }
        #expect(Array(waits[..<3600]) == turns)
        #expect(waits[3600...].allSatisfy { $0 >= .seconds(1800) && $0 <= TokenBucket.standardLongestWait })
        #expect(waits[3600...].first == .seconds(1800) && waits[3601] == .seconds(1801))
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
        for turn in 1...10 {
            #expect(bucket.take(now: .noon) == .milliseconds(2 * turn))
            #expect(bucket.take(now: .noon + .milliseconds(1)) == .milliseconds(2 * turn))
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

    @Test("Whoever is let pass to try a provider that failed, and is too many for its rate, leaves that to the next")
    func limitedProbe() {
        let protection = ProviderProtection(rate: 1, burst: 1)
        #expect(protection.admission(now: .noon) == nil)
        for _ in 0..<CircuitBreaker.failureCountMax { protection.note(.retry(why: "http_500", after: nil), now: .noon) }
        let later = Instant.noon + CircuitBreaker.shortestOpening
        #expect(protection.admission(now: later) == nil)
        protection.note(.retry(why: "http_500", after: nil), now: later)
        protection.setRate(0.01)
        let again = later + CircuitBreaker.shortestOpening * 2
        #expect(protection.admission(now: again)?.whyCode == "rate_limited")
        #expect(protection.admission(now: again)?.whyCode == "rate_limited", "nobody is under way whose answer is to be waited for")
        #expect(!protection.isWorking)
    }

    @Test("What a provider asks for holds for everything that is sent to it")
    func pause() {
        let protection = ProviderProtection()
        protection.pause(for: .seconds(5), now: .noon)
        guard case .notTried(_, let wait) = protection.admission(now: .noon) else { return #expect(Bool(false), "it must wait") }
        #expect(wait == .seconds(5))
        #expect(protection.admission(now: .noon + .seconds(5)) == nil)
    }

    @Test("What it asks for last for less counts no more than what holds still; after the clock was put back it alone does")
    func pauses() {
        let protection = ProviderProtection()
        func wait(_ now: Instant) -> Duration? {
            if case .notTried(_, let wait) = protection.admission(isUrgent: true, now: now) { wait } else { nil }
        }
        protection.pause(for: .seconds(5), now: .noon)
        protection.pause(for: .seconds(1), now: .noon)
        #expect(wait(.noon) == .seconds(5))
        #expect(wait(.morning) == nil)
        protection.pause(for: .seconds(1), now: .morning)
        #expect(wait(.morning) == .seconds(1))
        #expect(wait(.morning + .seconds(1)) == nil)
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
