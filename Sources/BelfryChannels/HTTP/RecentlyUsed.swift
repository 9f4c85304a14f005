/// So many values at most, each under a key: for one more, the one that was used longest ago goes, unless others are worth less.
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

    /// - Parameter worth: of what is kept, for the one that goes: what is worth least, and of that the one that was used longest ago.
    mutating func keep(_ value: Value, under key: Key, worth: (Value) -> Int = { _ in 0 }) {
        if entries[key] == nil, entries.count >= countMax { removeLeast(worth) }
        turn += 1
        entries[key] = (value, turn)
    }

    mutating func remove(_ key: Key) { entries[key] = nil }

    private mutating func removeLeast(_ worth: (Value) -> Int) {
        let places = entries.map { (key: $0.key, worth: worth($0.value.value), turn: $0.value.turn) }
        if let least = places.min(by: { ($0.worth, $0.turn) < ($1.worth, $1.turn) }) { entries[least.key] = nil }
    }
}
