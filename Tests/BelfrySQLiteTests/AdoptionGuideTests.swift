import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// What the guide shows, compiled. `UserNotificationCentre` stands in the guide where a centre in memory stands here.
private enum Guide {
    static func start(file: String, clock: @escaping @Sendable () -> Instant, makeCentre: (@escaping @Sendable (NotificationResponse) async -> Void) -> any NotificationCentre) async throws
        -> (SQLiteDevice, Orchestrator)
    {
        // guide: start
        let relay = ResponseRelay { outcome in await show(outcome) }
        let centre = makeCentre { response in await relay.take(response, now: clock()) }
        let device = try SQLiteDevice(path: file)
        let orchestrator = Orchestrator(
            store: device, centre: centre, zones: SystemTimeZoneDatabase(), profile: .ios, timezone: { SystemTimeZone.name() })
        await relay.hand(to: orchestrator)
        await orchestrator.reconcile(.launch, now: clock())
        let foreground = Task { await ForegroundLoop(orchestrator: orchestrator, facts: device, now: clock).run() }
        // guide: end
        foreground.cancel()
        await foreground.value
        return (device, orchestrator)
    }

    static func edit(_ device: SQLiteDevice) async throws {
        // guide: edit
        try await device.save(
            FactEdits(saved: [
                .notificationSettings: [FactRecord(id: FactTable.settingsID, columns: ["bill_reminders_enabled": .flag(true)])],
                .budgetItems: [FactRecord(id: "rent", columns: ["name": .text("Rent"), "due_date": .text("2026-11-30")])],
            ]))
        // guide: end
    }

    private static func show(_ outcome: ResponseOutcome) async {}
}

@Suite("The guide to adopting it in an app")
struct AdoptionGuideTests {
    @Test("What it shows compiles, and does what it says")
    func works() async throws {
        try await withTemporaryPath { path in
            let now = Instant(literal: "2026-11-21T07:00:00Z")
            let centre = MemoryCentre(now: now, permission: .granted)
            let (device, orchestrator) = try await Guide.start(file: path, clock: { now }) { _ in centre }
            try await Guide.edit(device)
            let report = await orchestrator.reconcile(.change, now: now)
            #expect(report.addCount == 3, "the day before, the day, and the week's digest")
            try device.close()
        }
    }

    @Test("It shows what is compiled here, to the letter")
    func sameText() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/guide/device.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        var parts: [[Substring]] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if text == "// guide: start" || text == "// guide: edit" {
                parts.append([])
            } else if text == "// guide: end" {
                parts.append([])
            } else if parts.count % 2 == 1 {
                parts[parts.count - 1].append(line.dropFirst(8))
            }
        }
        let shown = parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n").replacing("makeCentre {", with: "UserNotificationCentre(clock: clock) {") }
        #expect(shown.count == 2)
        for part in shown { #expect(page.contains(part), "the guide lacks:\n\(part)") }
    }
}
