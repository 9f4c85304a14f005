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
}
