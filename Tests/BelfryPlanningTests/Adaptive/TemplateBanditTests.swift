import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPlanning

@Suite("Which words a person gets")
struct TemplateBanditTests {
    private let today = CivilDate(literal: "2026-01-05")

    /// What a template's arm looks like after so many cases of equal weight.
    private func arm(chosen: (count: Int, positive: Int), passedOver: (count: Int, positive: Int)) -> TemplateArm {
        var arm = TemplateArm()
        for (wasChosen, cases) in [(true, chosen), (false, passedOver)] {
            for index in 0..<cases.count { arm.learn(wasChosen: wasChosen, chance: 0.5, isPositive: index < cases.positive) }
        }
        return arm
    }

    @Test("where nothing is known, each has the same chance")
    func unknown() {
        #expect(TemplateBandit().chances(of: ["a", "b"], lastSeen: [:], on: today) == [0.5, 0.5])
        var generator = SeededGenerator(seed: UInt64.seed())
        #expect(TemplateBandit().choice(of: [], lastSeen: [:], on: today, using: &generator) == nil)
        #expect(TemplateBandit().choice(of: ["a"], lastSeen: [:], on: today, using: &generator) == "a")
    }

    @Test("what was seen scores less by γ·2^(−d/h), and recovers", arguments: [0, 1, 15, 30, 365])
    func recovery(_ days: Int) {
        let chances = TemplateBandit().chances(of: ["seen", "new"], lastSeen: ["seen": today - days], on: today)
        // With γ = 0.017, h = 15 and τ = 0.0025 the odds are e to the power of the penalty by the temperature.
        let odds = exp(0.017 * pow(2, -Double(days) / 15) / 0.0025)
        #expect(abs(chances[1] / chances[0] - odds) < 1e-9 * odds)
    }

    @Test("a day that lies ahead counts as today")
    func future() {
        let bandit = TemplateBandit()
        let chances = { bandit.chances(of: ["a", "b"], lastSeen: ["a": $0], on: today) }
        #expect(chances(today + 9) == chances(today))
    }

    @Test("the score is the relative difference, and the weights are those of Kish")
    func score() throws {
        let score = try #require(arm(chosen: (1000, 300), passedOver: (1000, 200)).score)
        #expect(abs(score.value - 0.5) < 0.01)
        #expect(score.variance > 0 && score.variance < 0.02)
        #expect(TemplateArm().score == nil)
        var rate = WeightedRate()
        for weight in [1.0, 1, 2] { rate.add(true, weight: weight) }
        #expect(abs(rate.effectiveCount - 16 / 6) < 1e-12)
    }

    @Test("a score that rests on little is drawn to nothing, one that rests on much hardly")
    func shrinkage() throws {
        let bandit = TemplateBandit(arms: [
            "little": arm(chosen: (4, 3), passedOver: (100, 25)), "much": arm(chosen: (4000, 1400), passedOver: (4000, 1000)),
        ])
        let shrunk = bandit.shrunkScores()
        let raw = try #require(bandit.arms["little"]?.score?.value)
        #expect(try #require(shrunk["little"]) < raw)
        #expect(try #require(shrunk["much"]) > 0.3)
    }

    @Test("it finds the better words, though they are not always eligible")
    func finds() {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        var bandit = TemplateBandit()
        let rates = ["good": 0.4, "fair": 0.3, "poor": 0.2]
        for _ in 0..<4000 {
            let eligible = rates.keys.sorted().filter { $0 != "good" || Bool.random(using: &generator) }
            let chances = bandit.chances(of: eligible, lastSeen: [:], on: today)
            guard let chosen = bandit.choice(of: eligible, lastSeen: [:], on: today, using: &generator) else { continue }
            let isPositive = Double.random(in: 0..<1, using: &generator) < rates[chosen] ?? 0
            bandit.learn(chosen: chosen, of: eligible, chances: chances, isPositive: isPositive)
        }
        let chances = bandit.chances(of: ["good", "fair", "poor"], lastSeen: [:], on: today)
        #expect(chances[0] > 0.9, "seed \(seed): \(chances)")
        #expect(abs(chances.reduce(0, +) - 1) < 1e-9)
    }

    @Test("what was learnt comes back as it was, and what can't have been is refused")
    func coding() throws {
        let bandit = TemplateBandit(arms: ["a": arm(chosen: (10, 3), passedOver: (7, 2))])
        #expect(try JSONDecoder().decode(TemplateBandit.self, from: JSONEncoder().encode(bandit)) == bandit)
        for sums in ["1, 2, 1", "1, -1, 1", "1, 1", "0, 0, 3", "1, 1, 9999999999"] {
            let json = #"{"a": [\#(sums), 0, 0, 0]}"#
            #expect(throws: (any Error).self) { try JSONDecoder().decode(TemplateBandit.self, from: Data(json.utf8)) }
        }
    }
}
