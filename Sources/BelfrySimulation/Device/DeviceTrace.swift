import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfryTime

/// A random life of a device, replayed to the letter from its seed.
///
/// Bills, a pantry, words, prayers and own reminders are edited, things are recalled, time passes, the device is killed in the middle of a pass, switched
/// off, carried to other zones, its clock is set, the centre refuses and loses requests, permission is taken and given; and often enough
/// nobody opens the app at all.
public struct DeviceTrace: Sendable {
    public let seed: UInt64
    public let stepCount: Int
    /// Whether the person has reminders of their own.
    public let hasReminders: Bool
    /// Whether they may have quiet hours of single nights.
    public let hasQuietNights: Bool

    /// What came of it.
    public struct Outcome: Sendable {
        /// What an auditor has against it; empty where all is well.
        public let complaints: [String]
        public let shownCount: Int
        /// What happened, a line each.
        public let log: [String]
    }

    public init(seed: UInt64, stepCount: Int = 12, hasReminders: Bool = false, hasQuietNights: Bool = false) {
        self.seed = seed
        self.stepCount = stepCount
        self.hasReminders = hasReminders
        self.hasQuietNights = hasQuietNights
    }

    /// - Parameters:
    ///   - store: a fresh one.
    ///   - zones: must know those of ``timezones``.
    public func run(on store: any DeviceStore, zones: any TimeZoneDatabase) async -> Outcome {
        var run = TraceRun(Fate(seed: seed, hasReminders: hasReminders, hasQuietNights: hasQuietNights), store: store, zones: zones)
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
    private var fate: Fate
    private var world: DeviceWorld
    private let store: any DeviceStore
    private let zones: any TimeZoneDatabase
    private var feed = SimulatedFeed()

    init(_ fate: Fate, store: any DeviceStore, zones: any TimeZoneDatabase) {
        var fate = fate
        self.store = store
        self.zones = zones
        let now = fate.beginning()
        let capacity = fate.capacity()
        let centre = SimulatedCentre(
            now: now, capacity: capacity, overflow: SimulatedCentre.Overflow.allCases.randomElement(using: &fate.generator) ?? .dropAll,
            afterReboot: SimulatedCentre.AfterReboot.allCases.randomElement(using: &fate.generator) ?? .lost,
            removalDelay: fate.count(0...4))
        let profile = PlatformProfile(name: "simulated", pendingCeiling: capacity, reserve: 2, horizonDays: 14)
        world = DeviceWorld(
            store: store, centre: centre, zones: zones, profile: profile,
            timezone: fate.timezone(), now: now)
        self.fate = fate
    }

    var complaints: [String] { world.auditor.complaints }
    var log: [String] { world.log }
    var shownCount: Int { world.auditor.shownCount }

    mutating func begin() async throws {
        let edits = fate.firstFacts(today: today)
        try await store.save(edits)
        say("begins with \(edits.saved.values.joined().count) rows")
        await world.relaunch()
    }

    mutating func step() async throws {
        switch fate.count(0...99) {
        case 0..<20: try await edit()
        case 20..<26: await lookForRecalls()
        case 26..<46: await letTimePass()
        case 46..<50: await falter()
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
        let edits = fate.edits(today: today)
        say("edits")
        try await store.save(edits)
        if fate.chance(0.8) { await world.reconcile(.change) }
    }

    private mutating func lookForRecalls() async {
        if fate.chance(0.6) { feed.published.append(fate.recall()) }
        say("looks for recalls, of which there are \(feed.published.count)")
        await world.refresh(feed)
    }

    private mutating func letTimePass() async {
        let hours = [1, 3, 9, 24, 50, 200].randomElement(using: &fate.generator) ?? 1
        say("\(hours) hours pass")
        await world.pass(.seconds(hours * 3600 + fate.count(0...3599)))
        if fate.chance(0.6) { await world.reconcile(.foreground) }
    }

    private mutating func falter() async {
        guard let fault = SimulatedCentre.Fault.all.randomElement(using: &fate.generator), fault != .refuses(.notAllowed) else { return }
        say("the centre \(fault) the next")
        world.fail(fault)
        if fate.chance(0.8) { await world.reconcile(.foreground) }
    }

    private mutating func kill() async {
        let calls = fate.count(0...14)
        say("is killed after \(calls) calls")
        if fate.chance(0.5) { try? await store.save(FactEdits(saved: [.budgetItems: [fate.bill(today: today)]])) }
        await world.killDuringPass(after: calls)
        if fate.chance(0.5) { await world.relaunch() }
    }

    private mutating func switchOff() async {
        let hours = fate.count(1...60)
        say("is off for \(hours) hours")
        await world.switchOff(for: .seconds(hours * 3600))
        await world.relaunch()
    }

    private mutating func travel() async {
        let zone = fate.timezone()
        say("travels to \(zone)")
        world.travel(to: zone)
        if fate.chance(0.7) { await world.reconcile(.zoneChanged) }
    }

    private mutating func setClock() async {
        let minutes = fate.count(-300...300)
        say("its clock is set by \(minutes) minutes")
        // A system tells a running app at once; one that isn't running looks when it starts.
        await world.reconcile(.foreground)
        await world.setClock(by: .seconds(minutes * 60))
        await world.reconcile(.clockChanged)
    }

    private mutating func flipPermission() async {
        let permission: NotificationPermission = fate.chance(0.5) ? .denied : .granted
        say("permission is \(permission)")
        world.set(permission)
        if fate.chance(0.7) { await world.reconcile(.permissionChanged) }
    }

    private mutating func respond() async {
        guard let notification = world.centre.visible.randomElement(using: &fate.generator) else { return }
        let action = fate.action()
        say("responds with \(action) to \(notification.identifier)")
        await world.respond(action, to: notification)
    }

    private var today: CivilDate { (zones.rules(named: world.zone.value) ?? .utc).civil(at: world.now).date }

    private mutating func say(_ text: String) { world.say(text) }
}
