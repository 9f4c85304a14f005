import BelfryTesting
import Foundation
import Testing

/// What whoever moves from one machine to many does.
@Suite("The house on PostgreSQL", .timeLimit(.minutes(10)))
struct PostgresTests {
    @Test("A server and a worker of another process share a database: what the one takes in the other tells")
    func serverAndWorker() async throws {
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(store: folder, database: database.uri, ["--no-worker"])
                let worker = try RunningProgram(["worker", "--store", database.uri])
                try await Household.move(into: server)
                #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
                try await server.drain()
                #expect(try await database.execute("SELECT status, count(*) FROM notification_queue GROUP BY status") == ["sent|2"])
                #expect(try await database.execute("SELECT count(*) FROM wearable_daily_metrics") == ["\(Household.dayCount)"])
                worker.terminate()
                #expect(await worker.exitStatus() == 0)
                await server.stop()
            }
        }
    }

    @Test("A row with no more than its names, written with psql, is told")
    func byHand() async throws {
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(store: folder, database: database.uri)
                try await database.execute(
                    """
                    INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload)
                    VALUES ('ana', 'ben', 'in_app', '{"title": "Hello"}')
                    """)
                try await server.drain()
                #expect(try await database.execute("SELECT status, title FROM notification_queue JOIN inbox_messages USING (id)") == ["sent|Hello"])
                await server.stop()
            }
        }
    }

    @Test("A batch that is worked by hand is recorded before the server stops, also what somebody had locked until just then")
    func lockedByHand() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let receiver = WebhookReceiver { _, _ in
            asking.finish()
            await gate.wait()
            return 200
        }
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                try await receiver.listen { url in
                    let settings = WebhookReceiver.settings(url)
                    let server = try await RunningServer(store: folder, database: database.uri, ["--no-worker"], environment: settings)
                    try await database.execute(
                        "INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload) VALUES ('ana', 'ben', 'webhook', '{}')")
                    async let processed = server.process()
                    for await _ in asked {}
                    let holding = Task { try await database.holdRows(of: "notification_queue") }
                    try await database.becomeHeld()
                    gate.open()
                    let counts = try await processed
                    #expect(counts.sent == 1)
                    try await database.letGo()
                    await server.stop()
                    try await holding.value
                    #expect(try await database.execute("SELECT status, attempts FROM notification_queue") == ["sent|1"])
                    #expect(receiver.receptions.count == 1)
                }
            }
        }
    }

    @Test("A server whose database goes away says that it isn't ready, refuses with a code, and goes on by itself when it is back")
    func awayAndBack() async throws {
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(store: folder, database: database.uri)
                try await server.becomeReady()
                try await database.close()
                while try await server.get("/ready").status == 200 {}
                let answer = try await server.get("/ready")
                #expect(answer.status == 503 && answer.text.contains(#""store":"unusable""#))
                #expect(await server.program.errors.line { $0.contains("the store failed") } != nil)
                let refusal = try await server.get("/v1/families/household")
                #expect(refusal.status == 503 && refusal.text.contains("store_unavailable"))
                #expect(await server.program.errors.line { $0.contains("request failed") }?.contains("reason=") == true)
                try await database.open()
                try await server.becomeReady()
                try await Household.move(into: server)
                #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
                try await server.drain()
                #expect(try await server.get("/metrics").text.contains("belfry_store_failures_total"))
                await server.stop()
            }
        }
    }

    @Test("A store moves to PostgreSQL and back with every row, and into nothing that isn't empty")
    func copied() async throws {
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"))
                try await Household.move(into: server)
                #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
                try await server.drain()
                await server.stop()
                let (first, second) = ("sqlite:\(server.store.path)", "sqlite:\(folder.path)/back.sqlite")
                let paused = try await Program.run("queue", "pause", "--all", "--for", "2h", "--except-critical", "--why", "a move", "--store", first)
                #expect(paused.status == 0, "\(paused.errors)")
                try StoreFile(server.store).execute("INSERT INTO user_profiles (user_id, muted_until) VALUES ('eva', '9999-12-31T23:59:59.999Z')")
                try StoreFile(server.store).execute("INSERT INTO status_webhooks (app_id, asked_at) VALUES ('shop', '2026-01-25T12:00:00.000Z')")
                try StoreFile(server.store).execute(
                    """
                    INSERT INTO status_changes (id, app_id, delivery_id, event, happened_at)
                    VALUES (7, 'shop', 'delivery-1', 'sent', '2026-01-25T12:00:00.000Z')
                    """)
                try StoreFile(server.store).execute(
                    """
                    INSERT INTO schedules (id, app_id, created_at, request, starts_at_local, rule, next_local, next_at)
                    VALUES ('weekly', 'shop', '2026-01-25T12:00:00.000Z', '{"title":"Bins"}', '2126-01-28T09:00:00', 'FREQ=WEEKLY', '2126-01-28T09:00:00',
                        '2126-01-27T19:00:00.000Z')
                    """)
                try StoreFile(server.store).execute(
                    """
                    INSERT INTO app_looks (app_id, name, names, color, logo_url, reply_to, footer)
                    VALUES ('shop', 'Corner Shop', '{"de":"Eckladen"}', '#1b6e53', 'https://shop.example/logo.png', 'help@shop.example', '1 Main Street')
                    """)
                try StoreFile(server.store).execute("INSERT INTO schedule_recipients (schedule_id, user_id) VALUES ('weekly', 'eva')")
                try StoreFile(server.store).execute(
                    """
                    INSERT INTO audiences (app_id, id, title, is_open, created_at) VALUES ('shop', 'recalls', 'Recalls', 1, '2026-01-25T12:00:00.000Z');
                    INSERT INTO audience_members (app_id, audience_id, user_id, joined_at) VALUES ('shop', 'recalls', 'eva', '2026-01-25T12:00:00.000Z');
                    INSERT INTO app_categories (app_id, category, name, texts, off_at_first, is_required)
                        VALUES ('shop', 'offers', 'Offers', '{"de":{"name":"Angebote"}}', 'email sms', 0), ('shop', 'codes', 'Codes', NULL, '', 1);
                    INSERT INTO wanted_categories (user_id, category, channel) VALUES ('eva', 'offers', 'email');
                    INSERT INTO hooks (app_id, name, request, scheme, header, secret, former_secret, former_ends_at) VALUES
                        ('shop', 'ci', '{"title":"{{title}}"}', 'hmac', 'x-shop-signature', 'a secret of a shop', 'the former one', '2126-01-27T19:00:00.000Z');
                    INSERT INTO hook_people (app_id, hook, user_id) VALUES ('shop', 'ci', 'eva');
                    INSERT INTO templates (app_id, name, version, contents) VALUES ('shop', 'invoice-due', 3, '{"title":"Invoice {{number}}"}');
                    INSERT INTO removals (app_id, delivery_id, due_at, attempts, waits, cause, successor_id)
                        VALUES ('shop', 'delivery-1', '2126-01-25T12:00:00.000Z', 2, 1, 'replaced', 'delivery-2')
                    """)
                // PostgreSQL keeps no NUL in JSON, SQLite does.
                try StoreFile(server.store).execute(
                    #"UPDATE notification_queue SET payload = '{"title":"a\u0000b"}' WHERE id = (SELECT min(id) FROM notification_queue)"#)
                // Somebody has tried whether it starts there.
                let trial = try await RunningServer(store: folder, database: database.uri)
                while try await database.execute("SELECT (SELECT count(*) FROM evaluation_round) + (SELECT count(*) FROM upkeep)") != ["2"] {}
                await trial.stop()

                let there = try await Program.run("copy", "--from", first, "--to", database.uri)
                #expect(there.status == 0, "\(there.errors)")
                #expect(there.lines.contains("wearable_daily_metrics: \(Household.dayCount) rows") && there.lines.contains("notification_queue: 2 rows"))
                #expect(try await database.execute("SELECT DISTINCT status FROM notification_queue") == ["sent"])
                #expect(try await database.execute("SELECT app_id, excepts_critical, why FROM queue_pauses") == ["|t|a move"])
                #expect(try await database.execute("SELECT count(*) FROM notification_queue WHERE payload->>'title' = U&'a\\FFFDb'") == ["1"])

                #expect(try await database.execute("SELECT nextval(pg_get_serial_sequence('status_changes', 'id'))") == ["8"], "no number is given twice")

                let again = try await Program.run("copy", "--from", first, "--to", database.uri)
                #expect(again.status == 1 && again.errors.contains("isn't empty"))

                let back = try await Program.run("copy", "--from", database.uri, "--to", second)
                #expect(back.status == 0, "\(back.errors)")
                let (before, after) = (try StoreFile(server.store), try StoreFile(folder.appendingPathComponent("back.sqlite")))
                for table in [
                    "api_keys", "families", "family_members", "user_profiles", "wearable_daily_metrics", "inbox_messages", "delivery_statistics",
                    "queue_pauses", "status_webhooks", "status_changes", "schedules", "schedule_recipients", "audiences",
                    "audience_members", "rotas", "rota_people", "rota_overrides", "app_looks", "app_categories", "wanted_categories",
                    "hooks", "hook_people", "templates", "removals",
                ] {
                    #expect(try before.rows("SELECT * FROM \(table) ORDER BY 1, 2") == after.rows("SELECT * FROM \(table) ORDER BY 1, 2"), "\(table)")
                }
                let done = "SELECT id, happened_at, actor_kind, action FROM audit_log ORDER BY id"
                let kept = try after.rows(done)
                #expect(try before.rows(done).allSatisfy(kept.contains), "who did what came along, and that it was copied besides")
                let triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
                #expect(try before.rows(triggers) == after.rows(triggers), "what counts and lets go is there as before")
                #expect(try await database.execute("SELECT count FROM delivery_statistics WHERE event = 'queued' AND day = '1970-01-01'") == ["2"])
                // JSON comes back with other spaces in it.
                let queue = "SELECT id, created_at, status, attempts, sent_at, idempotency_key, decision_inputs, updated_at, group_key FROM notification_queue ORDER BY id"
                let alerts = "SELECT id, updated_at, active_since, baseline_value, recent_value, json(level_dates) FROM pattern_alert_state"
                #expect(try before.rows(queue) == after.rows(queue))
                #expect(try before.rows(alerts) == after.rows(alerts))
            }
        }
    }

    @Test("The doctor tells of a role that may make no tables before anything is started with it")
    func rights() async throws {
        try await PostgresDatabase.with { database in
            let role = "stranger_\(database.name.suffix(24))"
            try await database.execute("CREATE ROLE \(role) LOGIN")
            // Until PostgreSQL 14 everybody may.
            try await database.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
            let result = try await Program.run("doctor", "--store", database.uri + "?user=\(role)")
            #expect(result.status == 1)
            #expect(result.output.contains("✗ rights: the role may make no tables here"), "\(result.output)")
            let owner = try await Program.run("doctor", "--store", database.uri)
            #expect(!owner.output.contains("rights:"))
        }
    }

    @Test("The doctor looks at the database, and nobody prints the password of its address")
    func doctor() async throws {
        try await PostgresDatabase.with { database in
            let before = try await Program.run("doctor", "--store", database.uri)
            #expect(before.output.contains("is not there yet; it is made at the first start"))
            #expect(before.output.contains("fsync = off"), "tests don't wait for the disk, and the doctor says what that means")
            let migrated = try await Program.run("migrate", "--store", database.uri)
            #expect(migrated.status == 0 && migrated.output.contains("applied 1-families"))
            let twice = try await Program.run("migrate", "--store", database.uri)
            #expect(twice.output.contains("was up to date"))
            let after = try await Program.run("doctor", "--store", database.uri)
            #expect(after.output.contains("is up to date"))
            #expect(!after.output.contains("this machine's clock"))
            try await withTemporaryFolder { folder in
                let clock = try await WrongClock(in: folder)
                for (error, text) in [(Duration.seconds(3600), "seconds ahead of the database's"), (.seconds(-3600), "seconds behind the database's")] {
                    let wrong = try await Program.run(["doctor", "--store", database.uri], environment: clock.environment(ahead: error))
                    #expect(wrong.output.contains("this machine's clock is 3") && wrong.output.contains(text), "\(wrong.output)")
                }
            }
        }
        for command in ["doctor", "migrate", "serve", "worker", "keys list"] {
            let result = try await Program.run(command.split(separator: " ").map(String.init) + ["--store", "postgres://ana:hunter2@127.0.0.1:1/belfry?password=hunter2"])
            let text = result.output + result.errors
            #expect(result.status == 1)
            #expect(text.contains("postgres://ana@127.0.0.1:1/belfry") && text.contains("can't be reached"), "\(text)")
            #expect(!text.contains("hunter2"))
        }
    }
}
