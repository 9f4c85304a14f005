/// One thing to be measured, in rounds of equal size.
struct Contender {
    let name: String
    let unit: Unit
    /// How many operations one round does.
    let operationCount: Int
    /// The name of the contender of the same run that it is held against: a peer or a limit.
    var beside: String?
    /// What it should reach, in its unit.
    var goal: Double?
    var whose = Cost.Whose.thisProcess
    /// Comes before each round and isn't counted.
    var prepare: () async throws -> Void = {}
    /// What of the round counts, where not all of it does; asked after it.
    var counted: (() -> Cost)?
    let round: () async throws -> Void

    enum Unit {
        /// How many a second; more is better.
        case perSecond(String)
        /// How long each takes; less is better.
        case microseconds
        case milliseconds

        var text: String {
            switch self {
            case .perSecond(let things): "\(things)/s"
            case .microseconds: "µs each"
            case .milliseconds: "ms each"
            }
        }

        func figure(operationCount: Int, seconds: Double) -> Double {
            switch self {
            case .perSecond: Double(operationCount) / seconds
            case .microseconds: seconds / Double(operationCount) * 1_000_000
            case .milliseconds: seconds / Double(operationCount) * 1000
            }
        }
    }
}

/// Measures contenders side by side: after one round each to warm up, round after round, each contender once a round,
/// so that whatever else the machine does meets them all.
struct SideBySide {
    let roundCount: Int

    /// - Parameter group: stands before each name.
    func measure(_ contenders: [Contender], group: String) async throws -> [Row] {
        var costs = Array(repeating: [Cost](), count: contenders.count)
        for round in 0...roundCount {
            for (index, contender) in contenders.enumerated() {
                try await contender.prepare()
                let cost = try await Cost.measure(contender.whose, contender.round)
                if round > 0 { costs[index].append(contender.counted?() ?? cost) }
            }
        }
        let rows = zip(contenders, costs).map { Row($0, $1, group: group) }
        return zip(contenders, rows).map { contender, row in
            // What it is held against may not have been asked for.
            guard let beside = contender.beside, let other = contenders.firstIndex(where: { $0.name == beside }) else { return row }
            return row.held(against: rows[other])
        }
    }
}

extension [Double] {
    /// The one in the middle.
    var median: Double {
        let sorted = sorted()
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
