import BelfryModel
import Testing

struct NotificationIDTests {
    @Test("A request's parts are told apart whatever stands in them", arguments: ["rent", "\u{301}rent", "\u{338}"])
    func parts(entity: String) throws {
        let request = try #require(RequestID(domain: "bills", entity: entity, rule: "due_day"))
        #expect(request.entity == entity && request.rule == "due_day")
    }
}
