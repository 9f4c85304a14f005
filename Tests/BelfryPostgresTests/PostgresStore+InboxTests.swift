import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("The inbox on PostgreSQL")
struct InboxTests {
    @Test("What is taken back as it arrives is marked as such, and what is erased then doesn't stay", arguments: [false, true])
    func goneMeanwhile(isErased: Bool) async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            // Whose deletion it waits for.
            try await store.write(
                """
                INSERT INTO inbox_messages (id, recipient_user_id, member_user_id, category, title, body, severity, created_at)
                VALUES ('delivery-1', 'stranger', 'stranger', 'general', '', '', 'watch', '\(Instant.morning)')
                """)
            let isThrough = Notes<Bool>()
            let (arriving, takingBack) = try await store.pool.run { connection in
                try connection.transaction { db in
                    try db.change("DELETE FROM inbox_messages")
                    let arriving = Task { try await store.append(.told(1)) }
                    while try db.row("SELECT 1 AS waiting FROM (\(waiting(for: "pg_backend_pid()"))) AS waiting") == nil {}
                    let takingBack = Task {
                        defer { isThrough.add(true) }
                        if isErased {
                            _ = try await store.erase(.ana, leaving: nil, now: .noon)
                        } else {
                            try await store.accept(.example(1, resolved: .corrected), now: .noon)
                        }
                    }
                    // Until it waits for what arrives, or didn't have to.
                    let behind = "SELECT 1 AS waiting FROM (\(waiting(for: "pg_backend_pid()"))) AS first CROSS JOIN LATERAL (\(waiting(for: "first.pid"))) AS next"
                    while isThrough.all.isEmpty, try db.row(behind) == nil {}
                    return (arriving, takingBack)
                }
            }
            _ = try await arriving.value
            try await takingBack.value
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            let retractions: [Instant?] = isErased ? [] : [.noon]
            #expect(messages.map(\.retractedAt) == retractions)
        }
    }

    @Test("Who takes something back and who opens it at that moment don't wait for each other")
    func openedMeanwhile() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            let takingBack = try await store.pool.run { connection in
                try connection.transaction { db in
                    try PostgresStore.lock([.ana], .messages, db)
                    let takingBack = Task { try await store.retract(DeliverySelection(ids: [.example(1)]), by: "admin", now: .noon) }
                    while try db.row("SELECT 1 AS waiting FROM (\(waiting(for: "pg_backend_pid()"))) AS waiting") == nil {}
                    // It is refused where somebody holds the row who waits for this.
                    try db.execute("SELECT 1 FROM notification_queue WHERE id = 'delivery-1' FOR UPDATE NOWAIT")
                    return takingBack
                }
            }
            let found = try await takingBack.value
            #expect(found == Retraction(retracted: [.example(1)]))
        }
    }

    @Test("A message arrives, isn't taken back and is read whatever another app has under its name")
    func sameName() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel, status, retracted_at) VALUES
                    ('delivery-1', 'shop', 'ana', 'ben', 'in_app', 'sent', NULL),
                    ('delivery-1', 'club', 'stranger', 'stranger', 'in_app', 'sent', '\(Instant.noon)')
                """)
            try await store.append(.told(1))
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map(\.retractedAt) == [nil])
            for user in [UserID.ana, .stranger] {
                let isTheirs = try await store.note(.opened, with: .example(1), of: user, now: .noon)
                #expect(isTheirs)
            }
            let isAnybodys = try await store.note(.opened, with: .example(1), of: .ben, now: .noon)
            #expect(!isAnybodys)
        }
    }

    @Test("An app isn't told that somebody read what another app has told them under the name of one of its own deliveries")
    func readOfSameName() async throws {
        try await withStore { store in
            for app in [AppID.shop, .school] { try await store.askForStatuses(of: app, now: .morning) }
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel, status) VALUES
                    ('delivery-1', 'shop', 'ana', 'ben', 'in_app', 'sent'), ('delivery-1', 'school', 'stranger', 'stranger', 'in_app', 'sent')
                """)
            try await store.append(.told(1))
            let isRead = try await store.markRead(.example(1), of: .ana, now: .noon)
            let terms = StatusTerms(holder: "one", now: .noon, until: .evening)
            let own = try await store.leaseStatuses(of: .shop, terms)
            let others = try await store.leaseStatuses(of: .school, terms)
            #expect(isRead && own?.changes.map(\.kind) == [.read] && others == nil)
        }
    }
}

/// Those who wait for a lock of somebody's.
private func waiting(for pid: String) -> String {
    "SELECT pid FROM pg_locks AS asked WHERE NOT granted AND \(pid) = ANY(pg_blocking_pids(asked.pid))"
}

extension InboxMessage {
    /// What the delivery of the same number brings Ana.
    static func told(_ number: Int) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ben, alert: .example(number), category: Payload.patternAlertKind,
            content: NotificationContent(title: "Title", body: "Body", severity: .watch), createdAt: .noon, readAt: nil)
    }
}
