import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// Ana has two phones, `a` and `b`, and wants push notifications; a worker sends them what she is told.
struct TwoPhones {
    let store = MemoryStore()
    let clock = TestClock(at: .noon)
    let sender = AddressSender()
    let worker: Worker

    init() async {
        let (clock, sender) = (clock, sender)
        worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.apple: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
        var preferences = Preferences()
        preferences.notifyPush = true
        await store.save([.notifyPush], of: preferences, for: .ana, now: .morning)
        for (index, token) in ["a", "b"].enumerated() {
            await store.register(
                DeviceToken(token: token, platform: .ios, appVersion: nil, osVersion: nil), of: .ana, now: .morning + .seconds(index))
        }
    }
}

/// Tests of attempts at two phones.
protocol AttemptsAtTwoPhones {
    var phones: TwoPhones { get }
}

extension AttemptsAtTwoPhones {
    var store: MemoryStore { phones.store }
    var clock: TestClock { phones.clock }
    var sender: AddressSender { phones.sender }
    var worker: Worker { phones.worker }

    @discardableResult
    func process() async throws -> BatchReport {
        try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
    }

    func goOn() async throws {
        clock.set(to: try #require(await store.nextDueMoment()))
        try await process()
    }

    /// A worker takes everything, and is gone before it has recorded anything.
    func dieOver(token: String = "dead") async throws {
        try await store.lease(at: clock.now, holder: "dead", token: token)
        let count = await store.rescue(now: clock.now) { $0 == "dead" }
        #expect(count == 1)
    }
}
