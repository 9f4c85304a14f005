import BelfryModel

/// How much of one category is of use to a person: how often they respond when told, and how often they act though they were not.
///
/// What is told is worth what it changes, so the second is taken from the first: the uplift. Counts fade with each new outcome, by
/// ``fadePercent``, so that the last few dozen outcomes count.
struct Engagement: Hashable, Sendable {
    /// In hundredths, as are the others.
    private(set) var told = 0
    private(set) var responded = 0
    private(set) var notTold = 0
    private(set) var actedUntold = 0

    static let fadePercent = 96
    static let one = 100
    /// Beyond this nothing adds up, because of the fading.
    static let countMax = one * 100 / (100 - fadePercent)

    init() {}

    /// Nil where no outcomes can have led to these counts.
    init?(told: Int, responded: Int, notTold: Int, actedUntold: Int) {
        let counts = [told, responded, notTold, actedUntold]
        guard counts.allSatisfy((0...Engagement.countMax).contains), responded <= told, actedUntold <= notTold else { return nil }
        (self.told, self.responded, self.notTold, self.actedUntold) = (told, responded, notTold, actedUntold)
    }

    mutating func learn(isPositive: Bool) {
        told = Engagement.faded(told) + Engagement.one
        responded = Engagement.faded(responded) + (isPositive ? Engagement.one : 0)
        // The first response after a long silence says more than the silence: whoever comes back gets everything again at once.
        if isPositive, responded < 2 * Engagement.one { told = min(told, Engagement.silenceCountMax) }
    }

    /// What a silence counts for at most once the person has responded: few enough for one response to be worth it.
    private static let silenceCountMax = 14 * one

    mutating func learnUntold(hasActed: Bool) {
        notTold = Engagement.faded(notTold) + Engagement.one
        actedUntold = Engagement.faded(actedUntold) + (hasActed ? Engagement.one : 0)
    }

    private static func faded(_ count: Int) -> Int { count * fadePercent / 100 }

    /// The chance of a response: at first a quarter, as if half of one and not of two had been responded to (a beta prior).
    var responseRate: Double { (0.5 + Double(responded) / Double(Engagement.one)) / (2 + Double(told) / Double(Engagement.one)) }

    /// How much more often they act when told; at first nobody acts untold.
    var uplift: Double { responseRate - Double(actedUntold) / Double(Engagement.one) / (2 + Double(notTold) / Double(Engagement.one)) }

    /// How much ignoring says about the hour, 0 to 1.
    var interest: Double { min(1, max(0.1, responseRate / Engagement.fullInterest)) }

    private static let fullInterest = 0.25

    /// Which share of the category is worth telling, 0 to 1: all of it from this uplift on, less in proportion below.
    var share: Double { min(1, max(0, uplift / Engagement.worthwhileUplift)) }

    private static let worthwhileUplift = 0.07
}
