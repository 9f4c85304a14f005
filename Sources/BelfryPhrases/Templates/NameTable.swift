import BelfryModel

/// The names that things of one kind have in each language, as a template without title and body.
enum NameTable: String, Sendable {
    case prayer = "prayer.names"
    /// As they stand within a sentence.
    case metric = "metric.names"
    /// At the beginning of a sentence, with the verb that belongs to it: "Steps have been".
    case metricSubject = "metric.subjects"
    case pillar = "pillar.names"

    /// The things by their names in the model.
    var things: [String] {
        switch self {
        case .prayer: ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]
        case .metric, .metricSubject: Metric.allCases.map(\.rawValue)
        case .pillar: Pillar.allCases.map(\.rawValue)
        }
    }

    var signature: TemplateSignature { TemplateSignature(rawValue, parts: things) }

    /// Under which a catalogue has the name of a thing.
    func key(of thing: String) -> String { "\(rawValue).\(thing)" }
}
