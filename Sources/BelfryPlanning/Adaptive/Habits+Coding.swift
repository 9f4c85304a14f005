import BelfryModel
import BelfryTime

// What is exported, and what comes in again: {"learnt_on", "outcomes", "weekday": {"best", "responses"}, "weekend", "categories",
// "wordings"}.

extension Habits: Codable {
    private enum Key: String, CodingKey {
        case weekday, weekend, categories, outcomes, wordings
        case learntOn = "learnt_on"
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let categories = try container.decodeIfPresent([String: Engagement].self, forKey: .categories) ?? [:]
        guard categories.count <= Habits.categoryCountMax else { throw Problem.tooManyItems(countMax: Habits.categoryCountMax) }
        guard categories.keys.allSatisfy({ $0.utf8.count <= Habits.nameByteCountMax }) else {
            throw Problem.wrongType(
                field: Problem.path(container.codingPath + [Key.categories]), expected: "names of at most \(Habits.nameByteCountMax) bytes")
        }
        self.init(
            weekday: try container.decodeIfPresent(Rhythm.self, forKey: .weekday) ?? Rhythm(),
            weekend: try container.decodeIfPresent(Rhythm.self, forKey: .weekend) ?? Rhythm(),
            learntOn: try container.decodeIfPresent(CivilDate.self, forKey: .learntOn),
            outcomeCount: try container.number(.outcomes, in: 0...Habits.outcomeCountMax) ?? 0, categories: categories,
            wordings: try container.decodeIfPresent(TemplateBandit.self, forKey: .wordings) ?? TemplateBandit())
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(learntOn, forKey: .learntOn)
        try container.encode(outcomeCount, forKey: .outcomes)
        try container.encode(weekday, forKey: .weekday)
        try container.encode(weekend, forKey: .weekend)
        try container.encode(categories, forKey: .categories)
        if wordings != TemplateBandit() { try container.encode(wordings, forKey: .wordings) }
    }
}

extension Rhythm: Codable {
    private enum Key: String, CodingKey {
        case best, responses
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let belief = HourBelief(parts: try container.decode([UInt16].self, forKey: .best)) else {
            throw Problem.wrongType(
                field: Problem.path(container.codingPath + [Key.best]), expected: "\(DaySlot.count) numbers from 1 on, one a half hour")
        }
        let minutes = try container.decodeIfPresent([UInt16].self, forKey: .responses) ?? []
        guard minutes.count <= Rhythm.responseCountMax, minutes.allSatisfy({ $0 < Rhythm.dayMinutes }) else {
            throw Problem.wrongType(
                field: Problem.path(container.codingPath + [Key.responses]),
                expected: "at most \(Rhythm.responseCountMax) minutes of the day, 0 to \(Rhythm.dayMinutes - 1)")
        }
        self.init(belief: belief, responseMinutes: minutes)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(belief.parts, forKey: .best)
        try container.encode(responseMinutes, forKey: .responses)
    }
}

/// Four counts in hundredths: told, responded, not told, acted untold.
extension Engagement: Codable {
    init(from decoder: any Decoder) throws {
        let counts = try decoder.singleValueContainer().decode([Int].self)
        guard counts.count == 4,
            let engagement = Engagement(told: counts[0], responded: counts[1], notTold: counts[2], actedUntold: counts[3])
        else {
            throw Problem.wrongType(
                field: Problem.path(decoder.codingPath), expected: "four counts in hundredths: told, responded, not told, acted untold")
        }
        self = engagement
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([told, responded, notTold, actedUntold])
    }
}
