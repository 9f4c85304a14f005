import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfryTime

/// A device with its person in virtual time: what happens to it, and what an auditor saw.
struct DeviceWorld {
    let store: any DeviceStore
    let centre: SimulatedCentre
    let zones: any TimeZoneDatabase
    let profile: PlatformProfile
    let sharesReceipts: Bool
    let zone: Locked<String>
    private(set) var now: Instant
    private(set) var auditor: DeviceAuditor
    /// What happened, a line each.
    private(set) var log: [String] = []

    private var fuse = Fuse(callCount: nil)
    /// How much of what was shown the auditor has seen.
    private var seenCount = 0
    private var orchestrator: Orchestrator
    /// The subjects of critical recalls that were found.
    private var recalls: Set<String> = []
    /// Those of them that may have got lost where nobody can know: the device was off, its clock was set, nothing was to be shown, or the
    /// centre failed.
    private var hinderedRecalls: Set<String> = []

    /// - Parameter sharesReceipts: whether it syncs.
    init(
        store: any DeviceStore, centre: SimulatedCentre, zones: any TimeZoneDatabase, profile: PlatformProfile, timezone: String, now: Instant,
        sharesReceipts: Bool = false
    ) {
        self.store = store
        self.centre = centre
        self.zones = zones
        self.profile = profile
        self.sharesReceipts = sharesReceipts
        self.now = now
        zone = Locked(timezone)
        auditor = DeviceAuditor()
        let zone = zone
        orchestrator = Orchestrator(
            store: FusedStore(store: store, fuse: fuse), centre: FusedCentre(centre: centre, fuse: fuse), zones: zones, profile: profile,
            timezone: { zone.value }, sharesReceipts: sharesReceipts)
    }

    /// The process starts anew.
    /// - Parameter callCount: after how many calls through the doors it is killed; nil where it isn't.
    private mutating func start(killedAfter callCount: Int?) {
        fuse = Fuse(callCount: callCount)
        let zone = zone
        orchestrator = Orchestrator(
            store: FusedStore(store: store, fuse: fuse), centre: FusedCentre(centre: centre, fuse: fuse), zones: zones, profile: profile,
            timezone: { zone.value }, sharesReceipts: sharesReceipts)
    }

    mutating func say(_ text: String) { log.append("\(now) \(text)") }

    private mutating func pass(_ trigger: PassTrigger) async -> PassReport {
        auditor.beginPass()
        let report = await orchestrator.reconcile(trigger, now: now)
        say("  \(trigger): \(report.summary)\(fuse.isBlown ? ", killed" : "")")
        return report
    }

    // MARK: What happens

    /// A pass, and what is to be done soon after it.
    /// - Returns: whether all was carried out.
    @discardableResult
    mutating func reconcile(_ trigger: PassTrigger) async -> Bool {
        await settle(await pass(trigger))
    }

    /// Follows a pass up as a running device does: at once where it asks for that.
    private mutating func settle(_ first: PassReport) async -> Bool {
        var report = first
        var retryCount = 0
        while !fuse.isBlown, report.asksForRetrySoon, retryCount < DeviceWorld.retryCountMax {
            // What was planned before gives way to a plan that is not yet carried out whole.
            auditor.forgetPlan()
            await pass(.seconds(1))
            report = await pass(.retry)
            retryCount += 1
        }
        if !fuse.isBlown { await note(report) }
        // What comes late is shown by the pass itself.
        watch(from: now, mayShow: true)
        return !fuse.isBlown && report.retryAfter == nil
    }

    private mutating func note(_ report: PassReport) async {
        let isWhole = report.retryAfter == nil && !report.problems.contains(.requestRefused)
        auditor.note(report, isWhole: isWhole)
        guard isWhole, report.permission.mayShow else { return }
        let records = (try? await store.changes(since: 0).records) ?? [:]
        let (facts, week) = (openFacts(records), quietWeek(records))
        auditor.note(facts, at: now, quietWeek: week)
    }

    /// The hours in which only the critical passes; nil where the person wants none, or wants all in them.
    private func quietWeek(_ records: [FactTable: [FactRecord]]) -> DeviceAuditor.QuietWeek? {
        let columns = records[.profile]?.first?.columns ?? [:]
        func text(_ name: String) -> String? { if case .text(let text)? = columns[name] { text } else { nil } }
        guard text("quiet_hours_notification_level") == "critical_only" else { return nil }
        let everyDay = DailyWindow(
            start: text("quiet_hours_start").flatMap { CivilTime($0) }, end: text("quiet_hours_end").flatMap { CivilTime($0) })
        let nights = text("quiet_hours_by_weekday").flatMap { QuietNights($0) } ?? QuietNights()
        let week = WeeklyWindow(everyDay: everyDay, byWeekday: nights.windows)
        return week.isEmpty ? nil : DeviceAuditor.QuietWeek(week: week, zone: zones.rules(named: zone.value) ?? .utc)
    }

