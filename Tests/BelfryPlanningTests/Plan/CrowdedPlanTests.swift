import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("A plan that is longer than the device can hold")
struct CrowdedPlanTests: PlansInBerlin {
    @Test("a plan that is too long keeps its near days, gathers the far ones, and asks the person to open the app")
    func budget() throws {
        let context = try context {
            $0.profile = PlatformProfile(name: "small", pendingCeiling: 7, reserve: 1, horizonDays: 4)
        }
        let requests = [request("dawn", try daily("06:00")), request("noon", try daily("12:00"), category: "b"), request("dusk", try daily("20:00"), category: "c")]
        #expect(
            lines(requests, context) == [
                "21 12:00 noon allowed", "21 20:00 dusk allowed", "22 20:00 dawn+dusk+noon merged_to_fit",
                "23 20:00 dawn+dusk+noon merged_to_fit", "24 18:00 plan coverage_ends", "24 20:00 dawn+dusk+noon merged_to_fit",
            ])
        // With fewer places the last day is dropped, and coverage and canary move.
        var smaller = context
        smaller.profile.pendingCeiling = 5
        let plan = Planner().plan(requests, in: smaller, now: now)
        #expect(plan.coverage == .until(Instant(literal: "2026-11-24T05:00:00Z")))
        #expect(plan.lines.last.map { smaller.zone.civil(at: $0.moment).description } == "2026-11-23T20:00:00")
        #expect(plan.leftOut.filter { $0.reason == .overBudget }.count == 3)
    }

    @Test("on Android no more is planned than is shown at once, and what a full day has more is told together")
    func android() throws {
        let context = try context { $0.profile = .android }
        let requests = (0..<60).map { minute in
            request("bill\(minute)", at("2026-11-22T08:\(minute < 10 ? "0" : "")\(minute):00Z"))
        }
        let plan = Planner().plan(requests, in: context, now: now)
        #expect(plan.lines.count <= 46)
        #expect(plan.lines.reduce(0) { $0 + $1.parts.count } == 60)
        #expect(plan.leftOut.isEmpty)
    }

    @Test("what a domain will ask for later ends coverage, though it isn't among the requests yet")
    func laterDue() throws {
        let later = Instant(literal: "2026-12-10T08:00:00Z")
        let plan = Planner().plan(
            [request("rent", on("2026-11-23"))],
            in: try context {
                $0.laterDue = later
                $0.profile = .ios
            }, now: now)
        #expect(plan.coverage == .until(later))
        #expect(plan.lines.map(\.reason) == [.allowed, .coverageEnds])
        #expect(plan.days.last?.date == CivilDate(literal: "2026-12-09"), "the canary sings the evening before, behind the horizon")
    }

    @Test("the canary sings a moment after what is told at its hour, and in quiet hours after what they held")
    func canaryBesideOthers() throws {
        let requests = [
            request("tea", at("2026-12-09T17:00:00Z"), category: "tea"), request("walk", at("2026-12-09T17:00:00Z"), category: "walk"),
            request("night", at("2026-12-09T16:30:00Z")),
        ]
        func planned(_ change: (inout PlanningContext) -> Void) throws -> [String] {
            let context = try context {
                $0.laterDue = Instant(literal: "2026-12-10T08:00:00Z")
                $0.profile = .ios
                $0.profile.horizonDays = 19
                change(&$0)
            }
            return Planner().plan(requests, in: context, now: now).lines.map { "\(context.zone.civil(at: $0.moment).time) \($0.category)" }
        }
        #expect(try planned { _ in } == ["17:30:00 bills", "18:00:00 tea", "18:00:01 walk", "18:00:02 canary"])
        let held = try planned {
            quiet(&$0)
            $0.person.preferences.quietHours = DailyWindow(start: .init(literal: "17:00"), end: .init(literal: "19:00"))
        }
        #expect(held == ["19:00:00 bills", "19:00:01 tea", "19:00:02 walk", "19:00:03 canary"])
    }
}
