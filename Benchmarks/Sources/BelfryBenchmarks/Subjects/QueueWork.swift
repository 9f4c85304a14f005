import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTime
import GRDB

/// The worker's whole round through the SQLite store: lease, decide, send to nobody, record; beside the limit at the same batch size.
struct QueueWork {
    private let store: SQLiteStore
    private let worker: Worker
    private let lean: RawQueue
    /// Another file with Belfry's tables, on which only the raw updates run.
    private let bareStore: SQLiteStore
    private let bare: RawQueue
    private let numbers = Numbers()

    init(zones: any TimeZoneDatabase, workplace: Workplace) async throws {
        store = try await World.store("queue.sqlite", in: workplace)
        worker = Worker(
            queue: store, zones: zones, switchboard: Switchboard([.push: [.inbox: NobodysSender()]]), holder: "benchmark", identifiers: UUIDv7Source(),
            now: { World.noon }, chance: { 0.5 })
        lean = try RawQueue(path: workplace.path("lean.sqlite"), table: .own)
        bareStore = try await World.store("bare.sqlite", in: workplace)
        bare = try RawQueue(path: workplace.path("bare.sqlite"), table: .belfry)
    }

    var contenders: [Contender] {
        [(batchSize: 1, rowCount: 500), (100, 5000), (500, 10_000)].flatMap { batchSize, rowCount in
            let limit = "raw claim and record, batch \(batchSize)"
            return [
                contender("lease, decide, record, batch \(batchSize)", rowCount, beside: limit) {
                    try await World.enqueue(numbers.take(rowCount), into: store)
                } work: {
                    var count = 0
                    while count < rowCount {
                        let sent = try await worker.processBatch(countMax: batchSize, ageMax: World.ageMax).sentCount
                        guard sent > 0 else { return count }
                        count += sent
                    }
                    return count
                },
                contender(limit, rowCount) {
                    try await lean.insert(numbers.take(rowCount), perTransaction: rowCount)
                } work: {
                    try await lean.drain(batchSize: batchSize)
                },
                contender("raw claim and record on Belfry's table, batch \(batchSize)", rowCount, beside: limit) {
                    try await World.enqueue(numbers.take(rowCount), into: bareStore)
                } work: {
                    try await bare.drain(batchSize: batchSize)
                },
            ]
        }
    }

    private func contender(
        _ name: String, _ rowCount: Int, beside: String? = nil, fill: @escaping () async throws -> Void, work: @escaping () async throws -> Int
    ) -> Contender {
        Contender(name: name, unit: .perSecond("rows"), operationCount: rowCount, beside: beside, prepare: fill) {
            guard try await work() == rowCount else { throw Missing(what: "a row that was to be processed") }
        }
    }
}

/// Accepts everything at once and does nothing with it.
struct NobodysSender: Sender {
    var provider: Provider { .inbox }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult { SendResult(.delivered) }
}

/// Hands out numbers that nobody has had before.
final class Numbers {
    private var next = 0

    func take(_ count: Int) -> Range<Int> {
        defer { next += count }
        return next..<next + count
    }
}
