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
    /// Whether there was no store before.
    let isNew: Bool
    /// Those that brought the store up to date when it was opened.
    let appliedMigrations: [String]
    /// The moment now, by the clock that all have in common who work on the store.
    let now: @Sendable () -> Instant
    private let refreshStore: @Sendable () async throws -> Void
    private let closeStore: @Sendable () throws -> Void
    private let hurryStore: @Sendable () -> Void
    private let listenForWork: @Sendable (@escaping @Sendable () -> Void) -> Void
    let zones = SystemTimeZoneDatabase()
    let identifiers = UUIDv7Source()
    let identity = ProcessIdentity.current()
    let doorbell = Doorbell()
    let lookBook: LookBook
    let counters: Counters
    let logger: Logger

    /// How the store is found.
    enum Opening {
        /// Made where there is none, and brought up to date.
        case making
        /// There already, and brought up to date.
        case upgrading
        /// Made where there is none; one that is there has to be up to date.
        case filling
        /// There already, and up to date: whoever only looks, or has an errand, leaves the tables to others.
        case asItIs

        fileprivate var mayMake: Bool { self == .making || self == .filling }
        fileprivate var mayUpgrade: Bool { self == .making || self == .upgrading }
    }

    /// - Throws: ``Failure`` where the store can't be opened.
    init(settings: Settings, opening: Opening) async throws {
        self.settings = settings
        var logger = Logger(label: "belfry") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        self.logger = logger
        do {
            let standing = try await Standing(of: settings.store)
            try standing.check(settings.store, for: opening)
            (isNew, appliedMigrations) = (!standing.isThere, standing.pendingMigrations)
            switch settings.store {
            case .sqlite(let path):
                if let problem = settings.store.folderProblem { throw Failure(problem) }
                try Self.makeReadableByOwnerOnly(path)
                let sqlite = try SQLiteStore(path: path)
                store = sqlite
                closeStore = sqlite.close
                hurryStore = {}
                now = { .systemNow() }
                refreshStore = sqlite.refresh
                // Its worker looks for itself.
                listenForWork = { _ in }
            case .postgres(let address):
                let clock = DatabaseClock { .systemNow() }
                let postgres = try await PostgresStore(address, clock: clock, connectionCountMax: settings.connectionCountMax) { [logger] count in
                    logger.notice("before it migrates, it waits for what workers have in hand, a minute at most", metadata: ["deliveries": "\(count)"])
                }
                now = clock.now
                refreshStore = postgres.refresh
                store = postgres
                closeStore = postgres.close
                hurryStore = postgres.hurry
                listenForWork = postgres.listen
            }
        } catch {
            throw Self.failure(opening: settings.store, error)
        }
        counters = Counters(now: now)
        lookBook = LookBook(store)
    }

    /// How a store stood before it was opened.
    private struct Standing {
        let isThere: Bool
        let pendingMigrations: [String]

        /// Looks, and changes nothing.
        init(of location: Settings.StoreLocation) async throws {
            switch location {
            case .sqlite(let path):
                isThere = FileManager.default.fileExists(atPath: path)
                pendingMigrations = try SQLiteStore.pendingMigrations(path: path)
            case .postgres(let address):
                let checkup = try await PostgresStore.checkup(address)
                isThere = !checkup.isEmpty
                pendingMigrations = checkup.pendingMigrations
            }
        }

        func check(_ location: Settings.StoreLocation, for opening: Opening) throws {
            guard isThere || opening.mayMake else {
                throw Failure(
                    "There is no store at \(location.place). Where it belongs there, start `belfry serve`, or make it with `belfry migrate`; "
                        + "else name the one that is meant by --store or BELFRY_STORE.")
            }
            guard !isThere || pendingMigrations.isEmpty || opening.mayUpgrade else {
                throw Failure(
                    "The store \(location.text) is of an earlier version: it lacks \(pendingMigrations.joined(separator: ", ")). Bring it up to date with "
                        + "`belfry migrate`; what runs of that version takes no more work then, until it is started anew.")
            }
        }
    }

    /// Why a store can't be opened, and what to do about it.
    private static func failure(opening location: Settings.StoreLocation, _ error: any Error) -> Failure {
        switch (error, location) {
        case (let failure as Failure, _): failure
        case (is LaterVersionError, _), (PostgresError.laterVersion, _):
            Failure("The store \(location.text) was written by a later version of Belfry. Use that version, or a later one.")
        case (is OtherFileError, _):
            Failure("\(location.text) is no store: it has another database in it, such as a device's file. Name the store that is meant.")
        case (_, .sqlite): Failure("The store \(location.text) can't be opened: \(describe(error)). Check the path, the permissions and the free space.")
        case (_, .postgres):
            Failure("The store \(location.text) can't be opened: \(sentence(describe(error))) Check the address, the role's rights and that the database runs.")
        }
    }

    /// What a server says may end with a question.
    private static func sentence(_ text: String) -> String { text.hasSuffix("?") ? text : text + "." }

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

    /// Has nobody wait long for a store that says nothing: to be called when the process is told to stop.
    func hurry() { hurryStore() }

    func close() { try? closeStore() }

    // MARK: What is made from it

    var intake: MetricIntake {
        MetricIntake(store: store, zones: zones, evaluator: evaluator)
    }

    var evaluator: MemberEvaluator {
        MemberEvaluator(
            engine: settings.patternEngine, routes: settings.routes, zones: zones, identifiers: identifiers,
            isShadow: settings.isPatternShadow, isSilenceTold: settings.isSilenceTold)
    }

    /// Nil where no mail is sent.
    var unsubscribing: UnsubscribeDesk? {
        settings.channels.email.flatMap { try? UnsubscribeTokens($0.unsubscribeSecret) }.map { UnsubscribeDesk(tokens: $0, book: store) }
    }

    var orderDesk: OrderDesk {
        OrderDesk(store: store, zones: zones, routes: settings.routes, identifiers: identifiers, imageOrigins: settings.channels.imageOrigins)
    }
    var categoryDesk: CategoryDesk { CategoryDesk(store: store) }
    var templateDesk: TemplateDesk { TemplateDesk(store: store, imageOrigins: settings.channels.imageOrigins) }
    var hookDesk: HookDesk { HookDesk(store: store, orders: orderDesk) { Authenticator.hash(ofKey: $0) } }
    var rotaDesk: RotaDesk { RotaDesk(store: store, zones: zones) }
    var scheduleDesk: ScheduleDesk {
        get async {
            let authenticator = await authenticator
            return ScheduleDesk(
                store: store, zones: zones, routes: settings.routes, identifiers: identifiers, imageOrigins: settings.channels.imageOrigins
            ) { authenticator.erasureMark(of: $0) }
        }
    }

    /// - Parameter doorbell: by which it is told to stop.
    func upkeep(_ doorbell: Doorbell) async -> Upkeep {
        await Upkeep(
            store: store, pruner: Pruner(store: store, retention: settings.retention, auditRetention: settings.auditRetention),
            evaluations: Evaluations(store: store, evaluator: evaluator), schedules: scheduleDesk, holder: identity.text, isHolderDead: ProcessIdentity.isDead,
            doorbell: doorbell, now: now, observe: observeUpkeep)
    }

    /// Has the store look what time it is for all, and let go what it doesn't need, as long as this process runs.
    func keepStoreFresh(_ doorbell: Doorbell) async {
        while !doorbell.isStopping {
            do {
                try await refreshStore()
            } catch let error as any OutageError where error.outage == .outdated || error is LostFileError {
                // Who only asks wouldn't find out, and of a file that is gone nobody does.
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
            case .ordered(let report):
                let counts = ["ordered": "\(report.orderedCount)", "missed": "\(report.missedCount)"] as Logger.Metadata
                logger.log(level: report.missedCount > 0 ? .notice : .debug, "ordered what comes back", metadata: counts)
            case .failed(let error): logger.error("upkeep failed; trying again", metadata: ["error": "\(describe(error))"])
            }
        }
    }
}

/// An error in words, without what people sent: a database error's own description may quote it.
func describe(_ error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.message
    case let problem as Problem: problem.code
    default: SQLiteStore.describe(error) ?? PostgresStore.describe(error) ?? String(describing: error)
    }
}
