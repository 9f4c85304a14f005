import BelfryModel
import BelfryTime

/// What is known of a person's learning: the object `study` of a ``DomainFacts`` document.
public struct StudyFacts: Sendable {
    public var settings: StudySettings
    public var words: [StudyWord]
    /// What is wrong with the words that were refused.
    public var refused: [Problem]

    public init(settings: StudySettings, words: [StudyWord], refused: [Problem] = []) {
        self.settings = settings
        self.words = words
        self.refused = refused
    }
}

/// What a person wants to be told of their learning.
public struct StudySettings: Hashable, Sendable {
    public var isEnabled = true
    /// Nil takes the person's hour for reminders.
    public var reminderTime: CivilTime?
    /// Whether they are told on a day without anything to repeat, too.
    public var encouragesWhenNothingIsDue = false
    /// Which share of the words they want to know when they are asked; nil leaves due dates as they came.
    public var desiredRetention: Double?
    public var curve = ForgettingCurve()

    public static let defaultRetention = 0.9

    public init() {}
}

extension StudySettings: Decodable {
    private enum Key: String, CodingKey {
        case decay
        case isEnabled = "study_reminders_enabled"
        case reminderTime = "reminder_time"
        case encourages = "encourage_when_nothing_due"
        case desiredRetention = "desired_retention"
    }

    /// What is missing or null keeps its default.
    ///
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        isEnabled = try container.flag(.isEnabled, default: isEnabled)
        reminderTime = try container.decodeIfPresent(CivilTime.self, forKey: .reminderTime)
        encouragesWhenNothingIsDue = try container.flag(.encourages, default: encouragesWhenNothingIsDue)
        desiredRetention = try container.decimal(.desiredRetention, in: ForgettingCurve.retentionRange)
        curve = ForgettingCurve(decay: try container.decimal(.decay, in: ForgettingCurve.decayRange) ?? curve.decay)
    }
}

extension StudyFacts: Decodable {
    private enum Key: String, CodingKey {
        case settings, items
    }

    /// - Throws: `DecodingError` or `Problem` where something besides the words can't be used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var refused: [Problem] = []
        self.init(
            settings: try container.decodeIfPresent(StudySettings.self, forKey: .settings) ?? StudySettings(),
            words: try container.decodeIfPresent([Lenient<StudyWord>].self, forKey: .items)?.usable(refusing: &refused) ?? [])
        self.refused = refused
    }
}
