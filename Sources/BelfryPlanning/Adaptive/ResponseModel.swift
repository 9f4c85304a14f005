/// How a person is assumed to respond, given the half hour at which they respond best: the likelihoods from which that is learnt.
///
/// Every shape is Tukey's biweight, (1 − (d/w)²)² up to a distance w and nothing beyond it: plain arithmetic, so that a phone and a
/// server come to the same to the last bit, and no further than a few slots, so that a choice is quick.
/// Source of the shape: Mosteller and Tukey, "Data Analysis and Regression" (1977), chapter 10.
struct ResponseModel: Sendable {
    /// The chance that something told at the best half hour is responded to at once, and the one far away from it.
    var bestChance = 0.56
    var farChance = 0.1
    /// How far from the best half hour the chance is higher at all, in slots.
    var chanceWidth = 4.0
    /// How far from the best half hour those responses lie that come late, when the person has time; and the share of them that come
    /// at any hour.
    var lateWidth = 6.5
    var strayShare = 0.45
    /// The chance that from one day to the next a person's best half hour becomes another one altogether, and that it moves by one slot.
    var switchChance = 0.0065
    var driftChance = 0.025
    /// How far weekends and working days of one person lie apart, in slots, and the share of people in whom one says nothing of the other.
    var weekendWidth = 4.0
    var unlikeShare = 0.3
    /// The chance of a trial where nothing is known; it goes with what is not known.
    var trialChance = 0.1
    /// Up to this delay a response belongs to the moment of telling, in minutes.
    var promptMinutes = 30

    static let standard = ResponseModel()

    static func biweight(_ distance: Int, _ width: Double) -> Double {
        let share = Double(distance) / width
        guard share < 1 else { return 0 }
        let inner = 1 - share * share
        return inner * inner
    }

    /// By the distance around the clock, 0 to 24 slots.
    static func table(_ value: (Int) -> Double) -> [Double] { (0...DaySlot.count / 2).map(value) }

    static func distance(_ one: Int, _ other: Int) -> Int {
        let apart = abs(one - other)
        return min(apart, DaySlot.count - apart)
    }
}

/// What the model and the population say, made once: likelihoods by the distance from the best half hour.
struct ResponseTables: Sendable {
    let model: ResponseModel
    let prior: PopulationPrior
    /// The chance of a response at once.
    let prompt: [Double]
    /// How often late responses lie there, beside an even spread.
    let late: [Double]
    /// How likely a person's other kind of day has its best half hour there, beside an even spread.
    let otherKind: [Double]
    /// What the population's other kind of day says of this one.
    let priorOfOtherKind: [Double]

    static let standard = ResponseTables(.standard, .standard)

    init(_ model: ResponseModel, _ prior: PopulationPrior) {
        self.model = model
        self.prior = prior
        prompt = ResponseModel.table { distance in
            model.farChance + (model.bestChance - model.farChance) * ResponseModel.biweight(distance, model.chanceWidth)
        }
        late = Self.density(width: model.lateWidth, evenShare: model.strayShare)
        otherKind = Self.density(width: model.weekendWidth, evenShare: model.unlikeShare)
        priorOfOtherKind = Self.spread(prior.chances, by: otherKind, width: model.weekendWidth)
    }

    /// What a belief about one kind of day says of the other.
    func ofOtherKind(_ belief: HourBelief) -> [Double] { Self.spread(belief.chances, by: otherKind, width: model.weekendWidth) }

    /// The chance of a response at once for something told in each slot.
    func promptChances(_ beliefs: [Double]) -> [Double] { Self.spread(beliefs, by: prompt, width: model.chanceWidth) }

    /// 1 everywhere would be an even spread.
    private static func density(width: Double, evenShare: Double) -> [Double] {
        let shape = ResponseModel.table { ResponseModel.biweight($0, width) }
        let sum = (0..<DaySlot.count).reduce(0.0) { $0 + shape[ResponseModel.distance(0, $1)] }
        return shape.map { evenShare + (1 - evenShare) * $0 * Double(DaySlot.count) / sum }
    }

    /// Each slot's sum of chances, weighed by their distance; from the width on a table is flat, so that only near ones cost anything.
    private static func spread(_ chances: [Double], by table: [Double], width: Double) -> [Double] {
        let reach = min(Int(width.rounded(.up)) - 1, DaySlot.count / 2 - 1)
        let far = table[DaySlot.count / 2]
        let around = chances[(DaySlot.count - reach)...] + chances + chances[..<reach]
        return (0..<DaySlot.count).map { slot in
            let middle = slot + DaySlot.count
            var sum = far + around[middle] * (table[0] - far)
            for distance in stride(from: 1, through: reach, by: 1) {
                sum += (around[middle - distance] + around[middle + distance]) * (table[distance] - far)
            }
            return sum
        }
    }
}
