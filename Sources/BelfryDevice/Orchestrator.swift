import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

// BelfryDevice: keeps a device in step, its notification centre with its plan and its facts with the server's.
// It never reads a clock and knows no network and no database: whoever calls says when it is, and brings the doors.

/// Keeps what a notification centre holds in step with what the person is to be told.
///
/// Whatever happens leads to the same pass: read what the centre holds and what has become of it, plan anew, write down what will be asked
/// for, make the fewest calls, read back, repair. A pass that is stopped at any point is made whole by the next.
public actor Orchestrator {
    let store: any DeviceStore
    let centre: any NotificationCentre
    let zones: any TimeZoneDatabase
    let profile: PlatformProfile
    let timezone: @Sendable () -> String
    let sharesReceipts: Bool

    private var mind = DeviceMind()
    private var running: Task<PassReport, Never>?
    private var queued: (task: Task<PassReport, Never>, trigger: PassTrigger, now: Instant)?
    /// How often each removal was waited for.
    private var removalWaits: [NotificationID: Int] = [:]
    /// What the person did, and the store could not keep; only passes take something out.
    var kept: [(response: NotificationResponse, moment: Instant)] = []
    /// How many silent pushes have come.
    var pushCount = 0
    /// The categories as the centre knows them.
    var describedCategories: [DescribedCategory] = []

    /// - Parameters:
    ///   - timezone: the IANA name of the zone that the device is in, asked at every pass.
    ///   - sharesReceipts: whether what is told here is synced, so that the server doesn't tell it too.
    public init(
        store: any DeviceStore, centre: any NotificationCentre, zones: any TimeZoneDatabase, profile: PlatformProfile,
        timezone: @escaping @Sendable () -> String, sharesReceipts: Bool = false
    ) {
        self.store = store
        self.centre = centre
        self.zones = zones
        self.profile = profile
        self.timezone = timezone
        self.sharesReceipts = sharesReceipts
    }

    /// Brings the centre in step. What comes in while a pass runs leads to one more pass, however often it comes.
    @discardableResult
    public func reconcile(_ trigger: PassTrigger, now: Instant) async -> PassReport {
        if let waiting = queued {
            queued?.now = trigger.moment(now, besides: waiting.now)
            queued?.trigger = waiting.trigger.joined(by: trigger)
            return await waiting.task.value
        }
        guard let current = running else { return await run(trigger, now: now) }
        let task = Task {
            _ = await current.value
            return await self.runQueued()
        }
        queued = (task, trigger, now)
        return await task.value
    }

    private func runQueued() async -> PassReport {
        let (trigger, now) = queued.map { ($0.trigger, $0.now) } ?? (.retry, .min)
        queued = nil
        return await run(trigger, now: now)
    }

    private func run(_ trigger: PassTrigger, now: Instant) async -> PassReport {
        let task = Task { await self.pass(trigger, now: now) }
        running = task
        let report = await task.value
        if running == task { running = nil }
        return report
    }

    // MARK: One after the other

    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until nobody else is between reading the device's state and writing it back. ``endTurn()`` lets the next one in.
    private func takeTurn() async {
        guard isBusy else { return isBusy = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }

    /// Edits what the device remembers.
    func remember(now: Instant, _ edit: (inout DeviceState) -> Void) async throws {
        await takeTurn()
        defer { endTurn() }
        var change = JournalChange()
        var state = try await store.record(ledgerSince: now).state
        edit(&state)
        change.state = state
        try await store.apply(change)
    }

    /// Takes in that something of a category was not told because the person ignores it, and whether they did what it is about anyway,
    /// which only the app sees. It counts from the next plan on; where the person wants nothing learnt, nothing is.
    /// - Throws: where the store can't be read or written; nothing is learnt then.
    public func learnUntold(category: String, hasActed: Bool) async throws {
        await takeTurn()
        defer { endTurn() }
        try await learnFacts()
        guard facts.person.adaptive != nil else { return }
        // Nothing of the ledger is wanted.
        let known = try await store.record(ledgerSince: .max).habits
        var habits = Habits(known)
        habits.learnUntold(category: category, hasActed: hasActed)
        guard let document = habits.document else { return }
        var change = JournalChange()
        change.habits = .learnt(StoredHabits(document: document, erasedAt: known.erasedAt))
        try await store.apply(change)
    }

    // MARK: Facts

    var facts: FactBook { mind.facts }

    /// Takes over what has changed in the store.
    func learnFacts() async throws {
        while true {
            let mark = mind.facts.mark
            let changes = try await store.changes(since: mark)
            // Where somebody else has learnt meanwhile, as a tap does that started the app, this may be older, or not name what was deleted since.
            if mind.facts.mark == mark { return mind.learn(changes) }
        }
    }

    // MARK: One pass

    private func pass(_ trigger: PassTrigger, now: Instant) async -> PassReport {
        await takeTurn()
        defer { endTurn() }
        var report = PassReport(trigger: trigger, now: now)
        if await !writeKept() { report.noteStore() }
        do {
            try await learnFacts()
            report.factMark = mind.facts.mark
            report.language = mind.facts.person.language
            let scene = try await look(trigger, now: now, &report)
            let pass = mind.pass(in: scene)
            report.take(pass, of: scene, refused: mind.facts.refused)
            if !pass.journal.isEmpty { try await store.apply(pass.journal) }
            if scene.permission.mayShow { await describeCategories(in: mind.facts.person.language) }
            removalWaits = Dictionary(uniqueKeysWithValues: pass.vanishing.map { ($0, (removalWaits[$0] ?? 0) + 1) })
            var after = await carryOut(pass, in: scene, &report)
            if pass.isWaitingForRemovals { report.retrySoon() }
            if report.retryAfter != nil {
                var state = after.state ?? pass.journal.state ?? scene.record.state
                state.isDirty = true
                after.state = state
            }
            if !after.isEmpty { try await store.apply(after) }
        } catch {
            report.noteStore()
        }
        return report
    }

    /// How far back the ledger matters to a plan: what was told today, and what throttles count.
    private func ledgerStart(now: Instant) -> Instant {
        let windows = mind.facts.person.throttles.map(\.window)
        return now - max(Orchestrator.ledgerSpan, windows.max() ?? .zero)
    }

    /// After so many passes a removal was never asked for, because whoever was to ask for it was stopped before.
    private static let removalWaitCountMax = 3
    private static let ledgerSpan = Duration.seconds(3 * 24 * 3600)

    /// What was told since something was learnt; nil where the person wants nothing learnt, or today it was done.
    private func history(
        behind habits: Habits, _ record: DeviceRecord, in zone: TimeZoneRules, now: Instant
    ) async throws -> [LedgerLine]? {
        let today = zone.civil(at: now).date
        guard mind.facts.person.adaptive != nil, record.state.learntOn != today else { return nil }
        let start = max(now - HabitStudy.lookback, record.habits.erasedAt ?? .min)
        // A day more, for those who have moved to another zone since.
        let learnt = habits.lastDay.map { zone.instant(of: CivilDateTime($0 - 1, .midnight)) } ?? .min
        return try await store.history(since: max(start, learnt))
    }

    /// What the centre turned out to keep. It is found out anew each time the app starts, and after a day: it may only have lost something.
    private func observedCapacity(_ state: DeviceState, _ trigger: PassTrigger, now: Instant) -> Int? {
        guard trigger != .launch, let foundAt = state.observedCapacityAt, foundAt <= now else { return nil }
        return now - foundAt < Orchestrator.observationSpan ? state.observedCapacity : nil
    }

    private static let observationSpan = Duration.seconds(24 * 3600)

    /// Of the zones in which own reminders stay, by their names.
    func rulesOfReminders() -> [String: TimeZoneRules] {
        facts.timezones.reduce(into: [:]) { rules, name in rules[name] = zones.rules(named: name) }
    }

    /// What was told late as one of several has the summary's category.
    private func subjectsTold() async throws -> Set<String> {
        try await store.subjectsTold(of: RecallReminders.category).union(store.subjectsTold(of: LateNotice.category))
    }

    private func look(_ trigger: PassTrigger, now: Instant, _ report: inout PassReport) async throws -> DeviceScene {
        let record = try await store.record(ledgerSince: ledgerStart(now: now))
        let name = timezone()
        let zone = zones.rules(named: name)
        if zone == nil { report.problems.append(.unknownTimezone) }
        let leftName = zone == nil || record.state.timezone == name ? nil : record.state.timezone
        let habits = Habits(record.habits)
        return DeviceScene(
            record: record,
            observedCapacity: observedCapacity(record.state, trigger, now: now),
            pending: await centre.pending(), delivered: await centre.delivered(), permission: await centre.permission(),
            subjectsTold: record.state.recalls.isEmpty ? [] : try await subjectsTold(), profile: profile,
            sharesReceipts: sharesReceipts, overdueRemovals: Set(removalWaits.lazy.filter { $0.value % Orchestrator.removalWaitCountMax == 0 }.map(\.key)),
            timezone: zone == nil ? TimeZoneRules.utc.name : name, zone: zone ?? .utc, zones: rulesOfReminders(),
            leftZone: leftName.flatMap { zones.rules(named: $0) },
            now: now, habits: habits,
            history: try await history(behind: habits, record, in: zone ?? .utc, now: now))
    }
}
