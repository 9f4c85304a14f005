import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What a verdict does to a delivery.
    static let verdicts: [StoreConformance] = [
        StoreConformance("What is to be sent is held by its worker, with the reason and what it was decided from") { store in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.quietHours, until: .noon) }
            try await store.lease { _ in .send(.criticalInQuietHours) }
            let row = try await store.row(1)
            #expect(row.status == "sending")
            #expect(row.reason == .criticalInQuietHours)
            #expect(row.decisionInputs == "{}")
            #expect(row.decidedAt == .noon)
            #expect(row.sentAt == nil)
            #expect(row.nextAttemptAt == nil, "it is with its worker now")
        },
        StoreConformance("What is deferred waits until its moment, and remembers since when it is held") { store in
            try await store.enqueue(.example(1))
            let batch = try await store.lease { _ in .defer(.quietHours, until: .evening) }
            #expect(batch.toSend.isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "pending")
            #expect(row.reason == .quietHours)
            #expect(row.decidedAt == .noon)
            #expect(row.nextAttemptAt == .evening)
            #expect(row.delivery.heldSince == .noon)

            try await store.lease(at: .evening) { _ in .defer(.quietHoursNotCritical, until: .evening + .seconds(3600)) }
            let again = try await store.row(1)
            #expect(again.reason == .quietHoursNotCritical)
            #expect(again.nextAttemptAt == .evening + .seconds(3600))
            #expect(again.delivery.heldSince == .noon, "held since the first time")
            #expect(again.delivery.attemptCount == 0)
        },
        StoreConformance("What is skipped stays skipped, with the reason") { store in
            try await store.enqueue(.example(1))
            let batch = try await store.lease { _ in .skip(.snoozed) }
            #expect(batch.toSend.isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "skipped")
            #expect(row.reason == .snoozed)
            #expect(row.decisionInputs == "{}")
            #expect(row.decidedAt == .noon)
            let later = try await store.candidates(at: .evening)
            #expect(later.isEmpty)
        },
        StoreConformance("What can't be sent as it is fails at once, and says why") { store in
            try await store.enqueue(.example(1))
            let terms = LeaseTerms(countMax: 1, now: .noon, until: .noon + .seconds(60), holder: "worker-1", token: "token-1")
            let batch = try await store.lease(terms) { candidates in
                candidates.map { Verdict(delivery: $0.delivery.id, judgement: .undeliverable(why: "no such channel"), inputs: nil) }
            }
            #expect(batch.toSend.isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "failed")
            #expect(row.lastError == "no such channel")
            #expect(row.decidedAt == .noon)
            #expect(row.decisionInputs == nil)
            #expect(row.delivery.attemptCount == 0)
        },
        StoreConformance("A candidate without a verdict stays as it was") { store in
            try await store.enqueue(.example(1), .example(2))
            let before = try await store.row(1)
            let batch = try await store.lease { $0.delivery.id == .example(2) ? .send(.allowed) : nil }
            #expect(batch.toSend.map(\.delivery.id) == [.example(2)])
            let after = try await store.row(1)
            #expect(after == before)
        },
    ]
}
