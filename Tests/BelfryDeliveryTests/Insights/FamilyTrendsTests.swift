import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("A family's trends")
struct FamilyTrendsTests {
    @Test("What a member's days say in Honolulu is also said to whoever looks from Auckland, where it is tomorrow already")
    func overTheDateLine() async throws {
        let household = try await WatchedHousehold()
        var preferences = Preferences()
        preferences.timezone = "Pacific/Honolulu"
        await household.store.save([.timezone], of: preferences, for: .ben, now: .morning)
        // At noon in UTC it is two in the morning there: the day before isn't over, and of the one before that there are steps.
        let steps = (0..<18).map { $0.isMultiple(of: 2) ? 8.0 : 9 } + [2, 2, 2]
        try await household.take(.days(steps, of: .steps, usual: 10_000, through: .sunday - 2), now: .noon)
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones)
        for today in [CivilDate.sunday, .sunday + 1] {
            let trends = try await desk.trends(of: .household, for: .ana, by: .v2, today: today, now: .noon)
            #expect(trends.insights.map(\.rule) == [.drop] && trends.today == today)
        }
    }
}
