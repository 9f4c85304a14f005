import BelfryModel
import BelfryTime

/// Chooses what to schedule when the system keeps only so many pending, and what to tell together so that more fits.
///
/// In this order: as many critical ones as fit, alone if they can be, then of the others as many as fit into what is left, the
/// earliest first; what doesn't fit is the latest. Nothing is dropped as long as telling things together makes room. Of the ways to do that it takes the one that
/// leaves the nearest days as they are: first as few as possible are told later than they are due, the far ones before the
/// near ones, and those no later than they must; then as few as possible share a moment. Nothing is told before it is due, and
/// nothing on another day.
struct PendingBudget: Sendable {
    /// A notification that asks for one of the places.
    struct Item: Hashable, Sendable {
        let moment: Instant
        /// The civil day, as any number that grows with the days.
        let day: Int
        let freedom: Group.Freedom
        let isCritical: Bool
    }

    /// One place: what is told at one moment.
    struct Slot: Hashable, Sendable {
        let moment: Instant
        /// Positions of the items, ascending.
        var items: [Int]
    }

    /// - Parameters:
    ///   - items: in the order of their moments.
    ///   - capacity: how many places there are.
    /// - Returns: what is told, in the order of its moments. Items that are in no slot are dropped.
    func fit(_ items: [Item], capacity: Int) -> [Slot] {
        guard items.count > capacity else { return items.indices.map { Slot(moment: items[$0].moment, items: [$0]) } }
        let criticalCount = items.count { $0.isCritical }
        let critical =
            criticalCount <= capacity
            ? items.indices.filter { items[$0].isCritical }.map { Slot(moment: items[$0].moment, items: [$0]) }
            : fit(items.indices.lazy.filter { items[$0].isCritical }, of: items, capacity: capacity)
        let others = fit(items.indices.lazy.filter { !items[$0].isCritical }, of: items, capacity: capacity - critical.count)
        return (critical + others).sorted { ($0.moment, $0.items[0]) < ($1.moment, $1.items[0]) }
    }

    private func fit(_ chosen: some Sequence<Int>, of items: [Item], capacity: Int) -> [Slot] {
        let (kept, leastCount) = longestStart(of: chosen, items, capacity: capacity)
        var room = capacity - leastCount
        let slots = gather(kept, items, room: &room)
        return separate(slots, items, room: room)
    }

    /// The earliest that fit if as many as possible are told together, and how many places they take then.
    private func longestStart(of chosen: some Sequence<Int>, _ items: [Item], capacity: Int) -> (kept: [Int], slotCount: Int) {
        var kept: [Int] = []
        var slotCount = 0
        var day = DayCount()
        for index in chosen {
            let item = items[index]
            if item.day != day.day { day = DayCount(day: item.day) }
            let cost = day.add(item)
            guard slotCount + cost <= capacity else { break }
            slotCount += cost
            kept.append(index)
        }
        return (kept, slotCount)
    }

    /// The fewest places that a day's items take, one item after the other.
    private struct DayCount {
        var day = Int.min
        /// The latest moment at which something is told that can't move within the day.
        var lastFixedMoment: Instant?
        /// Whether something that can move waits behind that moment for a place at the end of the day.
        var hasTail = false

        /// How many places more it takes with this item: 0 or 1.
        mutating func add(_ item: Item) -> Int {
            switch item.freedom {
            case .alone: return 1
            case .moment:
                if lastFixedMoment == item.moment { return 0 }
                lastFixedMoment = item.moment
                // What waited can be told now.
                defer { hasTail = false }
                return hasTail ? 0 : 1
            case .day:
                if lastFixedMoment == item.moment || hasTail { return 0 }
                hasTail = true
                return 1
            }
        }
    }

    /// Puts items that share a moment together, and those that can move into the next place of their day once there is no room
    /// to tell them at their own moment.
    private func gather(_ kept: [Int], _ items: [Item], room: inout Int) -> [Slot] {
        var slots: [Slot] = []
        var rest = kept[...]
        while let first = rest.first {
            let day = rest.prefix { items[$0].day == items[first].day }
            gather(day: day, items, room: &room, into: &slots)
            rest = rest[day.endIndex...]
        }
        return slots
    }

    private func gather(day: ArraySlice<Int>, _ items: [Item], room: inout Int, into slots: inout [Slot]) {
        let fixed = Set(day.lazy.filter { items[$0].freedom == .moment }.map { items[$0].moment })
        let lastFixed = fixed.max()
        let lastMovable = day.last { items[$0].freedom == .day }.map { items[$0].moment }
        // Behind the last fixed moment, the last of those that can move has the place.
        let tail = lastMovable.flatMap { last in lastFixed.map { last > $0 } ?? true ? last : nil }
        var waiting: [Int] = []
        var open: Int?
        for index in day {
            let item = items[index]
            guard item.freedom != .alone else {
                slots.append(Slot(moment: item.moment, items: [index]))
                continue
            }
            if let place = open, slots[place].moment == item.moment {
                slots[place].items.append(index)
                continue
            }
            let hasPlace = item.freedom == .moment || fixed.contains(item.moment) || item.moment == tail
            guard hasPlace || room > 0 else {
                waiting.append(index)
                continue
            }
            if !hasPlace { room -= 1 }
            slots.append(Slot(moment: item.moment, items: waiting + [index]))
            open = slots.count - 1
            waiting = []
        }
    }

    /// Tells apart again what only shares a moment, the nearest first, as far as there is room.
    private func separate(_ slots: [Slot], _ items: [Item], room: Int) -> [Slot] {
        var room = room
        guard room > 0 else { return slots }
        return slots.flatMap { slot in
            let cost = slot.items.count - 1
            guard cost > 0, cost <= room, slot.items.allSatisfy({ items[$0].moment == slot.moment }) else { return [slot] }
            room -= cost
            return slot.items.map { Slot(moment: slot.moment, items: [$0]) }
        }
    }
}
