import BelfryDevice
import BelfryPorts
import BelfrySimulation
import BelfryTime

/// Tests of a device with two bills that is off for a while, and of what its centre kept meanwhile.
protocol OffForAWhile {}

extension OffForAWhile {
    func bench() async throws -> Bench {
        let bench = Bench(afterReboot: .kept)
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-23"))
        await bench.reconcile(.launch)
        return bench
    }

    func offFor(_ length: Duration, _ bench: Bench) async -> PassReport {
        bench.centre.switchOff()
        bench.advance(by: length)
        bench.centre.switchOn()
        return await bench.restarted().reconcile(.launch, now: Bench.morning + length)
    }
}
