import BelfryModel
import BelfryTime

/// The order of a day's lines: by moment, the critical ones first, then by category and name. Where requests came in never shows.
///
/// Most of it fits into one number a line, so that sorting compares numbers and moves little.
struct DayOrder {
    private struct Key {
        let moment: Int64
        let rest: UInt64
        let index: Int32
    }

    /// - Parameter ranks: of the categories, by their position.
    static func sort(_ lines: inout [Line], ranks: [Int32]) {
        var keys = lines.indices.map { index in
            Key(moment: lines[index].moment.millisecondsSinceEpoch, rest: rest(of: lines[index], ranks: ranks), index: Int32(index))
        }
        let isBefore = { [lines] (left: Key, right: Key) in
            if left.moment != right.moment { return left.moment < right.moment }
            if left.rest != right.rest { return left.rest < right.rest }
            return lines[Int(left.index)].isNamedBefore(lines[Int(right.index)])
        }
        if zip(keys, keys.dropFirst()).allSatisfy({ !isBefore($1, $0) }) { return }
        keys.sort(by: isBefore)
        lines = keys.map { lines[Int($0.index)] }
    }

    /// One bit that tells the critical ones, 31 of the category, one that tells what stands alone, and as much of the name as fits.
    private static func rest(of line: Line, ranks: [Int32]) -> UInt64 {
        (line.isCritical ? 0 : 1 << 63) | UInt64(ranks[Int(line.category)]) << 32 | (line.isGatherable ? 1 << 31 : 0) | line.order >> 33
    }
}
