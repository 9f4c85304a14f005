import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import Testing

@testable import BelfryDevice

@Suite("A centre without room for all")
struct CentreRoomTests {
    @Test("Where a centre is full or away for a moment, all is asked for the next time", arguments: [CentreProblem.full, .unavailable])
    func awayForAMoment(problem: CentreProblem) async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.refuses(problem)])
        let report = await bench.reconcile(.launch)
        #expect(report.retryAfter != nil && bench.pending.isEmpty)
        let next = await bench.reconcile(.retry)
        #expect(next.retryAfter == nil && next.problems.isEmpty)
        #expect(bench.pending.count == 2)
    }

    @Test("What the app schedules by itself takes places: the plan makes do with the rest, and with all once they are free", arguments: Overflow.allCases)
    func othersPlaces(overflow: Overflow) async throws {
        let profile = PlatformProfile(name: "small", pendingCeiling: 8, horizonDays: 14)
        let bench = Bench(capacity: 8, overflow: overflow, profile: profile)
        for day in 23...28 { try await bench.saveBills(.bill("bill\(day)", due: "2026-11-\(day)")) }
        bench.centre.set(otherCount: 6)
        let crowded = await bench.reconcile(.launch)
        #expect((1...2).contains(bench.pending.count))
        #expect(crowded.retryAfter == nil && crowded.plan?.coverage != .complete)
        bench.centre.set(otherCount: 0)
        await bench.reconcile(.foreground)
        #expect((3...8).contains(bench.pending.count))
        #expect(bench.centre.overflowCount == 0)
    }

    @Test("A centre that keeps fewer than it promises is found out, and the plan makes do", arguments: Overflow.allCases)
    func smallerCentre(overflow: Overflow) async throws {
        let bench = Bench(capacity: 6, overflow: overflow)
        for number in 0..<10 { try await bench.saveBills(.bill("bill\(number)", due: "2026-11-\(23 + number % 7)")) }
        var report = await bench.reconcile(.launch)
        var passCount = 1
        while report.asksForRetrySoon, passCount < 10 {
            report = await bench.reconcile(.retry)
            passCount += 1
        }
        #expect(report.retryAfter == nil)
        #expect(bench.centre.pending().requests.count <= 6)
        #expect(Set(bench.centre.pending().requests) == Set((report.plan?.lines ?? []).map(PendingRequest.init)))
    }

    @Test("What is put together because there is no room for all has a category that the centre knows, like everything else")
    func knownCategories() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 4, horizonDays: 14))
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-30"))
        let plan = try #require(await bench.reconcile(.launch).plan)
        let planned = Set(plan.lines.map(\.category))
        #expect(planned.contains("digest"))
        #expect(planned.isSubset(of: DescribedCategory.all(in: .english).map(\.identifier)))
    }

    @Test("Where a system shows only so many at once, the oldest make room for all that may come; where it shows them all, they stay")
    func roomToShow() async throws {
        for countMax in [nil, 4] {
            let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 3, shownCountMax: countMax, horizonDays: 14))
            try await bench.saveBills(
                .bill("rent", due: "2026-11-23"), .bill("gym", due: "2026-11-25"), .bill("phone", due: "2026-11-27"),
                .bill("water", due: "2026-11-29"), .bill("tax", due: "2026-12-01"), .bill("power", due: "2026-12-03"))
            await bench.reconcile(.launch)
            bench.advance(by: .hours(98))
            let shown = bench.centre.visible
            await bench.reconcile(.foreground, after: .hours(98))
            #expect(shown.count + bench.pending.count > 4)
            // That a plan ends is of no use once there is another.
            let useful = shown.filter { !$0.request.identifier.description.hasPrefix("belfry|plan|") }
            let staying = countMax.map { max(0, $0 - bench.pending.count) } ?? useful.count
            #expect(bench.centre.visible == Array(useful.suffix(staying)))
        }
    }
}
