import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@Suite("The notification centre in memory")
struct MemoryCentreTests {
    @Test("The centre in memory behaves as every centre does", arguments: CentreConformance.all())
    func passes(_ behaviour: CentreConformance) async throws {
        try await behaviour.run(in: MemoryCentreHarness())
    }

    @Test("Where it is full it says so, and keeps what it has")
    func full() async throws {
        let centre = MemoryCentre(now: .noon, permission: .granted, capacity: 1)
        try await centre.add(.bill(1))
        await #expect(throws: CentreProblem.full) { try await centre.add(.bill(2)) }
        #expect(await centre.pending().requests.map(\.identifier) == [.bill(1)])
    }

    @Test("Where there is no centre nothing is accepted, and asking changes nothing")
    func unavailable() async throws {
        let centre = MemoryCentre(now: .noon, permission: .unavailable)
        await #expect(throws: CentreProblem.unavailable) { try await centre.add(.bill(1)) }
        #expect(await centre.requestPermission(.full) == .unavailable)
        #expect(await centre.promptCount == 0)
    }

    @Test("The clock never runs back, and a response to what isn't shown is none")
    func edges() async throws {
        let harness = MemoryCentreHarness()
        try await harness.centre.add(.bill(1))
        await harness.advance(to: .evening)
        await harness.advance(to: .noon)
        #expect(await harness.centre.delivered().map(\.identifier) == [.bill(1)])
        await harness.respond(.open, to: .bill(2))
        #expect(await harness.responses().isEmpty)
    }
}

/// The world around a centre in memory.
private struct MemoryCentreHarness: CentreHarness {
    private let memory: MemoryCentre
    private let log = ResponseLog()

    init() {
        memory = MemoryCentre(now: .noon, permission: .granted, onResponse: log.append)
    }

    var centre: any NotificationCentre { memory }

    func advance(to moment: Instant) async { await memory.advance(to: moment) }
    /// Nothing is ever put off.
    func settle() async {}
    func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) async {
        await memory.respond(action, to: identifier)
    }
    func clear(_ identifier: NotificationID) async { await memory.removeDelivered([identifier]) }
    func responses() async -> [NotificationResponse] { log.responses }
    func set(_ permission: NotificationPermission) async { await memory.set(permission) }
    func answerPrompts(with answer: Bool) async { await memory.answerPrompts(with: answer) }
    func promptCount() async -> Int { await memory.promptCount }
    func set(capacity: Int) async { await memory.set(capacity: capacity) }
    func addForeignRequests(count: Int) async {
        for _ in 0..<count { await memory.addForeignRequest(at: .evening) }
    }
    func actions(of category: String) async -> [String]? {
        await memory.categories.first { $0.identifier == category }?.actions.map(\.identifier)
    }
}
