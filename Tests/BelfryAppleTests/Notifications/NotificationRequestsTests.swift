import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("What Apple's centre is asked for")
struct NotificationRequestsTests {
    private func request(
        _ notification: ScheduledNotification, entitlements: Entitlements = [], sound: String? = nil
    ) -> UNNotificationRequest {
        UNNotificationRequest(notification, entitlements: entitlements, sound: sound, now: .noon)
    }

    @Test("Words, category, thread and identifier are handed on")
    func content() {
        let request = request(.bill(1))
        #expect(request.identifier == "bills|bill-1|due_day|2026-01-25")
        #expect(request.content.title == "Bill 1 is due")
        #expect(request.content.body == "Today.")
        #expect(request.content.categoryIdentifier == "bill_reminder")
        #expect(request.content.threadIdentifier == "bills")
    }

    private static let levels: [(Severity, Entitlements, UNNotificationInterruptionLevel, Double)] = [
        (.watch, [.timeSensitive, .critical], .active, 0.3),
        (.attention, [.timeSensitive], .timeSensitive, 0.6), (.attention, [], .active, 0.6),
        (.critical, [.timeSensitive, .critical], .critical, 1), (.critical, [.critical], .critical, 1),
        (.critical, [.timeSensitive], .timeSensitive, 1), (.critical, [], .active, 1),
    ]

    @Test("The graver, the higher it is sorted, and the more it interrupts, as far as Apple lets the app", arguments: levels)
    func level(_ severity: Severity, _ entitlements: Entitlements, _ level: UNNotificationInterruptionLevel, _ relevance: Double) {
        let content = request(.bill(1, severity: severity), entitlements: entitlements).content
        #expect(content.interruptionLevel == level)
        #expect(content.relevanceScore == relevance)
        #expect(content.sound === (level == .critical ? UNNotificationSound.defaultCritical : .default))
    }

    @Test("A sound of the app's own is named; critical it is heard though the device is muted, as the system's is")
    func sounds() {
        let name = UNNotificationSoundName("adhan.caf")
        let grave = ScheduledNotification.bill(1, severity: .critical)
        #expect(request(grave, sound: "adhan.caf").content.sound == UNNotificationSound(named: name))
        #expect(request(grave, entitlements: [.critical], sound: "adhan.caf").content.sound == UNNotificationSound.criticalSoundNamed(name))
        #expect(request(grave, entitlements: [.critical]).content.sound === UNNotificationSound.defaultCritical)
        #expect(UNNotificationSound(named: name) != .criticalSoundNamed(name) && UNNotificationSound(named: name) != .default)
    }

    @Test("A later moment is a reading of the clock, to the second, with its zone and its calendar")
    func calendarTrigger() throws {
        let trigger = try #require(request(.bill(1, at: .evening + .milliseconds(1))).trigger as? UNCalendarNotificationTrigger)
        #expect(!trigger.repeats)
        let expected = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: 2026, month: 1, day: 25, hour: 20, minute: 0, second: 1)
        #expect(trigger.dateComponents == expected, "rounded up: never early")
    }

    @Test("The next seconds are counted, and what has passed needs no trigger")
    func nearbyTrigger() throws {
        let soon = try #require(request(.bill(1, at: .noon + .milliseconds(9_999))).trigger as? UNTimeIntervalNotificationTrigger)
        #expect(soon.timeInterval == 9.999)
        #expect(request(.bill(1, at: .noon + .seconds(10))).trigger is UNCalendarNotificationTrigger)
        #expect(request(.bill(1, at: .noon)).trigger == nil)
        #expect(request(.bill(1, at: .morning)).trigger == nil)
    }

    @Test("A journey doesn't move a moment", arguments: ["Asia/Tokyo", "America/Los_Angeles"])
    func journey(_ zone: String) async throws {
        let world = AppleWorld()
        try await world.apple.add(.bill(1))
        world.system.travel(to: try #require(TimeZone(identifier: zone)))
        await world.advance(to: .evening - .seconds(1))
        #expect(await world.apple.delivered().isEmpty)
        await world.advance(to: .evening)
        #expect(await world.apple.delivered().count == 1)
    }

    @Test("Nor does a device with another calendar", arguments: [Calendar.Identifier.buddhist, .hebrew, .islamicUmmAlQura])
    func otherCalendar(_ calendar: Calendar.Identifier) async throws {
        let world = AppleWorld()
        world.system.use(calendar)
        try await world.apple.add(.bill(1))
        #expect(await world.apple.pending().requests.count == 1)
        await world.advance(to: .evening)
        #expect(await world.apple.delivered().count == 1)
    }
}
