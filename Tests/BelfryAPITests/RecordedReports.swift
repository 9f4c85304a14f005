import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// Remembers what providers reported, in the order in which it came; can be told to fail.
final class RecordedReports: ReportStore {
    struct Broken: Error {}

    private let state = Mutex<(reports: [ProviderReport], isBroken: Bool)>(([], false))

    var all: [ProviderReport] { state.withLock(\.reports) }

    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    func apply(_ reports: [ProviderReport], now: Instant) async throws {
        try state.withLock { state in
            if state.isBroken { throw Broken() }
            state.reports += reports
        }
    }

    func transmissions(of delivery: DeliveryID) async throws -> [Transmission] { [] }
}
