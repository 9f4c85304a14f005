import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("What if")
struct PlanComparisonTests {
    @Test("other quiet hours move, silence and let through, and each change says so")
    func quietHours() throws {
        func plan(_ start: String, _ action: QuietHoursAction) throws -> Plan {
            var person = Person()
            person.preferences.notifyPush = true
            person.preferences.quietHours = DailyWindow(start: .init(literal: start), end: .init(literal: "07:00"))
            person.preferences.quietHoursAction = action
            let requests = ["20:00", "21:30", "22:30"].enumerated().map { number, time in
                let start = CivilDateTime(.init(literal: "2026-11-21"), .init(literal: time))
                return NotificationRequest(
                    id: requestID("bills", "\(number)"), trigger: .floating(FloatingSchedule(Recurrence(start: start))),
                    content: .same(.words(title: time, body: "")), category: "bills")
            }
            let context = PlanningContext(person: person, zone: .utc, profile: .linux)
            return Planner().plan(requests, in: context, now: Instant(literal: "2026-11-21T12:00:00Z"))
        }
        let before = try plan("22:00", .defer)
        #expect(PlanComparison(from: before, to: before).changes.isEmpty)
        let earlier = PlanComparison(from: before, to: try plan("21:00", .defer))
        #expect(
            earlier.changes.map(\.kind) == [
                .moved(from: Instant(literal: "2026-11-21T21:30:00Z"), to: Instant(literal: "2026-11-22T07:00:00Z"))
            ])
        let silenced = PlanComparison(from: before, to: try plan("22:00", .skip))
        #expect(silenced.changes.map(\.kind) == [.removed(from: Instant(literal: "2026-11-22T07:00:00Z"), .quietHours)])
        #expect(PlanComparison(from: try plan("22:00", .skip), to: before).changes.map(\.kind) == [.added(at: Instant(literal: "2026-11-22T07:00:00Z"))])
    }
}
