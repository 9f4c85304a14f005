import BelfryTime

extension FactTable {
    /// Whether a column takes what another device wrote, although this one has written it since it last asked.
    ///
    /// What was edited here stays, as the last writer's. But of two times up to which a reminder is done, the later stands: a device that
    /// was offline for days knows of nothing that was done meanwhile. One that was emptied here, so that nothing is done, is an edit like others.
    /// - Parameters:
    ///   - other: what another device wrote.
    ///   - own: what was written here.
    public func takes(_ other: FactValue, over own: FactValue, in column: String) -> Bool {
        guard self == .reminders, column == "done_through", let theirs = other.writtenEnd, own != .null else { return false }
        return own.writtenEnd.map { $0 < theirs } ?? true
    }
}

extension FactValue {
    /// Nil where it is neither a day nor a day and a time.
    fileprivate var writtenEnd: CivilDateTime? {
        guard case .text(let text) = self else { return nil }
        return WrittenReading.read(text)?.end
    }
}
