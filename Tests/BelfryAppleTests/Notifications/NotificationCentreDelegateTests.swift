import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("What Apple's system tells the app")
struct NotificationCentreDelegateTests {
    @Test("The system hears that a response was handled once it was, and on the main queue")
    func completion() async throws {
        let world = AppleWorld()
        try await world.show(.bill(1))
        let onMainQueue = await world.system.respond(to: NotificationID.bill(1).description, action: "SNOOZE")
        #expect(onMainQueue == true)
        #expect(await world.responses().map(\.action) == [.button("SNOOZE")], "handled before the system heard so")
    }

    @Test("A response that comes before the app is there is told when it is")
    func beforeLaunch() async throws {
        let world = AppleWorld()
        try await world.show(.bill(1))
        world.system.center.delegate = nil
        await world.respond(.open, to: .bill(1))
        #expect(await world.responses().isEmpty)
        let (responses, heard) = AsyncStream.makeStream(of: NotificationResponse.self)
        let relaunched = UserNotificationCentre(center: world.system.center, clock: { .noon }, respond: { heard.yield($0) })
        let first = await responses.first { _ in true }
        #expect(first?.identifier == .bill(1))
        #expect(await relaunched.delivered().isEmpty)
    }

    @Test("A response to something else is let go, and the system hears so at once")
    func foreign() async {
        let world = AppleWorld()
        await world.addForeignRequests(count: 1)
        await world.advance(to: .evening)
        let onMainQueue = await world.system.respond(to: "own-0", action: UNNotificationDefaultActionIdentifier)
        #expect(onMainQueue == true)
        #expect(await world.responses().isEmpty)
    }

    @Test("What comes while the app is in front is shown, and listed")
    func foreground() async throws {
        let world = AppleWorld()
        world.system.bringToForeground()
        try await world.show(.bill(1))
        #expect(world.system.presentations[NotificationID.bill(1).description] == [.banner, .list, .sound])
        #expect(await world.shown().map(\.identifier) == [.bill(1)])
    }

    @Test("An app with a delegate of its own keeps it, and can tell what to hand on")
    func ownDelegate() throws {
        let system = StandInSystem(now: Date(.noon), status: .authorized)
        let centre = UserNotificationCentre(center: system.center, becomesDelegate: false, clock: { .noon }, respond: { _ in })
        #expect(system.center.delegate == nil)
        let own = UNNotificationRequest(.bill(1), entitlements: [], now: .noon)
        #expect(NotificationCentreDelegate.owns(own))
        #expect(!NotificationCentreDelegate.owns(UNNotificationRequest(identifier: "a", content: UNNotificationContent(), trigger: nil)))
        system.center.delegate = centre.delegate
        #expect(system.center.delegate === centre.delegate)
    }
}
