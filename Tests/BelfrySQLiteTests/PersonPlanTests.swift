import BelfryPorts
import BelfryTesting
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("What is of one person is asked by index on SQLite")
struct PersonPlanTests {
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
}
