import BelfryTesting
import Testing

@Suite("The exam of the stores")
struct StoreConformanceTests {
    @Test("Every behaviour has a sentence of its own")
    func sentences() {
        let sentences = StoreConformance.all.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { !$0.isEmpty })
    }
}
