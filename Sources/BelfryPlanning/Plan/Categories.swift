/// The categories of an agenda as small numbers, which lines carry instead of their names.
struct Categories: Sendable {
    private(set) var names: [String] = []
    private var positions: [String: Int32] = [:]
    /// The place of each in the order of the names; as of the last call of ``rank()``.
    private(set) var ranks: [Int32] = []

    mutating func position(of name: String) -> Int32 {
        if let known = positions[name] { return known }
        let position = Int32(names.count)
        names.append(name)
        positions[name] = position
        return position
    }

    func knownPosition(of name: String) -> Int32? { positions[name] }

    mutating func rank() {
        guard ranks.count < names.count else { return }
        ranks = Array(repeating: 0, count: names.count)
        for (rank, position) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() { ranks[position] = Int32(rank) }
    }
}
