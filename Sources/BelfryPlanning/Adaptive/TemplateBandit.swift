import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Chooses which of several wordings of one kind a person gets: what works well, but not what they saw the other day.
///
/// Source: Yancey and Settles, "A Sleeping, Recovering Bandit Algorithm for Optimizing Recurring Notifications" (KDD 2020): an arm's
/// score is the relative difference that it makes, an arm sleeps where it doesn't fit, and recovers from having been seen.
public struct TemplateBandit: Hashable, Sendable {
    /// By the template's name.
    private(set) var arms: [String: TemplateArm] = [:]

    /// What was seen today scores less by this much: γ of the paper.
    static let recencyPenalty = 0.017
    /// After so many days half of the penalty is left: h.
    static let recoveryDays = 15.0
    /// How much better a score must be to matter: the temperature τ.
    static let temperature = 0.0025

    public init() {}

    init(arms: [String: TemplateArm]) { self.arms = arms }

    /// The chance of each template, in the order in which they are given; together 1.
    ///
    /// - Parameters:
    ///   - eligible: those that fit this time; the others sleep.
    ///   - lastSeen: on which day the person saw each; missing where they never did.
    public func chances(of eligible: [String], lastSeen: [String: CivilDate], on date: CivilDate) -> [Double] {
        let shrunk = shrunkScores()
        let scores = eligible.map { name in
            let days = lastSeen[name].map { Double(max(0, date - $0)) }
            let penalty = days.map { TemplateBandit.recencyPenalty * exp2(-$0 / TemplateBandit.recoveryDays) } ?? 0
            return (shrunk[name] ?? 0) - penalty
        }
        // Scores less their best, so that no exponential is too large.
        let best = scores.max() ?? 0
        let weights = scores.map { exp(($0 - best) / TemplateBandit.temperature) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// One template by those chances; nil where none is eligible.
    public func choice(
        of eligible: [String], lastSeen: [String: CivilDate], on date: CivilDate, using generator: inout some RandomNumberGenerator
    ) -> String? {
        let chances = chances(of: eligible, lastSeen: lastSeen, on: date)
        var rest = Double.random(in: 0..<1, using: &generator)
        let index = chances.firstIndex { chance in
            rest -= chance
            return rest < 0
        }
        return index.map { eligible[$0] } ?? eligible.last
    }

    /// On which day the person saw each the last time.
    var lastSeen: [String: CivilDate] { arms.compactMapValues(\.seenOn) }

    /// More are not kept, and no longer names.
    static let armCountMax = 8
    static let nameByteCountMax = 24

    /// Takes in what came of a wording that a person saw. What can't be a choice is passed over.
    mutating func learn(_ choice: TemplateChoice, isPositive: Bool, on date: CivilDate) {
        let names = choice.chances.keys.sorted()
        guard names.contains(choice.chosen), names.allSatisfy({ $0.utf8.count <= TemplateBandit.nameByteCountMax }),
            Set(arms.keys).union(names).count <= TemplateBandit.armCountMax
        else { return }
        learn(chosen: choice.chosen, of: names, chances: names.map { choice.chances[$0] ?? .nan }, isPositive: isPositive)
        arms[choice.chosen]?.see(on: date)
    }

    /// Takes in what came of a choice.
    ///
    /// - Parameters:
    ///   - chosen: one of the eligible.
    ///   - chances: with which each of the eligible was chosen then.
    public mutating func learn(chosen: String, of eligible: [String], chances: [Double], isPositive: Bool) {
        for (name, chance) in zip(eligible, chances) where chance.isFinite {
            arms[name, default: TemplateArm()].learn(wasChosen: name == chosen, chance: chance, isPositive: isPositive)
        }
    }

    // MARK: Scores

    /// Each arm's score drawn toward 0, the less is known of it the more: empirical Bayes.
    ///
    /// Scores are taken as drawn from a normal distribution around 0 with variance σ², measured ones as off by their own variance v;
    /// the best guess is then s · σ² / (σ² + v). σ² is what the scores differ beyond their variances. Source: Efron and Morris, "Data
    /// Analysis Using Stein's Estimator and Its Generalizations", Journal of the American Statistical Association 70 (1975).
    func shrunkScores() -> [String: Double] {
        let measured = arms.compactMapValues(\.score)
        guard !measured.isEmpty else { return [:] }
        let excess = measured.values.map { $0.value * $0.value - $0.variance }.sorted().reduce(0, +) / Double(measured.count)
        let variance = max(0, excess)
        return measured.mapValues { variance > 0 ? $0.value * variance / (variance + $0.variance) : 0 }
    }
}

/// What is known of one template: how often people responded when it was chosen, and when it could have been and was not.
struct TemplateArm: Hashable, Sendable {
    private(set) var chosen = WeightedRate()
    private(set) var passedOver = WeightedRate()
    /// When the person saw it the last time; nil where they never did.
    private(set) var seenOn: CivilDate?

    init() {}

    init(chosen: WeightedRate, passedOver: WeightedRate, seenOn: CivilDate? = nil) {
        self.chosen = chosen
        self.passedOver = passedOver
        self.seenOn = seenOn
    }

    mutating func see(on date: CivilDate) { seenOn = max(seenOn ?? date, date) }

    /// Weighs each case by how unlikely it was, so that both rates are of the same people on the same days.
    ///
    /// Source: Horvitz and Thompson, Journal of the American Statistical Association 47 (1952).
    mutating func learn(wasChosen: Bool, chance: Double, isPositive: Bool) {
        let likelihood = max(TemplateArm.leastChance, wasChosen ? chance : 1 - chance)
        if wasChosen { chosen.add(isPositive, weight: 1 / likelihood) } else { passedOver.add(isPositive, weight: 1 / likelihood) }
    }

    /// A rarer case counts no more than this one, or it alone would make the score.
    private static let leastChance = 0.01

    /// The relative difference (μ⁺ − μ⁻) / μ⁻, and its variance by the delta method; nil where one of them was never seen.
    var score: (value: Double, variance: Double)? {
        guard chosen.weight > 0, passedOver.weight > 0 else { return nil }
        let (with, without) = (chosen.smoothed, passedOver.smoothed)
        let ratio = with.mean / without.mean
        let variance = with.variance / (without.mean * without.mean) + ratio * ratio * without.variance / (without.mean * without.mean)
        return (ratio - 1, variance)
    }
}

/// A share among cases that count differently, as whole hundredths, so that what is stored is what is known.
struct WeightedRate: Hashable, Sendable {
    private(set) var weight = 0
    private(set) var positive = 0
    private(set) var squares = 0

    private static let one = 100
    /// Behind this nothing more is added: by then it is known.
    static let sumMax = 1_000_000_000

    init() {}

    /// Nil where no cases can have led to these sums.
    init?(weight: Int, positive: Int, squares: Int) {
        let sums = 0...WeightedRate.sumMax
        guard sums.contains(weight), sums.contains(squares), positive >= 0, positive <= weight, (weight > 0) == (squares > 0) else {
            return nil
        }
        (self.weight, self.positive, self.squares) = (weight, positive, squares)
    }

    /// - Parameter weight: at most 100.
    mutating func add(_ isPositive: Bool, weight: Double) {
        let one = Double(WeightedRate.one)
        let (hundredths, square) = (Int((weight * one).rounded()), Int((weight * weight * one).rounded()))
        guard self.weight + hundredths <= WeightedRate.sumMax, squares + square <= WeightedRate.sumMax else { return }
        self.weight += hundredths
        positive += isPositive ? hundredths : 0
        squares += square
    }

    /// How many cases of equal weight would say as much. Source: Kish, "Survey Sampling" (1965), section 11.7.
    var effectiveCount: Double {
        squares > 0 ? Double(weight) * Double(weight) / (Double(squares) * Double(WeightedRate.one)) : 0
    }

    /// The share and its variance, as if half a positive and half a negative case were known before: never 0, never without doubt.
    var smoothed: (mean: Double, variance: Double) {
        let count = effectiveCount
        let mean = (Double(positive) / Double(weight) * count + 0.5) / (count + 1)
        return (mean, mean * (1 - mean) / (count + 1))
    }
}
