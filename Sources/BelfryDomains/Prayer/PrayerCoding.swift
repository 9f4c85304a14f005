import BelfryModel
import BelfryTime

// The settings as JSON, with the keys of an account's row:
// {"latitude":51.5,"longitude":-0.12,"method":"umm_al_qura","madhab":"hanafi","high_latitude_rule":"twilight_angle",
//  "adjustments":{"isha":5},"timetable":[{"date":"2026-01-25","fajr":"06:12",…}]}

enum PrayerKey: String, CodingKey {
    case date, fajr, sunrise, dhuhr, asr, maghrib, isha, dates, reasons

    init(_ prayer: Prayer) {
        switch prayer {
        case .fajr: self = .fajr
        case .sunrise: self = .sunrise
        case .dhuhr: self = .dhuhr
        case .asr: self = .asr
        case .maghrib: self = .maghrib
        case .isha: self = .isha
        }
    }
}

extension PrayerSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, method, madhab, highLatitudeRule = "high_latitude_rule", adjustments, timetable
    }

    /// - Throws: `Problem` or `DecodingError`; only latitude and longitude must be there.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(checking: try decoder.container(keyedBy: CodingKeys.self))
        } catch Problem.numberOutOfRange(let field, let range) {
            // The check knows the settings alone, not where in a document they stand.
            let path = Problem.path(decoder.codingPath)
            throw Problem.numberOutOfRange(field: path.isEmpty ? field : "\(path).\(field)", range: range)
        }
    }

    private init(checking container: KeyedDecodingContainer<CodingKeys>) throws {
        try self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude),
            method: try container.decodeIfPresent(PrayerMethod.self, forKey: .method) ?? .named(.muslimWorldLeague),
            madhab: try container.spelled(.madhab, Madhab.init(spelled:)) ?? .shafi,
            highLatitudeRule: try container.spelled(.highLatitudeRule, HighLatitudeRule.init(spelled:)),
            adjustments: try container.decodeIfPresent(PrayerMinutes.self, forKey: .adjustments) ?? .none,
            timetable: try container.decodeIfPresent(PrayerTimetable.self, forKey: .timetable))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
        try container.encode(method, forKey: .method)
        try container.encode(madhab.rawValue, forKey: .madhab)
        try container.encodeIfPresent(highLatitudeRule?.rawValue, forKey: .highLatitudeRule)
        if adjustments != .none { try container.encode(adjustments, forKey: .adjustments) }
        try container.encodeIfPresent(timetable, forKey: .timetable)
    }
}

extension PrayerMethod: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case fajrAngle = "fajr_angle", ishaAngle = "isha_angle", ishaInterval = "isha_interval"
        case ishaIntervalInRamadan = "isha_interval_in_ramadan", maghribAngle = "maghrib_angle", adjustments, rounding
    }

    /// Of a person's own method.
    static let memberNames = CodingKeys.allCases.map(\.rawValue)

    /// Reads the name of an authority, or an object with angles in degrees and intervals in minutes.
    ///
    /// - Throws: `Problem` or `DecodingError`.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let name = PrayerMethodName(spelled: text) else {
                throw Problem.unknownValue(field: Problem.path(decoder.codingPath), allowed: PrayerMethodName.allCases.map(\.rawValue))
            }
            self = .named(name)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isha: Isha
        if let minutes = try container.wholeNumber(.ishaInterval) {
            isha = .interval(minutes: minutes, inRamadan: try container.wholeNumber(.ishaIntervalInRamadan) ?? minutes)
        } else {
            isha = .angle(try container.decode(Double.self, forKey: .ishaAngle))
        }
        self = try .custom(
            fajrAngle: try container.decode(Double.self, forKey: .fajrAngle), isha: isha,
            maghribAngle: try container.decodeIfPresent(Double.self, forKey: .maghribAngle),
            adjustments: try container.decodeIfPresent(PrayerMinutes.self, forKey: .adjustments) ?? .none,
            rounding: try container.choice(Rounding.self, for: .rounding) ?? .nearest)
    }

    public func encode(to encoder: any Encoder) throws {
        if let name {
            var container = encoder.singleValueContainer()
            try container.encode(name.rawValue)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fajrAngle, forKey: .fajrAngle)
        switch isha {
        case .angle(let angle):
            try container.encode(angle, forKey: .ishaAngle)
        case .interval(let minutes, let inRamadan):
            try container.encode(minutes, forKey: .ishaInterval)
            try container.encode(inRamadan, forKey: .ishaIntervalInRamadan)
        }
        try container.encodeIfPresent(maghribAngle, forKey: .maghribAngle)
        if adjustments != .none { try container.encode(adjustments, forKey: .adjustments) }
        try container.encode(rounding.rawValue, forKey: .rounding)
    }
}

extension PerPrayer<Int>: Codable {
    /// A time that isn't named isn't moved.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PrayerKey.self)
        try self.init { try container.wholeNumber(PrayerKey($0)) ?? 0 }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PrayerKey.self)
        for prayer in Prayer.allCases where self[prayer] != 0 { try container.encode(self[prayer], forKey: PrayerKey(prayer)) }
    }
}

extension KeyedDecodingContainer {
    /// A number without a fraction; nil where the key is missing or null.
    ///
    /// - Throws: `Problem.wrongType`, where a decoder's own complaint about a fraction wouldn't name the field.
    fileprivate func wholeNumber(_ key: Key) throws -> Int? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let whole = Int(exactly: number) else {
            throw Problem.wrongType(field: Problem.path(codingPath + [key]), expected: "a whole number")
        }
        return whole
    }
}

extension PrayerTimetable: Codable {
    /// - Throws: `Problem` or `DecodingError`.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var rows: [Row] = []
        while !container.isAtEnd {
            let row = try container.nestedContainer(keyedBy: PrayerKey.self)
            rows.append(
                Row(
                    date: try row.decode(CivilDate.self, forKey: .date),
                    times: try PerPrayer { try row.decode(CivilTime.self, forKey: PrayerKey($0)) }))
        }
        let path = Problem.path(decoder.codingPath)
        try self.init(rows) { "\(path)[\($0)].\($1)" }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for row in rows {
            var object = container.nestedContainer(keyedBy: PrayerKey.self)
            try object.encode(row.date, forKey: .date)
            for prayer in Prayer.allCases { try object.encode(row.times[prayer].shortText, forKey: PrayerKey(prayer)) }
        }
    }
}
