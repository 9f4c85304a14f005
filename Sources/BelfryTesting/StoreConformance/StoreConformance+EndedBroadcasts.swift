import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// That an app is told when a broadcast of its has ended.
    static let endedBroadcasts: [StoreConformance] = [
        StoreConformance("When the last batch of a broadcast is recorded its app is told, once, with the figures; of another's nobody is") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            try await store.take(.example(1), to: 6)
            try await store.take(.example(2, by: .school), to: 2)
            var held: [LeasedBroadcastBatch] = []
            for number in 1...3 {
                let batch = try await store.leaseBatch(token: "token-\(number)") {
                    $0.delivery.recipient.text == "user-1" ? .skip(.inAppDisabled) : .send(.allowed)
                }
                held.append(try #require(batch))
            }
            for batch in held where batch.broadcast.app == .school {
                _ = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            }
            let own = held.filter { $0.broadcast.app == .shop }
            try #require(own.count == 2)
            _ = try await store.record(Array(own[0].results().prefix(1)), of: own[0], then: .goesOn, now: .noon)
            _ = try await store.record(Array(own[0].results().dropFirst()), of: own[0], then: .ends, now: .noon)
            let early = try await store.leaseStatuses(of: .shop, .inTheEvening)
            #expect(early == nil, "a batch is still out")
            let last = Instant.noon + .seconds(1)
            _ = try await store.recordEnd(own[1].results(), of: own[1], now: last, leasing: .another) { _ in [] }
            let told = try #require(await store.leaseStatuses(of: .shop, .inTheEvening))
            let change = try #require(told.changes.first)
            #expect(told.changes.count == 1 && change.kind == .broadcastCompleted && change.broadcast == Broadcast.example(1).id)
            #expect(change.counts == BroadcastCounts(recipients: 6, sent: 5, skipped: 1, queued: 0) && change.counts?.waiting == 0)
            #expect(change.channelName == "in_app" && change.happenedAt == last && change.reason == nil && change.attemptCount == nil)
            try await store.settle(told, .told)
            _ = try await store.cancel(Broadcast.example(1).id, now: .evening)
            let (again, others) = (try await store.leaseStatuses(of: .shop, .inTheEvening), try await store.leaseStatuses(of: .school, .inTheEvening))
            #expect(again == nil && others == nil, "nothing of it was left to be called off")
        },
        StoreConformance("A broadcast that is called off is told of at once where nobody has a batch of it in hand, else when the last comes back") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            try await store.take(.example(1), to: 6)
            let batch = try #require(await store.leaseBatch())
            _ = try await store.cancel(Broadcast.example(1).id, now: .noon)
            let early = try await store.leaseStatuses(of: .shop, .inTheEvening)
            #expect(early == nil)
            _ = try await store.record(Array(batch.results().prefix(1)), of: batch, then: .isReturned, now: .evening)
            try await store.take(.example(2), to: 9)
            _ = try await store.cancel(Broadcast.example(2).id, now: .evening)
            let told = try await store.leaseStatuses(of: .shop, .inTheEvening)?.changes ?? []
            #expect(told.map(\.kind) == [.broadcastCancelled, .broadcastCancelled])
            #expect(told.map(\.broadcast) == [Broadcast.example(1).id, Broadcast.example(2).id] && told.map(\.happenedAt) == [.evening, .evening])
            #expect(told.map(\.counts?.sent) == [1, 0] && told.map(\.counts?.waiting) == [5, 9])
        },
        StoreConformance("Of a broadcast that is called off while a worker has it who dies, its app is told when that is noticed") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            try await store.take(to: 3)
            _ = try #require(await store.leaseBatch())
            _ = try await store.cancel(Broadcast.example().id, now: .noon)
            _ = try await store.rescueBatches(now: .noon) { $0 == "worker-1" }
            let told = try await store.leaseStatuses(of: .shop, .inTheEvening)?.changes ?? []
            #expect(told.map(\.kind) == [.broadcastCancelled] && told.first?.happenedAt == .noon && told.first?.counts?.waiting == 3)
        },
        StoreConformance("Where the last batches of a broadcast are recorded at once, its app is told once") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            for round in 1...5 {
                try await store.take(.example(round), to: 6)
                let first = try #require(await store.leaseBatch(token: "token-1"))
                let second = try #require(await store.leaseBatch(token: "token-2"))
                async let one = store.record(first.results(), of: first, then: .ends, now: .noon)
                async let other = store.record(second.results(), of: second, then: .ends, now: .noon)
                let areKept = try await [one, other]
                #expect(areKept == [true, true])
            }
            let told = try await store.leaseStatuses(of: .shop, .inTheEvening)?.changes ?? []
            #expect(told.map(\.broadcast) == (1...5).map { Broadcast.example($0).id } && told.allSatisfy { $0.counts?.sent == 6 })
        },
        StoreConformance("What has become of a member by the time that it goes on as a row is counted, and its app is told of it") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            try await store.take(to: 4, batchSize: 4)
            let batch = try #require(
                await store.leaseBatch { $0.delivery.recipient.text == "user-0" ? .defer(.quietHours, until: .evening) : .send(.allowed) })
            let results = [
                MemberResult(at: 0), MemberResult(at: 1, .retry(at: .evening, error: "http_503: away")),
                MemberResult(at: 2, .failed(error: "refused: unknown")), MemberResult(at: 3, .sent),
            ]
            _ = try await store.record(results, of: batch, then: .goesOn, now: .noon)
            let counts = try await store.totals().filter { $0.kind.category == "news" }
            let figures = Dictionary(counts.map { ($0.kind.event, $0.count) }, uniquingKeysWith: +)
            #expect(figures == [.queued: 4, .held: 1, .retried: 1, .failed: 1, .sent: 1])
            #expect(counts.filter { $0.kind.event == .held }.map(\.kind.reason) == ["quiet_hours"])
            let told = try await store.leaseStatuses(of: .shop, .inTheEvening)?.changes.sorted { $0.delivery < $1.delivery } ?? []
            #expect(told.map(\.delivery.text) == ["news-1-0-0", "news-1-0-1", "news-1-0-2"] && told.map(\.kind) == [.held, .retried, .failed])
            #expect(told.map(\.reason) == ["quiet_hours", "http_503", "refused"] && told.map(\.attemptCount) == [0, 1, 1])
            #expect(told.allSatisfy { $0.channelName == "in_app" && $0.happenedAt == .noon })
        },
        StoreConformance("Of a broadcast that was never taken in whole nobody is told") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            _ = try await store.begin(.example(), under: nil, now: .morning)
            try await store.append([[.ana]], to: .example(), firstNumber: 0)
            try await store.giveUpIntake(of: .example())
            let told = try await store.leaseStatuses(of: .shop, .inTheEvening)
            #expect(told == nil)
        },
    ]
}

extension StatusTerms {
    fileprivate static let inTheEvening = StatusTerms(holder: "one", now: .evening, until: .evening + .seconds(60))
}

extension LeaseTerms {
    fileprivate static let another = LeaseTerms(countMax: 1, now: .noon, until: .noon + .seconds(60), holder: "worker-1", token: "token-9")
}
