import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Foundation
import Logging
import SystemPackage

/// The rooms put together by the settings: one store, one clock, one of everything that is shared.
struct House: Sendable {
    let settings: Settings
    let store: any Store
    /// The moment now, by the clock that all have in common who work on the store.
    let now: @Sendable () -> Instant
    private let refreshStore: @Sendable () async throws -> Void
    private let closeStore: @Sendable () throws -> Void
    private let listenForWork: @Sendable (@escaping @Sendable () -> Void) -> Void
    let zones = SystemTimeZoneDatabase()
    let identifiers = UUIDv7Source()
    let identity = ProcessIdentity.current()
    let doorbell = Doorbell()
    let counters: Counters
    let logger: Logger
    private let senders: Senders

    /// - Parameter mustExist: whether the store has to be there already, because the command only looks into it.
    /// - Throws: ``Failure`` where the store can't be opened.
    init(settings: Settings, mustExist: Bool = false) async throws {
        self.settings = settings
        var logger = Logger(label: "belfry") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        self.logger = logger
        switch settings.store {
        case .sqlite(let path):
            guard !mustExist || FileManager.default.fileExists(atPath: path) else {
                throw Failure("There is no store at \(path) yet. Start `belfry serve`, or make it with `belfry migrate`.")
            }
            let sqlite = try Self.openSQLite(path)
            store = sqlite
            closeStore = sqlite.close
            now = { .systemNow() }
            refreshStore = sqlite.refresh
            // Its worker looks for itself.
            listenForWork = { _ in }
        case .postgres(let address):
            let clock = DatabaseClock { .systemNow() }
            let postgres = try await Self.openPostgres(address, clock, settings.connectionCountMax, mustExist: mustExist, logger)
            now = clock.now
            refreshStore = postgres.refresh
            store = postgres
            closeStore = postgres.close
            listenForWork = postgres.listen
        }
        counters = Counters(now: now)
        senders = try Senders(settings)
    }

