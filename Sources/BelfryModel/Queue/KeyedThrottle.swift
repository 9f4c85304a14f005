import BelfryTime

/// How often an app has one person told something at most: so many under a key within so long.
public struct KeyedThrottle: Hashable, Sendable {
    /// Text of 1 to 64 bytes without control characters, and without spaces at its ends. Each app has keys of its own.
    public let key: String
    public let countMax: Int
    public let windowMinutes: Int

    public static let keyByteCountMax = 64
    public static let countRange = 1...100
    /// The longest is a week.
    public static let windowMinutesRange = 1...7 * 24 * 60

    /// Nil where the key is none, or a number is out of its range.
    public init?(key: String, countMax: Int, windowMinutes: Int) {
        guard Self.isKey(key), Self.countRange.contains(countMax), Self.windowMinutesRange.contains(windowMinutes) else { return nil }
        self.key = key
        self.countMax = countMax
        self.windowMinutes = windowMinutes
    }

    /// The key byte by byte, as stores compare it.
    public static func == (left: Self, right: Self) -> Bool {
        left.hasKey(of: right) && left.countMax == right.countMax && left.windowMinutes == right.windowMinutes
    }

    public func hasKey(of other: Self) -> Bool { key.utf8.elementsEqual(other.key.utf8) }

    public var window: Duration { .seconds(windowMinutes * 60) }

    private static func isKey(_ text: String) -> Bool { text.utf8.count <= keyByteCountMax && Identifier<KeyedThrottle>(text) != nil }
}

extension KeyedThrottle: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case key
        case countMax = "max"
        case windowMinutes = "within_minutes"
    }

    private struct MemberName: CodingKey {
        /// So much of it is shown to whoever sent it.
        static let lengthMax = 64

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Throws: `DecodingError`, or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let known = CodingKeys.allCases.map(\.rawValue)
        let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let other = names.sorted().first(where: { !known.contains($0) }) {
            let name = MemberName(stringValue: String(other.prefix(MemberName.lengthMax)))
            throw Problem.unknownName(field: Problem.path(decoder.codingPath + [name]), allowed: known)
        }
        func given<Value>(_ value: Value?, _ key: CodingKeys) throws -> Value {
            guard let value else { throw Problem.missingField(Problem.path(decoder.codingPath + [key])) }
            return value
        }
        key = try given(container.decodeIfPresent(String.self, forKey: .key), .key)
        guard Self.isKey(key) else {
            let expected = "1 to \(Self.keyByteCountMax) bytes without control characters, and without spaces at the ends"
            throw Problem.wrongType(field: Problem.path(decoder.codingPath + [CodingKeys.key]), expected: expected)
        }
        countMax = try given(container.number(.countMax, in: Self.countRange), .countMax)
        windowMinutes = try given(container.number(.windowMinutes, in: Self.windowMinutesRange), .windowMinutes)
    }

    /// The same JSON as by `Codable`, with its keys in the order of the alphabet.
    var json: String {
        var writer = FlatJSON.Writer()
        writer.add("key", key)
        writer.add("max", countMax)
        writer.add("within_minutes", windowMinutes)
        return writer.finish()
    }
}
