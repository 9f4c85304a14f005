import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Erasing a person on PostgreSQL")
struct ErasureTests {
    @Test("Every column that names persons is emptied of whoever is erased, and no other column of any table tells of them")
    func everyColumn() async throws {
        try await withStore { store in
            try await store.eraseFromEveryColumn(try await store.columns()) { try await store.telling(of: $0, among: $1) }
        }
    }

    @Test("What a person has taken of an app's actions goes with them, also where a worker has it in hand")
    func actionsTaken() async throws {
        try await withStore { store in
            let pay = try #require(OfferedAction(id: ActionID(literal: "pay"), title: "Pay"))
            _ = try await store.enqueue([.ordered(1, by: .shop, offering: OfferedActions([pay]))], under: nil, now: .morning)
            _ = try await store.lease()
            #expect(try await store.take(pay.id, with: .example(1), of: .ana, now: .noon) == pay)
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.values("SELECT coalesce(actions_taken, '-') AS value FROM notification_queue")
            #expect(left == ["-"])
        }
    }

    @Test("More deliveries than go at once go one part after the other")
    func manyDeliveries() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, status)
                SELECT 'ben', 'ben', 'push', CASE number % 2 WHEN 0 THEN 'sent' ELSE 'pending' END FROM generate_series(1, 2500) AS number
                """)
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            let left = try await store.values("SELECT count(*) AS value FROM notification_queue")
            #expect(report["notification_queue"] == 2500 && left == ["0"])
        }
    }

    @Test("An erasure ends, though somebody goes on queueing for the person")
    func queuedMeanwhile() async throws {
        try await withStore { store in
            let queue = "INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ben', 'ben', 'push')"
            try await store.write(queue)
            let isThrough = Notes<Bool>()
            defer { isThrough.add(true) }
            let queueing = Task { while isThrough.all.isEmpty { try await store.write(queue) } }
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            #expect(report["notification_queue"] > 0)
            isThrough.add(true)
            try await queueing.value
        }
    }

    @Test("What a worker is just leasing as its recipient is erased brings them no message any more")
    func leasedMeanwhile() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            let erasing = Notes<Task<ErasureReport, any Error>>()
            let terms = LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-1")
            let batch = try await store.lease(terms) { _ in
                erasing.add(Task { try await store.erase(.ana, leaving: nil, now: .noon) })
                // Until it waits for the lease.
                try? waitFor { while try await store.values(waiting).isEmpty {} }
                return [Verdict(delivery: .example(1), judgement: .decided(.send(.allowed)), inputs: "{}")]
            }
            for one in erasing.all { _ = try await one.value }
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
            try await store.append(.told(1))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.isEmpty)
        }
    }

    @Test("A summary that comes into an inbox between the steps of an erasure goes with what it told")
    func summaryMeanwhile() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1, about: .ana, over: .inApp), .example(2, over: .inApp))
            try await store.lease { $0.delivery.id == .example(1) ? .send(.allowed) : .merge(into: .example(1)) }
            let news = Broadcast.example(1)
            _ = try await store.begin(news, under: nil, now: .morning)
            try await store.append([[.ben]], to: news, firstNumber: 0)
            let summary = InboxMessage(
                id: .example(1), recipient: .ana, member: .ana, alert: nil, category: "general",
                content: NotificationContent(title: "Ana and Ben walk less", body: "", severity: .watch), createdAt: .noon, readAt: nil,
                merged: [.example(2): .ben])
            let (erasing, isThere) = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM broadcast_batches FOR UPDATE")
                    let erasing = Task { try await store.erase(.ben, leaving: nil, now: .noon) }
                    // Until it waits for us, with its first step behind it.
                    while try db.row(waitingForUs) == nil {}
                    let isThere = try waitFor { try await store.append(summary) }
                    return (erasing, isThere)
                }
            }
            _ = try await erasing.value
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(isThere && messages.isEmpty)
        }
    }

    @Test("Who is just evaluating somebody else leaves nothing for an admin who is erased meanwhile")
    func evaluatedMeanwhile() async throws {
        try await withStore { store in
            try await store.save(.household, now: .morning)
            let (erasing, isThrough) = (Notes<Task<Void, any Error>>(), Notes<Bool>())
            _ = try await store.ingest([.steps(1000, of: .ben)], now: .noon) { _ in
                let task = Task {
                    defer { isThrough.add(true) }
                    _ = try await store.erase(.ana, leaving: nil, now: .noon)
                }
                erasing.add(task)
                // Until it waits for this, or didn't have to.
                try? waitFor { while isThrough.all.isEmpty, try await store.values(waiting).isEmpty {} }
                return MemberEvaluation(changes: [AlertChange(alert: .example(1), deliveries: [.example(1)])])
            }
            for one in erasing.all { try await one.value }
            let left = try await store.values("SELECT id AS value FROM notification_queue")
            #expect(left.isEmpty)
        }
    }

    @Test("A family stays that somebody comes into as the last of it is erased")
    func joinedMeanwhile() async throws {
        try await withStore { store in
            let family = FamilyRecord(id: FamilyRecord.household.id, name: "Household", members: [FamilyMember(user: .ana, firstName: "Ana", role: .admin)])
            try await store.save(family, now: .morning)
            let erasing = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM families FOR UPDATE")
                    try db.change("INSERT INTO family_members (family_id, user_id) VALUES ('household', 'stranger')")
                    let erasing = Task { try await store.erase(.ana, leaving: nil, now: .noon) }
                    // Until it waits for us.
                    while try db.row(waitingForUs) == nil {}
                    return erasing
                }
            }
            _ = try await erasing.value
            let left = try await store.family(family.id)
            #expect(left?.name == "Household" && left?.members.map(\.user) == [.stranger])
        }
    }
}

/// Who waits for a lock in this database.
private let waiting = """
    SELECT pid AS value FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
    """
private let waitingForUs = "SELECT 1 AS waiting FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"

extension PostgresStore {
    /// Partitions stand with what they are a part of.
    fileprivate func columns() async throws -> [TableColumn] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT relname::text AS table_name, attname::text AS column_name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
                WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0
                    AND NOT attisdropped AND relname <> 'belfry_migrations' ORDER BY relname, attnum
                """
            ).compactMap { row -> TableColumn? in
                guard let table = row.text("table_name"), let name = row.text("column_name") else { return nil }
                return TableColumn(table: table, name: name)
            }
        }
    }

    /// Those in which a word stands, in whatever case.
    fileprivate func telling(of word: String, among columns: [TableColumn]) async throws -> [TableColumn] {
        try await pool.single { db in
            try columns.filter { column in
                try db.row("SELECT 1 AS known FROM \(column.table) WHERE strpos(lower(\"\(column.name)\"::text), $1) > 0 LIMIT 1", word) != nil
            }
        }
    }
}
