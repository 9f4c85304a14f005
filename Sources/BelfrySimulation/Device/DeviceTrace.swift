import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfryTime

/// A random life of a device, replayed to the letter from its seed.
///
/// Bills and a pantry are edited, time passes, the device is killed in the middle of a pass, switched off, carried to other zones, its clock
/// is set, permission is taken and given; and often enough nobody opens the app at all.
public struct DeviceTrace: Sendable {
    public let seed: UInt64
    public let stepCount: Int

    /// What came of it.
    public struct Outcome: Sendable {
        /// What an auditor has against it; empty where all is well.
        public let complaints: [String]
        public let shownCount: Int
        /// What happened, a line each.
        public let log: [String]
    }

    public init(seed: UInt64, stepCount: Int = 12) {
        self.seed = seed
        self.stepCount = stepCount
    }

    /// - Parameters:
    ///   - store: a fresh one.
    ///   - zones: must know those of ``timezones``.
    public func run(on store: any DeviceStore, zones: any TimeZoneDatabase) async -> Outcome {
        var run = TraceRun(seed: seed, store: store, zones: zones)
        do {
            try await run.begin()
            for _ in 0..<stepCount { try await run.step() }
            await run.finish()
        } catch {
            return Outcome(complaints: run.complaints + ["the store refused: \(error)"], shownCount: run.shownCount, log: run.log)
        }
        return Outcome(complaints: run.complaints, shownCount: run.shownCount, log: run.log)
    }

    /// With daylight saving time or without, half hours, and a change at midnight.
    public static let timezones = [
        "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "America/Nuuk", "Australia/Lord_Howe", "UTC",
    ]
}

/// A trace while it runs.
private struct TraceRun {
    private var generator: SeededGenerator
    private var world: DeviceWorld
    private let store: any DeviceStore
    private let zones: any TimeZoneDatabase
    private var factCount = 0

    init(seed: UInt64, store: any DeviceStore, zones: any TimeZoneDatabase) {
        var generator = SeededGenerator(seed: seed)
        self.store = store
        self.zones = zones
        let days = Int.random(in: 0..<365, using: &generator)
        let now = Instant(secondsSinceEpoch: 1_792_000_000 + Int64(days * 86_400 + Int.random(in: 0..<86_400, using: &generator)))
        let capacity = [8, 12, 20, 64].randomElement(using: &generator) ?? 64
        let centre = SimulatedCentre(
            now: now, capacity: capacity, overflow: SimulatedCentre.Overflow.allCases.randomElement(using: &generator) ?? .dropAll,
            afterReboot: SimulatedCentre.AfterReboot.allCases.randomElement(using: &generator) ?? .lost,
            removalDelay: Int.random(in: 0...4, using: &generator))
        let profile = PlatformProfile(name: "simulated", pendingCeiling: capacity, reserve: 2, horizonDays: 14)
        world = DeviceWorld(
            store: store, centre: centre, zones: zones, profile: profile,
            timezone: DeviceTrace.timezones.randomElement(using: &generator) ?? "UTC", now: now)
        self.generator = generator
    }

    var complaints: [String] { world.auditor.complaints }
    var log: [String] { world.log }
    var shownCount: Int { world.auditor.shownCount }

