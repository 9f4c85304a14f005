import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Quiet hours in a plan")
struct QuietPlanTests: PlansInBerlin {
    @Test("a night of its own holds what is due in it until it ends, and nights that touch hold for days, whenever it is planned")
    func quietNights() throws {
        let pill = [request("pill", try daily("23:30", rule: "FREQ=DAILY;COUNT=1", from: "2026-11-21"))]
        func planned(_ nights: String, now: String) throws -> [String] {
            let context = try context {
                $0.person.preferences.quietHours = DailyWindow("22:00-07:00")
                $0.person.preferences.quietHoursAction = .defer
                $0.person.preferences.quietHoursByWeekday = QuietNights(nights) ?? QuietNights()
            }
            return lines(pill, context, now: Instant(literal: now))
        }
        let (saturday, sunday, monday) = ("2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z", "2026-11-23T20:00:00Z")
        #expect(try planned(#"{"fri":"23:00-09:00"}"#, now: saturday) == ["22 07:00 pill quiet_hours"])
        #expect(try planned(#"{"sat":"23:00-09:30"}"#, now: saturday) == ["22 09:30 pill quiet_hours"])
        #expect(try planned(#"{"sat":null}"#, now: saturday) == ["21 23:30 pill allowed"])
        let days = #"{"sat":"22:00-21:30","sun":"21:00-20:30","mon":"20:00-07:00"}"#
        for now in [saturday, sunday, monday] { #expect(try planned(days, now: now) == ["24 07:00 pill quiet_hours"], "\(now)") }
    }

    @Test("in quiet hours what waits is held until they end, what can't wait expires, and what is critical passes")
    func quietHours() throws {
        let requests = [
            request("waits", at("2026-11-21T22:30:00Z")), request("expires", at("2026-11-21T22:30:00Z"), validFor: .seconds(3600)),
            request("critical", at("2026-11-21T22:30:00Z"), severity: .critical),
        ]
        #expect(try lines(requests, context { quiet(&$0) }) == ["21 23:30 critical critical_in_quiet_hours", "22 07:00 waits quiet_hours_not_critical"])
        #expect(try leftOut(requests, context { quiet(&$0) }) == ["bills|expires|reminder|2026-11-21 expired"])
        #expect(try lines(requests, context { quiet(&$0, .skip) }) == ["21 23:30 critical critical_in_quiet_hours"])
    }

    @Test("what is held overnight is still planned when the plan is made anew before dawn")
    func heldOvernight() throws {
        let requests = [request("waits", at("2026-11-21T22:30:00Z"))]
        let dawn = Instant(literal: "2026-11-22T05:00:00Z")
        #expect(try lines(requests, context { quiet(&$0) }, now: dawn) == ["22 07:00 waits quiet_hours_not_critical"])
    }
}