    private static func openSQLite(_ path: String) throws -> SQLiteStore {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            throw Failure("The store's folder \(folder.path) can't be made. Check the path and the permissions.")
        }
        do {
            try makeReadableByOwnerOnly(path)
            return try SQLiteStore(path: path)
        } catch is LaterVersionError {
            throw laterVersion("sqlite:\(path)")
        } catch {
            throw Failure("The store sqlite:\(path) can't be opened: \(describe(error)). Check the path, the permissions and the free space.")
        }
    }

    private static func openPostgres(
        _ address: PostgresAddress, _ clock: DatabaseClock, _ connectionCountMax: Int, mustExist: Bool, _ logger: Logger
    ) async throws -> PostgresStore {
        do {
            if mustExist, try await PostgresStore.isEmpty(address) {
                throw Failure("There is no store at \(address) yet. Start `belfry serve`, or make it with `belfry migrate`.")
            }
            return try await PostgresStore(address, clock: clock, connectionCountMax: connectionCountMax) { count in
                logger.notice("before it migrates, it waits for what workers have in hand, a minute at most", metadata: ["deliveries": "\(count)"])
            }
        } catch PostgresError.laterVersion {
            throw laterVersion("\(address)")
        } catch let error as PostgresError {
            throw Failure("The store \(address) can't be opened: \(error). Check the address, the role's rights and that the database runs.")
        }
    }

    private static func laterVersion(_ store: String) -> Failure {
        Failure("The store \(store) was written by a later version of Belfry. Use that version, or a later one.")
    }

    /// Has the worker woken when another process has queued something.
    func listen() {
        listenForWork { [doorbell] in doorbell.ring() }
    }

    /// Makes a store's file before SQLite does, so that nobody else of the machine can read a family's health in it.
    private static func makeReadableByOwnerOnly(_ path: String) throws {
        do {
            let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate]
            try FileDescriptor.open(FilePath(path), .readWrite, options: options, permissions: .ownerReadWrite).close()
        } catch Errno.fileExists {
            // Somebody else has made it, and chosen who may read it.
        }
    }

    func close() async {
        await senders.shutdown()
        try? closeStore()
    }

    // MARK: What is made from it

    var intake: MetricIntake {
        MetricIntake(store: store, zones: zones, evaluator: evaluator)
    }

    var evaluator: MemberEvaluator {
        MemberEvaluator(
            engine: settings.patternEngine, routes: settings.routes, zones: zones, identifiers: identifiers,
            isShadow: settings.isPatternShadow)
    }

    var switchboard: Switchboard {
        senders.switchboard(inbox: InboxSender(store))
    }

    /// Nil where nobody may call back.
    var callbacks: Callbacks? {
        let readers = senders.callbackReaders(settings.channels)
        guard !readers.isEmpty, let publicURL = settings.channels.publicURL else { return nil }
        return Callbacks(readers: readers, reports: store, publicURL: publicURL)
    }

    /// Nil where no mail is sent.
    var unsubscribing: UnsubscribeDesk? {
        settings.channels.email.flatMap { try? UnsubscribeTokens($0.unsubscribeSecret) }.map { UnsubscribeDesk(tokens: $0, book: store) }
    }

    var worker: Worker {
        Worker(
            queue: store, broadcasts: store, zones: zones, switchboard: switchboard, retryPolicy: RetryPolicy(base: settings.retryBase),
            holder: identity.text, leaseLength: settings.leaseLength, identifiers: identifiers, now: now, chance: { Double.random(in: 0..<1) }, observe: observe)
    }

    var workerLoop: WorkerLoop {
        WorkerLoop(
            worker: worker, doorbell: doorbell, batchCountMax: settings.batchCountMax, ageMax: settings.ageMax,
            evaluations: Evaluations(store: store, evaluator: evaluator), isHolderDead: ProcessIdentity.isDead)
    }

    /// - Parameter doorbell: by which it is told to stop.
    func upkeep(_ doorbell: Doorbell) -> Upkeep {
        Upkeep(
            store: store, pruner: Pruner(store: store, retention: settings.retention),
            evaluations: Evaluations(store: store, evaluator: evaluator), holder: identity.text, isHolderDead: ProcessIdentity.isDead,
            doorbell: doorbell, now: now, observe: observeUpkeep)
    }

    /// Has the store look what time it is for all, and let go what it doesn't need, as long as this process runs.
    func keepStoreFresh(_ doorbell: Doorbell) async {
        while !doorbell.isStopping {
            do {
                try await refreshStore()
            } catch let error as any OutageError where error.outage == .outdated {
                // Who only asks wouldn't find out.
                logger.error("start this process anew", metadata: ["error": "\(describe(error))"])
                counters.addOutage(error)
            } catch {
                // Until the store answers again, the host's clock has to be as far off as it was.
            }
            await doorbell.wait(atMost: Self.refreshInterval)
        }
    }

    private static let refreshInterval = Duration.seconds(10)

    var authenticator: Authenticator {
        get async {
            await Authenticator(
                adminSecret: settings.adminSecret, jwtSecret: settings.jwtSecret, credentials: store, now: now)
        }
    }

    private var observeUpkeep: @Sendable (UpkeepEvent) -> Void {
        { [counters, logger] event in
            counters.add(event)
            switch event {
            case .elected: logger.debug("keeps the store in order from now on")
            case .pruned(let report):
                logger.notice("pruned", metadata: Dictionary(uniqueKeysWithValues: report.counts.map { ($0.key.rawValue, "\($0.value)") }))
            case .failed(let error): logger.error("upkeep failed; trying again", metadata: ["error": "\(describe(error))"])
            }
        }
    }

    /// Counts and logs what a worker does, by identifiers only.
    private var observe: @Sendable (WorkerEvent) -> Void {
        { [counters, logger] event in
            counters.add(event)
            switch event {
            case .decided(let verdict):
                logger.debug("decided", metadata: ["delivery": "\(verdict.delivery)", "verdict": "\(verdict.judgement.label)"])
            case .membersDecided(let broadcast, let judgement, let count):
                logger.debug(
                    "decided", metadata: ["broadcast": "\(broadcast)", "verdict": "\(judgement.label)", "members": "\(count)"])
            case .attempted(let delivery, let channel, let provider, let outcome):
                logger.info("attempted", metadata: ["delivery": "\(delivery)"].merging(attempt(channel, provider, outcome)) { first, _ in first })
            case .membersAttempted(let broadcast, let channel, let provider, let outcome, let count):
                let members: Logger.Metadata = ["broadcast": "\(broadcast)", "members": "\(count)"]
                logger.info("attempted", metadata: members.merging(attempt(channel, provider, outcome)) { first, _ in first })
            case .leaseLost(let delivery): logger.warning("lease lost", metadata: ["delivery": "\(delivery)"])
            case .rescued(let count): logger.notice("rescued from a worker that died", metadata: ["deliveries": "\(count)"])
            case .evaluated(let report):
                logger.debug("evaluated", metadata: ["members": "\(report.memberCount)", "queued": "\(report.queuedDeliveryCount)"])
                if report.failedMemberCount > 0 {
                    logger.error("evaluations could not be kept; trying again later", metadata: ["members": "\(report.failedMemberCount)"])
                }
            case .polled: break
            case .storeFailed(let error): logger.error("the store failed; trying again", metadata: ["error": "\(describe(error))"])
            }
        }
    }
}

private func attempt(_ channel: DeliveryChannel, _ provider: Provider, _ outcome: Outcome) -> Logger.Metadata {
    let result = [outcome.label, outcome.why].compactMap { $0 }.joined(separator: ": ")
    return ["channel": "\(channel.rawValue)", "provider": "\(provider.rawValue)", "outcome": "\(result)"]
}

/// An error in words, without what people sent: a database error's own description may quote it.
func describe(_ error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.message
    case let problem as Problem: problem.code
    default: SQLiteStore.describe(error) ?? PostgresStore.describe(error) ?? String(describing: error)
    }
}

extension Verdict.Judgement {
    fileprivate var label: String {
        switch self {
        case .decided(let decision): "\(decision.action.rawValue): \(decision.reason.rawValue)"
        case .undeliverable(let why): "undeliverable: \(why)"
        }
    }
}
