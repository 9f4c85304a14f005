import BelfryModel
import BelfryPorts
import BelfryTime

/// Keeps the store in order beside the deliveries. Of all workers on a store one is elected to do it; when it is gone, another.
///
/// Nothing has to be promoted: what waits is due by its own moment. Rescue stays with every worker, so that a lease that runs out never waits
/// for an election.
public struct Upkeep: Sendable {
    let store: any UpkeepStore
    let pruner: Pruner
    let evaluations: Evaluations?
    let schedules: ScheduleDesk?
    let holder: String
    let isHolderDead: @Sendable (String) -> Bool
    let doorbell: Doorbell
    let now: @Sendable () -> Instant
    let observe: @Sendable (UpkeepEvent) -> Void

    /// How long it may be silent, where a lease elects, before another is elected.
    static let leaseLength = Duration.seconds(30)
    static let electionInterval = Duration.seconds(5)
    static let maintenanceInterval = Duration.seconds(15)
    /// How often it orders what comes back; what that finds is ordered well ahead (``ScheduleDesk/lead``).
    static let scheduleInterval = Duration.seconds(15)
    /// How often it looks whether the rules of zones have changed under what comes back: they are known days ahead.
    static let zoneInterval = Duration.seconds(86_400)
    /// How often it looks whether the day's round is through; as long as it isn't, at each turn.
    static let roundInterval = Duration.seconds(300)
    static let pruneInterval = Duration.seconds(3600)
    /// After what it forgets couldn't be forgotten, or the rules of zones couldn't be heeded.
    static let retryInterval = Duration.seconds(300)
    /// Then it asks first whether it is still elected.
    static let pruneStepCountMax = 20

    /// - Parameters:
    ///   - evaluations: whose daily round it goes; nil where nobody is evaluated.
    ///   - schedules: what comes back, to be ordered; nil where nothing is.
    ///   - holder: names this process.
    ///   - isHolderDead: whether the holder of that name is known to be gone.
    ///   - doorbell: of its own.
    public init(
        store: any UpkeepStore, pruner: Pruner, evaluations: Evaluations? = nil, schedules: ScheduleDesk? = nil, holder: String,
        isHolderDead: @escaping @Sendable (String) -> Bool = { _ in false }, doorbell: Doorbell, now: @escaping @Sendable () -> Instant,
        observe: @escaping @Sendable (UpkeepEvent) -> Void = { _ in }
    ) {
        self.store = store
        self.pruner = pruner
        self.evaluations = evaluations
        self.schedules = schedules
        self.holder = holder
        self.isHolderDead = isHolderDead
        self.doorbell = doorbell
        self.now = now
        self.observe = observe
    }

    /// When what is to be done next.
    struct Schedule: Hashable, Sendable {
        var isElected = false
        var maintainAt: Instant
        var scheduleAt: Instant
        /// Whose audience was told last.
        var audienceApp: AppID?
        var zonesAt: Instant
        /// Up to which schedule zones were heeded; nil at the beginning.
        var zonesBefore: ScheduledOrderID?
        var roundAt: Instant
        var pruneAt: Instant

        init(from now: Instant) {
            (maintainAt, scheduleAt, zonesAt, roundAt, pruneAt) = (now, now, now, now, now)
        }

        /// What is further ahead than it ever is was put off before the clock was put back.
        mutating func heed(_ now: Instant) {
            maintainAt = min(maintainAt, now + Upkeep.maintenanceInterval)
            scheduleAt = min(scheduleAt, now + Upkeep.scheduleInterval)
            zonesAt = min(zonesAt, now + Upkeep.zoneInterval)
            roundAt = min(roundAt, now + Upkeep.roundInterval)
            pruneAt = min(pruneAt, now + Upkeep.pruneInterval)
        }
    }

