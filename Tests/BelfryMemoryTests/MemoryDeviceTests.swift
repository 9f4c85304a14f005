import BelfryTesting
import Testing

@testable import BelfryMemory

@Suite("The facts of a device in memory")
struct MemoryDeviceTests {
    @Test("The journal in memory behaves as every device's does", arguments: DeviceJournalConformance.all)
    func passes(_ behaviour: DeviceJournalConformance) async throws { try await behaviour.run(on: MemoryDevice()) }

    @Test("The facts in memory behave as every device's do", arguments: FactStoreConformance.all)
    func passes(_ behaviour: FactStoreConformance) async throws {
        try await behaviour.run(on: MemoryDevice())
    }
}
