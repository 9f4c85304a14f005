import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfryTime

/// What a device does when a bill has changed, and when its app starts: from the committed row to the last call to the notification centre.
///
/// A third of the bills come back monthly, due dates are spread over a year, and each seventh budget is overspent. The centre is a list
/// in memory, so that its own time is next to none.
struct DevicePasses {
    private let zone: String
    private let zones: any TimeZoneDatabase
    private let now: Instant
    private let workplace: Workplace

    init(zones: any TimeZoneDatabase, workplace: Workplace) throws {
        guard let now = Instant("2026-11-21T07:00:00Z") else { throw Missing(what: "a moment") }
        self.zones = zones
        self.now = now
        self.workplace = workplace
        zone = "Europe/Berlin"
    }

    var contenders: [Contender] {
        get async throws {
            try await changing(billCount: 10_000, goal: 5) + starting(billCount: 30, goal: 20) + starting(billCount: 10_000, goal: nil)
        }
    }

    private static let changeCount = 20

    /// One bill after the other is edited, and a pass made after each. The edit itself is the app's, and isn't counted.
    private func changing(billCount: Int, goal: Double) async throws -> [Contender] {
        let store = try await filled("changing.sqlite", billCount: billCount)
        let watches = PassWatches()
        let orchestrator = orchestrator(on: store, watches)
        try await pass(.launch, of: orchestrator)
        watches.clear()
        let count = Self.changeCount
        let edits = Edits(today: today, billCount: billCount)
        let whole = Contender(
            name: "one of \(billCount) bills changed", unit: .milliseconds, operationCount: count, goal: goal, counted: watches.take
        ) {
            for _ in 0..<count {
                try await store.save(edits.next())
                try await watches.whole.measure { try await pass(.change, of: orchestrator) }
            }
        }
        return [whole] + watches.parts(of: whole.name, operationCount: count)
    }

    /// A new orchestrator, which knows nothing, on a file that is there.
    private func starting(billCount: Int, goal: Double?) async throws -> [Contender] {
        let path = workplace.path("starting-\(billCount).sqlite")
        try await filled("starting-\(billCount).sqlite", billCount: billCount).close()
        let watches = PassWatches()
        let centre = ListCentre()
        let whole = Contender(
            name: "\(billCount) bills from cold", unit: .milliseconds, operationCount: 1, goal: goal, counted: watches.take
        ) {
            try await watches.whole.measure {
                let store = try await watches.store.measure { try SQLiteDevice(path: path) }
                try await pass(.launch, of: orchestrator(on: store, watches, centre))
            }
        }
        return [whole] + watches.parts(of: whole.name, operationCount: 1)
    }

    private func orchestrator(on store: SQLiteDevice, _ watches: PassWatches, _ centre: ListCentre = ListCentre()) -> Orchestrator {
        let zone = zone
        return Orchestrator(
            store: WatchedStore(store: store, watch: watches.store), centre: WatchedCentre(centre: centre, watch: watches.calls), zones: zones,
            profile: .ios, timezone: { zone })
    }

    private func pass(_ trigger: PassTrigger, of orchestrator: Orchestrator) async throws {
        let report = await orchestrator.reconcile(trigger, now: now)
        guard report.problems.isEmpty, let plan = report.plan else { throw Missing(what: "a whole pass: \(report.summary)") }
        keep(plan.days.count)
    }

    private var today: CivilDate { zones.rules(named: zone)?.civil(at: now).date ?? TimeZoneRules.utc.civil(at: now).date }

    private func filled(_ name: String, billCount: Int) async throws -> SQLiteDevice {
        let store = try SQLiteDevice(path: workplace.path(name))
        let edits = Edits(today: today, billCount: billCount)
        let settings: [String: FactValue] = ["bill_reminders_enabled": .flag(true), "weekly_digest_enabled": .flag(true), "currency": .text("EUR")]
        try await store.save(
            FactEdits(saved: [
                .profile: [FactRecord(id: FactTable.settingsID, columns: ["notify_push": .flag(true)])],
                .notificationSettings: [FactRecord(id: FactTable.settingsID, columns: settings)],
                .budgetItems: (0..<billCount).map(edits.bill),
            ]))
        return store
    }
}

/// Bills, and what a person does with one after the other.
private final class Edits {
    private let today: CivilDate
    private let billCount: Int
    private var step = 0

    init(today: CivilDate, billCount: Int) {
        self.today = today
        self.billCount = billCount
    }

    func bill(_ number: Int) -> FactRecord {
        var columns: [String: FactValue] = [
            "name": .text("Bill number \(number)"), "amount": .whole(1000 + number), "due_date": .text("\(today + number * 131 % 365)"),
        ]
        if number % 3 == 0 { columns["rrule"] = .text("FREQ=MONTHLY") }
        if number % 1000 == 7 {
            columns["limit"] = .whole(100)
            columns["spent"] = .whole(number)
        }
        return FactRecord(id: "bill-\(number)", columns: columns)
    }

    /// Another amount, another day, or paid; each bill is found in the coming days or later, as it comes.
    func next() -> FactEdits {
        step += 1
        let number = step * 31 % billCount
        let columns: [String: FactValue] =
            switch step % 3 {
            case 0: ["amount": .whole(50_000 + step)]
            case 1: ["due_date": .text("\(today + step * 7 % 40)")]
            default: ["is_completed": .flag(true)]
            }
        return FactEdits(saved: [.budgetItems: [FactRecord(id: "bill-\(number)", columns: columns)]])
    }
}
