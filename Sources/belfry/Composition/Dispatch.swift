import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import Logging

/// What carries deliveries out, over the providers that are set up. Only who does so makes it: an errand needs no desktop, and no connection
/// to a provider.
struct Dispatch: Sendable {
    private let house: House
    fileprivate let senders: Senders

    let switchboard: Switchboard
    /// One for its loop and for batches that are worked by hand: what is leased, and what is still to be recorded, both have to know.
    let worker: Worker

    /// - Throws: ``Failure`` where TLS or the desktop can't be set up.
    init(_ house: House) throws {
        self.house = house
        senders = try Senders(house.settings)
        switchboard = senders.switchboard(inbox: InboxSender(house.store))
        worker = Worker(
            queue: house.store, broadcasts: house.store, lookBook: house.lookBook, zones: house.zones, switchboard: switchboard,
            retryPolicy: RetryPolicy(base: house.settings.retryBase), holder: house.identity.text, leaseLength: house.settings.leaseLength,
            identifiers: house.identifiers, now: house.now, chance: { Double.random(in: 0..<1) },
            observe: Self.observer(house.counters, house.logger))
    }

    /// Nil where nobody may call back.
    var callbacks: Callbacks? {
        let readers = senders.callbackReaders(house.settings.channels)
        guard !readers.isEmpty, let publicURL = house.settings.channels.publicURL else { return nil }
        return Callbacks(readers: readers, reports: house.store, publicURL: publicURL)
    }

    /// Nil where people sign in by links alone.
    var identityProvider: IdentityProvider? { senders.identityProvider(house.settings, now: house.now) }

    var workerLoop: WorkerLoop {
        WorkerLoop(
            worker: worker, doorbell: house.doorbell, batchCountMax: house.settings.batchCountMax, ageMax: house.settings.ageMax,
            evaluations: Evaluations(store: house.store, evaluator: house.evaluator), isHolderDead: ProcessIdentity.isDead)
    }

    /// - Parameter doorbell: by which it is told to stop.
    func remover(_ doorbell: Doorbell) -> Remover {
        Remover(store: house.store, switchboard: switchboard, doorbell: doorbell, now: house.now) { [counters = house.counters, logger = house.logger] event in
            counters.add(event)
            switch event {
            case .ended(let transmission, let end):
                let result = end.staysBecause ?? "removed"
                logger.info("to disappear where it was shown", metadata: ["transmission": "\(transmission)", "result": "\(result)"])
            case .storeFailed(let error): logger.error("the store failed; trying again", metadata: ["error": "\(describe(error))"])
            }
        }
    }

    /// Takes over what somebody does with what is shown on the desktop here, until its task is cancelled; nil where there is none.
    var desktopLoop: (@Sendable () async -> Void)? {
        guard let desktop = senders.desktop else { return nil }
        return { [house] in await desktop.listen(into: house.store, now: house.now, house.logger) }
    }

    /// Counts and logs what a worker does, by identifiers only.
    private static func observer(_ counters: Counters, _ logger: Logger) -> @Sendable (WorkerEvent) -> Void {
        { event in
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

extension House {
    /// Lets `body` carry deliveries out; whatever happens, what is to be recorded still is, and the connections to the providers are closed.
    func withDispatch<Result>(_ body: (Dispatch) async throws -> Result) async throws -> Result {
        let dispatch = try Dispatch(self)
        do {
            let result = try await dispatch.worker.finishingRecords {
                // Also where a service has failed, or a batch was worked by hand, nobody tries for longer than it takes to stop.
                defer { doorbell.stop() }
                return try await body(dispatch)
            }
            await dispatch.senders.shutdown()
            return result
        } catch {
            await dispatch.senders.shutdown()
            throw error
        }
    }
}

private func attempt(_ channel: DeliveryChannel, _ provider: Provider, _ outcome: Outcome) -> Logger.Metadata {
    let result = [outcome.label, outcome.why].compactMap { $0 }.joined(separator: ": ")
    return ["channel": "\(channel.rawValue)", "provider": "\(provider.rawValue)", "outcome": "\(result)"]
}

extension Verdict.Judgement {
    fileprivate var label: String {
        switch self {
        case .decided(let decision): "\(decision.action.rawValue): \(decision.reason.rawValue)"
        case .undeliverable(let why): "undeliverable: \(why)"
        }
    }
}
