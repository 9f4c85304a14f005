import BelfryModel
import BelfryTime

/// A person's settings as JSON: the keys of `user_profiles`, and `language`, `reminder_time`, `throttles`, `mutes`, `dismissals`,
/// `snoozes` and `adaptive`.
public struct DecodedPerson: Decodable, Sendable {
    public let person: Person

    enum Key: String, CodingKey, CaseIterable {
        case language, throttles, mutes, dismissals, snoozes, adaptive
        case reminderTime = "reminder_time"
    }

    /// Who says nothing has notifications on: whoever plans for a device may notify on it.
    public static var silent: Person {
        var person = Person()
        person.preferences.notifyPush = true
        return person
    }

    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var preferences = DecodedPerson.silent.preferences
        try preferences.update(from: decoder)
        person = Person(
            preferences: preferences,
            language: try container.decodeIfPresent(Language.self, forKey: .language) ?? .english,
            reminderTime: try container.decodeIfPresent(CivilTime.self, forKey: .reminderTime) ?? Person.defaultReminderTime,
            throttles: try container.decodeIfPresent([DecodedThrottle].self, forKey: .throttles)?.map(\.throttle) ?? [],
            mutes: try container.decodeIfPresent([Mute].self, forKey: .mutes) ?? [],
            dismissals: try container.decodeIfPresent([Dismissal].self, forKey: .dismissals) ?? [],
            snoozes: try container.decodeIfPresent([Snooze].self, forKey: .snoozes) ?? [],
            adaptive: try container.decodeIfPresent(DecodedAdaptiveTiming.self, forKey: .adaptive)?.timing)
    }
}

private struct DecodedThrottle: Decodable {
    let throttle: Throttle

    enum Key: String, CodingKey {
        case category, count
        case windowMinutes = "window_minutes"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        throttle = Throttle(
            category: try container.decode(String.self, forKey: .category),
            countMax: try container.number(.count, in: 0...10_000) ?? 1,
            window: .seconds(60 * (try container.number(.windowMinutes, in: 1...525_600) ?? 1440)))
    }
}
