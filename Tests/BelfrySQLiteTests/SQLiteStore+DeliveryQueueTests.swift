import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfrySQLite

@Suite("The queue on SQLite")
struct DeliveryQueueTests {
    @Test("Processes that lease from one file at once take each row once, and wait for each other")
    func twoProcesses() async throws {
        let rowCount = 400
        try await withTemporaryPath { path in
            try await withStore(at: path) { one in
                try await withStore(at: path) { other in
                    try await one.fillQueue(rowCount: rowCount, dueEvery: 1)
                    let leased = try await withThrowingTaskGroup(of: [DeliveryID].self) { group in
                        for worker in 1...6 {
                            let store = worker.isMultiple(of: 2) ? one : other
                            group.addTask { try await store.leaseAll(token: "token-\(worker)") }
                        }
                        return try await group.reduce(into: []) { $0 += $1 }
                    }
                    #expect(leased.count == rowCount)
                    #expect(Set(leased).count == rowCount)
                    let backlog = try await one.backlog(countMax: nil, now: .evening)
                    #expect(backlog == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil), "and each was recorded")
                }
            }
        }
    }

    @Test("A batch's results are recorded together, of whatever app; whose lease was lost, and what is said once more, changes nothing")
    func results() async throws {
        try await withStore { store in
            for number in 1...5 { try await store.enqueue(.example(number)) }
            try await store.write("UPDATE notification_queue SET app_id = 'shop' WHERE id = 'delivery-2'")
            try await store.lease()
            func result(_ number: Int, _ disposition: AttemptResult.Disposition, app: AppID = .house, token: String = "token-1") -> AttemptResult {
                AttemptResult(delivery: .example(number), token: token, disposition: disposition, app: app)
            }
            let lost = try await store.record(
                [
                    result(1, .sent), result(2, .sent, app: AppID(literal: "shop")), result(3, .sent, token: "token-0"),
                    result(4, .failed(error: "refused")), result(5, .sent), result(1, .failed(error: "refused")),
                ], now: .noon)
            #expect(lost == [.example(3), .example(1)])
            var found: [String] = []
            for number in 1...5 { found.append(try await store.row(number).status) }
            #expect(found == ["sent", "sent", "sending", "failed", "sent"])
        }
    }

    @Test("Names with quotation marks and backslashes are names as all others")
    func quotedNames() async throws {
        try await withStore { store in
            try await store.write(
                #"""
                INSERT INTO user_profiles (user_id, notify_push) VALUES ('a"na', 1);
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at) VALUES
                ('delivery"1', 'a"na', 'ben', 'push', '2026-01-25 08:00:00'), ('délivrance''2', 'ana', 'ben', 'push', '2026-01-25 08:00:01')
                """#)
            let wants = Notes<String?>()
            let batch = try await store.lease { candidate in
                wants.add(candidate.preferences.columns[.notifyPush])
                return .send(.allowed)
            }
            #expect(wants.all == ["1", nil])
            let results = batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }
            #expect(results.count == 2)
            let lost = try await store.record(results, now: .noon)
            #expect(lost.isEmpty)
        }
    }
}

extension SQLiteStore {
    /// Leases and records until nothing is left.
    fileprivate func leaseAll(token: String) async throws -> [DeliveryID] {
        var leased: [DeliveryID] = []
        while true {
            let batch = try await lease(7, holder: token, token: token)
            guard !batch.toSend.isEmpty else { return leased }
            leased += batch.toSend.map(\.delivery.id)
            let lost = try await record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: token, disposition: .sent) }, now: .noon)
            #expect(lost.isEmpty)
        }
    }
}
