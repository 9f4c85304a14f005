import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@Suite("A schedule of our own")
struct ScheduledCentreTests {
    @Test("It passes the exam of notification centres", arguments: CentreConformance.all(with: [.responses]))
    func passes(_ behaviour: CentreConformance) async throws {
        try await behaviour.run(in: try await ScheduledHarness())
    }

    @Test("The store that its tests have behaves as every such store does", arguments: ScheduleConformance.all)
    func passes(_ behaviour: ScheduleConformance) async throws {
        try await behaviour.run(on: TrialSchedule())
    }

    @Test("What is scheduled survives a restart, and is shown once")
    func restart() async throws {
        let harness = try await ScheduledHarness()
        try await harness.centre.add(.example(due: .noon + .hours(1)))
        let later = try await harness.restarted()
        await later.advance(to: .noon + .hours(1))
        await later.advance(to: .noon + .hours(2))
        #expect(harness.presenter.shownCount == 1)
        #expect(await later.centre.delivered().count == 1)
    }

    @Test("What a click does is said in the person's language, of a category that nobody has described, too")
    func openTitle() async throws {
        let harness = try await ScheduledHarness()
        try await harness.centre.add(.example("rent", due: .noon))
        await harness.centre.setCategories(DescribedCategory.all(in: .german))
        try await harness.centre.add(.example("rent", due: .noon))
        try await harness.centre.add(.titled("Own", NotificationID(literal: "x|y|z|2026-01-02"), at: .noon, category: "other", thread: "x", severity: .watch))
        #expect(harness.presenter.openTitles == ["Open", "Öffnen", "Öffnen"])
    }

    @Test("What came due while nobody was there waits for a plan")
    func overdue() async throws {
        let harness = try await ScheduledHarness()
        try await harness.centre.add(.example(due: .noon + .hours(1)))
        let later = try await harness.restarted()
        await later.jump(to: .noon + .hours(3))
        #expect(harness.presenter.shownCount == 0)
        #expect(await later.centre.pending().requests.count == 1)
    }

    @Test("Without a notification service nothing is lost: it stays pending, and there is no permission")
    func noService() async throws {
        let harness = try await ScheduledHarness()
        try await harness.centre.add(.example(due: .noon + .hours(1)))
        harness.presenter.isThere = false
        await harness.jump(to: .noon + .hours(1))
        #expect(await harness.centre.permission() == .unavailable)
        #expect(await harness.centre.pending().requests.count == 1)
        harness.presenter.isThere = true
        await harness.jump(to: .noon + .hours(1) + .seconds(5))
        #expect(harness.presenter.shownCount == 1)
    }

    @Test("What a service refuses holds up nothing else that is due, and stays pending until a plan says what becomes of it")
    func refused() async throws {
        let harness = try await ScheduledHarness()
        let refused = ScheduledNotification.example("gym", due: .noon + .hours(1))
        harness.presenter.refuse(refused.identifier)
        try await harness.centre.add(refused)
        try await harness.centre.add(.example(due: .noon + .hours(1)))
        await harness.jump(to: .noon + .hours(1))
        #expect(harness.presenter.shownCount == 1)
        #expect(await harness.centre.pending().requests.map(\.identifier) == [refused.identifier])
    }

    @Test("What a service refuses for good is given up after a day, and the ledger says so")
    func givenUp() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: ["notify_on_due_date": .flag(false)]))
        let clock = TestClock(at: Bench.morning)
        let presenter = TrialPresenter()
        let refused = NotificationID(literal: "bills|rent|day_before|2026-11-21")
        presenter.refuse(refused)
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { clock.now })
        let orchestrator = Orchestrator(
            store: bench.device, centre: centre, zones: Bench.zones, profile: .linux, timezone: { "Europe/Berlin" })
        for hour in 0...27 {
            clock.set(to: Bench.morning + .hours(hour))
            await orchestrator.reconcile(.foreground, now: clock.now)
        }
        let record = await bench.device.record(ledgerSince: Bench.morning)
        #expect(record.asked.allSatisfy { $0.identifier != refused })
        #expect(record.ledger.filter { $0.entry.identifier == refused }.map(\.outcome) == [.missed])
        #expect(presenter.shownCount == 0)
    }

    @Test("What is taken back while another is being shown is not shown any more")
    func takenBack() async throws {
        let presenter = SlowPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { .noon })
        let rent = ScheduledNotification.example(due: .noon + .hours(1))
        try await centre.add(.example("gym", due: rent.moment))
        try await centre.add(rent)
        presenter.meanwhile.value = { await centre.removePending([rent.identifier]) }
        await centre.showDue(now: rent.moment)
        #expect(presenter.desktop.shownCount == 1)
    }

    @Test("Whoever is stopped while one is being shown has shown it, but for a critical one, which still waits", arguments: Severity.allCases)
    func stoppedWhileShowing(severity: Severity) async throws {
        let (schedule, presenter) = (TrialSchedule(), SlowPresenter())
        let centre = try await ScheduledCentre(store: schedule, presenter: presenter, now: { .noon })
        let due = ScheduledNotification.example(due: .noon + .hours(1), severity: severity)
        try await centre.add(due)
        let kept = Shared<[ScheduleEntry]>([])
        presenter.meanwhile.value = { kept.value = schedule.schedule() }
        await centre.showDue(now: due.moment)
        #expect(kept.value.map { $0.shownAt == nil } == [severity == .critical])
        #expect(schedule.schedule().map { $0.shownAt == nil } == [false])
        #expect(await centre.pending().requests.isEmpty)
        #expect(await centre.delivered().count == 1)
    }

    @Test("What a service that has started anew showed before is gone")
    func serviceRestarted() async throws {
        let harness = try await ScheduledHarness()
        try await harness.centre.add(.example(due: .noon + .hours(1)))
        await harness.advance(to: .noon + .hours(1))
        #expect(await harness.scheduled.take(.restarted) == nil)
        #expect(await harness.centre.delivered().isEmpty)
    }
}

