import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryMemory

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("The store in memory behaves as every store does", arguments: StoreConformance.all)
    func passes(_ behaviour: StoreConformance) async throws {
        try await behaviour.run(on: MemoryStore())
    }

    @Test("A device that is registered again is brought up to date, each person's by itself")
    func deviceTokens() async throws {
        let store = MemoryStore()
        let token = DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.0", osVersion: nil)
        let updated = DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.1", osVersion: nil)
        await store.register(token, of: .ana, now: .morning)
        await store.register(token, of: .ben, now: .morning)
        await store.register(updated, of: .ana, now: .noon)
        let tokens = await store.tables.devices.mapValues(\.token)
        #expect(tokens == [.init(user: .ana, token: "a1b2"): updated, .init(user: .ben, token: "a1b2"): token])
    }

    @Test("A transaction that fails halfway leaves the tables and the mark as they were")
    func rollback() async throws {
        let store = MemoryStore()
        try await store.save(.household, now: .morning)
        let mark = await store.changeMark()
        await #expect(throws: ConstraintViolation.secondAlertOfEpisode) {
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .noon) { _ in
                MemberEvaluation(changes: [1, 2].map { AlertChange(alert: .example($0, episode: .example(1)), deliveries: []) })
            }
        }
        #expect(await store.tables.days.isEmpty)
        #expect(await store.changeMark() == mark)
    }

    @Test("A delivery without attempts left is not the next that is due, for nobody may lease it")
    func withoutAttemptsLeft() async throws {
        let store = MemoryStore()
        let example = Delivery.example(1)
        let spent = Delivery(
            id: example.id, createdAt: example.createdAt, recipient: example.recipient, member: example.member, alert: example.alert,
            channelName: example.channelName, payload: example.payload, attemptCount: Delivery.attemptCountMax)
        try await store.enqueue(spent)
        #expect(await store.nextDueMoment() == nil)
        #expect(try await store.candidates().isEmpty)
    }
}
