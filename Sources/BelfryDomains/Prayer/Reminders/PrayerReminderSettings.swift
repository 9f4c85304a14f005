import BelfryModel
import BelfryTime

/// Of which prayers a person wants to be reminded, and how.
public struct PrayerReminderSettings: Hashable, Sendable {
    public var isEnabled = true
    /// Sunrise ends fajr and is no prayer: off, unless somebody wants it.
    public var isOn = PerPrayer<Bool> { $0 != .sunrise }
    /// How many minutes before its time each is told; 0 tells it at its time.
    public var minutesBefore = PrayerMinutes.none
    /// How many days are asked for, today included.
    public var dayCount = PrayerReminderSettings.defaultDayCount
    /// What the person calls the place.
    public var placeName: String?
    /// Where something is said of a prayer that there is none of, as in `prayers.witr`, or a method has a member that none has: it is passed over, and
    /// whoever wrote it is told.
    public private(set) var unknownNames: [Problem] = []

    public static let defaultDayCount = 7
    public static let dayCountRange = 1...12
    public static let minutesBeforeRange = 0...120

    public init() {}
}

extension PrayerReminderSettings: Decodable {
    private enum Key: String, CodingKey {
        case days, place, prayers, adjustments, method
        case isEnabled = "prayer_reminders_enabled"
        case minutesBefore = "minutes_before"
    }

    /// `minutes_before` is one number for all or an object of numbers, `prayers` an object of switches, both by the names of prayers.
    ///
    /// Other names are passed over: see ``unknownNames``, which knows those of `adjustments`, too, and of one's own `method`.
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        isEnabled = try container.flag(.isEnabled, default: isEnabled)
        dayCount = try container.number(.days, in: PrayerReminderSettings.dayCountRange) ?? dayCount
        // A form that nobody filled in has an empty text.
        let place = try container.decodeIfPresent(String.self, forKey: .place) ?? ""
        placeName = try place.isEmpty ? nil : container.name(.place)
        if try container.has(.prayers) {
            let switches = try container.nestedContainer(keyedBy: PrayerKey.self, forKey: .prayers)
            isOn = try PerPrayer { try switches.flag(PrayerKey($0), default: isOn[$0]) }
        }
        minutesBefore = try PrayerReminderSettings.minutesBefore(container)
        let prayers = Prayer.allCases.map(\.rawValue)
        unknownNames = [Key.prayers, .minutesBefore, .adjustments].compactMap { container.unknownName(in: $0, allowed: prayers) }
        unknownNames += [container.unknownName(in: .method, allowed: PrayerMethod.memberNames)].compactMap(\.self)
        guard let method = try? container.nestedContainer(keyedBy: PrayerMethod.CodingKeys.self, forKey: .method) else { return }
        unknownNames += [method.unknownName(in: .adjustments, allowed: prayers)].compactMap(\.self)
    }

    private static func minutesBefore(_ container: KeyedDecodingContainer<Key>) throws -> PrayerMinutes {
        guard let minutes = try? container.nestedContainer(keyedBy: PrayerKey.self, forKey: .minutesBefore) else {
            let all = try container.number(.minutesBefore, in: minutesBeforeRange) ?? 0
            return PrayerMinutes { _ in all }
        }
        return try PrayerMinutes { try minutes.number(PrayerKey($0), in: minutesBeforeRange) ?? 0 }
    }
}

extension KeyedDecodingContainer {
    /// The first by the alphabet, of which a reader sees so much; nil where every name is known, or no object stands there.
    fileprivate func unknownName(in key: Key, allowed: [String]) -> Problem? {
        guard let object = try? nestedContainer(keyedBy: TextKey.self, forKey: key) else { return nil }
        guard let name = object.allKeys.filter({ !allowed.contains($0.stringValue) }).min() else { return nil }
        return .unknownName(field: Problem.path(object.codingPath + [name.shown]), allowed: allowed)
    }
}

/// What is known for a person's prayers: the object `prayer` of a ``DomainFacts`` document.
public struct PrayerFacts: Sendable {
    /// Where they are, and how the times are computed.
    public var calculation: PrayerSettings
    public var reminders: PrayerReminderSettings

    public init(calculation: PrayerSettings, reminders: PrayerReminderSettings) {
        self.calculation = calculation
        self.reminders = reminders
    }

    /// What is passed over of the settings; the rest counts.
    public var refused: [Problem] { reminders.unknownNames }
}

extension PrayerFacts: Decodable {
    private enum Key: String, CodingKey {
        case settings
    }

    /// Both settings are in one object, as an account keeps them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        calculation = try container.decode(PrayerSettings.self, forKey: .settings)
        reminders = try container.decode(PrayerReminderSettings.self, forKey: .settings)
    }
}
