import BelfryModel
import Hummingbird
import Testing

@testable import BelfryAPI

@Suite("What may take long to think through has threads of its own")
struct PlanningThreadsTests {
    private static var isThere: Bool {
        withUnsafeCurrentTask { task in task?.unownedTaskExecutor == PlanningThreads.shared.asUnownedTaskExecutor() }
    }

    @Test("What is asked of them is carried out by them")
    func own() async {
        #expect(!Self.isThere)
        let isThere = await withTaskExecutorPreference(PlanningThreads.shared) { Self.isThere }
        #expect(isThere)
    }

    @Test("Each address that they are for is there")
    func addresses() async throws {
        try await withAPI { api in
            let known = Set(makeRouter(api.services).routes.map(\.path.description))
            #expect(PlanningThreads.paths.subtracting(known).isEmpty)
        }
    }

    @Test("Of what a person's devices share as much comes back by rules as of a document that is sent, and all that comes once")
    func rows() {
        func record(_ number: Int, _ columns: [String: FactValue]) -> FactRecord { FactRecord(id: "\(number)", columns: columns) }
        let (rule, count) = (FactValue.text("FREQ=YEARLY"), PlanDocument.ruleCountMax)
        let rows = (1...count + 1).map { record($0, ["rrule": rule]) } + [record(0, ["rrule": .null]), record(-1, ["rrule": .text("")])]
        let left = PersonPlanner.plannable(rows)
        #expect(left.count == count + 2 && left.suffix(3).map(\.id) == ["\(count)", "0", "-1"])
    }
}
