import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("The stand-in for Apple's centre behaves as the real one is known to")
struct StandInTests {
    /// Due in the order 4, 3, 2, 1.
    private func kept(_ overflow: OverflowPolicy) async throws -> [NotificationID] {
        let world = AppleWorld(overflow: overflow)
        await world.set(capacity: 3)
        for number in 1...4 { try await world.apple.add(.bill(number, at: .evening - .seconds(60 * number))) }
        return await world.pendingRequests().map(\.identifier)
    }

    @Test("Beyond its limit it drops requests without a word, as each policy says")
    func overflow() async throws {
        #expect(try await kept(.keepSoonest) == [.bill(2), .bill(3), .bill(4)])
        #expect(try await kept(.keepLastAdded) == [.bill(2), .bill(3), .bill(4)])
        #expect(try await kept(.dropNew) == [.bill(1), .bill(2), .bill(3)])
        #expect(try await kept(.dropAll) == [])
    }

    @Test("It keeps 64")
    func limit() async throws {
        let world = AppleWorld()
        for number in 1...70 { try await world.apple.add(.bill(number, at: .evening + .seconds(number))) }
        #expect(await world.apple.pending().requests.count == 64)
    }

    @Test("A full reading of the clock that has passed never fires, and a partial one fires at its next match, however early")
    func calendarTriggers() async {
        let world = AppleWorld()
        await add("past", DateComponents(utc: .morning), to: world)
        await add("partial", DateComponents(hour: 13), to: world)
        #expect(world.system.pending.map(\.identifier) == ["partial"])
        await world.advance(to: .noon + .seconds(3600))
        #expect(world.system.pending.isEmpty)
    }

    @Test("A reading without a zone follows the device")
    func floating() async throws {
        let world = AppleWorld()
        await add("floating", DateComponents(year: 2026, month: 1, day: 25, hour: 20), to: world)
        world.system.travel(to: try #require(TimeZone(identifier: "Europe/Berlin")))
        await world.advance(to: .evening - .seconds(3601))
        #expect(world.system.pending.count == 1)
        await world.advance(to: .evening - .seconds(3600))
        #expect(world.system.pending.isEmpty)
    }

    @Test("A repeating request takes one place and stays in it")
    func repeating() async {
        let world = AppleWorld()
        await add("daily", DateComponents(hour: 20), repeats: true, to: world)
        await world.advance(to: .evening + .seconds(3 * 86_400))
        #expect(world.system.pending.map(\.identifier) == ["daily"])
    }

    @Test("What userInfo holds must fit into a property list")
    func userInfo() async {
        let world = AppleWorld()
        let content = UNMutableNotificationContent()
        content.title = "A"
        content.userInfo = ["a": CivilDate.sunday]
        let problem = await withCheckedContinuation { continuation in
            world.system.center.add(UNNotificationRequest(identifier: "a", content: content, trigger: nil)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(problem != nil)
    }

    private func add(_ identifier: String, _ components: DateComponents, repeats: Bool = false, to world: AppleWorld) async {
        let content = UNMutableNotificationContent()
        content.title = identifier
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        await withCheckedContinuation { continuation in
            world.system.center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)) { _ in
                continuation.resume()
            }
        }
    }
}
