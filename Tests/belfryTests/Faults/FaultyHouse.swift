import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// A server and three workers, each in a process of its own and on a line of its own to a PostgreSQL of their own, and what can happen to them.
/// One worker's clock is right, as the database's is; one's is an hour ahead, one's an hour behind, and the server's two hours ahead.
final class FaultyHouse {
    static let workerCount = 3
    /// Short, so that a worker that is silent for longer can be waited for.
    static let leaseSeconds = 2
    /// How far ahead the clock of each worker is.
    private static let clockErrors = [Duration.zero, .seconds(3600), .seconds(-3600)]
    private static let serverClockError = Duration.seconds(7200)

    private let clock: WrongClock
    private let cluster: PrivateCluster
    private let database: PostgresDatabase
    private let url: String
    private let links: [FaultyLink]
    private(set) var server: RunningServer
    private var workers: [RunningProgram]
    /// How often each was started again.
    private var lives = [Int](repeating: 0, count: workerCount)

    /// - Parameter url: of the provider.
    init(cluster: PrivateCluster, database: PostgresDatabase, url: String, clock: WrongClock) async throws {
        (self.cluster, self.database, self.url, self.clock) = (cluster, database, url, clock)
        // The last is the server's.
        links = try (0...Self.workerCount).map { _ in try FaultyLink(to: cluster.folder.appendingPathComponent(".s.PGSQL.5432").path) }
        server = try await Self.startServer(on: database.name, links[Self.workerCount], clock)
        for (error, text) in zip(Self.clockErrors, ["", "ahead of the database's", "behind the database's"]) where error != .zero {
            let doctor = try RunningProgram(["doctor", "--store", Self.address(links[0], database.name)], environment: clock.environment(ahead: error))
            #expect(await doctor.output.whole().contains(text), "the clock is wrong")
        }
        workers = []
        for number in 0..<Self.workerCount { workers.append(try await startWorker(number)) }
    }

    // MARK: Processes

    private static func address(_ link: FaultyLink, _ database: String) -> String {
        "postgres://belfry@127.0.0.1:\(link.port)/\(database)?sslmode=disable&gssencmode=disable"
    }

    private static func startServer(on database: String, _ link: FaultyLink, _ clock: WrongClock) async throws -> RunningServer {
        try await RunningServer(
            store: FileManager.default.temporaryDirectory, database: address(link, database), ["--no-worker"],
            environment: WebhookReceiver.settings("http://127.0.0.1:1/", ["BELFRY_ALERT_CHANNELS": "webhook"])
                .merging(clock.environment(ahead: serverClockError)) { $1 })
    }

    /// The provider tells by the address who posts, and in which of its lives.
    private func startWorker(_ number: Int) async throws -> RunningProgram {
        let worker = try RunningProgram(
            ["worker", "--store", Self.address(links[number], database.name)],
            environment: WebhookReceiver.settings(
                "\(url)/\(name(number))",
                [
                    "BELFRY_ALERT_CHANNELS": "webhook", "BELFRY_RETRY_BASE_SECONDS": "0", "BELFRY_BATCH_SIZE": "10",
                    "BELFRY_LEASE_SECONDS": "\(Self.leaseSeconds)", "BELFRY_LOG_LEVEL": "error",
                ]
            ).merging(clock.environment(ahead: Self.clockErrors[number])) { $1 })
        // Who doesn't find its database at the start ends, and whoever runs it starts it again.
        #expect(await worker.errors.line { $0.hasPrefix("Working on ") } != nil)
        return worker
    }

    private func name(_ worker: Int) -> String { "\(worker).\(lives[worker])" }

    /// Those that live.
    var senders: Set<String> { Set((0..<Self.workerCount).map(name)) }

    func stop() async {
        for worker in workers { worker.terminate() }
        for worker in workers {
            let status = await worker.exitStatus()
            let errors = await worker.errors.whole()
            #expect(status == 0, "a worker that is asked to stop ends well, whatever happened before: \(errors)")
        }
        await server.stop()
        for link in links { link.close() }
    }

    // MARK: What can happen

    enum Kind: String, CaseIterable {
        case killWorker, killServer, killDatabase, crashBackend, endConnections, pauseWorker, cutBefore, cutAfter, cutServer

        var isOfServer: Bool { self == .killServer || self == .cutServer }
    }

    /// What has happened.
    struct Suffered {
        /// Who might not have heard an answer.
        var victims: Set<String> = []
        /// Whether that lasts.
        var isForEver = false
        let healedAt = Instant.systemNow()
        /// How many lines were cut in the middle of a commit.
        var cutCount = 0
    }

    /// Lets one thing happen, and heals it.
    ///
    /// - Parameters:
    ///   - worker: to whom, where it happens to one of them.
    ///   - meanwhile: has something posted, and waits until that was received.
    func suffer(_ kind: Kind, worker: Int, meanwhile: () async -> Void) async throws -> Suffered {
        let victim: Set = [name(worker)]
        var ended: [String] = []
        switch kind {
        case .killWorker:
            workers[worker].kill()
            lives[worker] += 1
            workers[worker] = try await startWorker(worker)
            return Suffered(victims: victim, isForEver: true)
        case .killServer:
            server.kill()
            server = try await Self.startServer(on: database.name, links[Self.workerCount], clock)
            return Suffered()
        case .killDatabase:
            try await cluster.tell(.kill)
            try await cluster.tell(.start)
        case .crashBackend:
            ended = try await database.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'belfry' ORDER BY backend_start")
            if let number = ended.last.flatMap(Int32.init) { Foundation.kill(number, SIGKILL) }
        case .endConnections:
            ended = try await database.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'belfry'")
            try await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'belfry'")
        case .pauseWorker:
            workers[worker].pause()
            // Until the others have taken over what it holds.
            let holder = "leased_by LIKE '%/\(workers[worker].processNumber)/%'"
            let held = "SELECT count(*) FROM (SELECT 1 FROM notification_queue WHERE \(holder) UNION ALL SELECT 1 FROM broadcast_leases WHERE \(holder)) AS held"
            while try await database.execute(held) != ["0"] {}
            workers[worker].goOn()
            return Suffered(victims: victim)
        case .cutBefore, .cutAfter:
            // Whoever of them commits next.
            let victims = await cut(Array(links[..<Self.workerCount]), kind == .cutBefore ? .before : .after, meanwhile)
            return Suffered(victims: Set(victims.map(name)), cutCount: victims.count)
        case .cutServer:
            let victims = await cut([links[Self.workerCount]], worker % 2 == 0 ? .before : .after, meanwhile)
            return Suffered(cutCount: victims.count)
        }
        // It may answer before it has noticed.
        try await database.becomeReachable(without: ended)
        return Suffered(victims: senders)
    }

    /// Has the next commit on each of some lines cut, and goes on until one was: what came again may be taken for what was posted.
    /// - Returns: the numbers of those that were cut.
    private func cut(_ links: [FaultyLink], _ cut: FaultyLink.Cut, _ meanwhile: () async -> Void) async -> [Int] {
        let before = links.map { $0.cutNextCommit(cut) }
        for _ in 0..<5 where links.map(\.cutCount) == before { await meanwhile() }
        return zip(links.indices, before).filter { links[$0].cutNextCommit(nil) > $1 }.map(\.0)
    }
}
