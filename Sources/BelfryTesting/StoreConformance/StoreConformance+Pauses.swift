import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What an operator stops, and lets go again.
    static let pauses: [StoreConformance] = [
        StoreConformance("What an operator has paused waits, others' goes on, and it is told once it is resumed") { store in
            let waiting = [Delivery.ordered(1, by: .shop), .ordered(2, by: .shop, priority: .critical), .ordered(3, by: .school)]
            _ = try await store.enqueue(waiting, under: nil, now: .morning)
            let pause = QueuePause(.shop, since: .morning, by: "eve", why: "a wrong price")
            let before = try await store.pause(pause)
            #expect(before == nil)
            let first = try await store.lease(token: "token-1")
            #expect(first.toSend.map(\.delivery.id) == [.example(3)])
            // What is accepted meanwhile waits too.
            _ = try await store.enqueue([.ordered(4, by: .shop)], under: nil, now: .noon)
            let none = try await store.lease(token: "token-2")
            #expect(none.toSend.isEmpty && none.verdicts.isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.reason == nil && row.nextAttemptAt == nil)
            let standing = try await store.pauses(now: .noon)
            #expect(standing == [pause])
            let resumed = try await store.resume(.shop, now: .noon)
            #expect(resumed == pause)
            let rest = try await store.lease(token: "token-3")
            #expect(Set(rest.toSend.map(\.delivery.id)) == [.example(1), .example(2), .example(4)])
            let over = try await store.pauses(now: .noon)
            #expect(over.isEmpty)
        },
        StoreConformance("A pause of everything holds what no key belongs to as well, and what is paused by itself stays so after it") { store in
            _ = try await store.enqueue([.ordered(1), .ordered(2, by: .shop)], under: nil, now: .morning)
            let (isKnown, isOther) = (try await store.hasWaiting(of: .shop), try await store.hasWaiting(of: .school))
            #expect(isKnown && !isOther)
            _ = try await store.pause(QueuePause(.shop, since: .morning))
            _ = try await store.pause(QueuePause(nil, since: .noon))
            let none = try await store.lease(token: "token-1")
            #expect(none.verdicts.isEmpty)
            let standing = try await store.pauses(now: .noon)
            #expect(standing.map(\.app) == [nil, .shop])
            let everything = try await store.resume(nil, now: .noon)
            #expect(everything?.app == nil && everything?.since == .noon)
            let first = try await store.lease(token: "token-2")
            #expect(first.toSend.map(\.delivery.id) == [.example(1)])
        },
        StoreConformance("A pause ends at its moment by itself") { store in
            let end = Instant.noon + .seconds(60)
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            _ = try await store.pause(QueuePause(.shop, since: .morning, until: end))
            let early = try await store.candidates(at: end - .milliseconds(1))
            #expect(early.isEmpty)
            let next = try await store.nextDueMoment()
            #expect(next == end, "and whoever waits wakes then")
            let due = try await store.candidates(at: end)
            #expect(due.count == 1)
            let standing = try await store.pauses(now: end)
            let resumed = try await store.resume(.shop, now: end)
            #expect(standing.isEmpty && resumed == nil, "it is over")
        },
        StoreConformance("Nobody is woken for what is paused without an end, and nothing of it is late") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.take(.example(by: .shop), to: 3)
            _ = try await store.pause(QueuePause(.shop, since: .morning))
            let (row, batch) = (try await store.nextDueMoment(), try await store.nextBatchMoment())
            #expect(row == nil && batch == nil)
            let backlog = try await store.backlog(countMax: nil, now: .noon)
            #expect(backlog == Backlog(pendingCount: 1, sendingCount: 0, pendingBatchCount: 1, oldestDueAt: nil))
            _ = try await store.enqueue([.ordered(2, by: .school)], under: nil, now: .morning)
            let next = try await store.nextDueMoment()
            #expect(next == .morning + .seconds(2), "others' is due as ever")
        },
        StoreConformance("Critical ones pass a pause that says so, and leave behind what would be told with them") { store in
            func found(_ number: Int, _ priority: DeliveryPriority) -> Delivery {
                let one = Delivery.ordered(number, by: .shop, priority: priority)
                return Delivery(
                    id: one.id, createdAt: one.createdAt, recipient: one.recipient, member: one.member, alert: nil, channelName: one.channelName,
                    payload: one.payload, groupKey: "group-1", app: one.app, priority: priority)
            }
            _ = try await store.enqueue([found(1, .critical), found(2, .normal)], under: nil, now: .morning)
            _ = try await store.pause(QueuePause(.shop, since: .morning, exceptsCritical: true))
            let first = try await store.lease(token: "token-1")
            #expect(first.verdicts.map(\.delivery) == [.example(1)])
            _ = try await store.pause(QueuePause(nil, since: .morning))
            _ = try await store.enqueue([.ordered(3, by: .shop, priority: .critical)], under: nil, now: .morning)
            let none = try await store.lease(token: "token-2")
            #expect(none.verdicts.isEmpty, "that of everything holds them all the same")
        },
        StoreConformance("Whoever pauses again gives another end and another reason, and it stands since when it did") { store in
            _ = try await store.pause(QueuePause(.shop, since: .morning, by: "eve", why: "a wrong price"))
            let again = QueuePause(.shop, since: .noon, until: .noon + .seconds(60), by: "ben", exceptsCritical: true)
            let former = try await store.pause(again)
            #expect(former == QueuePause(.shop, since: .morning, by: "eve", why: "a wrong price"))
            let standing = try await store.pauses(now: .noon)
            #expect(standing == [again.goingOn(since: .morning)])
            let later = QueuePause(.shop, since: .noon + .seconds(60))
            let none = try await store.pause(later)
            let anew = try await store.pauses(now: .noon + .seconds(60))
            #expect(none == nil && anew == [later], "what was over begins anew")
            let other = try await store.resume(.school, now: .noon)
            let everything = try await store.resume(nil, now: .noon)
            #expect(other == nil && everything == nil)
        },
        StoreConformance("What a worker has in hand when it is paused goes to its end, and what comes back waits") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            _ = try await store.pause(QueuePause(.shop, since: .noon))
            let endings: [(Int, AttemptResult.Disposition)] = [(1, .sent), (2, .retry(at: .noon, error: "busy"))]
            let results = endings.map { AttemptResult(delivery: .example($0), token: "token-1", disposition: $1, app: .shop) }
            let lost = try await store.record(results, now: .noon)
            let sent = try await store.row(1)
            #expect(lost.isEmpty && sent.status == "sent")
            let none = try await store.lease(token: "token-2")
            #expect(none.verdicts.isEmpty)
        },
        StoreConformance("Batches of a broadcast wait with their app, also behind one that ends meanwhile") { store in
            try await store.take(.example(1, by: .shop), to: 6)
            try await store.take(.example(2, by: .school), to: 6)
            _ = try await store.pause(QueuePause(.school, since: .morning))
            let begun = try #require(await store.leaseBatch(token: "token-1"))
            #expect(begun.broadcast.app == .shop)
            // Whoever looked saw that more of the shop's was due.
            _ = try await store.pause(QueuePause(.shop, since: .noon))
            let ended = try await store.recordEnd(begun, leasing: "token-2")
            #expect(ended.isHeld && ended.next?.number == nil)
            let none = try await store.leaseBatch(token: "token-3")
            #expect(none?.number == nil)
            _ = try await store.resume(.shop, now: .noon)
            let rest = try #require(await store.leaseBatch(token: "token-4"))
            #expect(rest.broadcast.app == .shop && rest.number == 1, "nobody had begun it")
            _ = try await store.pause(QueuePause(.shop, since: .noon))
            _ = try await store.resume(.school, now: .noon)
            let next = try await store.recordEnd(rest, leasing: "token-5").next
            #expect(next?.broadcast.app == .school)
        },
    ]
}
