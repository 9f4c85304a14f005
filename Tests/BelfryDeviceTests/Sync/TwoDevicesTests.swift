import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Two devices of one person")
struct TwoDevicesTests {
    private let server = SimulatedServer(now: Bench.morning)

    /// A device that tells the other what it has told, with each sync.
    private struct Device {
        let bench = Bench(afterReboot: .kept)
        let orchestrator: Orchestrator
        let client: SyncClient

        init(_ name: String, _ server: SimulatedServer) {
            orchestrator = Orchestrator(
                store: bench.device, centre: bench.centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" },
                sharesReceipts: true)
            client = SyncClient(store: bench.device, server: server, identifiers: SequentialIdentifiers(prefix: name), now: { Bench.morning })
        }

        /// Time passes, and a pass is made.
        func live(until hour: Int) async {
            bench.advance(by: .hours(hour))
            await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(hour))
        }

        /// What is due meanwhile is missed.
        func sleep(until hour: Int) {
            bench.centre.switchOff()
            bench.advance(by: .hours(hour))
            bench.centre.switchOn()
        }
    }

    /// Both know of a bill that is due tomorrow, of which the person is reminded in an hour.
    private func devices(quietHours: Bool = false) async throws -> (phone: Device, tablet: Device) {
        let (phone, tablet) = (Device("phone", server), Device("tablet", server))
        try await phone.bench.saveBills(.bill("rent", due: "2026-11-22"))
        if quietHours {
            let columns: [String: FactValue] = [
                "quiet_hours_start": .text("12:00"), "quiet_hours_end": .text("18:00"), "quiet_hours_action": .text("defer"),
                "quiet_hours_notification_level": .text("none"),
            ]
            try await phone.bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: columns))
        }
        for device in [phone, tablet] {
            try await device.client.sync()
            await device.live(until: 0)
            #expect(device.bench.pending.contains("bills|rent|day_before|2026-11-21 08:00"))
        }
        return (phone, tablet)
    }

    @Test("What one has told, the other doesn't tell late, where they have synced before")
    func syncedBefore() async throws {
        let (phone, tablet) = try await devices()
        tablet.sleep(until: 5)
        await phone.live(until: 5)
        try await phone.client.sync()
        try await tablet.client.sync()
        await tablet.live(until: 6)
        #expect(phone.bench.shownTitles == ["Due tomorrow: Rent"])
        #expect(tablet.bench.shownTitles.isEmpty)
    }

    @Test("What one is about to tell late goes once they have synced")
    func syncedWhileItWaits() async throws {
        let (phone, tablet) = try await devices(quietHours: true)
        tablet.sleep(until: 5)
        await tablet.live(until: 5)
        #expect(tablet.bench.pending.contains("bills|rent|day_before|2026-11-21 17:00"))
        await phone.live(until: 5)
        try await phone.client.sync()
        try await tablet.client.sync()
        await tablet.live(until: 6)
        await tablet.live(until: 12)
        #expect(tablet.bench.shownTitles.isEmpty)
    }

    @Test("What both have told, because they hadn't synced, neither tells again once they have")
    func toldByBoth() async throws {
        let (phone, tablet) = try await devices()
        for device in [phone, tablet] { await device.live(until: 5) }
        for device in [phone, tablet, phone] {
            try await device.client.sync()
            await device.live(until: 6)
        }
        for device in [phone, tablet] {
            await device.live(until: 12)
            #expect(device.bench.shownTitles == ["Due tomorrow: Rent"])
        }
    }
}
