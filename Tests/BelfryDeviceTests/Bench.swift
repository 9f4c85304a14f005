import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization

/// A device in Berlin on a Saturday morning, with its facts in memory and a simulated centre.
struct Bench {
    static let morning = Instant(literal: "2026-11-21T07:00:00Z")
    static let zones = SystemTimeZoneDatabase()

    let device = MemoryDevice()
    let centre: SimulatedCentre
    let orchestrator: Orchestrator

    init(
        permission: NotificationPermission = .granted, capacity: Int = 64, overflow: SimulatedCentre.Overflow = .keepSoonest,
        afterReboot: SimulatedCentre.AfterReboot = .shown, removalDelay: Int = 0, profile: PlatformProfile = .ios,
        timezone: @escaping @Sendable () -> String = { "Europe/Berlin" }
    ) {
        centre = SimulatedCentre(
            now: Bench.morning, capacity: capacity, overflow: overflow, afterReboot: afterReboot, removalDelay: removalDelay,
            permission: permission)
        orchestrator = Orchestrator(store: device, centre: centre, zones: Bench.zones, profile: profile, timezone: timezone)
    }

    /// The same centre with a device that knows nothing of before.
    static func centred(_ other: Bench) -> Bench { Bench(on: other.centre) }

    private init(on centre: SimulatedCentre) {
        self.centre = centre
        orchestrator = Orchestrator(store: device, centre: centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
    }

    /// Another process on the same device.
    func restarted() -> Orchestrator {
        Orchestrator(store: device, centre: centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
    }

    /// Another process on the same device, from which the centre takes nothing.
    func refused(because problem: CentreProblem) -> Orchestrator {
        Orchestrator(
            store: device, centre: RefusingCentre(centre: centre, problem: problem), zones: Bench.zones, profile: .ios,
            timezone: { "Europe/Berlin" })
    }

    /// Saves facts as the person's edit.
    func save(_ table: FactTable, _ records: FactRecord...) async throws {
        try await device.save(FactEdits(saved: [table: records]))
    }

    func saveBills(_ records: FactRecord...) async throws {
        try await device.save(
            FactEdits(saved: [
                .notificationSettings: [
                    FactRecord(
                        id: FactTable.settingsID,
                        columns: [
                            "bill_reminders_enabled": .flag(true), "currency": .text("EUR"), "weekly_digest_enabled": .flag(false),
                        ])
                ],
                .budgetItems: records,
            ]))
    }

    @discardableResult
    func reconcile(_ trigger: PassTrigger = .change, after length: Duration = .zero) async -> PassReport {
        await orchestrator.reconcile(trigger, now: Bench.morning + length)
    }

    /// Time passes, and what is due is shown.
    func advance(by length: Duration) { centre.advance(to: Bench.morning + length) }

    /// What the centre holds, a line each: `bills|rent|due_day|2026-11-30 08:00`, in UTC.
    var pending: [String] {
        centre.pending().requests.sorted { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) }.map {
            "\($0.identifier) \(TimeZoneRules.utc.civil(at: $0.moment).time.shortText)"
        }
    }

    var shownTitles: [String] { centre.shown.map(\.notification.title) }
}

extension ScheduledNotification {
    /// One that says nothing but its title, alone.
    static func titled(_ title: String, _ identifier: NotificationID, at moment: Instant, category: String, thread: String, severity: Severity) -> Self {
        ScheduledNotification(
            request: PendingRequest(identifier: identifier, moment: moment, fingerprint: 1), title: title, body: "", category: category,
            thread: thread, severity: severity, parts: [identifier], expiresAt: nil)
    }
}

/// A value that a test sets while a device reads it.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }

    func change(_ edit: (inout Value) -> Void) { mutex.withLock { edit(&$0) } }
}

/// A centre that takes nothing, though it may show.
private struct RefusingCentre: PassingCentre {
    let centre: SimulatedCentre
    let problem: CentreProblem

    func add(_ notification: ScheduledNotification) throws(CentreProblem) { throw problem }
}

typealias Overflow = SimulatedCentre.Overflow

extension FactRecord {
    static func bill(_ id: String, due date: String, amount: Int = 124_000) -> FactRecord {
        FactRecord(id: id, columns: ["name": .text(id.prefix(1).uppercased() + id.dropFirst()), "due_date": .text(date), "amount": .whole(amount)])
    }

    static func word(_ id: String, due date: String) -> FactRecord { FactRecord(id: id, columns: ["due": .text(date)]) }

    static func thing(_ id: String, expires date: String) -> FactRecord {
        FactRecord(id: id, columns: ["name": .text(id.prefix(1).uppercased() + id.dropFirst()), "expires_on": .text(date)])
    }
}

extension Duration {
    static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
