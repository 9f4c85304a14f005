import BelfryModel
import BelfryTime

extension TemplateBandit: Codable {
    public init(from decoder: any Decoder) throws {
        let arms = try decoder.singleValueContainer().decode([String: TemplateArm].self)
        guard arms.count <= TemplateBandit.armCountMax else { throw Problem.tooManyItems(countMax: TemplateBandit.armCountMax) }
        self.init(arms: arms)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(arms)
    }
}

/// Twice three sums in hundredths, of when it was chosen and of when it was passed over: the weights, those of positive cases, the squares
/// of the weights. Then, where the person has seen it, the day of the last time, counted from 1970-01-01.
extension TemplateArm: Codable {
    init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Int].self)
        guard numbers.count == 6 || numbers.count == 7,
            let chosen = WeightedRate(weight: numbers[0], positive: numbers[1], squares: numbers[2]),
            let passedOver = WeightedRate(weight: numbers[3], positive: numbers[4], squares: numbers[5])
        else {
            throw Problem.wrongType(
                field: Problem.path(decoder.codingPath),
                expected: "twice three sums in hundredths, of weights, positive ones and squares; then the day it was last seen")
        }
        self.init(
            chosen: chosen, passedOver: passedOver,
            seenOn: numbers.count == 7 ? CivilDate(daysSinceEpoch: Int32(max(-1_000_000, min(1_000_000, numbers[6])))) : nil)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let sums = [chosen, passedOver].flatMap { [$0.weight, $0.positive, $0.squares] }
        try container.encode(sums + (seenOn.map { [Int($0.daysSinceEpoch)] } ?? []))
    }
}
