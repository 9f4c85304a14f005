import BelfryMemory
import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPI

@Suite(.timeLimit(.minutes(10)))
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
            for await _ in api.services.changesAndPulse(on: NIOAsyncTestingChannel()) {}
        }
    }

    @Test("An answer that stays open ends with its connection, and not only when something is told the next time")
    func connectionClosed() async throws {
        try await withAPI { api in
            let connection = NIOAsyncTestingChannel()
            let changes = api.services.changesAndPulse(on: connection)
            try await connection.close()
            await connection.testingEventLoop.run()
            for await _ in changes {}
        }
    }
}
