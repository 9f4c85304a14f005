import Testing

@testable import BelfrySystem

struct DescriptorLimitTests {
    @Test(
        "Connections leave descriptors for the store and the providers",
        arguments: [(64, 32), (256, 128), (1024, 768), (65_536, 65_280), (1, 1), (0, 1)])
    func reserve(descriptorCount: Int, connectionCount: Int) {
        #expect(DescriptorLimit.connectionCountMax(ofDescriptors: descriptorCount) == connectionCount)
    }

    @Test("Where the system sets no limit, there is none")
    func unlimited() {
        #expect(DescriptorLimit.connectionCountMax(ofDescriptors: -1) == nil)
    }

    @Test("The system says how many there are")
    func current() {
        // This process has some open.
        #expect(DescriptorLimit.current > 3 || DescriptorLimit.current < 0)
    }
}
