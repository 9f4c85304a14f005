import BelfryMemory
import Testing

@testable import BelfryAPI

@Suite(.timeLimit(.minutes(1)))
struct ChangeFeedTests {
    @Test("A stream that is opened once the server stops ends at once: nobody would end it later, and the stop would wait for it")
    func openedTooLate() async throws {
        let feed = ChangeFeed(store: MemoryStore())
        let running = Task { try await feed.run() }
        let before = feed.changes()
        running.cancel()
        try await running.value
        for await _ in before {}
        for await _ in feed.changes() {}
    }

    @Test("An answer that stays open ends, too, where it begins then")
    func answeredTooLate() async throws {
        try await withAPI { api in
            let running = Task { try await api.services.changes.run() }
            running.cancel()
            try await running.value
            for await _ in api.services.changesAndPulse() {}
        }
    }
}
