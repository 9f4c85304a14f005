import BelfryModel
import BelfryTesting
import BelfrySystem
import BelfryTime
import Foundation
import Testing

private let soakMinutes = ProcessInfo.processInfo.environment["SOAK_MINUTES"].flatMap { Int($0) } ?? 0

/// Three workers and a server in processes of their own, on a PostgreSQL of their own, to which things happen by a seed. `make soak` goes on
/// for as long as `SOAK_MINUTES` says.
@Suite("Faults", .serialized, .timeLimit(.minutes(soakMinutes + 10)))
struct FaultTests {
    static let faultCount = 24
    /// What is left of them after the last fault is posted and sent in peace.
    static let memberCount = 250
    /// Every so many faults one meets a broadcast, which is being taken in where it happens to the server, and otherwise in the middle of its batch.
    static let faultsPerBroadcast = 4

    @Test("Whatever dies, freezes, is cut off in the middle of a commit, or has a wrong clock, nothing is lost, and nothing is sent twice but where an answer was lost")
    func onPostgres() async throws {
        var seed = UInt64.seed()
        let end = Instant.systemNow() + .seconds(60 * soakMinutes)
        // As durable as it has to be for processes that die; the machine itself stays.
        let cluster = try await PrivateCluster(named: "belfry-faults-\(ProcessInfo.processInfo.processIdentifier)", ["fsync=off", "max_connections=200"])
        try await withTemporaryFolder { folder in
            let clock = try await WrongClock(in: folder)
            repeat {
                try await PostgresDatabase.with(in: cluster) { database in
                    // One in eight notifications is refused when it first comes.
                    let receiver = WebhookReceiver { id, earlierCount in id.utf8.reduce(0) { $0 &+ Int($1) } % 8 == 0 && earlierCount == 0 ? 503 : 200 }
                    try await receiver.listen { [seed] url in
                        try await live(through: seed, in: FaultyHouse(cluster: cluster, database: database, url: url, clock: clock), database, receiver)
                    }
                }
                seed &+= 1
            } while Instant.systemNow() < end
        }
    }

