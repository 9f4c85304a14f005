import BelfryMemory
import BelfryTesting
import Testing

@Suite("The journal of what a desktop shows, in memory")
struct MemoryShownJournalTests {
    @Test("It behaves as every such journal does", arguments: ShownJournalConformance.all)
    func passes(_ behaviour: ShownJournalConformance) throws {
        try behaviour.run(on: MemoryShownJournal())
    }
}
