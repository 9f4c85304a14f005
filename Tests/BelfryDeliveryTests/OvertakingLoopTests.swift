import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("What goes past what a worker has under way", .timeLimit(.minutes(10)))
struct OvertakingLoopTests {
    @Test("What is queued while a batch is under way goes past it, of every lane but the one that crowds the batches")
    func overtaking() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if notification.delivery.app == .shop, notification.delivery.priority == .normal { await gate.wait() }
        }
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school), .pushed(102, by: .shop, priority: .critical)], under: nil, now: .noon)
        running.doorbell.ring()
        var told: Set<DeliveryID> = []
        while told.count < 2 {
            await running.until { event in
                guard case .attempted(let id, _, _, _) = event else { return false }
                return told.insert(id).inserted
            }
        }
        #expect(told == [.example(101), .example(102)])
        #expect(sender.sent.count <= Worker.concurrentSendCountMax + 2, "of the burst no more than one batch is under way")
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...102).map { .example($0) }))
    }

    @Test("What goes past the batches doesn't wait for what went past before it and is answered late")
    func overtakingTheSlow() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, (gate, slow)) = (running.workshop.store, running.workshop.sender, running.holdShopAndSchool())
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await slow.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(102, by: .house)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(102), _, _, _) = $0 { true } else { false } }
        slow.open()
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...102).map { .example($0) }))
    }

    @Test("What falls due without a ring while something crowds the batches goes past it too")
    func overtakingUnrung() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if notification.delivery.app == .shop { await gate.wait() }
        }
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        _ = try await store.enqueue([.pushed(101, by: .school, deliverAfter: .noon + .seconds(1))], under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        running.workshop.clock.advance(by: .seconds(1))
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...101).map { .example($0) }))
    }

    @Test("What is queued while a broadcast is under way goes past it")
    func overtakingBroadcasts() async throws {
        let running = try await Running()
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if Broadcast.Place(notification.delivery.id) != nil { await gate.wait() }
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await store.begin(broadcast, under: nil, now: .noon)
        await store.append([RecipientBatch([.ana])], to: broadcast, firstNumber: 0)
        await store.seal(broadcast, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(1, by: .shop)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(1), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(sender.sent.count == 2)
    }

    @Test("Where a burst goes past a broadcast, others go past the burst")
    func overtakingBurst() async throws {
        let running = try await Running()
        await running.untilIdle()
        let (store, sender, (broadcasting, burst)) = (running.workshop.store, running.workshop.sender, (Gate(), Gate()))
        sender.whileSending { notification in
            if Broadcast.Place(notification.delivery.id) != nil { await broadcasting.wait() }
            if notification.delivery.app == .shop { await burst.wait() }
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await store.begin(broadcast, under: nil, now: .noon)
        await store.append([RecipientBatch([.ana])], to: broadcast, firstNumber: 0)
        await store.seal(broadcast, now: .noon)
        running.doorbell.ring()
        await broadcasting.untilSomebodyComes()
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await burst.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        burst.open()
        var told = 0
        while told < 100 {
            await running.until { if case .attempted = $0 { true } else { false } }
            told += 1
        }
        let before = await store.progress(of: broadcast.id)
        #expect(before?.sentCount == 0, "the burst is through, and the broadcast isn't")
        broadcasting.open()
        await running.untilIdle()
        await running.stop()
        #expect(sender.sent.count == 102)
    }

    @Test("What is queued while members are evaluated goes past them")
    func overtakingEvaluations() async throws {
        let gate = Gate()
        let running = try await Running(
            evaluations: { store in
                let routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.push]))
                let identifiers = SequentialIdentifiers(prefix: "alert")
                return Evaluations(
                    store: HookedEvaluations(store) { await gate.wait() },
                    evaluator: MemberEvaluator(engine: .v2, routes: routes, zones: SystemTimeZoneDatabase(), identifiers: identifiers))
            }, prepare: { await $0.store.markForEvaluation([.ben], at: .noon) })
        await gate.untilSomebodyComes()
        _ = try await running.workshop.store.enqueue([.pushed(1, by: .shop)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(1), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }
}
