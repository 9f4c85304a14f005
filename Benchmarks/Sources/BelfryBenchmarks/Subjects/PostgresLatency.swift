import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryPostgres
import BelfrySystem
import BelfryTime
import Foundation
import Synchronization

/// How long what one process queues takes until another hands it to a sender, by the clock.
struct PostgresLatency {
    private let report: Report
    private let cluster: PostgresCluster
    private let zones: any TimeZoneDatabase

    init(zones: any TimeZoneDatabase, workplace: Workplace, report: Report) throws {
        (self.zones, self.report) = (zones, report)
        cluster = try PostgresCluster(folder: workplace.folder.appendingPathComponent("postgres-latency"))
    }

    /// Tells its figures itself: they are no rounds.
    func measured() async throws -> [Contender] {
        try await measure()
        return []
    }

    private func measure() async throws {
        let address = try PostgresAddress(cluster.uri)
        let clock = DatabaseClock { .systemNow() }
        let (accepting, working) = (try await PostgresStore(address, clock: nil), try await PostgresStore(address, clock: clock))
        try await World.fill(accepting)
        let sender = ClockedSender()
        let doorbell = Doorbell()
        let worker = Worker(
            queue: working, zones: zones, switchboard: Switchboard([.push: [.inbox: sender]]), holder: "benchmark", identifiers: UUIDv7Source(),
            now: clock.now, chance: { 0.5 })
        let loop = WorkerLoop(worker: worker, doorbell: doorbell)
        working.listen { doorbell.ring() }
        let running = Task { await loop.run() }
        try await oneByOne("idle to sent", sender) { try await World.enqueueNow($0, into: accepting) }
        try await oneByOne("the same, from a day of which it follows", sender) { try await World.ingestNow($0, into: accepting) }
        try await atOnce(sender)
        try await besideBursts(accepting, sender)
        doorbell.stop()
        await running.value
        accepting.close()
        working.close()
    }

    /// From the call that queues it, commit and ring included, to the sender, of a worker that had nothing to do.
    private func oneByOne(_ name: String, _ sender: ClockedSender, queue: (_ number: Int) async throws -> Void) async throws {
        var lengths: [Double] = []
        for number in 0..<500 {
            try await Task.sleep(for: .milliseconds(20))
            let begin = ContinuousClock.now
            try await queue(number)
            await sender.next()
            lengths.append(begin.duration(to: .now) / .milliseconds(1))
        }
        report.note("\(name), 500 times: \(Self.percentiles(lengths))")
    }

    /// Due in one second, one after the other; how late each is.
    private func atOnce(_ sender: ClockedSender) async throws {
        let count = 10_000
        sender.forget()
        let raw = try RawPostgres(uri: cluster.uri)
        try raw.run(
            """
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, payload)
            SELECT belfry_identifier_at(now()) || '-7000-8000-' || lpad(n::text, 12, '0'), now() + interval '3 seconds' + n * interval '0.1 milliseconds', 'admin-' || n % 500, 'member-' || n % 500, 'push',
                '{"title": "Hello"}' FROM generate_series(1, \(count)) AS n
            """)
        for _ in 0..<count { await sender.next() }
        report.note("10,000 due in one second, how late: \(Self.percentiles(sender.arrivals.map(\.lateness)))")
    }

    /// What one app queues, one each ten milliseconds: alone, while another's burst of a hundred times as many is worked off, and behind a
    /// burst of its own, where it is critical.
    private func besideBursts(_ store: PostgresStore, _ sender: ClockedSender) async throws {
        let (quiet, noisy): (AppID, AppID) = (World.identifier("quiet"), World.identifier("noisy"))
        try await paced("one app alone", quiet, .normal, store, sender, burst: nil)
        try await paced("beside another's burst of a hundred times as many", quiet, .normal, store, sender, burst: noisy)
        try await paced("critical ones, behind as many of their own app", noisy, .critical, store, sender, burst: noisy)
    }