    /// Runs until the doorbell is told to stop or its task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            var schedule = Schedule(from: now())
            while !doorbell.isStopping {
                do {
                    let isThrough = try await turn(&schedule)
                    await doorbell.wait(atMost: isThrough ? Self.electionInterval : .milliseconds(1))
                } catch {
                    guard !Task.isCancelled else { return }
                    schedule.isElected = false
                    observe(.failed(error))
                    await doorbell.wait(atMost: Self.electionInterval)
                }
            }
            try? await store.resignUpkeep(holder)
        } onCancel: {
            doorbell.stop()
        }
    }

    /// Does what is due, where this process is elected.
    /// - Returns: false where more is to be done at once.
    func turn(_ schedule: inout Schedule) async throws -> Bool {
        let now = now()
        schedule.heed(now)
        let terms = UpkeepTerms(holder: holder, now: now, until: now + Self.leaseLength, isDead: isHolderDead)
        let isElected = try await store.electUpkeep(terms)
        if isElected, !schedule.isElected { observe(.elected) }
        schedule.isElected = isElected
        guard isElected else { return true }
        // What one of them can't do keeps nobody from the others, and is tried again when its time comes.
        var (isThrough, failure) = (true, (any Error)?.none)
        func attempt(_ step: () async throws -> Void) async {
            do {
                try await step()
            } catch {
                failure = failure ?? error
            }
        }
        if schedule.maintainAt <= now {
            schedule.maintainAt = now + Self.maintenanceInterval
            await attempt { try await store.maintain(by: holder, now: now) }
        }
        if let schedules, schedule.zonesAt <= now {
            schedule.zonesAt = now + Self.retryInterval
            await attempt {
                schedule.zonesBefore = try await schedules.heedZones(before: schedule.zonesBefore, now: now)
                if schedule.zonesBefore == nil { schedule.zonesAt = now + Self.zoneInterval } else { (schedule.zonesAt, isThrough) = (now, false) }
            }
        }
        if let schedules, schedule.scheduleAt <= now {
            schedule.scheduleAt = now + Self.scheduleInterval
            await attempt {
                var lookedAt = now
                let (report, isAllOrdered, failure) = try await schedules.carryOut(now: now, behind: schedule.audienceApp) {
                    try await goOn(with: schedules, &lookedAt)
                }
                schedule.audienceApp = report.audienceApp ?? schedule.audienceApp
                if !report.isEmpty { observe(.ordered(report)) }
                if !isAllOrdered { (schedule.scheduleAt, isThrough) = (now, false) }
                if let failure { throw failure }
            }
        }
        if let evaluations, schedule.roundAt <= now {
            await attempt {
                if try await evaluations.continueRound(now: now).isThrough { schedule.roundAt = now + Self.roundInterval } else { isThrough = false }
            }
        }
        if schedule.pruneAt <= now {
            await attempt {
                schedule.pruneAt = now + Self.retryInterval
                let pruned = await pruner.prune(stepCountMax: Self.pruneStepCountMax, now: now) { doorbell.isStopping }
                if !pruned.report.isEmpty { observe(.pruned(pruned.report)) }
                if let failure = pruned.failure { throw failure }
                schedule.pruneAt = pruned.isThrough ? now + Self.pruneInterval : now
                if !pruned.isThrough { isThrough = false }
            }
        }
        if let failure { throw failure }
        return isThrough
    }

    /// Asked again and again while an audience is in the making: what tells persons waits no longer for that than for its next round.
    ///
    /// - Parameter lookedAt: when that was looked for.
    /// - Returns: whether it is still this process's to do.
    private func goOn(with schedules: ScheduleDesk, _ lookedAt: inout Instant) async throws -> Bool {
        guard !doorbell.isStopping else { return false }
        let now = now()
        let terms = UpkeepTerms(holder: holder, now: now, until: now + Self.leaseLength, isDead: isHolderDead)
        guard try await store.electUpkeep(terms) else { return false }
        guard lookedAt + Self.scheduleInterval <= now else { return true }
        lookedAt = now
        // What goes wrong here does so again in the next round, and is told then.
        let between = try? await schedules.carryOutForPersons(now: now).report
        if let between, !between.isEmpty { observe(.ordered(between)) }
        return true
    }
}

/// What upkeep did, for logs and metrics.
public enum UpkeepEvent: Sendable {
    /// From now on it is this process's.
    case elected
    case pruned(PruneReport)
    /// What comes back.
    case ordered(ScheduleReport)
    /// It is tried again.
    case failed(any Error)
}
