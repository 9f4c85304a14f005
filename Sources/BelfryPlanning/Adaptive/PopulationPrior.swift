import BelfryModel

/// When people respond best, before anything is known of this one: a chance for each half hour of a day.
public struct PopulationPrior: Hashable, Sendable {
    let chances: [Double]

    /// Before work, at noon, and most of all in the evening; a quarter at any hour. A rough guess of ours, which a few days overrule.
    public static let standard = PopulationPrior(
        weights: (0..<DaySlot.count).map { slot in
            let peaks = [
                (middle: 15, width: 5.0, share: 0.25), (middle: 25, width: 4.0, share: 0.15), (middle: 38, width: 8.0, share: 0.35),
            ]
            return peaks.reduce(0.25 / Double(DaySlot.count)) { sum, peak in
                // 16 w / 15 is what a biweight of width w comes to in all.
                let height = peak.share / (16 * peak.width / 15)
                return sum + height * ResponseModel.biweight(ResponseModel.distance(slot, peak.middle), peak.width)
            }
        })

    /// Of some people whose habits are known; an even share of it stays the standard one, so that nothing is ruled out.
    public init(of people: [Habits], on kind: DayKind) {
        let known = people.map { $0.rhythm(on: kind).belief.chances }
        guard !known.isEmpty else {
            self = .standard
            return
        }
        self.init(weights: (0..<DaySlot.count).map { slot in
            known.reduce(0) { $0 + $1[slot] } / Double(known.count) + PopulationPrior.standard.chances[slot]
        })
    }

    init(weights: [Double]) {
        let sum = weights.reduce(0, +)
        chances = weights.map { $0 / sum }
    }
}
