import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How several deliveries that were held become one.
    static let summaries: [StoreConformance] = [
        StoreConformance("A held delivery brings the others held for its recipient and channel, beyond the limit") { store in
            try await store.enqueue(
                .example(1), .example(2), .example(3), .example(4, over: .email), .example(5, to: .ben), .example(6))
            try await store.lease { candidate in
                .defer(.quietHours, until: candidate.delivery.id == .example(6) ? .evening + .seconds(1) : .evening)
            }
            try await store.enqueue(.example(7, createdAt: .evening))
            let candidates = try await store.candidates(1, at: .evening)
            #expect(
                candidates.map(\.delivery.id) == [.example(1), .example(2), .example(3)],
                "not another channel's, not another person's, not one that is held longer, not one that isn't held")
        },
        StoreConformance("A delivery that isn't held brings no other") { store in
            try await store.enqueue(.example(2), .example(3))
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await store.enqueue(.example(1))
            let candidates = try await store.candidates(1, at: .evening)
            #expect(candidates.map(\.delivery.id) == [.example(1)])
        },
        StoreConformance("Of very many that were held for one recipient the first come together; the others make up another summary") { store in
            let count = togetherCountMax + 3
            _ = try await store.enqueue((1...count).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            try await store.lease(count) { _ in .defer(.quietHours, until: .evening) }
            let first = try await store.candidates(1, at: .evening)
            let lead = try #require(first.first?.delivery.id)
            let batch = try await store.lease(1, at: .evening) { $0.delivery.id == lead ? .send(.allowed) : .merge(into: lead) }
            #expect(batch.verdicts.count == togetherCountMax && batch.toSend.first?.merged.count == togetherCountMax - 1)
            let others = try await store.candidates(1, at: .evening)
            #expect(others.count == 3 && !others.contains { $0.delivery.id == lead })
        },
        StoreConformance("What is merged goes along with its lead, the oldest first") { store in
            try await store.enqueue(.example(4), .example(1), .example(3), .example(2))
            let batch = try await store.lease { $0.delivery.id == .example(2) ? .send(.allowed) : .merge(into: .example(2)) }
            #expect(batch.toSend.map(\.delivery.id) == [.example(2)])
            #expect(batch.toSend.first?.merged.map(\.id) == [.example(1), .example(3), .example(4)])
            let row = try await store.row(3)
            #expect(row.status == "skipped")
            #expect(row.reason == .mergedIntoSummary)
            #expect(row.mergedInto == .example(2))
            #expect(row.decisionInputs == "{}")
            #expect(row.decidedAt == .noon)
        },
        StoreConformance("What a summary tells can be looked at, the oldest first, and nothing else with it") { store in
            try await store.enqueue(.example(4), .example(1), .example(3), .example(2), .example(5))
            try await store.lease { candidate in
                [.example(2), .example(5)].contains(candidate.delivery.id) ? .send(.allowed) : .merge(into: .example(2))
            }
            let merged = try await store.deliveries(mergedInto: .example(2))
            #expect(merged.map(\.delivery.id) == [.example(1), .example(3), .example(4)])
            #expect(merged.allSatisfy { $0.mergedInto == .example(2) && $0.reason == .mergedIntoSummary })
            let others = [try await store.deliveries(mergedInto: .example(5)), try await store.deliveries(mergedInto: .example(1))]
            #expect(others == [[], []])
        },
        StoreConformance("What was merged goes along with every later attempt") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            try await store.record(1, .retry(at: .evening, error: "busy"))
            let second = try await store.lease(at: .evening)
            #expect(second.toSend.first?.merged.map(\.id) == [.example(2)])
            _ = try await store.rescue(now: .evening + .seconds(60)) { _ in false }
            let third = try await store.lease(at: .evening + .seconds(60))
            #expect(third.toSend.first?.merged.map(\.id) == [.example(2)])
        },
        StoreConformance("A lead that is merged itself brings along what was merged into it") { store in
            try await store.enqueue(.example(2), .example(3))
            try await store.lease { $0.delivery.id == .example(2) ? .send(.allowed) : .merge(into: .example(2)) }
            try await store.record(2, .returned)
            try await store.enqueue(.example(1))
            let batch = try await store.lease(token: "token-2") {
                $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1))
            }
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
            #expect(batch.toSend.first?.merged.map(\.id) == [.example(2), .example(3)])
            let row = try await store.row(3)
            #expect(row.mergedInto == .example(1), "each names the one that tells it")
        },
        StoreConformance("A lead that is held again keeps what was merged into it") { store in
            try await store.enqueueSummary()
            try await store.lease(at: .evening) { _ in .defer(.quietHours, until: .evening + .seconds(60)) }
            let batch = try await store.lease(at: .evening + .seconds(60))
            #expect(batch.toSend.first?.merged.map(\.id) == [.example(2), .example(3)])
        },
        StoreConformance("What was merged into a lead that is then skipped waits again, to be decided by itself") { store in
            try await store.enqueueSummary()
            try await store.lease(at: .evening) { _ in .skip(.resolved) }
            try await store.expectReleased(2, 3)
            let lead = try await store.row(1)
            #expect(lead.status == "skipped" && lead.reason == .resolved)
            let next = try await store.lease(at: .evening)
            #expect(next.toSend.map(\.delivery.id) == [.example(2), .example(3)], "due at once")
        },
        StoreConformance("What was merged into a lead that is given up waits again, to be told by itself") { store in
            try await store.enqueueSummary()
            try await store.lease(at: .evening)
            try await store.record(1, .failed(error: "refused"))
            try await store.expectReleased(2, 3)
            let lead = try await store.row(1)
            #expect(lead.status == "failed")
        },
        StoreConformance("What was merged into a lead that then can't be sent waits again, to be decided by itself") { store in
            try await store.enqueueSummary()
            let terms = LeaseTerms(
                countMax: 10, now: .evening, until: .evening + .seconds(60), holder: "worker-1", token: "token-1")
            _ = try await store.lease(terms) { candidates in
                candidates.map { Verdict(delivery: $0.delivery.id, judgement: .undeliverable(why: "no provider"), inputs: nil) }
            }
            try await store.expectReleased(2, 3)
        },
        StoreConformance("Nothing is merged into what the same lease skips, whichever is decided first") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await store.lease(at: .evening) { $0.delivery.id == .example(2) ? .skip(.snoozed) : .merge(into: .example(2)) }
            try await store.expectReleased(1, 3)
        },
    ]
}

extension DeliveryQueue where Self: MetricStore & FamilyStore {
    /// The first of three that were held carries the others, and was given back by its worker.
    fileprivate func enqueueSummary() async throws {
        try await enqueue(.example(1), .example(2), .example(3))
        try await lease { _ in .defer(.quietHours, until: .evening) }
        try await lease(at: .evening) { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
        try await record(1, .returned)
    }
}

extension OverviewStore {
    /// Each is as it was when it was held, and due at once.
    fileprivate func expectReleased(_ numbers: Int...) async throws {
        for number in numbers {
            let row = try await row(number)
            #expect(row.status == "pending")
            #expect(row.nextAttemptAt == nil)
            #expect(row.mergedInto == nil)
            #expect(row.reason == nil && row.decisionInputs == nil && row.decidedAt == nil, "not decided yet")
            #expect(row.delivery.heldSince == .noon)
            #expect(row.delivery.attemptCount == 0)
        }
    }
}