    /// Of those beside a burst only what was queued before its end counts.
    private func paced(
        _ name: String, _ app: AppID, _ priority: DeliveryPriority, _ store: PostgresStore, _ sender: ClockedSender, burst: AppID?
    ) async throws {
        let count = 1000
        let burstCount = burst == nil ? 0 : 100 * count
        sender.forget()
        if let burst {
            let now = Instant.systemNow()
            let deliveries = (0..<burstCount).map { World.due($0, of: nil, now, app: burst) }
            _ = try await store.enqueue(deliveries, under: nil, digestWindow: nil, now: now)
        }
        var begins: [DeliveryID: ContinuousClock.Instant] = [:]
        for number in 0..<count {
            try await Task.sleep(for: .milliseconds(10))
            let now = Instant.systemNow()
            let delivery = World.due(number, of: nil, now, app: app, priority: priority)
            begins[delivery.id] = .now
            _ = try await store.enqueue([delivery], under: nil, digestWindow: nil, now: now)
        }
        for _ in 0..<count + burstCount { await sender.next() }
        let arrivals = sender.arrivals
        let end = arrivals.last { begins[$0.delivery] == nil }?.moment
        let lengths = arrivals.compactMap { arrival -> Double? in
            guard let begin = begins[arrival.delivery], end.map({ begin < $0 }) ?? true else { return nil }
            return begin.duration(to: arrival.moment) / .milliseconds(1)
        }
        report.note("\(name), \(lengths.count) times: \(Self.percentiles(lengths))")
    }

    private static func percentiles(_ values: [Double]) -> String {
        let sorted = values.sorted()
        func at(_ share: Double) -> String { Report.text(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) }
        return "p50 \(at(0.5)) ms, p99 \(at(0.99)) ms, longest \(at(1)) ms"
    }
}

/// Takes everything at once, and remembers how long after its moment each came.
private final class ClockedSender: Sender {
    struct Arrival {
        let delivery: DeliveryID
        let moment: ContinuousClock.Instant
        /// In milliseconds, after it was queued.
        let lateness: Double
    }

    private let known = Mutex<[Arrival]>([])
    private let (news, continuation) = AsyncStream.makeStream(of: Void.self)

    var provider: Provider { .inbox }

    var arrivals: [Arrival] { known.withLock { $0 } }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let (moment, delivery) = (ContinuousClock.now, notification.delivery)
        let late = Double((Instant.systemNow() - delivery.createdAt).milliseconds)
        known.withLock { $0.append(Arrival(delivery: delivery.id, moment: moment, lateness: late)) }
        continuation.yield()
        return SendResult(.delivered)
    }

    /// Waits for one more.
    func next() async { _ = await news.first { _ in true } }

    func forget() { known.withLock { $0 = [] } }
}

extension World {
    /// One delivery, due at once, as an app orders it.
    static func enqueueNow(_ number: Int, into store: some DeliveryControl) async throws {
        let now = Instant.systemNow()
        _ = try await store.enqueue([due(number, of: nil, now)], under: nil, digestWindow: nil, now: now)
    }

    /// The same, because of a day that was posted, with the alert that it opens.
    static func ingestNow(_ number: Int, into store: some MetricStore) async throws {
        let now = Instant.systemNow()
        let day = DailyMetrics(
            user: identifier("somebody"), date: CivilDateTime(utc: morning).date, source: "benchmark", values: [.steps: Double(number + 1)])
        _ = try await store.ingest([day], now: now) { _ in
            MemberEvaluation(changes: [AlertChange(alert: alert(number), deliveries: [due(number, of: alert(number).id, now)])])
        }
    }

    private static let identifiers = UUIDv7Source()

    fileprivate static func due(
        _ number: Int, of alert: AlertID?, _ now: Instant, app: AppID = .house, priority: DeliveryPriority = .normal
    ) -> Delivery {
        let known = delivery(number)
        return Delivery(
            id: Identifier(identifiers.next(now: now)) ?? known.id, createdAt: now, recipient: known.recipient, member: known.member,
            alert: alert, channelName: known.channelName, payload: known.payload, app: app, priority: priority)
    }
}
