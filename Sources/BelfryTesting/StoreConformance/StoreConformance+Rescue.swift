import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How long a lease lasts, and what becomes of what a dead worker held.
    static let rescue: [StoreConformance] = [
        StoreConformance("A lease that ran out is taken back, and its holder can record nothing any more") { store in
            try await store.enqueue(.example(1))
            try await store.lease(for: .seconds(60))
            let early = try await store.rescue(now: .noon + .milliseconds(59_999)) { _ in false }
            #expect(early == 0)
            let count = try await store.rescue(now: .noon + .seconds(60)) { _ in false }
            #expect(count == 1)
            let row = try await store.row(1)
            #expect(row.status == "pending")
            #expect(row.nextAttemptAt == nil)
            #expect(row.delivery.attemptCount == 0)
            let lost = try await store.record(1, .sent)
            #expect(lost == [.example(1)])
            try await store.lease(at: .noon + .seconds(60), token: "token-2")
            let stillLost = try await store.record(1, .sent)
            #expect(stillLost == [.example(1)], "another worker has it now")
        },
        StoreConformance("What a dead worker holds is taken back before its lease runs out; nobody else's is") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease(1, holder: "dead", token: "token-1")
            try await store.lease(1, holder: "alive", token: "token-2")
            let count = try await store.rescue(now: .noon) { $0 == "dead" }
            #expect(count == 1)
            let rows = [try await store.row(1), try await store.row(2)]
            #expect(rows.map(\.status) == ["pending", "sending"])
        },
        StoreConformance("What a worker died over is in doubt from then on, and what was given back, or failed, is not") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            func inDoubt(at moment: Instant) async throws -> [DeliveryID] {
                try await store.candidates(at: moment).filter(\.isInDoubt).map(\.delivery.id)
            }
            try await store.lease(1, holder: "dead", token: "token-1")
            try await store.lease(1, token: "token-2")
            try await store.lease(1, token: "token-3")
            _ = try await store.rescue(now: .noon) { $0 == "dead" }
            try await store.giveBack("token-2")
            try await store.record(3, .retry(at: .noon, error: "busy"), token: "token-3")
            let rescued = try await inDoubt(at: .evening)
            #expect(rescued == [.example(1)])
            try await store.lease(1, at: .evening, token: "token-4")
            try await store.record(1, .retry(at: .evening, error: "busy"), token: "token-4", at: .evening)
            let again = try await inDoubt(at: .evening)
            #expect(again == [.example(1)], "what the one that died had handed over is still unknown")
        },
        StoreConformance("What was leased under a token can be given back by it: it waits again at once, nobody has died over it, and nothing else is touched") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease(2, token: "token-1")
            try await store.lease(1, token: "token-2")
            for token in ["token-1", "token-1", "unknown"] { try await store.giveBack(token) }
            let rows = [try await store.row(1), try await store.row(2), try await store.row(3)]
            #expect(rows.map(\.status) == ["pending", "pending", "sending"])
            let late = try await store.record(1, .sent)
            #expect(late == [.example(1)])
            for _ in 1...rescueCountOfSuspect {
                let batch = try await store.lease(token: "token-1")
                #expect(batch.toSend.map(\.delivery.id) == [.example(1), .example(2)])
                try await store.giveBack("token-1")
            }
            let count = try await store.rescue(now: .noon) { _ in true }
            #expect(count == 1)
        },
        StoreConformance("Whoever takes over what dead workers held is told how many they were; what was given back counts none") { store in
            try await store.enqueue(.example(1))
            for deathCount in 0...2 {
                let first = try await store.lease(token: "token-1")
                try await store.giveBack("token-1")
                let second = try await store.lease(token: "token-2")
                #expect([first, second].map { $0.toSend.map(\.rescueCount) } == [[deathCount], [deathCount]])
                _ = try await store.rescue(now: .noon) { _ in true }
            }
        },
        StoreConformance("A delivery that several workers died over is leased alone, when nothing else is due") { store in
            try await store.enqueue(.example(1), .example(2))
            for _ in 1...rescueCountOfSuspect {
                let batch = try await store.lease()
                #expect(batch.toSend.count == 2)
                _ = try await store.rescue(now: .noon) { _ in true }
            }
            try await store.enqueue(.example(3))
            let offers = [try await store.lease(token: "a"), try await store.lease(token: "b"), try await store.lease(token: "c")]
            #expect(offers.map { $0.toSend.map(\.delivery.id) } == [[.example(3)], [.example(1)], [.example(2)]])
        },
        StoreConformance("What workers may have died over waits behind others for ten minutes; then it has a lease now and then, alone") { store in
            try await store.enqueue(.example(1), .example(2))
            for _ in 1...rescueCountOfSuspect {
                try await store.lease()
                _ = try await store.rescue(now: .noon) { _ in true }
            }
            // The first takes one more worker with it.
            try await store.lease(1, at: .noon, token: "suspect")
            _ = try await store.rescue(now: .noon + .seconds(1)) { _ in true }
            _ = try await store.enqueue((3...200).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            func leases(_ name: String, at moment: Instant) async throws -> [[DeliveryID]] {
                var leases: [[DeliveryID]] = []
                for number in 1...30 {
                    let lanes = LeaseTerms.Lanes.only([QueueLane.ID(app: AppID.shop.text.utf8, rank: DeliveryPriority.normal.rank)])
                    leases.append(try await store.lease(2, at: moment, token: "\(name)-\(number)", lanes: lanes).toSend.map(\.delivery.id))
                }
                return leases
            }
            let early = try await leases("early", at: .noon + suspectPatience - .milliseconds(1))
            #expect(early.allSatisfy { $0.count == 2 && !$0.contains(.example(1)) && !$0.contains(.example(2)) })
            let late = try await leases("late", at: .noon + suspectPatience + .seconds(1))
            #expect(late.filter { $0.contains(.example(1)) || $0.contains(.example(2)) } == [[.example(2)], [.example(1)]], "alone, the longest first")
            #expect(late.count { $0.count == 2 } == 28)
        },
        StoreConformance("However much of what workers may have died over is paused, what isn't has its turn before all else") { store in
            var suspects = (1...20).map { Delivery.ordered($0, by: .shop) }
            suspects += [.ordered(21, by: .school), .ordered(22, by: .shop, priority: .critical)]
            _ = try await store.enqueue(suspects, under: nil, now: .morning)
            for _ in 1...rescueCountOfSuspect {
                try await store.lease()
                _ = try await store.rescue(now: .noon) { _ in true }
            }
            _ = try await store.enqueue([.ordered(23), .ordered(24, priority: .critical)], under: nil, now: .morning)
            let moment = Instant.noon + suspectPatience
            // Those leases that are one of so many.
            let tokens = (1...100).map { "token-\($0)" }.filter {
                LeaseTerms(countMax: 1, now: moment, until: moment, holder: "worker-1", token: $0).suspectsBefore != nil
            }
            try #require(tokens.count >= 3)
            _ = try await store.pause(QueuePause(.shop, since: .noon))
            let others = try await store.lease(at: moment, token: tokens[0])
            #expect(others.toSend.map(\.delivery.id) == [.example(21)])
            _ = try await store.pause(QueuePause(nil, since: .noon))
            let none = try await store.lease(at: moment, token: tokens[1])
            #expect(none.verdicts.isEmpty)
            _ = try await store.pause(QueuePause(nil, since: .noon, exceptsCritical: true))
            _ = try await store.resume(.shop, now: .noon)
            let critical = try await store.lease(at: moment, token: tokens[2])
            #expect(critical.toSend.map(\.delivery.id) == [.example(22)])
        },
        StoreConformance("A delivery that takes too many workers with it is given up") { store in
            try await store.enqueue(.example(1))
            for death in 1...rescueCountMax {
                let batch = try await store.lease()
                #expect(batch.toSend.count == 1, "before death \(death)")
                let count = try await store.rescue(now: .noon) { _ in true }
                #expect(count == 1)
            }
            let row = try await store.row(1)
            #expect(row.status == "failed")
            #expect(row.lastError == Delivery.abandoned)
            #expect(row.delivery.attemptCount == 0)
            let backlog = try await store.backlog(countMax: nil, now: .evening)
            #expect(backlog == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil))
            _ = try await store.redrive(DeliverySelection(), now: .evening)
            let again = try await store.lease(at: .evening)
            #expect(again.toSend.map(\.rescueCount) == [1], "what the last of them had handed over is in doubt still")
        },
        StoreConformance("A lease that is renewed lasts longer; one of another holder doesn't") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease(1, holder: "worker-1", token: "token-1")
            try await store.lease(1, holder: "worker-2", token: "token-2")
            let isOurs = try await store.renew(leases: [.example(1), .example(2)], token: "token-1", until: .evening)
            let count = try await store.rescue(now: .noon + .seconds(60)) { _ in false }
            #expect(count == 1)
            let rows = [try await store.row(1), try await store.row(2)]
            #expect(rows.map(\.status) == ["sending", "pending"])
            let isTheirs = try await store.renew(leases: [.example(2)], token: "token-2", until: .evening)
            #expect(isOurs && !isTheirs, "who has lost it is told")
            let lost = try await store.record(1, .sent)
            #expect(lost.isEmpty)
        },
        StoreConformance("The next moment is that of the first delivery that falls due or the first lease that runs out") { store in
            let none = try await store.nextDueMoment()
            #expect(none == nil)
            try await store.enqueue(.example(1), .example(2))
            let created = try await store.nextDueMoment()
            #expect(created == .morning + .seconds(1))
            try await store.lease { candidate in
                candidate.delivery.id == .example(1) ? .send(.allowed) : .defer(.quietHours, until: .evening)
            }
            let leaseEnd = try await store.nextDueMoment()
            #expect(leaseEnd == .noon + .seconds(60))
            try await store.record(1, .sent)
            let deferred = try await store.nextDueMoment()
            #expect(deferred == .evening)
            try await store.lease(at: .evening) { _ in .skip(.expired) }
            let done = try await store.nextDueMoment()
            #expect(done == nil)
        },
    ]
}
