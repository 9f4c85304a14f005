import Foundation
import BelfryTesting
import GRDB
import Synchronization
import Testing

/// A process that is asked to stop finishes what it has begun, and no more.
@Suite("Stopping", .timeLimit(.minutes(10)))
struct StoppingTests {
    @Test("A server that is asked to stop waits for the answer that is on its way, and records it")
    func answerOnItsWay() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let receiver = WebhookReceiver { _, _ in
            asking.finish()
            await gate.wait()
            return 200
        }
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            try await receiver.listen { url in
                // It says in its log that it was asked to stop.
                let settings = WebhookReceiver.settings(url, ["BELFRY_LOG_LEVEL": "debug"])
                let server = try await RunningServer(store: store, environment: settings)
                let file = try StoreFile(store)
                try file.queue("webhook")
                for await _ in asked {}
                server.terminate()
                #expect(await server.program.errors.line { $0.contains("Signal caught") } != nil)
                #expect(try file.delivery()["status"] == "sending")
                gate.open()
                #expect(await server.exitStatus() == 0)
                let row = try file.delivery()
                #expect(row["status"] == "sent")
                #expect(row["attempts"] == 1)
                #expect(row["leased_by"] == nil as String?)
                #expect(receiver.receptions.count == 1)
            }
        }
    }

    @Test("What it has not begun to send waits for the next start, and costs no attempt")
    func notBegun() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let receiver = WebhookReceiver { _, _ in
            asking.yield()
            await gate.wait()
            return 200
        }
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            try await receiver.listen { url in
                let settings = WebhookReceiver.settings(url, ["BELFRY_LOG_LEVEL": "debug"])
                let first = try await RunningServer(store: store, ["--no-worker"], environment: settings)
                let file = try StoreFile(store)
                await first.stop()
                for number in 0..<100 { try file.queue("webhook", about: "member-\(number)") }
                let second = try await RunningServer(store: store, environment: settings)
                var requests = asked.makeAsyncIterator()
                await requests.next()
                second.terminate()
                #expect(await second.program.errors.line { $0.contains("Signal caught") } != nil)
                gate.open()
                #expect(await second.exitStatus() == 0)
                let sentCount = try file.count("notification_queue WHERE status = 'sent' AND attempts = 1")
                #expect(sentCount == receiver.receptions.count)
                #expect(sentCount < 100)
                #expect(try file.count("notification_queue WHERE status = 'pending' AND attempts = 0") == 100 - sentCount)

                let third = try await RunningServer(store: store, environment: settings)
                try await third.drain()
                await third.stop()
                #expect(try file.count("notification_queue WHERE status = 'sent' AND attempts = 1") == 100)
                #expect(receiver.receptions.count == 100)
            }
        }
    }

    @Test("Open event streams end when the server stops")
    func openStreams() async throws {
        try await withTemporaryFolder { folder in
            let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"))
            try await Household.move(into: server)
            var inbox = try await server.events("/v1/inbox/events", as: try await server.person("ana"))
            var live = try await server.events("/live/events", as: try await server.signIn(byLink: try await server.loginLink(for: "ana")))
            #expect(try await live.next() != nil)
            server.terminate()
            while try await live.next() != nil {}
            while try await inbox.next() != nil {}
            #expect(await server.exitStatus() == 0)
        }
    }

    @Test("After a stop, a copy of the one file has everything")
    func copied() async throws {
        try await withTemporaryFolder { folder in
            let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"))
            try await Household.move(into: server)
            #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
            try await server.drain()
            await server.stop()
            let copy = folder.appendingPathComponent("copy.sqlite")
            try FileManager.default.copyItem(at: server.store, to: copy)
            let file = try StoreFile(copy)
            #expect(try file.count("wearable_daily_metrics") == Household.dayCount)
            #expect(try file.count("notification_queue WHERE status = 'sent'") == 2)
        }
    }

    @Test("Two workers beside a server share the work: each delivery goes out once, and all of them stop when asked to")
    func severalWorkers() async throws {
        let receiver = WebhookReceiver()
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            try await receiver.listen { url in
                let settings = WebhookReceiver.settings(url, ["BELFRY_BATCH_SIZE": "10"])
                let server = try await RunningServer(store: store, ["--no-worker"], environment: settings)
                let workers = try (0..<2).map { _ in
                    try RunningProgram(["worker", "--store", "sqlite:\(store.path)"], environment: settings)
                }
                for worker in workers { #expect(await worker.errors.line()?.hasPrefix("Working on ") == true) }
                let file = try StoreFile(store)
                for number in 0..<200 { try file.queue("webhook", about: "member-\(number)") }
                try await server.drain()
                for worker in workers { worker.terminate() }
                for worker in workers { #expect(await worker.exitStatus() == 0) }
                await server.stop()

                #expect(receiver.receptions.count == 200)
                #expect(Set(receiver.receptions.map(\.id)).count == 200)
                #expect(try file.count("notification_queue WHERE status = 'sent' AND attempts = 1 AND rescues = 0") == 200)
            }
        }
    }

    @Test(
        "Where standard streams are closed, no connection and no file takes their places, into which would go what is printed",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "this system doesn't tell what a process has open"))
    func closedStreams() async throws {
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            let command = try ["-c", #"exec "$0" "$@" <&- 2>&-"#, Program.url.path, "serve", "--store", "sqlite:\(store.path)", "--port", "0"]
            let process = try Program.make(command, [:])
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let program = try RunningProgram(process)
            // It listens, and has open what it needs.
            let line = await program.output.line()
            #expect(line?.hasPrefix("Belfry listens on ") == true)
            for descriptor in [0, 2] {
                let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(program.processNumber)/fd/\(descriptor)")
                #expect(place == "/dev/null", "descriptor \(descriptor)")
            }
            program.terminate()
            #expect(await program.exitStatus() == 0)
        }
    }
}
