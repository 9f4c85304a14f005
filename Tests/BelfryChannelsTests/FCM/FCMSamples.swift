import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation

@testable import BelfryChannels

extension OutgoingNotification {
    /// Of the first alert, to an Android device.
    static func android(
        _ token: String = "device-1", number: Int = 1, title: String = "Ben walks less", body: String = "For three days now.",
        severity: Severity = .attention, attempt: Int = 1
    ) -> OutgoingNotification {
        let address = Address(id: AddressID(literal: "address-\(token)"), target: .android(token: token), registeredAt: .morning)
        return OutgoingNotification(
            delivery: .example(number), content: NotificationContent(title: title, body: body, severity: severity), address: address, attempt: attempt)
    }
}

/// A simulator, a sender that speaks to it, and a clock that both read.
struct FCMWorld {
    let simulator: FCMSimulator
    let settings: FCMSettings
    let exchange: HTTPExchange
    let sender: FCMSender
    let clock: TestClock

    static func with(
        faults: [FaultScript.Fault] = [], tokenFaults: [FaultScript.Fault] = [], messagesPerMinuteMax: Int = 600_000,
        _ body: (FCMWorld) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let simulator = try FCMSimulator(faults: FaultScript(faults), tokenFaults: FaultScript(tokenFaults)) { clock.now.secondsSinceEpoch }
        try await simulator.with { server in
            let settings = try FCMSettings(
                serviceAccount: Secret(.text(try simulator.serviceAccount)), messagesPerMinuteMax: messagesPerMinuteMax, endpoint: server.address,
                tokenEndpoint: server.address + "/token")
            let exchange = HTTPExchange()
            let world = FCMWorld(
                simulator: simulator, settings: settings, exchange: exchange, sender: FCMSender(settings, over: exchange), clock: clock)
            do { try await body(world) } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    func send(_ notification: OutgoingNotification) async -> SendResult {
        await sender.send(notification, now: clock.now)
    }
}
