import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("What is stored with a request")
struct StoredNotificationTests {
    private func request(_ userInfo: [AnyHashable: Any], identifier: String = NotificationID.bill(1).description) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "A"
        content.userInfo = userInfo
        return UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
    }

    private let good: [String: Any] = [
        "moment": "2026-01-25T20:00:00.250Z", "fingerprint": "ffffffffffffffff", "parts": ["bills|bill-1|due_day|2026-01-25"],
        "promises": [["identifier": "bills|bill-2|due_day|2026-01-25", "due": "2026-01-25T12:00:00Z"]],
    ]

    @Test("It reads back what it wrote, through a property list")
    func roundTrip() throws {
        let bill = ScheduledNotification.bill(
            1, at: .evening + .milliseconds(250), fingerprint: .max, promises: [.init(identifier: .bill(2), due: .noon)],
            parts: [.bill(1), .bill(2)])
        let data = try PropertyListSerialization.data(fromPropertyList: StoredNotification(bill, level: .active, sound: nil).userInfo, format: .xml, options: 0)
        let userInfo = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [AnyHashable: Any])
        let stored = try #require(StoredNotification(request(userInfo)))
        #expect(stored.pendingRequest == bill.request)
        #expect(stored.parts == bill.parts)
    }

    @Test("Its form is settled, for an app that is updated reads what the one before wrote")
    func form() throws {
        let stored = try #require(StoredNotification(request(["belfry": good])))
        let promise = PendingRequest.Promise(identifier: .bill(2), due: .noon)
        #expect(
            stored.pendingRequest
                == PendingRequest(identifier: .bill(1), moment: .evening + .milliseconds(250), fingerprint: .max, promises: [promise]))
        #expect(stored.parts == [.bill(1)])
    }

    @Test("What has another shape is known as ours, and as nothing that a plan asks for")
    func malformed() throws {
        let bad: [(field: String, value: Any?)] = [
            ("moment", nil), ("moment", 5), ("moment", "soon"), ("fingerprint", nil), ("fingerprint", 7), ("fingerprint", "-1x"),
            ("fingerprint", "1ffffffffffffffff"), ("promises", nil), ("promises", "none"), ("promises", [1]),
            ("promises", [["due": "2026"]]),
        ]
        for (field, value) in bad {
            var fields = good
            fields[field] = value
            let stored = try #require(StoredNotification(request(["belfry": fields])))
            #expect(stored.request == nil, "\(field): \(String(describing: value))")
            #expect(stored.pendingRequest == PendingRequest(identifier: .bill(1), moment: .max, fingerprint: 0))
            #expect(stored.parts == [.bill(1)])
        }
        for fields in [5, "text", [1, 2], ["parts": 3], ["parts": [4, "nothing"]]] as [Any] {
            let stored = try #require(StoredNotification(request(["belfry": fields])))
            #expect(stored.request == nil && stored.parts.isEmpty)
        }
    }

    @Test("What doesn't bear our mark, or no name of ours, isn't ours")
    func foreign() {
        #expect(StoredNotification(request([:])) == nil)
        #expect(StoredNotification(request(["other": good])) == nil)
        #expect(StoredNotification(request(["belfry": good], identifier: "a chat message")) == nil)
    }

    @Test("Of what was shown and can't be read, the moment of its showing counts")
    func showing() async throws {
        let world = AppleWorld()
        world.system.center.add(request(["belfry": "torn"]))
        #expect(await world.apple.delivered() == [DeliveredNotification(identifier: .bill(1), moment: .noon)])
        await world.respond(.open, to: .bill(1))
        #expect(await world.responses() == [NotificationResponse(identifier: .bill(1), moment: .noon, action: .open, parts: [])])
    }

    @Test("A date beyond all calendars is no danger", arguments: [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 1e300)])
    func dates(_ date: Date) {
        #expect((Instant.min...Instant.max).contains(Instant(date)))
    }
}