    private func openFacts(_ records: [FactTable: [FactRecord]]) -> DeviceAuditor.OpenFacts {
        let (yes, no): ([FactValue], [FactValue]) = ([.flag(true), .whole(1)], [.flag(false), .whole(0)])
        var facts = DeviceAuditor.OpenFacts()
        facts.bills = Set((records[.budgetItems] ?? []).filter { !yes.contains($0.columns["is_completed"] ?? .null) }.map(\.id))
        for reminder in records[.reminders] ?? [] where !no.contains(reminder.columns["enabled"] ?? .null) {
            guard case .text(let text)? = reminder.columns["done_through"] else {
                facts.reminders[reminder.id] = .some(nil)
                continue
            }
            let endOfDay = CivilDate(text).flatMap { day in CivilTime.endOfDay.map { CivilDateTime(day, $0) } }
            facts.reminders[reminder.id] = .some(CivilDateTime(text) ?? endOfDay)
        }
        return facts
    }

    /// Has the auditor look at what was shown since it last did.
    private mutating func watch(from start: Instant, mayShow: Bool) {
        let shown = centre.shown
        auditor.watch(Array(shown[seenCount...]), from: start, to: now, mayShow: mayShow)
        seenCount = shown.count
    }

    private static let retryCountMax = 8

    /// The process is killed after so many calls of its next pass, and is not running until it is started again.
    mutating func killDuringPass(after callCount: Int) async {
        start(killedAfter: callCount)
        auditor.forgetPlan()
        let report = await pass(.launch)
        if !fuse.isBlown { await note(report) }
        watch(from: now, mayShow: true)
        start(killedAfter: nil)
    }

    /// Background work, for which there is time at once.
    mutating func refresh(_ feed: SimulatedFeed) async {
        try? await orchestrator.markDirty(now: now)
        auditor.beginPass()
        let outcome = await orchestrator.refresh(now: now, recalls: feed)
        say("  background work: \(outcome)")
        await reconcile(.background)
        let found = await criticalRecalls()
        recalls.formUnion(found)
    }

    private func criticalRecalls() async -> Set<String> {
        let alerts = (try? await store.record(ledgerSince: now).state.recalls) ?? []
        return Set(alerts.lazy.filter { $0.isCurrent && $0.severity == .critical }.map { "pantry|\($0.event)|recall" })
    }

    @discardableResult
    mutating func relaunch() async -> Bool {
        start(killedAfter: nil)
        return await reconcile(.launch)
    }

    mutating func pass(_ length: Duration) async {
        let start = now
        now = now + length
        centre.advance(to: now)
        watch(from: start, mayShow: centre.permission().mayShow)
    }

    mutating func setClock(by length: Duration) async {
        now = now + length
        hinderedRecalls.formUnion(recalls)
        centre.setClock(to: now)
        auditor.forgetPlan()
    }

    /// Off for a while.
    mutating func switchOff(for length: Duration) async {
        hinderedRecalls.formUnion(recalls)
        centre.switchOff()
        now = now + length
        centre.advance(to: now)
        centre.switchOn()
        auditor.forgetPlan()
        watch(from: now, mayShow: true)
    }

    mutating func travel(to timezone: String) {
        zone.value = timezone
        auditor.forgetZone()
    }

    mutating func set(_ permission: NotificationPermission) {
        centre.set(permission: permission)
        guard !permission.mayShow else { return }
        auditor.forgetPlan()
        hinderedRecalls.formUnion(recalls)
    }

    /// - Returns: what came of it; nil where the store refused.
    @discardableResult
    mutating func respond(_ action: NotificationResponse.Action, to notification: ScheduledNotification) async -> ResponseOutcome? {
        let response = NotificationResponse(
            identifier: notification.identifier, moment: notification.moment, action: action, parts: notification.parts)
        guard let outcome = try? await orchestrator.handle(response, now: now) else { return nil }
        auditor.note(response, outcome)
        // Handed over twice, as systems do.
        let again = try? await orchestrator.handle(response, now: now)
        if again != .handledBefore { auditor.complain("a response was handled twice: \(response.identifier)") }
        _ = await settle(await pass(.retry))
        return outcome
    }

    /// The next request fails. What comes late is shown at once and can't be read back, so nobody knows whether it was.
    mutating func fail(_ fault: SimulatedCentre.Fault) {
        centre.fail(next: [fault])
        hinderedRecalls.formUnion(recalls)
    }

    /// When nothing more happens, the centre holds the plan and nothing is called for.
    mutating func finish() async {
        centre.set(otherCount: 0)
        centre.fail(next: [])
        centre.set(permission: .granted)
        await relaunch()
        // What is due just now is given a moment to be shown.
        await pass(.seconds(120))
        await reconcile(.foreground)
        await reconcile(.foreground)
        let calls = centre.changeCount
        let report = await pass(.foreground)
        if centre.changeCount != calls { auditor.complain("a pass with nothing to do called the centre \(centre.changeCount - calls) times") }
        let asked = (try? await store.record(ledgerSince: now).asked) ?? []
        auditor.compare(centre.pending().requests, with: report, late: Set(asked.lazy.filter(\.isLate).map(\.identifier)))
        // What was found a moment ago is shown a moment later.
        let coming = Set(centre.pending().requests.map(\.identifier.subject))
        let due = await criticalRecalls().subtracting(hinderedRecalls).subtracting(coming)
        auditor.compare(recalls: due)
        if centre.overflowCount > 0 { auditor.complain("more was asked for than the centre keeps, \(centre.overflowCount) times") }
    }
}
