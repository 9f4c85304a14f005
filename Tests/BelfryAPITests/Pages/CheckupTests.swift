import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

struct CheckupTests {
    @Test("What somebody should mend is looked for once a minute, however often an operator's page is asked for")
    func onceAMinute() async throws {
        let looks = Notes<String>()
        let look: @Sendable () async -> [String] = {
            looks.add("look")
            return ["! upkeep: nobody does it"]
        }
        try await withAPI(operators: [.ana], checkup: look) { api in
            for path in ["/deliveries", "/deliveries", "/start"] {
                let page = try await api.get(path, as: .page(.ana)).text
                #expect(page.contains("upkeep: nobody does it"))
            }
            api.clock.advance(.seconds(59))
            let soon = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(soon.contains("upkeep: nobody does it"))
            #expect(looks.all.count == 1)
            api.clock.advance(.seconds(1))
            let later = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(later.contains("upkeep: nobody does it"))
            #expect(looks.all.count == 2)
        }
    }

    @Test("Those who ask at once have one look between them")
    func together() async {
        let looks = Notes<String>()
        let checkup = Checkup(now: { .noon }) {
            looks.add("look")
            await Task.yield()
            return []
        }
        await withTaskGroup(of: [String].self) { group in
            for _ in 1...20 { group.addTask { await checkup.findings() } }
            await group.waitForAll()
        }
        #expect(looks.all.count == 1)
    }
}
