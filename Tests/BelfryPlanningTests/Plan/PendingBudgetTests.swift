import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPlanning

@Suite("The budget of pending notifications")
struct PendingBudgetTests {
    private let budget = PendingBudget()

    /// One line a day: `9` is due at nine and may move within the day, `9m` may only share its moment, `9a` stands alone, and a
    /// capital `9A` or `9D` is critical.
    private func items(_ picture: String) -> [PendingBudget.Item] {
        picture.split(separator: "\n").enumerated().flatMap { day, line in
            line.split(separator: " ").map { word in
                let hour = Int(word.prefix { $0.isNumber }) ?? 0
                let freedom: Group.Freedom = word.hasSuffix("m") ? .moment : word.lowercased().hasSuffix("a") ? .alone : .day
                return PendingBudget.Item(
                    moment: .morning + .seconds((day * 24 + hour) * 3600), day: day, freedom: freedom,
                    isCritical: word.contains { $0.isUppercase })
            }
        }
    }

    /// The slots as `hour:count`, days between bars.
    private func fit(_ picture: String, into capacity: Int) -> String {
        let items = items(picture)
        let slots = budget.fit(items, capacity: capacity)
        let days = (0...(items.last?.day ?? 0)).map { day in
            slots.filter { items[$0.items[0]].day == day }
                .map { "\(Int(($0.moment - .morning).milliseconds / 3_600_000) % 24):\($0.items.count)" }.joined(separator: " ")
        }
        return days.joined(separator: " | ")
    }

    @Test("as long as all fit, all are told alone")
    func allFit() {
        #expect(fit("9 9 10\n9", into: 4) == "9:1 9:1 10:1 | 9:1")
    }

    @Test("those of one moment are told together before any moves, the far ones first")
    func sharedMoments() {
        #expect(fit("9 9 10\n9 9", into: 4) == "9:1 9:1 10:1 | 9:2")
        #expect(fit("9 9 10\n9 9", into: 3) == "9:2 10:1 | 9:2")
    }

    @Test("then the far days are gathered, at the last moment of the day, so that nothing is told early")
    func gatheredDays() {
        #expect(fit("8 9 10\n8 9 10", into: 5) == "8:1 9:1 10:1 | 8:1 10:2")
        #expect(fit("8 9 10\n8 9 10", into: 4) == "8:1 9:1 10:1 | 10:3")
        #expect(fit("8 9 10\n8 9 10", into: 2) == "10:3 | 10:3")
    }

    @Test("what moves goes into the next place of its day, not the last")
    func nextPlace() {
        #expect(fit("8 9m 10", into: 2) == "9:2 10:1")
        #expect(fit("8 9m 10m", into: 2) == "9:2 10:1")
    }

    @Test("what must stand alone does, and what doesn't fit is the latest")
    func dropsTheLatest() {
        #expect(fit("8a 9a\n8a 9a", into: 3) == "8:1 9:1 | 8:1")
        #expect(fit("8 9\n8\n8", into: 2) == "9:2 | 8:1 | ")
        #expect(fit("8", into: 0) == "")
    }

    @Test("a critical one is never displaced by a lesser, and never told together with one")
    func critical() {
        #expect(fit("8 9 10\n8\n8 9A", into: 2) == "10:3 |  | 9:1")
        #expect(fit("9 9D", into: 1) == "9:1")
        #expect(fit("8D 9D\n9", into: 1) == "9:2 | ")
    }

    @Test("the choice is the one that an exhaustive search finds")
    func exhaustive() {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        for instance in 0..<100_000 {
            let items = randomItems(using: &generator)
            let capacity = Int.random(in: 0...4, using: &generator)
            let found = budget.fit(items, capacity: capacity)
            let best = ExhaustiveSearch(items: items, capacity: capacity).best()
            #expect(found == best, "seed \(seed), instance \(instance): \(items), capacity \(capacity)")
            if found != best { return }
        }
    }

    private func randomItems(using generator: inout SeededGenerator) -> [PendingBudget.Item] {
        let count = Int.random(in: 0...5, using: &generator)
        let slots = (0..<count).map { _ in (day: Int.random(in: 0...1, using: &generator), hour: Int.random(in: 8...10, using: &generator)) }
        return slots.sorted { $0 < $1 }.map { slot in
            PendingBudget.Item(
                moment: .morning + .seconds((slot.day * 24 + slot.hour) * 3600), day: slot.day,
                freedom: [.alone, .moment, .day, .day][Int.random(in: 0..<4, using: &generator)],
                isCritical: Int.random(in: 0..<5, using: &generator) == 0)
        }
    }
}