extension ScheduledNotification {
    static func example(_ bill: String = "rent", due moment: Instant, severity: Severity = .watch) -> ScheduledNotification {
        let identifier = NotificationID(subject: "bills|\(bill)|due_day", date: TimeZoneRules.utc.civil(at: moment).date)
        return ScheduledNotification(
            request: PendingRequest(identifier: identifier, moment: moment, fingerprint: 1), title: "Due today: Rent", body: "",
            category: "bill_reminder", thread: "bills", severity: severity, parts: [identifier], expiresAt: nil)
    }
}

/// A desktop whose service may be away.
final class TrialPresenter: NotificationPresenter {
    private struct State {
        var isThere = true
        var refused: Set<NotificationID> = []
        var shown: [NotificationID: ScheduledNotification] = [:]
        var shownCount = 0
        var openTitles: [String] = []
    }

    private let state = Mutex(State())
    let events: AsyncStream<PresenterEvent>
    let sendEvent: AsyncStream<PresenterEvent>.Continuation

    init() { (events, sendEvent) = AsyncStream.makeStream() }

    func show(_ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String) throws(CentreProblem) {
        let problem: CentreProblem? = state.withLock { state in
            guard state.isThere else { return .unavailable }
            guard !state.refused.contains(notification.identifier) else { return .invalid }
            state.shown[notification.identifier] = notification
            state.openTitles.append(openTitle)
            state.shownCount += 1
            return nil
        }
        if let problem { throw problem }
    }

    /// Takes it for unusable from now on.
    func refuse(_ identifier: NotificationID) { state.withLock { _ = $0.refused.insert(identifier) } }

    func close(_ identifier: NotificationID) { state.withLock { $0.shown[identifier] = nil } }
    func isAvailable() -> Bool { isThere }

    var isThere: Bool {
        get { state.withLock(\.isThere) }
        set { state.withLock { $0.isThere = newValue } }
    }
    /// What a click on each was said to do.
    var openTitles: [String] { state.withLock(\.openTitles) }
    var shownCount: Int { state.withLock(\.shownCount) }
    var shown: [NotificationID: ScheduledNotification] { state.withLock(\.shown) }
}

/// A desktop that takes its time, in which something else happens.
private struct SlowPresenter: NotificationPresenter {
    let desktop = TrialPresenter()
    let meanwhile = Shared<(@Sendable () async -> Void)?>(nil)

    var events: AsyncStream<PresenterEvent> { desktop.events }

    func show(
        _ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String
    ) async throws(CentreProblem) {
        try desktop.show(notification, actions: actions, openTitle: openTitle)
        await meanwhile.value?()
    }

    func close(_ identifier: NotificationID) { desktop.close(identifier) }
    func isAvailable() -> Bool { desktop.isAvailable() }
}

/// A schedule that its tests keep in memory, over restarts.
final class TrialSchedule: ScheduleStore {
    private let entries = Mutex<[ScheduleEntry.Key: ScheduleEntry]>([:])

    func schedule() -> [ScheduleEntry] { entries.withLock { Array($0.values) } }

    func changeSchedule(_ change: ScheduleChange) {
        entries.withLock { entries in
            for key in change.removed { entries[key] = nil }
            for entry in change.saved { entries[entry.key] = entry }
        }
    }
}

private struct ScheduledHarness: CentreHarness {
    let presenter: TrialPresenter
    let schedule: TrialSchedule
    let clock: Shared<Instant>
    let scheduled: ScheduledCentre
    private let log = Shared<[NotificationResponse]>([])

    init(presenter: TrialPresenter = TrialPresenter(), schedule: TrialSchedule = TrialSchedule(), now: Instant = .noon) async throws {
        self.presenter = presenter
        self.schedule = schedule
        let clock = Shared(now)
        self.clock = clock
        scheduled = try await ScheduledCentre(store: schedule, presenter: presenter, now: { clock.value })
    }

    /// Another process on the same machine.
    func restarted() async throws -> ScheduledHarness {
        try await ScheduledHarness(presenter: presenter, schedule: schedule, now: clock.value)
    }

    var centre: any NotificationCentre { scheduled }

    /// As an agent does: it is awake whenever something is due.
    func advance(to moment: Instant) async {
        while let next = await scheduled.nextMoment(after: clock.value), next <= moment {
            clock.value = max(clock.value, next)
            await scheduled.showDue(now: clock.value)
        }
        clock.value = moment
    }

    /// Nobody is awake in between.
    func jump(to moment: Instant) async {
        clock.value = moment
        await scheduled.showDue(now: moment)
    }

    func settle() {}

    func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) async {
        guard let shown = presenter.shown[identifier] else { return }
        presenter.close(identifier)
        let event: PresenterEvent =
            action == .dismiss
            ? .closed(identifier)
            : .responded(NotificationResponse(identifier: identifier, moment: shown.moment, action: action, parts: shown.parts))
        if let response = await scheduled.take(event) { log.value.append(response) }
    }

    func clear(_ identifier: NotificationID) async { _ = await scheduled.take(.closed(identifier)) }
    func responses() -> [NotificationResponse] { log.value }

    // Not among its abilities.
    func set(_ permission: NotificationPermission) {}
    func answerPrompts(with answer: Bool) {}
    func promptCount() -> Int { 0 }
    func set(capacity: Int) {}
    func addForeignRequests(count: Int) {}
    func actions(of category: String) -> [String]? { nil }
}
