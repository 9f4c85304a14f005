import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What the outcome of an attempt does to a delivery.
    static let attempts: [StoreConformance] = [
        StoreConformance("What the channel accepted is sent, and the earlier error forgotten") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .retry(at: .noon, error: "busy"))
            try await store.lease(token: "token-2")
            let lost = try await store.record(1, .sent, token: "token-2", at: .evening)
            #expect(lost.isEmpty)
            let row = try await store.row(1)
            #expect(row.status == "sent")
            #expect(row.sentAt == .evening)
            #expect(row.lastError == nil)
            #expect(row.delivery.attemptCount == 2)
        },
        StoreConformance("What is to be tried again waits, with the attempt counted and the error told") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "busy"))
            let row = try await store.row(1)
            #expect(row.status == "pending")
            #expect(row.nextAttemptAt == .evening)
            #expect(row.lastError == "busy")
            #expect(row.delivery.attemptCount == 1)
            let batch = try await store.lease(at: .evening, token: "token-2")
            #expect(batch.toSend.first?.delivery.attemptCount == 1)
        },
        StoreConformance("After the fifth attempt a delivery is given up") { store in
            try await store.enqueue(.example(1))
            for attempt in 1...Delivery.attemptCountMax {
                let before = try await store.row(1)
                #expect(before.status == "pending", "before attempt \(attempt)")
                try await store.lease()
                try await store.record(1, .retry(at: .noon, error: "busy \(attempt)"))
            }
            let row = try await store.row(1)
            #expect(row.status == "failed")
            #expect(row.lastError == "busy 5")
            #expect(row.delivery.attemptCount == Delivery.attemptCountMax)
            let later = try await store.candidates(at: .evening)
            #expect(later.isEmpty)
        },
        StoreConformance("What was refused for good fails at once") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .failed(error: "address gone"))
            let row = try await store.row(1)
            #expect(row.status == "failed")
            #expect(row.lastError == "address gone")
            #expect(row.delivery.attemptCount == 1)
        },
        StoreConformance("What a stopping worker returns is due at once, as if it had not been leased") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .returned)
            let row = try await store.row(1)
            #expect(row.status == "pending")
            #expect(row.nextAttemptAt == nil)
            #expect(row.delivery.attemptCount == 0)
            let due = try await store.candidates()
            #expect(due.count == 1)
        },
        StoreConformance("Who has lost the lease records nothing, and is told so") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease(2)
            let before = try await store.row(1)
            let results = [
                AttemptResult(delivery: .example(1), token: "somebody-else", disposition: .failed(error: "late")),
                AttemptResult(delivery: .example(2), token: "token-1", disposition: .sent),
                AttemptResult(delivery: .example(3), token: "token-1", disposition: .sent),
                AttemptResult(delivery: .example(9), token: "token-1", disposition: .sent),
            ]
            let lost = try await store.record(results, now: .noon)
            #expect(lost.sorted() == [.example(1), .example(3), .example(9)])
            let fenced = try await store.row(1)
            #expect(fenced == before)
            let own = try await store.row(2)
            #expect(own.status == "sent")
            let never = try await store.row(3)
            #expect(never.status == "pending" && never.delivery.attemptCount == 0)
        },
        StoreConformance("What is recorded once more, because the answer was lost, counts once, and as recorded") { store in
            let dispositions: [AttemptResult.Disposition] = [
                .sent, .retry(at: .evening, error: "busy"), .failed(error: "refused"), .returned, .postponed(until: .evening, why: "rate_limited"),
            ]
            let results = zip(1..., dispositions).map { AttemptResult(delivery: .example($0), token: "token-1", disposition: $1) }
            try await store.enqueue(.example(1), .example(2), .example(3), .example(4), .example(5))
            try await store.lease()
            for _ in 1...2 {
                let lost = try await store.record(results, now: .noon)
                #expect(lost == [])
            }
            var rows: [DeliveryOverview] = []
            for number in 1...5 { rows.append(try await store.row(number)) }
            #expect(rows.map(\.status) == ["sent", "pending", "failed", "pending", "pending"])
            #expect(rows.map(\.delivery.attemptCount) == [1, 1, 1, 0, 0] && rows[0].sentAt == .noon)
            let late = try await store.record(results, now: .evening)
            #expect(late == results.map(\.delivery), "of another moment it is another record")
        },
        StoreConformance("What another has leased since is lost to whoever records it once more") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .returned)
            try await store.lease(at: .evening, token: "token-2")
            let lost = try await store.record(1, .returned)
            #expect(lost == [.example(1)])
        },
        StoreConformance("An outcome counts once") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            let lost = try await store.record(1, .failed(error: "heard twice"), at: .evening)
            #expect(lost == [.example(1)])
            let row = try await store.row(1)
            #expect(row.status == "sent" && row.sentAt == .noon)
            #expect(row.delivery.attemptCount == 1)
        },
    ]
}
