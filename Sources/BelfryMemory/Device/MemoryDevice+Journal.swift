import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryDevice: DeviceJournal {
    public func record(ledgerSince since: Instant) -> DeviceRecord { journal.record(ledgerSince: since) }

    public func history(since: Instant) -> [LedgerLine] { journal.history(since: since) }

    public func subjectsTold(of category: String) -> Set<String> { journal.subjectsTold(of: category) }

    public func apply(_ change: JournalChange) throws -> Bool {
        var draft = journal
        guard draft.apply(change) else { return false }
        try save(change.edits)
        journal = draft
        return true
    }
}
