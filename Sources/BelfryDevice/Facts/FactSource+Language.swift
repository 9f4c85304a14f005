import BelfryModel
import BelfryPorts

extension FactSource {
    /// In which language its person is spoken to.
    ///
    /// - Throws: where the store can't be read.
    public func language() async throws -> Language {
        var facts = FactBook()
        facts.apply(try await changes(since: 0))
        return facts.person.language
    }
}
