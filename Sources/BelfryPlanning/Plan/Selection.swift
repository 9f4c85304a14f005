import BelfryModel
import BelfryTime

/// What of the settled days is scheduled within the budget, and until when everything is told.
struct Selection {
    /// What becomes of a day.
    enum Choice: Hashable, Sendable {
        case asDrafted
        case dropped
        /// Places, each with the positions of its groups in the day's draft.
        case slots([PendingBudget.Slot])
    }

    private(set) var choices: [Choice]
    private(set) var canary: Canary?
    private(set) var coverage: Coverage

    /// - Parameter next: the first moment behind the horizon at which something is due.
    init(
        _ boards: [DayBoard], budget: PendingBudget, capacity: Int?, next: Instant?, now: Instant, canary: (_ coverageEnd: Instant) -> Canary?
    ) {
        guard let capacity else {
            choices = boards.map { _ in .asDrafted }
            coverage = next.map(Coverage.until) ?? .complete
            self.canary = next.flatMap(canary)
            return
        }
        let all = Candidates(boards)
        let (choices, dropped) = all.choose(budget, capacity: capacity)
        let end = [dropped, next].compactMap(\.self).min().map { max($0, now) }
        self.choices = choices
        coverage = end.map(Coverage.until) ?? .complete
        guard let end, canary(end) != nil else { return }
        // The canary's place is the last of those that critical ones leave, and never the only one.
        guard capacity - all.criticalCount >= 2 else { return }
        let (fewer, droppedNow) = all.choose(budget, capacity: capacity - 1)
        let endNow = [droppedNow, next].compactMap(\.self).min().map { max($0, now) } ?? end
        guard let canary = canary(endNow) else { return }
        self.choices = fewer
        self.canary = canary
        coverage = .until(endNow)
    }

    /// Everything that asks for a place, in the order of its moments.
    private struct Candidates {
        let boards: [DayBoard]
        let items: [PendingBudget.Item]
        /// Where the items of each day begin; one more than there are days.
        let offsets: [Int]
        let criticalCount: Int

        init(_ boards: [DayBoard]) {
            self.boards = boards
            var items: [PendingBudget.Item] = []
            var offsets = [0]
            items.reserveCapacity(boards.reduce(0) { $0 + $1.items.count })
            for board in boards {
                items += board.items
                offsets.append(items.count)
            }
            self.items = items
            self.offsets = offsets
            criticalCount = items.count { $0.isCritical }
        }

        /// What becomes of each day, and when the first of what is dropped would have been due.
        func choose(_ budget: PendingBudget, capacity: Int) -> (choices: [Choice], firstDropped: Instant?) {
            guard items.count > capacity else { return (boards.map { _ in .asDrafted }, nil) }
            var slotsByDay: [[PendingBudget.Slot]] = boards.map { _ in [] }
            let slots = budget.fit(items, capacity: capacity)
            for slot in slots {
                let day = dayIndex(of: slot.items[0])
                slotsByDay[day].append(.init(moment: slot.moment, items: slot.items.map { $0 - offsets[day] }))
            }
            let choices = slotsByDay.enumerated().map { day, slots -> Choice in
                let groupCount = offsets[day + 1] - offsets[day]
                if slots.count == groupCount { return .asDrafted }
                return slots.isEmpty ? .dropped : .slots(slots)
            }
            return (choices, firstDue(notIn: slots))
        }

        private func dayIndex(of item: Int) -> Int {
            (offsets.firstIndex { $0 > item } ?? offsets.count) - 1
        }

        /// What is held or told once a day is due before its moment, so the first that is due need not be the first of its moment.
        private func firstDue(notIn slots: [PendingBudget.Slot]) -> Instant? {
            var isKept = Array(repeating: false, count: items.count)
            for slot in slots {
                for item in slot.items { isKept[item] = true }
            }
            var first: Instant?
            for (day, board) in boards.enumerated() {
                for (group, item) in zip(board.draft.groups, offsets[day]...) where !isKept[item] { first = min(first ?? group.due, group.due) }
            }
            return first
        }
    }
}
