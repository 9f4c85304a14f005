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
    /// Every so many kills one meets a broadcast, which is being taken in where it is the server's, and otherwise in the middle of its batch.
    static let killsPerBroadcast = 3

    private func startServer(_ store: URL) async throws -> RunningServer {
        try await RunningServer(
            store: store, ["--no-worker"], environment: WebhookReceiver.settings("http://127.0.0.1:1/", ["BELFRY_ALERT_CHANNELS": "webhook"]))
    }

    /// The provider tells by the address who posts, and in which of its lives.
    private func startWorker(_ name: String, _ store: URL, _ url: String) async throws -> RunningProgram {
        let worker = try RunningProgram(
            ["worker", "--store", "sqlite:\(store.path)"],
            environment: WebhookReceiver.settings(
                "\(url)/\(name)",
                ["BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_RETRY_BASE_SECONDS": "0", "BELFRY_BATCH_SIZE": "10", "BELFRY_LOG_LEVEL": "error"]))
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
                let broadcasts = AcknowledgedBroadcasts(count: Self.killCount / Self.killsPerBroadcast)
                var faults: [Auditor.Fault] = []
                for number in 0..<Self.killCount {
                    let (drawn, wave) = (Int.random(in: 0...Self.workerCount, using: &generator), Int.random(in: 2...5, using: &generator))
                    let isServer = drawn == Self.workerCount
                    let broadcastCount = number.isMultiple(of: Self.killsPerBroadcast) ? 1 : 0
                    let countBefore = receiver.receptions.count
                    let orderedCount = isServer ? 0 : await broadcasts.post(to: server, wave: broadcastCount)
                    let posting = Task { [server] in
                        await work.post(to: server, wave: wave, isPatient: true)
                        if isServer { await broadcasts.post(to: server, wave: broadcastCount) }
                    }
                    let target = countBefore + wave - 1 + orderedCount * AcknowledgedBroadcasts.recipientCount / 5
                    while receiver.receptions.count < target, await events.next() != nil {}
                    if isServer {
                        server.kill()
                        await posting.value
                        server = try await startServer(store)
                        continue
                    }
                    // Rather the one that has just sent than one that may be idle.
                    let victim = receiver.receptions.last.flatMap { Int($0.sender.prefix(1)) } ?? drawn
                    let (since, begin) = (receiver.recordedCount, receiver.receptions.count)
                    workers[victim].kill()
                    faults.append(Auditor.Fault(kind: "killWorker", victims: ["\(victim).\(lives[victim])"], since: since, begin: begin, end: .max))
                    lives[victim] += 1
                    workers[victim] = try await startWorker("\(victim).\(lives[victim])", store, url)
                    await posting.value
                }
                await work.post(to: server, wave: .max, isPatient: true)
                await broadcasts.post(to: server, wave: .max)
                try await broadcasts.drain(server)
                try await server.drain()
                for worker in workers { worker.terminate() }
                for worker in workers { #expect(await worker.exitStatus() == 0) }
                await server.stop()
                #expect(work.acknowledged.count == Self.memberCount)
                #expect(Set(broadcasts.acknowledged).count == Self.killCount / Self.killsPerBroadcast, "every broadcast, as one of its own")
                let report = Auditor(
                    accepted: Set(work.acknowledged.map { "m\($0)" }).union(broadcasts.recipients),
                    receptions: receiver.receptions.map { Auditor.Reception(id: $0.id, sender: $0.sender, isTaken: $0.status == 200) },
                    rows: try rows(store), faults: faults
                ).report()
                #expect(report.isClean, "\(report)")
                let batchCount = faults.count { broadcasts.isUnderWay(after: receiver.receptions.prefix($0.begin)) }
                print(
                    "seed \(seed): \(Self.memberCount + broadcasts.recipients.count) accepted, \(receiver.receptions.count) received, "
                        + "\(report.ambiguousCount) twice after a lost answer; \(faults.count) workers killed, \(batchCount) in the middle of a batch")
            }
        }
    }

    private func rows(_ store: URL) throws -> [Auditor.Row] {
        try DatabaseQueue(path: store.path).read { db in
            try Row.fetchAll(db, sql: Self.recorded).map { row in
                Auditor.Row(id: row["id"], member: row["member_user_id"], status: row["status"], attemptCount: row["attempts"])
            }
        }
    }

    /// What is recorded of each notification: a row of the queue, or a place in the log of a batch.
    private static let recorded = """
        SELECT id, member_user_id, status, attempts FROM notification_queue
        UNION ALL
        SELECT broadcast_id || '-' || number || '-' || place.value, recipients->>place.value, told.value->>'fate', 1
        FROM broadcast_results JOIN broadcast_batches USING (app_id, broadcast_id, number), json_each(results, '$.groups') AS told,
            json_each(told.value, '$.members') AS place
        WHERE told.value->>'fate' <> 'queued'
        """
}
