import BelfryTesting
import Foundation
import Testing

/// What happens to a server and its worker when the database fails, with real failures.
@Suite("Outages of PostgreSQL", .serialized, .timeLimit(.minutes(10)))
struct OutageTests {
    private func named(_ name: String) -> String { "belfry-\(name)-\(ProcessInfo.processInfo.processIdentifier)" }

    private let webhookSettings = ["BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_LEASE_SECONDS": "2"]

    @Test("When the primary dies and its standby is promoted, the server goes on with that by itself, and nothing that it accepted is lost")
    func failOver() async throws {
        let primary = try await PrivateCluster(named: named("primary"), ["fsync=off"])
        let standby = try await PrivateCluster(named: named("standby"), ["fsync=off", "standby-of=\(primary.folder.path)"])
        // An answer is given once the standby has it too.
        let keeper = PostgresDatabase(name: "postgres", cluster: primary)
        try await keeper.execute("ALTER SYSTEM SET synchronous_standby_names TO '*'")
        try await keeper.execute("SELECT pg_reload_conf()")
        try await keeper.execute("CREATE DATABASE belfry")
        let receiver = WebhookReceiver()
        try await receiver.listen { url in
            let address = primary.uri(database: "belfry", otherHosts: [standby])
            let server = try await RunningServer(
                store: FileManager.default.temporaryDirectory, database: address, environment: WebhookReceiver.settings(url, webhookSettings))
            let work = AcknowledgedWork(memberCount: 50)
            try await work.makeFamily(on: server)
            await work.post(to: server, wave: 10)
            let posting = Task { await work.post(to: server, wave: .max, isPatient: true) }
            var events = receiver.events.makeAsyncIterator()
            for _ in 0..<5 { _ = await events.next() }
            try await primary.tell(.kill)
            while try await server.get("/ready").status == 200 {}
            let answer = try await server.get("/ready").text
            #expect(answer.contains(#""reason":"unreachable""#) || answer.contains(#""reason":"read_only""#), "\(answer)")
            try await standby.tell(.promote)
            await posting.value
            try await server.becomeReady()
            try await server.drain()
            let rows = try await PostgresDatabase(name: "belfry", cluster: standby)
                .execute("SELECT status, count(*) FROM notification_queue GROUP BY status")
            #expect(work.acknowledged.count == 50)
            #expect(rows == ["sent|50"])
            #expect(Set(receiver.receptions.map(\.id)).count == 50)
            #expect(receiver.receptions.count == 50, "what a provider answered is recorded once the database is back")
            #expect(try await server.get("/metrics").text.contains(#"belfry_store_failures_total{reason="unreachable"}"#))
            await server.stop()
        }
    }

    @Test("When the database's disk is full, the server says so, takes nothing in, and goes on by itself once there is room again")
    func fullDisk() async throws {
        let cluster = try await PrivateCluster(named: named("disk"), ["fsync=off", "disk=600M"])
        try await PostgresDatabase.with(in: cluster) { database in
            let receiver = WebhookReceiver()
            try await receiver.listen { url in
                let server = try await RunningServer(
                    store: FileManager.default.temporaryDirectory, database: database.uri,
                    environment: WebhookReceiver.settings(url, webhookSettings))
                let work = AcknowledgedWork(memberCount: 200)
                try await work.makeFamily(on: server)
                await work.post(to: server, wave: 20)
                try await cluster.tell(.fill)
                // Whoever posts is refused sooner or later, and then asks no more.
                await work.post(to: server, wave: .max)
                let accepted = work.acknowledged.count
                #expect(accepted < 200)
                let answer = try await server.get("/ready")
                #expect(answer.status == 503 && answer.text.contains(#""reason":"disk_full""#), "\(answer.text)")
                // Counted when the worker next meets it, which may be a moment after the page that was refused.
                while try await !server.get("/metrics").text.contains(#"belfry_store_failures_total{reason="disk_full"}"#) {}
                try await cluster.tell(.free)
                await work.post(to: server, wave: .max, isPatient: true)
                try await server.drain()
                #expect(try await server.get("/ready").status == 200)
                #expect(work.acknowledged.count == 200)
                #expect(try await database.execute("SELECT status, count(*) FROM notification_queue GROUP BY status") == ["sent|200"])
                #expect(receiver.receptions.count == 200 && Set(receiver.receptions.map(\.id)).count == 200)
                await server.stop()
            }
        }
    }

    @Test("When somebody holds a table for longer than we wait, the server says so, and goes on by itself once it is free")
    func heldTable() async throws {
        try await PostgresDatabase.with { database in
            let receiver = WebhookReceiver()
            try await receiver.listen { url in
                let server = try await RunningServer(
                    store: FileManager.default.temporaryDirectory, database: database.uri,
                    environment: WebhookReceiver.settings(url, webhookSettings))
                let work = AcknowledgedWork(memberCount: 20)
                try await work.makeFamily(on: server)
                await work.post(to: server, wave: 10)
                // What a worker looks into that has nothing to do.
                let holding = Task { try await database.hold("notification_queue_live") }
                while try await !server.get("/ready").text.contains(#""reason":"timed_out""#) {}
                while try await !server.get("/metrics").text.contains(#"belfry_store_failures_total{reason="timed_out"}"#) {}
                try await database.letGo()
                try await holding.value
                await work.post(to: server, wave: .max, isPatient: true)
                try await server.becomeReady()
                try await server.drain()
                #expect(work.acknowledged.count == 20)
                #expect(try await database.execute("SELECT status, count(*) FROM notification_queue GROUP BY status") == ["sent|20"])
                #expect(receiver.receptions.count == 20 && Set(receiver.receptions.map(\.id)).count == 20)
                await server.stop()
            }
        }
    }
}
