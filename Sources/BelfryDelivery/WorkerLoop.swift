import BelfryModel
import BelfryPorts
import BelfryTime

/// Keeps a worker working: as long as there is something due it goes on, then it waits for the doorbell or the next due moment.
public struct WorkerLoop: Sendable {
    let worker: Worker
    let doorbell: Doorbell
    let batchCountMax: Int
    let ageMax: Duration
    let isHolderDead: @Sendable (String) -> Bool

    /// How long it waits at most: another process may have written a row without ringing.
    static let pollInterval = Duration.seconds(1)
    static let rescueInterval = Duration.seconds(15)

    /// - Parameters:
    ///   - ageMax: what was queued longer ago has expired.
    ///   - isHolderDead: whether the holder of a lease is known to be gone, as after a crash of this very machine's last server.
    public init(
        worker: Worker, doorbell: Doorbell, batchCountMax: Int = 100, ageMax: Duration = .seconds(24 * 3600),
        isHolderDead: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.worker = worker
        self.doorbell = doorbell
        self.batchCountMax = batchCountMax
        self.ageMax = ageMax
        self.isHolderDead = isHolderDead
    }

    /// Runs until the doorbell is told to stop; what is in flight then is finished first.
    public func run() async {
        var lastRescueAt: Instant?
        while !doorbell.isStopping {
            do {
                let now = worker.now()
                if lastRescueAt.map({ now - $0 >= Self.rescueInterval }) ?? true {
                    let count = try await worker.queue.rescue(now: now, isDead: isHolderDead)
                    if count > 0 { worker.observe(.rescued(count: count)) }
                    lastRescueAt = now
                }
                let report = try await worker.processBatch(countMax: batchCountMax, ageMax: ageMax) { doorbell.isStopping }
                worker.observe(.polled(report))
                if report.processedCount == 0 { await doorbell.wait(atMost: try await waitLength()) }
            } catch {
                worker.observe(.storeFailed(error))
                await doorbell.wait(atMost: Self.pollInterval)
            }
        }
    }

    private func waitLength() async throws -> Duration {
        guard let due = try await worker.queue.nextDueMoment() else { return Self.pollInterval }
        return min(Self.pollInterval, max(.milliseconds(1), due - worker.now()))
    }
}
