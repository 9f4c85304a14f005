import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime

/// A random life of two devices of one person that sync, replayed to the letter from its seed.
///
/// Facts are edited on either; each is switched off, not opened or without a line for a while, and answers of the server get lost. Killed
/// processes, clocks and journeys are in ``DeviceTrace``.
public struct PairTrace: Sendable {
    public let seed: UInt64
    public let stepCount: Int
    /// Whether the person has reminders of their own.
    public let hasReminders: Bool

    public init(seed: UInt64, stepCount: Int = 16, hasReminders: Bool = false) {
        self.seed = seed
        self.stepCount = stepCount
        self.hasReminders = hasReminders
    }

    /// - Parameter zones: must know those of ``DeviceTrace/timezones``.
    public func run(zones: any TimeZoneDatabase) async -> DeviceTrace.Outcome {
        var run = PairRun(Fate(seed: seed, hasReminders: hasReminders), zones: zones)
        var refusal: [String] = []
        do {
            try await run.begin()
            for _ in 0..<stepCount { try await run.step() }
            try await run.finish()
        } catch {
            refusal = ["a store or the server refused: \(error)"]
        }
        return DeviceTrace.Outcome(complaints: run.complaints + refusal, shownCount: run.shownCount, log: run.log)
    }
}

/// A trace while it runs.
private struct PairRun {
    private var fate: Fate
    private var devices: [Device]
    private let server: SimulatedServer
    private let zone: TimeZoneRules
    private var auditor = PairAuditor()
    private(set) var log: [String] = []

    private struct Device {
        var world: DeviceWorld
        let store: MemoryDevice
        let client: SyncClient
        /// How much of what was shown the auditor has seen, and of what happened the log has.
        var seenCount = 0
        var loggedCount = 0
    }

    init(_ fate: Fate, zones: any TimeZoneDatabase) {
        var fate = fate
        let now = fate.beginning()
        let timezone = fate.timezone()
        let server = SimulatedServer(now: now)
        devices = (0...1).map { number in
            let capacity = fate.capacity()
            let centre = SimulatedCentre(
                now: now, capacity: capacity, overflow: .dropAll,
                // One that loses what was due while it was off leaves nobody who knows what was shown.
                afterReboot: fate.chance(0.5) ? .shown : .kept, removalDelay: fate.count(0...4))
            let store = MemoryDevice()
            let profile = PlatformProfile(name: "simulated", pendingCeiling: capacity, reserve: 2, horizonDays: 14)
            return Device(
                world: DeviceWorld(
                    store: store, centre: centre, zones: zones, profile: profile, timezone: timezone, now: now, sharesReceipts: true),
                store: store,
                client: SyncClient(store: store, server: server, identifiers: CountedPushes(of: "device-\(number)"), now: { now }))
        }
        self.server = server
        zone = zones.rules(named: timezone) ?? .utc
        self.fate = fate
    }

    var complaints: [String] { auditor.complaints + devices.flatMap(\.world.auditor.complaints) }
    var shownCount: Int { devices.reduce(0) { $0 + $1.world.auditor.shownCount } }
    private var now: Instant { max(devices[0].world.now, devices[1].world.now) }
    private var today: CivilDate { zone.civil(at: now).date }

    mutating func begin() async throws {
        let edits = fate.firstFacts(today: today)
        try await devices[0].store.save(edits)
        say("both begin with \(edits.saved.values.joined().count) rows")
        for device in devices.indices {
            try await sync(device)
            await pass(.launch, on: device)
        }
    }

    mutating func step() async throws {
        let device = fate.count(0...1)
        switch fate.count(0...99) {
        case 0..<20: try await edit(device)
        case 20..<48: await letTimePass()
        case 48..<76: await trySync(device)
        case 76..<82: await pass(.foreground, on: device)
        case 82..<89: await switchOff(device)
        case 89..<97: await respond(on: device)
        default: await pass(.launch, on: device)
        }
        await passTogether(.zero)
    }

