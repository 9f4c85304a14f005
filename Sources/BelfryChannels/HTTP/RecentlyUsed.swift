/// So many values at most, each under a key: for one more, the one that was used longest ago goes.
struct RecentlyUsed<Key: Hashable, Value> {
    private let countMax: Int
    private var entries: [Key: (value: Value, turn: Int)] = [:]
    private var turn = 0

    init(countMax: Int) {
        self.countMax = countMax
    }

    var values: [Value] { entries.values.map { $0.value } }

    /// What is kept under a key, which is used by that.
    mutating func use(_ key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        keep(value, under: key)
        return value
    }

    mutating func keep(_ value: Value, under key: Key) {
        if entries[key] == nil, entries.count >= countMax, let oldest = entries.min(by: { $0.value.turn < $1.value.turn }) { entries[oldest.key] = nil }
        turn += 1
        entries[key] = (value, turn)
    }
}
