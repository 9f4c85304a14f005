import BelfryTesting
import Testing

@Suite("The exam of the notification centres")
struct CentreConformanceTests {
    @Test("Every behaviour has a sentence of its own")
    func sentences() {
        let sentences = CentreConformance.all().map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { !$0.isEmpty })
    }

    @Test("Surroundings that can do little are examined in what every centre can do")
    func abilities() {
        let least = CentreConformance.all(with: [])
        #expect(!least.isEmpty)
        #expect(least.count < CentreConformance.all(with: [.responses]).count)
    }
}