    /// Both sync over a line that holds, come to rest, and know all that the other has told.
    mutating func finish() async throws {
        say("both come to rest")
        // The first hears with its second sync of what the second has told.
        for device in [0, 1, 0] { try await meet(device) }
        for device in devices.indices {
            let settled = auditor.beginPass(on: device)
            await devices[device].world.finish()
            watch(device)
            auditor.endPass(on: device, settled: settled, isWhole: false)
        }
        await passTogether(.zero)
        for device in [0, 1, 0] { try await meet(device) }
        for device in devices.indices {
            let receipts = await devices[device].store.changes(since: 0).records[.notificationReceipts] ?? []
            auditor.compare(Set(receipts.compactMap { NotificationReceipt($0)?.identifier }), of: device, since: now - PairRun.receiptsKeptFor)
        }
    }

    /// Less than a device keeps them, by as long as one may be off before what was due is shown.
    private static let receiptsKeptFor = Duration.seconds(25 * 24 * 3600)

    // MARK: Steps

    private mutating func edit(_ device: Int) async throws {
        let edits = fate.edits(today: today)
        say("device \(device) edits")
        try await devices[device].store.save(edits)
        if fate.chance(0.8) { await pass(.change, on: device) }
    }

    private mutating func letTimePass() async {
        let hours = [1, 3, 9, 24, 50].randomElement(using: &fate.generator) ?? 1
        say("\(hours) hours pass")
        await passTogether(.seconds(hours * 3600 + fate.count(0...3599)))
        for device in devices.indices where fate.chance(0.6) { await pass(.foreground, on: device) }
    }

    private mutating func trySync(_ device: Int) async {
        if fate.chance(0.8) { await pass(.background, on: device) }
        let fault = fate.chance(0.25) ? SimulatedServer.Fault.allCases.randomElement(using: &fate.generator) : nil
        do {
            try await sync(device, fault)
        } catch {
            say("device \(device) can't sync: \(error)")
        }
        if fate.chance(0.9) { await pass(.change, on: device) }
    }

    private mutating func switchOff(_ device: Int) async {
        let length = Duration.seconds(fate.count(1...60) * 3600)
        say("device \(device) is off for \(length)")
        await devices[device].world.switchOff(for: length)
        watch(device)
        await passTogether(.zero)
        await pass(.launch, on: device)
    }

    private mutating func respond(on device: Int) async {
        guard let notification = devices[device].world.centre.visible.randomElement(using: &fate.generator) else { return }
        let action = fate.action()
        say("device \(device) responds with \(action) to \(notification.identifier)")
        let settled = auditor.beginPass(on: device)
        let outcome = await devices[device].world.respond(action, to: notification)
        if case .snoozed? = outcome { auditor.snoozed(notification.parts, on: device) }
        watch(device)
        auditor.endPass(on: device, settled: settled, isWhole: false)
    }

    // MARK: What happens to both

    /// A device makes a pass, syncs, and makes another.
    private mutating func meet(_ device: Int) async throws {
        await pass(.background, on: device)
        try await sync(device)
        await pass(.change, on: device)
    }

    private mutating func sync(_ device: Int, _ fault: SimulatedServer.Fault? = nil) async throws {
        server.set(fault, now: now)
        try await devices[device].client.sync()
        auditor.synced(device)
        say("device \(device) syncs")
    }

    private mutating func pass(_ trigger: PassTrigger, on device: Int) async {
        let start = devices[device].world.now
        let settled = auditor.beginPass(on: device)
        let isWhole = trigger == .launch ? await devices[device].world.relaunch() : await devices[device].world.reconcile(trigger)
        watch(device, passAt: start)
        auditor.endPass(on: device, settled: settled, isWhole: isWhole)
    }

    /// Time passes for both; the one whose clock is behind catches up.
    private mutating func passTogether(_ length: Duration) async {
        let end = now + length
        for device in devices.indices where devices[device].world.now < end {
            await devices[device].world.pass(end - devices[device].world.now)
            watch(device)
        }
    }

    private mutating func watch(_ device: Int, passAt moment: Instant? = nil) {
        let shown = devices[device].world.centre.shown
        auditor.watch(Array(shown[devices[device].seenCount...]), on: device, passAt: moment)
        devices[device].seenCount = shown.count
        let lines = devices[device].world.log
        log += lines[devices[device].loggedCount...].map { "\($0) (device \(device))" }
        devices[device].loggedCount = lines.count
    }

    private mutating func say(_ text: String) { log.append("\(now) \(text)") }
}