    private func live(through seed: UInt64, in house: sending FaultyHouse, _ database: PostgresDatabase, _ receiver: WebhookReceiver) async throws {
        var generator = SeededGenerator(seed: seed)
        var events = receiver.events.makeAsyncIterator()
        func received(_ count: Int) async { while receiver.receptions.count < count, await events.next() != nil {} }
        let work = AcknowledgedWork(memberCount: Self.memberCount)
        let broadcasts = AcknowledgedBroadcasts(count: Self.faultCount / Self.faultsPerBroadcast)
        var sufferings: [(kind: FaultyHouse.Kind, since: Int, begin: Int, suffered: FaultyHouse.Suffered)] = []
        var cutCounts: [String: Int] = [:]
        try await work.makeFamily(on: house.server)
        for number in 0..<Self.faultCount {
            let kind = FaultyHouse.Kind.allCases.randomElement(using: &generator) ?? .killWorker
            let (worker, countBefore) = (Int.random(in: 0..<FaultyHouse.workerCount, using: &generator), Int.random(in: 1...4, using: &generator))
            let countAtFirst = receiver.receptions.count
            let broadcastCount = number.isMultiple(of: Self.faultsPerBroadcast) ? 1 : 0
            let orderedCount = kind.isOfServer ? 0 : await broadcasts.post(to: house.server, wave: broadcastCount)
            let posting = Task { [server = house.server] in
                await work.post(to: server, wave: countBefore + 2, isPatient: true)
                if kind.isOfServer { await broadcasts.post(to: server, wave: broadcastCount) }
            }
            await received(countAtFirst + countBefore + orderedCount * AcknowledgedBroadcasts.recipientCount / 5)
            // Rather the one that has just sent than one that may be idle.
            let victim = receiver.receptions.last.flatMap { Int($0.sender.prefix(1)) } ?? worker
            let (since, begin) = (receiver.recordedCount, receiver.receptions.count)
            let server = house.server
            let suffered = try await house.suffer(kind, worker: victim) {
                // What is posted from now on has to pass the lines that are to be cut.
                await posting.value
                let (countThen, acknowledgedThen) = (receiver.receptions.count, work.acknowledged.count)
                await work.post(to: server, wave: 3, isPatient: true)
                await received(countThen + work.acknowledged.count - acknowledgedThen)
            }
            sufferings.append((kind, since, begin, suffered))
            if kind.rawValue.hasPrefix("cut") {
                cutCounts[kind.rawValue, default: 0] += suffered.cutCount
                #expect(suffered.cutCount > 0, "\(kind) met no commit")
            }
            await posting.value
        }
        await work.post(to: house.server, wave: .max, isPatient: true)
        await broadcasts.post(to: house.server, wave: .max)
        try await broadcasts.drain(house.server)
        try await house.server.drain()
        await house.stop()
        #expect(Set(receiver.receptions.compactMap(\.sender.first)).count == FaultyHouse.workerCount, "each worker sent something")
        #expect(Set(receiver.receptions.compactMap(\.clockErrorHours)) == [0], "by the clock of all, however wrong its own was")
        let faults = sufferings.map { kind, since, begin, suffered in
            Auditor.Fault(
                kind: kind.rawValue, victims: suffered.victims, since: since, begin: begin,
                end: suffered.isForEver ? .max : receiver.countReached(by: suffered))
        }
        let report = try await audit(work, broadcasts, faults, database, receiver)
        let batchCount = faults.count { broadcasts.isUnderWay(after: receiver.receptions.prefix($0.begin)) }
        #expect(batchCount > 0, "something happened in the middle of a batch")
        let kinds = Dictionary(faults.filter { !$0.kind.hasPrefix("cut") }.map { ($0.kind, 1) }, uniquingKeysWith: +).merging(cutCounts) { $1 }
        print(
            "seed \(seed): \(Self.memberCount + broadcasts.recipients.count) accepted, \(receiver.receptions.count) received, \(report.ambiguousCount) twice after a lost answer, "
                + "\(report.lost.count) lost; \(batchCount) in the middle of a batch; " + kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }

    /// What is recorded of each notification: a row of the queue, or a place in the log of a batch.
    private static let recorded = """
        SELECT id, member_user_id, status, attempts FROM notification_queue
        UNION ALL
        SELECT concat_ws('-', broadcast_id, number, place), recipients->>place::integer, told->>'fate', 1
        FROM broadcast_results JOIN broadcast_batches USING (app_id, broadcast_id, number)
            CROSS JOIN json_array_elements(results->'groups') AS told CROSS JOIN json_array_elements_text(told->'members') AS place
        WHERE told->>'fate' <> 'queued'
        """

    private func audit(
        _ work: AcknowledgedWork, _ broadcasts: AcknowledgedBroadcasts, _ faults: [Auditor.Fault], _ database: PostgresDatabase,
        _ receiver: WebhookReceiver
    ) async throws -> Auditor.Report {
        let rows = try await database.execute(Self.recorded).map { line in
            let values = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return Auditor.Row(id: values[0], member: values[1], status: values[2], attemptCount: Int(values[3]) ?? -1)
        }
        let auditor = Auditor(
            accepted: Set(work.acknowledged.map { "m\($0)" }).union(broadcasts.recipients),
            receptions: receiver.receptions.map { Auditor.Reception(id: $0.id, sender: $0.sender, isTaken: $0.status == 200) }, rows: rows, faults: faults)
        let report = auditor.report()
        #expect(work.acknowledged.count == Self.memberCount, "every post was acknowledged in the end")
        #expect(Set(broadcasts.acknowledged).count == Self.faultCount / Self.faultsPerBroadcast, "and every broadcast, as one of its own")
        #expect(report.isClean, "\(report)")
        let dayCount = try await database.execute("SELECT count(*) FROM wearable_daily_metrics WHERE sleep_minutes IS NOT NULL")
        #expect(dayCount == ["\(Self.memberCount * Household.dayCount)"], "every day that was accepted is there, once")
        return report
    }
}

extension WebhookReceiver {
    /// How many had come when the last lease had run out that somebody might have held through it: such a one sends, and can't record it in time.
    fileprivate func countReached(by suffered: FaultyHouse.Suffered) -> Int {
        receptions.count { $0.receivedAt <= suffered.healedAt + .seconds(FaultyHouse.leaseSeconds) }
    }

    /// How many had come some seconds ago: where nothing has happened since, a worker has recorded them, which it does twenty times a second.
    var recordedCount: Int {
        let recordedAt = Instant.systemNow() - .seconds(5)
        return receptions.count { $0.receivedAt <= recordedAt }
    }
}

extension WebhookReceiver.Reception {
    /// Who posted: what stands behind the receiver's own address.
    var sender: String { String(path.split(separator: "/").last ?? "") }

    /// By how many hours the sender's clock was ahead, as the signature tells.
    fileprivate var clockErrorHours: Int? {
        Int64(timestamp).map { Int((Double($0 * 1000 - receivedAt.millisecondsSinceEpoch) / 3_600_000).rounded()) }
    }
}
