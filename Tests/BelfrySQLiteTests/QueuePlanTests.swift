import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("The queue is asked by index on SQLite")
struct QueuePlanTests {
    @Test(
        "No step of a worker reads through the queue, however much of it isn't due, and whatever the planner knows",
        arguments: ["", "ANALYZE"])
    func queryPlan(_ preparation: String) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 10_000, dueEvery: 100)
            try await store.write(preparation)
            let statements = Notes<String>()
            let note = { @Sendable (db: Database) in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            try await store.pool.read(note)
            try await store.pool.writeWithoutTransaction(note)

            let batch = try await store.lease(10)
            #expect(batch.toSend.count == 10)
            let results = batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }
            try await store.record(results.dropLast(), now: .noon)
            _ = try await store.renew(leases: results.map(\.delivery), token: "token-1", until: .noon + .seconds(120))
            _ = try await store.rescue(now: .noon) { _ in true }
            _ = try await store.nextDueMoment()

            let queries = statements.all.filter { $0.contains("notification_queue") && !$0.hasPrefix("--") }
            #expect(queries.contains { $0.hasPrefix("SELECT CAST(app_id AS BLOB) AS app, priority") }, "what readers do is noted too")
            for query in Set(queries) {
                let plan = try await store.plan(of: query)
                #expect(!plan.contains("SCAN notification_queue"), "\(query)\n\(plan)")
                #expect(!plan.contains { $0.contains("(app_id,priority)") }, "that reads through all that waits under the last priority")
                #expect(!plan.contains { $0.contains("(merged_into>?)") }, "that reads through all that was ever merged")
            }
            let claim = try #require(queries.first { $0.hasPrefix("SELECT rowid") })
            let claimPlan = try await store.plan(of: claim)
            #expect(claimPlan == ["SEARCH notification_queue USING INDEX notification_queue_due (app_id=? AND priority=? AND <expr><?)"], "and sorts nothing")
        }
    }

    @Test(
        "What an app has queued is found without reading what others have, and what few have in common by their own index",
        arguments: [
            (nil, "SEARCH notification_queue USING INDEX notification_queue_app (app_id=?)"),
            (.pending, "SEARCH notification_queue USING INDEX notification_queue_app (app_id=?)"),
            (.failed, "SCAN notification_queue USING INDEX notification_queue_failed"),
            (.sending, "SCAN notification_queue USING INDEX notification_queue_leases"),
            (.cancelled, "SEARCH notification_queue USING INDEX notification_queue_app (app_id=?)"),
        ] as [(Delivery.Status?, String)])
    func planOfApp(_ status: Delivery.Status?, _ expected: String) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            _ = try await store.enqueue([.ordered(2000, by: .shop)], under: nil, now: .morning)
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let found = try await store.deliveries(DeliverySelection(app: .shop, status: status))
            #expect(found.map(\.delivery.id) == (status == nil || status == .pending ? [.example(2000)] : []))
            let query = try #require(statements.all.first { $0.contains("notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(plan.first == expected)
        }
    }

    @Test("What waits is listed by the index of what waits, however much is through", arguments: [nil, .example(900)] as [DeliveryID?])
    func planOfWaiting(_ before: DeliveryID?) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            try await store.write("UPDATE notification_queue SET status = 'sent' WHERE id <> 'delivery-1'")
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let found = try await store.deliveries(DeliverySelection(channelName: "push", status: .pending, before: before))
            #expect(found.map(\.delivery.id) == [.example(1)])
            let query = try #require(statements.all.first { $0.contains("notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(plan.first == "SEARCH notification_queue USING INDEX sqlite_autoindex_notification_queue_1 (id=?)")
            // Both have what waits and nothing else.
            let ofWaiting = ["notification_queue_due", "notification_queue_alert"].map { "SCAN notification_queue USING INDEX \($0)" }
            #expect(plan.contains { ofWaiting.contains($0) }, "\(plan)")
        }
    }

    @Test("An app's schedules are counted in their index alone, and no row is looked at")
    func planOfScheduleCount() async throws {
        try await withStore { store in
            let plan = try await store.plan(of: SQLiteStore.openScheduleCount.replacing("?", with: "'shop'"))
            #expect(plan == ["SEARCH schedules USING COVERING INDEX schedules_open (app_id=? AND ended_at=?)"])
        }
    }

    @Test("Those few that were called off are listed, and found, by their own index", arguments: [true, false])
    func planOfRare(isList: Bool) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            try await store.write("UPDATE notification_queue SET status = CASE id WHEN 'delivery-1' THEN 'cancelled' ELSE 'sent' END")
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let (listed, found) = (
                DeliverySelection(channelName: "push", status: .cancelled, before: .example(900)),
                DeliveryQuery(status: .cancelled, channelName: "push", countMax: 10)
            )
            let deliveries = try await isList ? store.deliveries(listed) : store.deliveries(matching: found).deliveries
            #expect(deliveries.map(\.delivery.id) == [.example(1)])
            let query = try #require(statements.all.first { $0.contains("notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(plan.contains { $0.hasPrefix("SEARCH notification_queue USING INDEX notification_queue_rare (status=?") }, "\(plan)")
        }
    }

    @Test("What waits of an app is called off without reading what of it is through, nor what others have")
    func planOfCallingOff() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            _ = try await store.enqueue([.ordered(2000, by: .shop)], under: nil, now: .morning)
            let statements = Notes<String>()
            try await store.pool.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let calledOff = try await store.cancel(DeliverySelection(app: .shop), now: .noon)
            #expect(calledOff == [.example(2000)])
            let query = try #require(statements.all.first { $0.hasPrefix("SELECT CAST(id AS BLOB) AS id FROM notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(plan.first == "SEARCH notification_queue USING INDEX notification_queue_due (app_id=?)")
        }
    }

    @Test("What is told together is found in its order, so that of a flood for one person no more is read than is taken")
    func planOfTogether() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            try await store.write("UPDATE notification_queue SET held_since = created_at, group_key = CASE WHEN id > 'delivery-5' THEN 'found' END")
            try await store.write("UPDATE notification_queue SET held_since = NULL WHERE group_key IS NOT NULL")
            let statements = Notes<String>()
            try await store.pool.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            try await store.lease(1000)
            for (condition, index) in [("held_since IS NOT NULL AND", "held"), ("held_since IS NULL AND group_key", "group")] {
                let query = try #require(statements.all.first { $0.contains(condition) })
                let plan = try await store.plan(of: query)
                #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH notification_queue USING INDEX notification_queue_\(index) "), "\(plan)")
            }
            let ordered = Delivery.ordered(2000)
            let post = Delivery(
                id: ordered.id, createdAt: .noon, recipient: .ana, member: .ana, alert: nil, channelName: "in_app", payload: ordered.payload,
                groupKey: DigestKey(literal: "posts").groupKey)
            _ = try await store.enqueue([post], under: nil, digestWindow: .seconds(60), now: .noon)
            let query = try #require(statements.all.first { $0.contains("held_since IS NULL AND attempts = 0") })
            let plan = try await store.plan(of: query)
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH notification_queue USING INDEX notification_queue_group "), "\(plan)")
        }
    }

    @Test("What is over is found without reading through the queue")
    func planOfPruning() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 1000, dueEvery: 1)
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let report = try await store.prune(PruneCutoffs(deliveries: .evening, now: .evening))
            #expect(report.isEmpty, "all of it waits")
            let query = try #require(statements.all.first { $0.contains("notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(!plan.contains { $0.hasPrefix("SCAN notification_queue") }, "\(plan)")
        }
    }

    @Test("The members of a broadcast that is called off are gone through once, part by part")
    func planOfCallingOffMembers() async throws {
        try await withStore { store in
            let news = Broadcast.example(1)
            _ = try await store.begin(news, under: nil, now: .morning)
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            let isCalledOff = try await store.cancel(news.id, now: .noon)
            #expect(isCalledOff)
            let query = try #require(statements.all.first { $0.contains("notification_queue") })
            let plan = try await store.plan(of: query)
            #expect(plan == ["SEARCH notification_queue USING INDEX sqlite_autoindex_notification_queue_1 (id>? AND id<?)"])
        }
    }
}
