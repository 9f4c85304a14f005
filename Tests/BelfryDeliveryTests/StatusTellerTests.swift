import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Telling apps what became of their deliveries", .timeLimit(.minutes(10)))
struct StatusTellerTests {
    private func teller(
        _ store: MemoryStore, _ clock: TestClock = TestClock(at: .noon), apps: [AppID] = [.shop], events: Notes<String> = Notes(),
        doorbell: Doorbell = Doorbell(), post: @escaping @Sendable (StatusBatch) async -> StatusAnswer
    ) -> StatusTeller {
        StatusTeller(
            log: store, apps: apps, holder: "one", doorbell: doorbell, now: { clock.now }, post: post,
            observe: { event in
                switch event {
                case .told(let app, let count): events.add("told \(app) \(count)")
                case .refused(let app, let why): events.add("refused \(app) \(why)")
                case .logFailed: events.add("failed")
                }
            })
    }

    /// Orders and calls off so many.
    private func callOff(_ numbers: ClosedRange<Int>, of app: AppID = .shop, _ store: MemoryStore) async throws {
        await store.askForStatuses(of: app, now: .morning)
        _ = try await store.enqueue(numbers.map { .ordered($0, by: app) }, under: nil, now: .morning)
        _ = await store.cancel(DeliverySelection(app: app), now: .noon)
    }

    @Test("It asks for its app, tells what happens in parts of a hundred, and is through then")
    func parts() async throws {
        let (store, told, events) = (MemoryStore(), Notes<Int>(), Notes<String>())
        let teller = teller(store, events: events) { batch in
            told.add(batch.changes.count)
            return .taken
        }
        var askAt = Instant.noon
        #expect(try await !teller.turn(.shop, &askAt))
        #expect(await store.statusStandings() == [StatusStanding(app: .shop, oldestAt: nil)] && askAt == .noon + StatusTeller.askInterval)
        try await callOff(1...150, store)
        #expect(try await teller.turn(.shop, &askAt))
        #expect(try await teller.turn(.shop, &askAt))
        #expect(try await !teller.turn(.shop, &askAt))
        #expect(told.all == [100, 50] && events.all == ["told shop 100", "told shop 50"])
    }

    @Test("What isn't taken comes again, the same first, after waits that grow to an hour, or as long as the endpoint asks for")
    func refusal() async throws {
        let (store, clock, posted, events) = (MemoryStore(), TestClock(at: .noon), Notes<String>(), Notes<String>())
        let teller = teller(store, clock, events: events) { batch in
            posted.add(batch.id)
            return .refused(why: "http_503", after: posted.all.count == 2 ? .seconds(90) : nil)
        }
        try await callOff(1...1, store)
        var askAt = clock.now
        for wait in [5, 90, 80, 320, 1280, 3600, 3600] {
            #expect(try await !teller.turn(.shop, &askAt))
            clock.advance(by: Duration.seconds(wait) - .milliseconds(1))
            let count = posted.all.count
            #expect(try await !teller.turn(.shop, &askAt))
            #expect(posted.all.count == count, "\(wait)")
            clock.advance(by: .milliseconds(1))
        }
        #expect(Set(posted.all).count == 1 && events.all == Array(repeating: "refused shop http_503", count: 7))
        #expect(await store.statusStandings().first?.failure == StatusStanding.Failure(since: .noon, why: "http_503"))
    }

    @Test("Who starts tries at once what wasn't taken before: its endpoint may be another")
    func start() async throws {
        let store = MemoryStore()
        try await callOff(1...1, store)
        var askAt = Instant.noon + StatusTeller.askInterval
        let former = teller(store) { _ in .refused(why: "private_address", after: .seconds(300)) }
        #expect(try await !former.turn(.shop, &askAt))
        let next = teller(store) { _ in .taken }
        #expect(try await !next.turn(.shop, &askAt), "it would be minutes")
        try await store.ask(for: [.shop], now: .noon)
        #expect(try await next.turn(.shop, &askAt))
        #expect(await store.statusStandings() == [StatusStanding(app: .shop, oldestAt: nil)])
    }

    @Test("An app whose endpoint doesn't answer keeps no other waiting")
    func slowApp() async throws {
        let (store, doorbell) = (MemoryStore(), Doorbell())
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        try await callOff(1...1, store)
        try await callOff(2...2, of: .school, store)
        let told = Notes<AppID>()
        let teller = teller(store, apps: [.shop, .school], doorbell: doorbell) { batch in
            if batch.app == .shop { for await _ in answers { break } }
            told.add(batch.app)
            // The shop's is answered once the school was told.
            if batch.app == .school { answer.yield() } else { doorbell.stop() }
            return .taken
        }
        await teller.run()
        #expect(told.all == [.school, .shop])
        #expect(await store.statusStandings().map(\.oldestAt) == [nil, nil])
    }

    @Test("It stops when it is told to, and ends when its task does")
    func stopping() async {
        let (store, doorbell) = (MemoryStore(), Doorbell())
        doorbell.stop()
        await teller(store, doorbell: doorbell) { _ in .taken }.run()
        let other = teller(store) { _ in .taken }
        let task = Task { await other.run() }
        task.cancel()
        await task.value
    }
}
