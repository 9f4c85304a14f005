import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
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

    @Test("What is held for somebody whose wishes change is found without reading all that they ever had", arguments: ["changed", "created"])
    func planOfLettingGo(_ what: String) async throws {
        try await withStore { store in
            let trigger = try await store.pool.read { db in
                try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: ["user_profiles_\(what)"])
            }
            let body = try #require(trigger?.split(separator: "BEGIN").last?.split(separator: ";").first)
            let plan = try await store.plan(of: String(body).replacing("NEW.user_id", with: "'ana'"))
            #expect(plan == ["SEARCH notification_queue USING INDEX notification_queue_held (recipient_user_id=? AND channel>?)"])
        }
    }

    @Test("Whose keys are forgotten is seen by what was queued under each, not by all that the person has")
    func planOfErasingKeys() async throws {
        try await withStore { store in
            let statements = Notes<String>()
            try await store.pool.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let query = try #require(statements.all.first { $0.hasPrefix("DELETE FROM idempotency_keys") })
            let plan = try await store.plan(of: query)
            #expect(plan.count { $0 == "SEARCH queue USING INDEX sqlite_autoindex_notification_queue_1 (id=?)" } == 2, "\(plan)")
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

    @Test("What was hidden of an alert is found by the alert, not among all that was ever told of its member")
    func planOfHidden() async throws {
        try await withStore { store in
            let statements = Notes<String>()
            try await store.pool.read { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            _ = try await store.history(of: .ben, since: .sunday)
            let query = try #require(statements.all.first { $0.contains("'dismissed'") })
            let plan = try await store.plan(of: query)
            #expect(plan.first == "SEARCH queue USING INDEX notification_queue_of_alert (alert_state_id=?)")
        }
    }

    @Test("Codes that nobody gave back are forgotten without reading everybody's addresses")
    func planOfForgettingCodes() async throws {
        try await withStore { store in
            let statements = Notes<String>()
            try await store.pool.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            _ = try await store.prune(PruneCutoffs(deliveries: .evening, now: .evening))
            let query = try #require(statements.all.first { $0.hasPrefix("UPDATE contact_points") })
            let plan = try await store.plan(of: query)
            #expect(plan.contains { $0.contains("contact_points_code (code_expires_at<?)") } && !plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        }
    }

    @Test("A day's round goes from one person to the next, and finds whoever has an alert that goes on without reading all that are over")
    func planOfRound() async throws {
        try await withStore { store in
            let statements = Notes<String>()
            try await store.pool.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            _ = try await store.continueRound(of: .sunday, countMax: 9, again: false, now: .noon)
            let query = try #require(statements.all.first { $0.contains("pattern_alert_state") })
            let plan = try await store.plan(of: query)
            #expect(plan.contains { $0.contains("pattern_alert_state_active (user_id>?)") }, "\(plan)")
            // The first of the page, and whoever comes next.
            #expect(plan.count { $0.contains("wearable_daily_metrics USING PRIMARY KEY (user_id>?)") } == 2, "\(plan)")
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
    /// Puts rows into the queue of which every so many is due at noon, and the others in the evening.
    fileprivate func fillQueue(rowCount: Int, dueEvery interval: Int) async throws {
        try await write(
            """
            WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < \(rowCount))
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning.sql)', 'ana', 'ben', 'alert-' || number, 'push',
                CASE WHEN number % \(interval) = 0 THEN NULL ELSE '\(Instant.evening.sql)' END
            FROM numbers
            """)
    }

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

    fileprivate func plan(of query: String) async throws -> [String] {
        try await pool.read { try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] } }
    }
}
