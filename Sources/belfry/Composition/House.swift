import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPorts
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
    private let closeStore: @Sendable () throws -> Void
    let zones = SystemTimeZoneDatabase()
    let identifiers = UUIDv7Source()
    let identity = ProcessIdentity.current()
    let doorbell = Doorbell()
    let counters = Counters { .systemNow() }
    let logger: Logger
    private let gateway: WebhookSender?

    /// - Parameter mustExist: whether the store has to be there already, because the command only looks into it.
    /// - Throws: ``Failure`` where the store can't be opened.
    init(settings: Settings, mustExist: Bool = false) throws {
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
        }
        gateway = settings.webhook.map(WebhookSender.init)
    }

    private static func openSQLite(_ path: String) throws -> SQLiteStore {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            throw Failure("The store's folder \(folder.path) can't be made. Check the path and the permissions.")
        }
        do {
            try makeReadableByOwnerOnly(path)
            return try SQLiteStore(path: path)
        } catch {
            throw Failure("The store sqlite:\(path) can't be opened: \(describe(error)). Check the path, the permissions and the free space.")
        }
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
        await gateway?.shutdown()
        try? closeStore()
    }

    // MARK: What is made from it

    var intake: MetricIntake {
        MetricIntake(store: store, zones: zones, evaluator: evaluator)
    }

    var evaluator: MemberEvaluator {
        MemberEvaluator(
            engine: settings.patternEngine, channels: settings.alertChannels, zones: zones, identifiers: identifiers,
            isShadow: settings.isPatternShadow)
    }

    /// Who sends over which channel: see `docs/decisions/0005-channels-without-a-provider.md`.
    var senders: [DeliveryChannel: any Sender] {
        let inbox = InboxSender(store)
        guard let gateway else { return [.inApp: inbox, .push: inbox] }
        var senders: [DeliveryChannel: any Sender] = [:]
        for channel in DeliveryChannel.allCases { senders[channel] = gateway }
        senders[.inApp] = inbox
        return senders
    }

    var worker: Worker {
        Worker(
            queue: store, zones: zones, senders: senders, retryPolicy: RetryPolicy(base: settings.retryBase), holder: identity.text,
            identifiers: identifiers, now: { .systemNow() }, chance: { Double.random(in: 0..<1) }, observe: observe)
    }

    var workerLoop: WorkerLoop {
        WorkerLoop(
            worker: worker, doorbell: doorbell, batchCountMax: settings.batchCountMax, ageMax: settings.ageMax,
            evaluations: Evaluations(store: store, evaluator: evaluator), isHolderDead: ProcessIdentity.isDead)
    }

    var authenticator: Authenticator {
        get async {
            await Authenticator(
                adminSecret: settings.adminSecret, jwtSecret: settings.jwtSecret, credentials: store, now: { .systemNow() })
        }
    }

    /// Counts and logs what a worker does, by identifiers only.
    private var observe: @Sendable (WorkerEvent) -> Void {
        { [counters, logger] event in
            counters.add(event)
            switch event {
            case .decided(let verdict):
                logger.debug("decided", metadata: ["delivery": "\(verdict.delivery)", "verdict": "\(verdict.judgement.label)"])
            case .attempted(let delivery, let channel, let outcome):
                logger.info(
                    "attempted", metadata: ["delivery": "\(delivery)", "channel": "\(channel.rawValue)", "outcome": "\(outcome.label)"])
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

/// An error in words, without what people sent: a database error's own description may quote it.
func describe(_ error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.message
    case let problem as Problem: problem.code
    default: SQLiteStore.describe(error) ?? String(describing: error)
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

extension Outcome {
    fileprivate var label: String {
        switch self {
        case .delivered: "delivered"
        case .retry(let why, _): "retry: \(why)"
        case .rejected(let why): "rejected: \(why)"
        case .addressGone(let why): "address gone: \(why)"
        }
    }
}
