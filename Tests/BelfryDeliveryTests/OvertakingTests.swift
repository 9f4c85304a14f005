import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What goes past what is under way")
struct OvertakingTests {
    private let overtaking = Overtaking(bell: Doorbell())
    private let now = Delivery.ordered(1, by: .shop).createdAt

    /// Has a batch under way that is full of the shop's.
    private func crowded(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let deliveries = (1...20).map { Delivery.ordered($0, by: .shop) }
        let batch = LeasedBatch(
            verdicts: deliveries.map { Verdict(delivery: $0.id, judgement: .decided(.send(.allowed)), inputs: nil) },
            toSend: deliveries.map { LeasedDelivery(delivery: $0, merged: [], token: "token-1") })
        _ = try await overtaking.beside(countMax: 20) { didLease in
            didLease(batch)
            try await body()
            return BatchReport(batch.verdicts)
        }
    }

    @Test("The batches leave room while something goes past them, and until a round has ended without")
    func room() async {
        await overtaking.beside {
            #expect(!overtaking.nextRound(now: now).isOvertaken)
            #expect(overtaking.begin()?.lanes == .allBut([]))
            #expect(overtaking.nextRound(now: now).isOvertaken, "it is being leased")
            #expect(!overtaking.didLease(1))
            overtaking.end(1)
            #expect(overtaking.nextRound(now: now).isOvertaken, "it was, since the last round")
            #expect(!overtaking.nextRound(now: now).isOvertaken)
        }
    }

    @Test("A ring after which nothing goes past leaves the batches as they are")
    func inVain() async {
        await overtaking.beside {
            _ = overtaking.begin()
            _ = overtaking.didLease(0)
            overtaking.end(1)
            #expect(!overtaking.nextRound(now: now).isOvertaken)
        }
    }

    @Test("Where nothing is under way there is nothing to go past")
    func nothing() {
        #expect(overtaking.begin()?.number == nil)
        #expect(!overtaking.nextRound(now: now).isOvertaken)
    }

    @Test("Two small batches may be under way; a third is wanted as soon as one of them is through")
    func two() async {
        await overtaking.beside {
            #expect(overtaking.begin()?.number == 1)
            _ = overtaking.didLease(1)
            #expect(overtaking.begin()?.number == 2)
            _ = overtaking.didLease(1)
            #expect(overtaking.begin()?.number == nil)
            overtaking.end(1)
            await overtaking.bell.wait(atMost: .seconds(3600))
            #expect(overtaking.begin()?.number == 3)
        }
    }

    @Test("What fills a small batch leaves the next to the others until that one is through, and the batches take of it too")
    func filled() async {
        let lane = QueueLane.ID(app: AppID.shop.text.utf8, rank: DeliveryPriority.normal.rank)
        await overtaking.beside {
            #expect(overtaking.begin()?.lanes == .allBut([]))
            #expect(overtaking.didLease(Overtaking.countMax, filledBy: [lane]), "there may be more")
            #expect(overtaking.begin()?.lanes == .allBut([lane]))
            #expect(!overtaking.didLease(0))
            overtaking.end(2)
            #expect(overtaking.nextRound(now: now).lanes == .all)
            overtaking.end(1)
            await overtaking.bell.wait(atMost: .seconds(3600))
            #expect(overtaking.begin()?.lanes == .allBut([]))
        }
    }

    @Test("What crowds the batches is all that they take, until the small ones don't keep up")
    func crowd() async throws {
        let (overtaking, lane) = (overtaking, QueueLane.ID(app: AppID.shop.text.utf8, rank: DeliveryPriority.normal.rank))
        try await crowded {
            #expect(overtaking.begin()?.lanes == .allBut([lane]))
            #expect(overtaking.nextRound(now: now).lanes == .only([lane]))
            #expect(overtaking.didLease(Overtaking.countMax), "there may be more")
            #expect(overtaking.nextRound(now: now).lanes == .all)
            _ = overtaking.begin()
            _ = overtaking.didLease(1)
            #expect(overtaking.nextRound(now: now).lanes == .only([lane]))
            #expect(overtaking.nextRound(now: now).lanes == .all, "both have been under way for a round")
            overtaking.end(1)
            #expect(overtaking.nextRound(now: now).lanes == .only([lane]))
        }
    }

    @Test("What crowds rests for as long as its last round took, but not for long, while something goes past it")
    func rest() async throws {
        let (overtaking, now) = (overtaking, now)
        @Sendable func pass() {
            guard let (number, _) = overtaking.begin() else { return }
            _ = overtaking.didLease(1)
            overtaking.end(number)
        }
        try await crowded {
            #expect(overtaking.nextRound(now: now).rest == .zero)
            pass()
            #expect(overtaking.nextRound(now: now + .milliseconds(9)).rest == .milliseconds(9))
            pass()
            #expect(overtaking.nextRound(now: now + .milliseconds(25)).rest == .milliseconds(7), "the rest isn't counted")
            #expect(overtaking.nextRound(now: now + .milliseconds(40)).rest == .zero, "nothing went past")
            pass()
            #expect(overtaking.nextRound(now: now + .seconds(1)).rest == .milliseconds(20))
            pass()
            #expect(overtaking.nextRound(now: now).rest == .zero, "the clock was put back")
        }
    }

    @Test("What crowds and has waited for half a minute rests no more, nor does what crowds nothing")
    func restedEnough() async throws {
        let (overtaking, now) = (overtaking, now)
        try await crowded {
            for (wait, rest) in [(Duration.milliseconds(29_995), Duration.milliseconds(5)), (.seconds(30), .zero)] {
                _ = overtaking.nextRound(now: now + wait - .milliseconds(5))
                let number = try #require(overtaking.begin()?.number)
                _ = overtaking.didLease(1)
                overtaking.end(number)
                #expect(overtaking.nextRound(now: now + wait).rest == rest)
            }
        }
        let free = Overtaking(bell: Doorbell())
        await free.beside {
            _ = free.nextRound(now: now)
            _ = free.begin()
            _ = free.didLease(1)
            let round = free.nextRound(now: now + .milliseconds(5))
            #expect(round.isOvertaken)
            #expect(round.rest == .zero)
        }
    }

    @Test("As soon as something crowds the batches, what falls due without a ring is looked for, again and again")
    func lookedFor() async throws {
        let overtaking = overtaking
        #expect(overtaking.waitLength(atMost: .seconds(1)) == .seconds(1))
        try await crowded {
            await overtaking.bell.wait(atMost: .seconds(3600))
            #expect(overtaking.waitLength(atMost: .seconds(1)) == Overtaking.lookInterval)
            #expect(overtaking.waitLength(atMost: .milliseconds(1)) == .milliseconds(1))
        }
    }

    @Test("Where the store refuses it is left alone as long as ever, whatever crowds")
    func refused() async throws {
        let overtaking = overtaking
        try await crowded {
            _ = overtaking.begin()
            #expect(!overtaking.didLease(nil))
            #expect(overtaking.waitLength(atMost: .seconds(1)) == .seconds(1))
            _ = overtaking.begin()
            #expect(!overtaking.didLease(0))
            #expect(overtaking.waitLength(atMost: .seconds(1)) == Overtaking.lookInterval)
        }
    }
}
