import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What others hold, and when it is taken over", .timeLimit(.minutes(10)))
struct TakeoverTests {
    @Test("What a holder had that is known to be dead is taken over at once")
    func deadHolder() async throws {
        let running = try await Running(
            isHolderDead: { $0 == "worker-0" },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(holder: "worker-0", token: "token-of-0")
            })
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("What others hold whose leases ran out in an outage is left to them, until they could record")
    func outage() async throws {
        struct Away: OutageError {
            var outage: StoreOutage? { .unreachable }
        }
        let running = try await Running(
            queue: { ForgetfulQueue($0, recordErrors: [Away()]) },
            prepare: { workshop in
                try await workshop.store.enqueue(.example(1))
                try await workshop.store.lease(for: .seconds(40), holder: "worker-0", token: "token-of-0")
                try await workshop.store.enqueue(.example(2))
                // Longer than the other's lease, and the pause between two rounds of rescue.
                workshop.sender.whileSending { _ in workshop.clock.set(to: .noon + .seconds(45)) }
            })
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(2)])
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1), .example(2)])
        await running.stop()
    }

    @Test("A clock that is put back after an outage keeps nobody from taking over what a lease held that ran out")
    func outageYetToCome() async throws {
        struct Away: OutageError {
            var outage: StoreOutage? { .unreachable }
        }
        let running = try await Running(
            queue: { ForgetfulQueue($0, recordErrors: [Away()]) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(3600), holder: "worker-0", token: "token-of-0")
                try await $0.store.enqueue(.example(2))
            })
        await running.untilIdle()
        running.workshop.clock.set(to: .morning)
        _ = await running.workshop.store.renew(leases: [.example(1)], token: "token-of-0", until: .morning + .seconds(10))
        running.doorbell.ring()
        await running.untilIdle()
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.stop()
    }

    @Test("A clock that is put back keeps nobody from taking over what a dead holder had")
    func deadHolderBefore() async throws {
        let dead = Notes<String>()
        let running = try await Running(
            isHolderDead: { dead.all.contains($0) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(3600), holder: "worker-0", token: "token-of-0")
            })
        await running.untilIdle()
        running.workshop.clock.set(to: .morning)
        dead.add("worker-0")
        running.doorbell.ring()
        await running.untilIdle()
        running.workshop.clock.advance(by: WorkerLoop.rescueInterval)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.stop()
    }

    @Test("What it has in hand itself it doesn't take for a dead one's, though a clock that went forward says that its lease ran out")
    func ownLease() async throws {
        let running = try await Running(
            batchCountMax: 20,
            prepare: {
                try await $0.store.enqueue(.example(103))
                try await $0.store.lease(for: .seconds(60), holder: "worker-0", token: "token-of-0")
            })
        await running.untilIdle()
        let (store, sender, (gate, slow)) = (running.workshop.store, running.workshop.sender, running.holdShopAndSchool())
        _ = try await store.enqueue((1...20).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await slow.untilSomebodyComes()
        gate.open()
        await running.untilIdle()
        running.workshop.clock.advance(by: Worker.standardLeaseLength * 2)
        _ = try await store.enqueue([.pushed(102, by: .house)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(102), _, _, _) = $0 { true } else { false } }
        // Once others have had time to prolong what they hold, it takes over what they haven't.
        var rescuedCount = 0
        while rescuedCount == 0 {
            running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
            running.doorbell.ring()
            await running.until { event in
                if case .rescued(let count) = event { rescuedCount = count }
                if case .polled = event { return true }
                return rescuedCount > 0
            }
        }
        #expect(rescuedCount == 1, "the other's")
        #expect(try await running.workshop.status(101) == "sending")
        slow.open()
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        await running.stop()
        #expect(sender.sent.count(where: { $0 == .example(101) }) == 1)
        #expect(try await running.workshop.status(101) == "sent")
    }

    @Test("What others on a machine that slept hold is left to them until they had time to prolong it")
    func othersLease() async throws {
        let running = try await Running(prepare: {
            try await $0.store.enqueue(.example(1))
            try await $0.store.lease(for: .seconds(60), holder: "worker-0", token: "token-of-0")
        })
        await running.untilIdle()
        running.workshop.clock.advance(by: .seconds(3600))
        running.doorbell.ring()
        await running.untilIdle()
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("A failure that is no outage keeps nobody from taking over what a lease held that ran out")
    func failureWithoutOutage() async throws {
        let running = try await Running(
            queue: { FailingOnce($0) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(10), holder: "worker-0", token: "token-of-0")
            })
        await running.until { if case .storeFailed = $0 { true } else { false } }
        await running.untilAtRest()
        // Sooner than others would be waited for after an outage.
        running.workshop.clock.advance(by: WorkerLoop.rescueInterval)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("What another worker's lease held is taken over the moment it runs out, not at the next round of rescue")
    func leaseRunsOut() async throws {
        let running = try await Running(prepare: {
            try await $0.store.enqueue(.example(1))
            try await $0.store.lease(for: .seconds(10), holder: "worker-0", token: "token-of-0")
        })
        await running.untilIdle()
        running.workshop.clock.advance(by: .seconds(10))
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }
}
