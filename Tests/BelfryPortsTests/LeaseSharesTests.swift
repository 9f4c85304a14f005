import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

@Suite("How the places of a batch are dealt out")
struct LeaseSharesTests {
    /// What each app gets of a batch, critical ones first.
    private func deal(_ countMax: Int, _ waiting: [String: (critical: Int, other: Int)], token: String = "token") -> [String: [Int]] {
        let moment = Instant(secondsSinceEpoch: 0)
        let lanes = waiting.flatMap { app, counts in
            [(1, counts.critical), (2, counts.other)].filter { $0.1 > 0 }.map { QueueLane(app: app.utf8, rank: $0.0, dueAt: moment) }
        }
        var taken: [String: [Int]] = [:]
        var shares = LeaseShares(lanes, token: token)
        shares.deal(countMax) { orders in
            orders.map { order in
                let app = String(decoding: order.app, as: UTF8.self)
                let isCritical = order.ranks == [1]
                let there = isCritical ? waiting[app]?.critical ?? 0 : waiting[app]?.other ?? 0
                let before = taken[app, default: [0, 0]][isCritical ? 0 : 1]
                #expect(order.takenCount == before)
                let count = min(order.count, there - before)
                taken[app, default: [0, 0]][isCritical ? 0 : 1] += count
                return count
            }
        }
        return taken
    }

    @Test("One app alone gets what it asks for, and no more than there is")
    func alone() {
        #expect(deal(100, ["a": (0, 500)]) == ["a": [0, 100]])
        #expect(deal(100, ["a": (0, 3)]) == ["a": [0, 3]])
        #expect(deal(100, [:]) == [:])
    }

    @Test("Apps share alike, and what one can't fill goes to the others")
    func shares() {
        #expect(deal(100, ["a": (0, 10_000), "b": (0, 10_000)]) == ["a": [0, 50], "b": [0, 50]])
        #expect(deal(100, ["a": (0, 10_000), "b": (0, 10)]) == ["a": [0, 90], "b": [0, 10]])
        let three = deal(100, ["a": (0, 10_000), "b": (0, 10), "c": (0, 60)])
        #expect(three["b"] == [0, 10] && three.values.map { $0[1] }.reduce(0, +) == 100)
        #expect(three.filter { $0.key != "b" }.values.allSatisfy { (44...46).contains($0[1]) }, "alike, but for the odd one of each round")
    }

    @Test("Critical ones have three of four places while others wait, and all of them where none does")
    func critical() {
        #expect(deal(100, ["a": (500, 500)]) == ["a": [75, 25]])
        #expect(deal(100, ["a": (500, 0)]) == ["a": [100, 0]])
        #expect(deal(100, ["a": (500, 0), "b": (0, 5)]) == ["a": [95, 0], "b": [0, 5]])
        #expect(deal(1, ["a": (500, 500)]) == ["a": [1, 0]])
    }

    @Test("With fewer places than apps the token says whose turn it is")
    func turns() {
        let waiting = Dictionary(uniqueKeysWithValues: (0..<10).map { ("app-\($0)", (critical: 0, other: 5)) })
        let first = Set((0..<100).flatMap { deal(1, waiting, token: "token-\($0)").filter { $0.value[1] > 0 }.keys })
        #expect(first.count == 10)
    }
}
