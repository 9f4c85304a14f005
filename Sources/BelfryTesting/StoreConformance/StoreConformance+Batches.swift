import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Batches of broadcasts in the hands of workers: how they are leased, and what becomes of those whose workers died.
    static let batches: [StoreConformance] = [
        StoreConformance("What ends a batch is recorded and the next one is leased in one go, whoever has the first one now") { store in
            let broadcast = Broadcast.example()
            try await store.take(broadcast, to: 6)
            let first = try #require(await store.leaseBatch(token: "token-1"))
            let (isHeld, next) = try await store.recordEnd(first, leasing: "token-2")
            let second = try #require(next)
            #expect(isHeld && second.number == 1 && second.token == "token-2" && second.toSend.map(\.delivery.recipient.text) == ["user-3", "user-4", "user-5"])
            let progress = try #require(await store.progress(of: broadcast.id))
            #expect(progress.figures == [3, 0, 0, 3])
            let late = try await store.recordEnd(first, leasing: "token-3")
            #expect(!late.isHeld && late.next?.number == nil, "it was recorded, and the other is leased")
            let last = try await store.recordEnd(second, leasing: "token-4")
            #expect(last.isHeld && last.next?.number == nil)
            let end = try #require(await store.progress(of: broadcast.id))
            #expect(end.figures == [6, 0, 0, 0])
        },
        StoreConformance("What is recorded of a batch once more, because the answer was lost, counts once, also where the batch is in nobody's hands by then") { store in
            try await store.take(to: 6)
            let first = try #require(await store.leaseBatch(token: "token-1"))
            let (part, rest) = (Array(first.results().prefix(1)), Array(first.results().dropFirst()))
            for _ in 1...2 {
                let isKept = try await store.record(part, of: first, then: .goesOn, now: .noon)
                #expect(isKept)
            }
            for _ in 1...2 {
                let isKept = try await store.record(rest, of: first, then: .ends, now: .noon)
                #expect(isKept)
            }
            let second = try #require(await store.leaseBatch(token: "token-2"))
            let told = Array(second.results().prefix(1))
            for _ in 1...2 {
                let isKept = try await store.record(told, of: second, then: .isReturned, now: .noon)
                #expect(isKept)
            }
            let isLateKept = try await store.record(told, of: second, then: .isReturned, now: .evening)
            #expect(!isLateKept, "of another moment it is another record")
            let progress = try await store.progress(of: Broadcast.example().id)
            #expect(progress?.figures == [4, 0, 0, 2])
        },
        StoreConformance("What was leased under a token can be given back by it, and nothing else is") { store in
            try await store.take(to: 6)
            let first = try #require(await store.leaseBatch(token: "token-1"))
            _ = try #require(await store.leaseBatch(token: "token-2"))
            try await store.giveBackBatches(of: "token-2")
            try await store.giveBackBatches(of: "token-3")
            let again = try #require(await store.leaseBatch(token: "token-4"))
            #expect(again.number == 1)
            let isHeld = try await store.record(first.results(), of: first, then: .ends, now: .noon)
            #expect(isHeld)
        },
        StoreConformance("A batch that many workers died over is suspect") { store in
            try await store.take(to: 2)
            for number in 1...rescueCountOfSuspect {
                let batch = try #require(await store.leaseBatch(token: "token-\(number)"))
                #expect(!batch.isSuspect)
                _ = try await store.rescueBatches(now: .noon) { _ in true }
            }
            let batch = try #require(await store.leaseBatch(token: "last"))
            #expect(batch.isSuspect && batch.toSend.count == 2)
        },
        StoreConformance("Members of a batch that a worker died over are in doubt, and those of one that was given back aren't") { store in
            try await store.take(to: 2)
            let stopped = try #require(await store.leaseBatch(token: "stopped"))
            _ = try await store.record(stopped.results(.returned), of: stopped, then: .isReturned, now: .noon)
            let dead = try #require(await store.leaseBatch(token: "dead"))
            _ = try await store.rescueBatches(now: .noon) { _ in true }
            let next = try #require(await store.leaseBatch(token: "next") { $0.isInDoubt ? .skip(.expired) : .send(.allowed) })
            #expect(!stopped.members.isInDoubt && !dead.members.isInDoubt && next.members.isInDoubt)
            #expect(dead.toSend.count == 2 && next.toSend.isEmpty)
        },
        StoreConformance("Who goes on by themselves out of a batch that a worker died over is in doubt still, over that channel alone") { store in
            func inDoubt() async throws -> [DeliveryID] {
                try await store.candidates(at: .evening + Broadcast.fallbackWait * 2).filter(\.isInDoubt).map(\.delivery.id).sorted()
            }
            @Sendable func decide(_ candidate: DeliveryCandidate) -> Decision {
                switch candidate.delivery.recipient.text {
                case "user-0": .defer(.quietHours, until: .evening)
                case "user-1": .skip(.categoryDisabled)
                default: .send(.allowed)
                }
            }
            try await store.take(.example(fallback: [.email]), to: 3)
            _ = try #require(await store.leaseBatch(token: "dead"))
            _ = try await store.rescueBatches(now: .noon) { _ in true }
            let doubted = try #require(await store.leaseBatch(token: "next", deciding: decide))
            _ = try await store.record(doubted.results(.retry(at: .evening, error: "busy")), of: doubted, then: .ends, now: .noon)
            let first = try await inDoubt()
            #expect(first.map(\.text) == ["news-1-0-0", "news-1-0-1", "news-1-0-2"])
            try await store.take(.example(2), to: 3)
            let begun = try #require(await store.leaseBatch(token: "begun", deciding: decide))
            _ = try await store.record(begun.results(.retry(at: .evening, error: "busy")), of: begun, then: .ends, now: .noon)
            let all = try await inDoubt()
            #expect(all == first, "nobody has died over the second one")
        },
        StoreConformance("A batch that is given back, by whoever stops or lost the answer to a lease, is no more suspect for that") { store in
            try await store.take(to: 2)
            for number in 1...rescueCountOfSuspect {
                let stopped = try #require(await store.leaseBatch(token: "stopped-\(number)"))
                _ = try await store.record(stopped.results(.returned), of: stopped, then: .isReturned, now: .noon)
                _ = try #require(await store.leaseBatch(token: "lost-\(number)"))
                try await store.giveBackBatches(of: "lost-\(number)")
            }
            for number in 1...rescueCountOfSuspect {
                let batch = try #require(await store.leaseBatch(token: "dead-\(number)"))
                #expect(!batch.isSuspect && batch.toSend.count == 2)
                _ = try await store.rescueBatches(now: .noon) { _ in true }
            }
            let batch = try #require(await store.leaseBatch(token: "last"))
            #expect(batch.isSuspect)
        },
        StoreConformance("Who leases a batch after a crash tells only those about whom the log says nothing, under the same names") { store in
            try await store.take(to: 3)
            let first = try #require(await store.leaseBatch(token: "token-1"))
            let names = first.toSend.map(\.delivery.id)
            _ = try await store.record(Array(first.results().prefix(1)), of: first, then: .goesOn, now: .noon)
            let running = try await store.nextBatchMoment()
            #expect(running == .noon + .seconds(60))
            let none = try await store.rescueBatches(now: .noon) { _ in false }
            let one = try await store.rescueBatches(now: .noon + .seconds(60)) { _ in false }
            #expect(none == 0 && one == 1)
            let second = try #require(await store.leaseBatch(at: .evening, token: "token-2"))
            #expect(second.toSend.map(\.delivery.id) == Array(names.dropFirst()))
            let late = try await store.record(first.results(), of: first, then: .ends, now: .evening)
            #expect(!late, "whose lease was taken records nothing")
            let kept = try await store.record(second.results(), of: second, then: .ends, now: .evening)
            let progress = try await store.progress(of: Broadcast.example().id)
            #expect(kept && progress?.figures == [3, 0, 0, 0])
        },
        StoreConformance("A worker that is known to be dead, or stops, gives its batch back; a renewed lease lasts") { store in
            try await store.take(to: 3)
            let first = try #require(await store.leaseBatch(holder: "worker-1"))
            let isOurs = try await store.renew(first, until: .evening)
            let late = try await store.rescueBatches(now: .noon + .seconds(60)) { _ in false }
            #expect(late == 0)
            let dead = try await store.rescueBatches(now: .noon) { $0 == "worker-1" }
            #expect(dead == 1)
            let isStillOurs = try await store.renew(first, until: .evening)
            #expect(isOurs && !isStillOurs)
            let second = try #require(await store.leaseBatch(token: "token-2"))
            _ = try await store.record(second.results(.returned), of: second, then: .isReturned, now: .noon)
            let third = try #require(await store.leaseBatch(token: "token-3"))
            #expect(third.toSend.count == 3)
        },
    ]
}

extension BroadcastStore {
    /// Records that all of a batch were sent, and leases the next, each member of which is to be sent too.
    func recordEnd(_ batch: LeasedBroadcastBatch, leasing token: String) async throws -> (isHeld: Bool, next: LeasedBroadcastBatch?) {
        let terms = LeaseTerms(countMax: 1, now: .noon, until: .noon + .seconds(60), holder: "worker-1", token: token)
        return try await recordEnd(batch.results(), of: batch, now: .noon, leasing: terms) { members in
            [MemberVerdict(judgement: .decided(.send(.allowed)), inputs: "{}", members: members.groups.flatMap(\.members))]
        }
    }
}
