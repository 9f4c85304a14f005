import BelfryModel
import BelfryTesting
import Foundation
import GRDB
import Testing

/// A server and two workers in processes of their own on one SQLite file, killed by a seed.
@Suite("Faults on one file", .serialized, .timeLimit(.minutes(10)))
struct FileFaultTests {
    static let killCount = 12
    static let memberCount = 80
    static let workerCount = 2

    private func startServer(_ store: URL) async throws -> RunningServer {
        try await RunningServer(
            store: store, ["--no-worker"],
            environment: [
                "BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_WEBHOOK_URL": "http://127.0.0.1:1/", "BELFRY_WEBHOOK_SECRET": WebhookReceiver.secret,
                "BELFRY_WEBHOOK_ALLOW_PRIVATE": "true",
            ])
    }

    /// The provider tells by the address who posts, and in which of its lives.
    private func startWorker(_ name: String, _ store: URL, _ url: String) async throws -> RunningProgram {
        let worker = try RunningProgram(
            ["worker", "--store", "sqlite:\(store.path)"],
            environment: [
                "BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_WEBHOOK_URL": "\(url)/\(name)", "BELFRY_WEBHOOK_SECRET": WebhookReceiver.secret,
                "BELFRY_WEBHOOK_ALLOW_PRIVATE": "true", "BELFRY_RETRY_BASE_SECONDS": "0", "BELFRY_BATCH_SIZE": "10", "BELFRY_LOG_LEVEL": "error",
            ])
        #expect(await worker.errors.line { $0.hasPrefix("Working on ") } != nil)
        return worker
    }

    @Test("Whoever of a server and its workers is killed, nothing is lost, and nothing is sent twice but where an answer was lost")
    func killed() async throws {
        let seed = UInt64.seed()
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            let receiver = WebhookReceiver { id, earlierCount in id.utf8.reduce(0) { $0 &+ Int($1) } % 8 == 0 && earlierCount == 0 ? 503 : 200 }
            try await receiver.listen { url in
                var generator = SeededGenerator(seed: seed)
                var events = receiver.events.makeAsyncIterator()
                var (server, lives) = (try await startServer(store), [Int](repeating: 0, count: Self.workerCount))
                var workers: [RunningProgram] = []
                for number in 0..<Self.workerCount { workers.append(try await startWorker("\(number).0", store, url)) }
                let work = AcknowledgedWork(memberCount: Self.memberCount)
                try await work.makeFamily(on: server)
                var faults: [Auditor.Fault] = []
                for _ in 0..<Self.killCount {
                    let (victim, wave) = (Int.random(in: 0...Self.workerCount, using: &generator), Int.random(in: 2...5, using: &generator))
                    let target = receiver.receptions.count + wave - 1
                    let posting = Task { [server] in await work.post(to: server, wave: wave, isPatient: true) }
                    while receiver.receptions.count < target, await events.next() != nil {}
                    if victim == Self.workerCount {
                        server.kill()
                        await posting.value
                        server = try await startServer(store)
                        continue
                    }
                    let begin = receiver.receptions.count
                    workers[victim].kill()
                    faults.append(Auditor.Fault(kind: "killWorker", victims: ["\(victim).\(lives[victim])"], begin: begin, end: .max))
                    lives[victim] += 1
                    workers[victim] = try await startWorker("\(victim).\(lives[victim])", store, url)
                    await posting.value
                }
                await work.post(to: server, wave: .max, isPatient: true)
                try await server.drain()
                for worker in workers { worker.terminate() }
                for worker in workers { #expect(await worker.exitStatus() == 0) }
                await server.stop()
                #expect(work.acknowledged.count == Self.memberCount)
                let report = Auditor(
                    accepted: Set(work.acknowledged.map { "m\($0)" }),
                    receptions: receiver.receptions.map { Auditor.Reception(id: $0.id, sender: $0.sender, isTaken: $0.status == 200) },
                    rows: try rows(store), faults: faults
                ).report()
                #expect(report.isClean, "\(report)")
            }
        }
    }

    private func rows(_ store: URL) throws -> [Auditor.Row] {
        try DatabaseQueue(path: store.path).read { db in
            try Row.fetchAll(db, sql: "SELECT id, member_user_id, status, attempts FROM notification_queue").map { row in
                Auditor.Row(id: row["id"], member: row["member_user_id"], status: row["status"], attemptCount: row["attempts"])
            }
        }
    }
}