    mutating func begin() async throws {
        var edits = FactEdits()
        edits.saved[.notificationSettings] = [
            FactRecord(
                id: FactTable.settingsID,
                columns: ["bill_reminders_enabled": .flag(true), "currency": .text("EUR"), "weekly_digest_enabled": .flag(chance(0.3))])
        ]
        if chance(0.4) { edits.saved[.profile] = [quietNights("critical_only")] }
        edits.saved[.budgetItems] = (0..<count(1...5)).map { _ in bill() }
        edits.saved[.pantryItems] = (0..<count(0...3)).map { _ in thing() }
        try await store.save(edits)
        say("begins with \(edits.saved.values.joined().count) rows")
        await world.relaunch()
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<22: try await edit()
        case 22..<50: await letTimePass()
        case 50..<58: await world.reconcile(.foreground)
        case 58..<68: await kill()
        case 68..<74: await switchOff()
        case 74..<79: await travel()
        case 79..<83: await setClock()
        case 83..<87: await flipPermission()
        case 87..<96: await respond()
        default: await world.relaunch()
        }
    }

    mutating func finish() async {
        say("comes to rest")
        await world.finish()
    }

    // MARK: Steps

    private mutating func edit() async throws {
        var edits = FactEdits()
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1: edits.saved[.budgetItems] = [bill()]
        case 2: edits.saved[.pantryItems] = [thing()]
        case 3: edits.saved[.budgetItems] = [FactRecord(id: "bill\(count(0...factCount))", columns: ["is_completed": .flag(true), "name": .text("Paid")])]
        case 4: edits.deleted[.budgetItems] = ["bill\(count(0...factCount))"]
        case 5:
            let level = chance(0.5) ? "critical_only" : "all"
            edits.saved[.profile] = [quietNights(level)]
        default:
            edits.saved[.notificationSettings] = [
                FactRecord(id: FactTable.settingsID, columns: ["reminder_time_hour": .whole(count(6...23)), "notify_one_day_before": .flag(chance(0.8))])
            ]
        }
        say("edits")
        try await store.save(edits)
        if chance(0.8) { await world.reconcile(.change) }
    }

    private mutating func letTimePass() async {
        let hours = [1, 3, 9, 24, 50, 200].randomElement(using: &generator) ?? 1
        say("\(hours) hours pass")
        await world.pass(.seconds(hours * 3600 + count(0...3599)))
        if chance(0.6) { await world.reconcile(.foreground) }
    }

    private mutating func kill() async {
        let calls = count(0...14)
        say("is killed after \(calls) calls")
        if chance(0.5) { try? await store.save(FactEdits(saved: [.budgetItems: [bill()]])) }
        await world.killDuringPass(after: calls)
        if chance(0.5) { await world.relaunch() }
    }

    private mutating func switchOff() async {
        let hours = count(1...60)
        say("is off for \(hours) hours")
        await world.switchOff(for: .seconds(hours * 3600))
        await world.relaunch()
    }

    private mutating func travel() async {
        let zone = DeviceTrace.timezones.randomElement(using: &generator) ?? "UTC"
        say("travels to \(zone)")
        world.travel(to: zone)
        if chance(0.7) { await world.reconcile(.zoneChanged) }
    }

    private mutating func setClock() async {
        let minutes = count(-300...300)
        say("its clock is set by \(minutes) minutes")
        // A system tells a running app at once; one that isn't running looks when it starts.
        await world.reconcile(.foreground)
        await world.setClock(by: .seconds(minutes * 60))
        await world.reconcile(.clockChanged)
    }

    private mutating func flipPermission() async {
        let permission: NotificationPermission = chance(0.5) ? .denied : .granted
        say("permission is \(permission)")
        world.set(permission)
        if chance(0.7) { await world.reconcile(.permissionChanged) }
    }

    private mutating func respond() async {
        guard let notification = world.centre.visible.randomElement(using: &generator) else { return }
        let actions: [NotificationResponse.Action] = [.open, .dismiss, .button("SNOOZE"), .button("USED")]
        let action = actions.randomElement(using: &generator) ?? .open
        say("responds with \(action) to \(notification.identifier)")
        await world.respond(action, to: notification)
    }

    // MARK: Facts

    private mutating func bill() -> FactRecord {
        factCount += 1
        var columns: [String: FactValue] = [
            "name": .text("Bill \(factCount)"), "amount": .whole(count(100...90_000)), "due_date": .text(day(-3...20)),
            "is_auto_pay": .flag(chance(0.1)), "is_completed": .flag(false),
        ]
        if chance(0.3) { columns["rrule"] = .text(["FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=DAILY;INTERVAL=3"].randomElement(using: &generator) ?? "") }
        return FactRecord(id: "bill\(count(0...factCount))", columns: columns)
    }

    private mutating func thing() -> FactRecord {
        factCount += 1
        return FactRecord(
            id: "thing\(factCount)", columns: ["name": .text("Thing \(factCount)"), "expires_on": .text(day(-1...12)), "used": .flag(false)])
    }

    /// - Parameter level: what passes them.
    private func quietNights(_ level: String) -> FactRecord {
        FactRecord(
            id: FactTable.settingsID,
            columns: [
                "notify_push": .flag(true), "quiet_hours_start": .text("21:00"), "quiet_hours_end": .text("10:00"),
                "quiet_hours_notification_level": .text(level), "quiet_hours_action": .text("defer"),
            ])
    }

    private mutating func day(_ range: ClosedRange<Int>) -> String {
        let zone = zones.rules(named: world.zone.value) ?? .utc
        return (zone.civil(at: world.now).date + count(range)).description
    }

    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }
    private mutating func say(_ text: String) { world.say(text) }
}
