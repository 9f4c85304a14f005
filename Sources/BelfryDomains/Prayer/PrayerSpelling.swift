import BelfryModel

// Names of methods, schools and rules, as people and other programs spell them.

extension PrayerMethodName {
    /// Reads `MuslimWorldLeague`, `muslim-world-league`, `muslim_world_league` and the usual short names, as `MWL` and `ISNA`.
    public init?(spelled text: String) {
        let key = spellingKey(text)
        guard let name = Self.allCases.first(where: { spellingKey($0.rawValue) == key }) ?? Self.shortNames[key] else { return nil }
        self = name
    }

    private static let shortNames: [String: PrayerMethodName] = [
        "mwl": .muslimWorldLeague, "egypt": .egyptian, "makkah": .ummAlQura, "gulf": .dubai, "muis": .singapore, "isna": .northAmerica,
        "moonsighting": .moonsightingCommittee, "diyanet": .turkey,
    ]
}

extension Madhab {
    /// Reads `Shafi`, `shafi'i`, `hanafi` and so on.
    public init?(spelled text: String) {
        let key = spellingKey(text)
        guard let madhab = Self.allCases.first(where: { $0.rawValue == key || $0.rawValue + "i" == key }) else { return nil }
        self = madhab
    }
}

extension HighLatitudeRule {
    /// Reads `MiddleOfTheNight`, `middle-of-the-night`, `middle_of_the_night` and so on.
    public init?(spelled text: String) {
        let key = spellingKey(text)
        guard let rule = Self.allCases.first(where: { spellingKey($0.rawValue) == key }) else { return nil }
        self = rule
    }
}

/// What is left when case, spaces and signs don't count.
private func spellingKey(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
}

extension KeyedDecodingContainer {
    /// A value that people spell in more than one way; nil where the key is missing or null.
    ///
    /// - Throws: `Problem.unknownValue` with what may be written, or `DecodingError` where it isn't text at all.
    func spelled<Value: RawRepresentable & CaseIterable>(_ key: Key, _ read: (String) -> Value?) throws -> Value?
    where Value.RawValue == String {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let value = read(text) else {
            throw Problem.unknownValue(field: Problem.path(codingPath + [key]), allowed: Value.allCases.map(\.rawValue))
        }
        return value
    }
}
