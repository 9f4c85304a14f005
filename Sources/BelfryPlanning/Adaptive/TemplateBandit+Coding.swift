import BelfryModel

extension TemplateBandit: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(arms: try decoder.singleValueContainer().decode([String: TemplateArm].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(arms)
    }
}

extension TemplateArm: Codable {
    private enum Key: String, CodingKey {
        case chosen
        case passedOver = "passed_over"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            chosen: try container.decode(WeightedRate.self, forKey: .chosen),
            passedOver: try container.decode(WeightedRate.self, forKey: .passedOver))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(chosen, forKey: .chosen)
        try container.encode(passedOver, forKey: .passedOver)
    }
}

/// Three sums: the weights, those of positive cases, the squares of the weights.
extension WeightedRate: Codable {
    init(from decoder: any Decoder) throws {
        let sums = try decoder.singleValueContainer().decode([Double].self)
        guard sums.count == 3, let rate = WeightedRate(weight: sums[0], positive: sums[1], squares: sums[2]) else {
            throw Problem.wrongType(field: Problem.path(decoder.codingPath), expected: "three sums: weights, positive ones, their squares")
        }
        self = rate
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([weight, positive, squares])
    }
}
