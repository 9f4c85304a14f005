import BelfryMemory
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import Foundation
import Testing

@Suite("A device's life, at random")
struct DeviceTraceTests {
    @Test("Nothing twice, nothing lost inside coverage, nothing early, never over the ceiling, whatever happens")
    func traces() async throws {
        let seed = UInt64.seed()
        let zones = SystemTimeZoneDatabase()
        for number in 0..<UInt64(ProcessInfo.processInfo.environment["N"].flatMap { Int($0) } ?? 400) {
            let outcome = try await DeviceTrace(seed: seed &+ number).run(on: MemoryDevice(), zones: zones)
            if !outcome.complaints.isEmpty { print("FAIL seed \(seed &+ number)\n\(outcome.complaints.joined(separator: "\n"))\n\(outcome.log.joined(separator: "\n"))") }
            #expect(outcome.complaints.isEmpty, "seed \(seed &+ number)\n\(outcome.complaints.joined(separator: "\n"))\n\(outcome.log.joined(separator: "\n"))")
        }
    }
}
