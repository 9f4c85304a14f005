import BelfryModel
import BelfryTime

/// What has no place on any day, in an order that doesn't depend on when it came.
struct UnplannedList: Sendable {
    private var items: [LeftOutNotification] = []
    /// From when it was first asked for; what is added later goes to its place.
    private var isSorted = false

    mutating func add(_ item: LeftOutNotification) {
        items.insert(item, at: isSorted ? position(of: item) : items.count)
    }

    mutating func remove(_ item: LeftOutNotification) {
        var index = isSorted ? position(of: item) : items.firstIndex(of: item) ?? items.count
        // Others of the same identifier and reason may stand before it.
        while index < items.count, items[index] != item, !Self.isBefore(item, items[index]) { index += 1 }
        if index < items.count, items[index] == item { items.remove(at: index) }
    }

    mutating func sorted() -> [LeftOutNotification] {
        if !isSorted { items.sort(by: Self.isBefore) }
        isSorted = true
        return items
    }

    private func position(of item: LeftOutNotification) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if Self.isBefore(items[middle], item) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func isBefore(_ left: LeftOutNotification, _ right: LeftOutNotification) -> Bool {
        // Few fall on one day, and comparing days is quick.
        if left.identifier.date != right.identifier.date { return left.identifier.date < right.identifier.date }
        if left.identifier.subject != right.identifier.subject { return left.identifier.subject < right.identifier.subject }
        return left.reason.rawValue < right.reason.rawValue
    }
}
