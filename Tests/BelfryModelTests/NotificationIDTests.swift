import BelfryModel
import Testing

struct NotificationIDTests {
    @Test("A request's parts are told apart whatever stands in them", arguments: ["rent", "\u{301}rent", "\u{338}"])
    func parts(entity: String) throws {
        let request = try #require(RequestID(domain: "bills", entity: entity, rule: "due_day"))
        #expect(request.entity == entity && request.rule == "due_day")
    }

    @Test("A scope covers whatever begins with its parts, whatever stands in them", arguments: ["rent", "\u{301}rent", "\u{338}"])
    func scopes(entity: String) throws {
        let request = try #require(RequestID(domain: "bills", entity: entity, rule: "due_day"))
        let notification = try #require(NotificationID("\(request.text)|2026-11-30"))
        for text in ["bills", "bills|\(entity)", request.text, notification.description] {
            let scope = try #require(NotificationScope(text))
            #expect(scope.covers(notification), "\(text)")
        }
        for text in ["bill", "bills|\(entity)s", "bills|\(entity)|due", "\(request.text)|2026-12-01", "study"] {
            let scope = try #require(NotificationScope(text))
            #expect(!scope.covers(notification), "\(text)")
        }
        // Both are é to a reader, and two things to every store.
        let other = try #require(NotificationID("bills|\u{E9}tude|due_day|2026-11-30"))
        for text in ["bills|e\u{301}tude", "bills|e\u{301}tude|due_day|2026-11-30"] {
            let scope = try #require(NotificationScope(text))
            #expect(!scope.covers(other), "\(text)")
        }
        #expect(NotificationScope("bills|") == nil && NotificationScope("|\u{301}rent") == nil)
    }
}
