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
            try await store.enqueue(.example(7))
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
        },
    ]
}