/// Looks at every way to tell some items together and to drop others, and takes the best by the words of ``PendingBudget``.
private struct ExhaustiveSearch {
    let items: [PendingBudget.Item]
    let capacity: Int

    /// Compared from the first number on; more is better.
    private typealias Score = [Int]

    func best() -> [PendingBudget.Slot] {
        var best: (score: Score, slots: [PendingBudget.Slot])?
        visit(next: 0, groups: [], dropped: []) { groups, dropped in
            guard isAllowed(groups, dropped) else { return }
            let score = score(groups)
            if best.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true { best = (score, slots(groups)) }
        }
        return best?.slots ?? []
    }

    /// Each item goes into one of the groups so far, opens a new one, or is dropped.
    private func visit(next: Int, groups: [[Int]], dropped: [Int], _ body: ([[Int]], [Int]) -> Void) {
        guard next < items.count else { return body(groups, dropped) }
        visit(next: next + 1, groups: groups, dropped: dropped + [next], body)
        for index in groups.indices where items[groups[index][0]].day == items[next].day {
            var groups = groups
            groups[index].append(next)
            visit(next: next + 1, groups: groups, dropped: dropped, body)
        }
        if groups.count < capacity { visit(next: next + 1, groups: groups + [[next]], dropped: dropped, body) }
    }

    private func told(_ group: [Int]) -> Instant { items[group[group.count - 1]].moment }

    private func isAllowed(_ groups: [[Int]], _ dropped: [Int]) -> Bool {
        let hasManyCritical = items.count { $0.isCritical } > capacity
        let groupsAreAllowed = groups.allSatisfy { group in
            group.count == 1
                || group.allSatisfy { index in
                    let item = items[index]
                    return item.day == items[group[0]].day && item.isCritical == items[group[0]].isCritical
                        && (hasManyCritical || !item.isCritical) && item.freedom != .alone
                        && (item.freedom == .day || item.moment == told(group))
                }
        }
        return groupsAreAllowed && droppedAreLatest(dropped, where: \.isCritical) && droppedAreLatest(dropped) { !$0.isCritical }
            && sharedMomentsAreWhole(groups)
    }

    private func droppedAreLatest(_ dropped: [Int], where isOfKind: (PendingBudget.Item) -> Bool) -> Bool {
        let ofKind = items.indices.filter { isOfKind(items[$0]) }
        let droppedOfKind = dropped.filter { isOfKind(items[$0]) }
        return Array(ofKind.suffix(droppedOfKind.count)) == droppedOfKind
    }

    /// Of what may share a moment and is told at its own, either all share it or none does.
    private func sharedMomentsAreWhole(_ groups: [[Int]]) -> Bool {
        for group in groups {
            let own = group.filter { items[$0].moment == told(group) && items[$0].freedom != .alone }
            guard let first = own.first else { continue }
            let others = groups.filter { other in
                other != group
                    && other.contains {
                        items[$0].moment == told(other) && items[$0].moment == items[first].moment && items[$0].freedom != .alone
                            && items[$0].isCritical == items[first].isCritical
                    }
            }
            if !others.isEmpty, group.count > 1 { return false }
        }
        return true
    }

    private func score(_ groups: [[Int]]) -> Score {
        var toldAt: [Int: Instant] = [:]
        var size: [Int: Int] = [:]
        for group in groups {
            for index in group {
                toldAt[index] = told(group)
                size[index] = group.count
            }
        }
        // The critical ones come before all others, and among each the near ones before the far: how many are told at all, each that
        // is told when it is due, each that is told sooner, each that is told alone.
        var score: Score = []
        for isCritical in [true, false] {
            let kept = toldAt.keys.filter { items[$0].isCritical == isCritical }.sorted()
            score.append(kept.count)
            score += kept.map { toldAt[$0] == items[$0].moment ? 1 : 0 }
            score += kept.map { -Int((toldAt[$0] ?? .morning).secondsSinceEpoch) }
            score += kept.map { size[$0] == 1 ? 1 : 0 }
        }
        return score
    }

    private func slots(_ groups: [[Int]]) -> [PendingBudget.Slot] {
        groups.map { PendingBudget.Slot(moment: told($0), items: $0) }.sorted { ($0.moment, $0.items[0]) < ($1.moment, $1.items[0]) }
    }
}
