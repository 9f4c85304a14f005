import BelfryChannels
import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// Two devices of one person, each with its file, and a server of its own process between them.
@Suite("Syncing over HTTP", .timeLimit(.minutes(10)))
struct SyncTests {
    @Test("What is edited on the phone is on the tablet, and what both edit is joined, also after the server was killed")
    func twoDevices() async throws {
        try await withTemporaryFolder { folder in
            let phone = try SQLiteDevice(path: folder.appendingPathComponent("phone.sqlite").path)
            let tablet = try SQLiteDevice(path: folder.appendingPathComponent("tablet.sqlite").path)
            defer { for device in [phone, tablet] { try? device.close() } }
            let store = folder.appendingPathComponent("server.sqlite")

            try await phone.edit(["name": .text("Rent & heating 🏠"), "amount": .whole(90_000)])
            var server = try await RunningServer(store: store)
            try await Household.move(into: server)
            try await sync([phone, tablet], with: server)
            server.kill()
            _ = await server.exitStatus()
            #expect(try await tablet.bill() == ["name": .text("Rent & heating 🏠"), "amount": .whole(90_000)])

            try await phone.edit(["amount": .whole(95_000)])
            try await tablet.edit(["due_date": .text("2026-11-30")])
            try await tablet.edit("gym", ["is_auto_pay": .flag(true)])
            server = try await RunningServer(store: store)
            try await sync([phone, tablet, phone], with: server)
            await server.stop()
            for device in [phone, tablet] {
                let rent = try await device.bill()
                #expect(rent == ["name": .text("Rent & heating 🏠"), "amount": .whole(95_000), "due_date": .text("2026-11-30")])
                #expect(try await device.bill("gym") == ["is_auto_pay": .flag(true)])
            }
        }
    }

    @Test("Where nothing listens, or nobody is signed in, a sync says so")
    func problems() async throws {
        try await withTemporaryFolder { folder in
            let device = try SQLiteDevice(path: folder.appendingPathComponent("phone.sqlite").path)
            defer { try? device.close() }
            let nobody = HTTPSyncTransport(address: "http://127.0.0.1:1") { "token" }
            await #expect(throws: SyncProblem.unavailable) { try await sync(device, over: nobody) }
            await nobody.shutdown()
            let server = try await RunningServer(store: folder.appendingPathComponent("server.sqlite"))
            for token in ["forged", nil] {
                let line = HTTPSyncTransport(address: server.address) { token }
                await #expect(throws: SyncProblem.notAuthenticated) { try await sync(device, over: line) }
                await line.shutdown()
            }
            await server.stop()
        }
    }

    /// Lets devices of Ana sync, one after the other.
    private func sync(_ devices: [SQLiteDevice], with server: RunningServer) async throws {
        let token = try #require(try await server.loginLink(for: "ana").split(separator: "=").last.map(String.init))
        let line = HTTPSyncTransport(address: server.address + "/") { token }
        for device in devices { try await sync(device, over: line) }
        await line.shutdown()
    }

    private func sync(_ device: SQLiteDevice, over line: HTTPSyncTransport) async throws {
        try await SyncClient(store: device, server: RemoteSyncServer(line), identifiers: UUIDv7Source(), now: { .noon }).sync()
    }
}
