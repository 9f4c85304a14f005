import BelfryModel
import BelfryPorts

extension FactSource {
    /// What is wrong with rows of some edits that were saved: until it is corrected no plan knows them.
    ///
    /// - Throws: where the store can't be read.
    public func refused(among edits: FactEdits) async throws -> [RefusedFact] {
        var facts = FactBook()
        facts.apply(try await changes(since: 0))
        let ids = edits.saved.mapValues { Set($0.map(\.id)) }
        return facts.refused.filter { ids[$0.table]?.contains($0.id) == true }
    }
}
