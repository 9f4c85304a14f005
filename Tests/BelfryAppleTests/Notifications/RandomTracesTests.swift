import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing
import UserNotifications

@testable import BelfryApple

/// Whatever is done in whatever order, Apple's centre and the one in memory hold and show the same.
@Suite("Random days of the centre over UserNotifications")
struct RandomTracesTests {
    private static let traceCount = 80
    private static let stepCount = 30

    @Test("It holds and shows what the centre in memory does, below the limit")
    func sameAsInMemory() async throws {
        let seed = UInt64.seed()
        for trace in 0..<UInt64(RandomTracesTests.traceCount) {
            var generator = SeededGenerator(seed: seed &+ trace)
            try await run(using: &generator, trace: trace)
        }
    }

    private func run(using generator: inout SeededGenerator, trace: UInt64) async throws {
        let world = AppleWorld()
        let told = ResponseLog()
        let memory = MemoryCentre(now: .noon, permission: .granted, onResponse: told.append)
        var now = Instant.noon
        for step in 0..<RandomTracesTests.stepCount {
            let bill = Int.random(in: 1...8, using: &generator)
            let seconds = Int.random(in: 0...120, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let promises = (0..<Int.random(in: 0...2, using: &generator)).map {
                    PendingRequest.Promise(identifier: .bill($0), due: now)
                }
                let notification = ScheduledNotification.bill(
                    bill, at: now + .seconds(seconds - 10), fingerprint: generator.next(), promises: promises)
                try await world.apple.add(notification)
                try await memory.add(notification)
            case 5:
                await world.apple.removePending([.bill(bill)])
                await memory.removePending([.bill(bill)])
            case 6:
                await world.apple.removeDelivered([.bill(bill)])
                await memory.removeDelivered([.bill(bill)])
            case 7:
                await world.respond(.open, to: .bill(bill))
                await memory.respond(.open, to: .bill(bill))
            default:
                now = now + .seconds(seconds)
                await world.advance(to: now)
                await memory.advance(to: now)
            }
            let pending = await memory.pending().requests.sorted { $0.identifier < $1.identifier }
            let delivered = await memory.delivered().sorted { $0.identifier < $1.identifier }
            #expect(await world.pendingRequests() == pending, "trace \(trace), step \(step)")
            #expect(await world.shown() == delivered, "trace \(trace), step \(step)")
            #expect(await world.responses() == told.responses, "trace \(trace), step \(step)")
        }
    }
}
