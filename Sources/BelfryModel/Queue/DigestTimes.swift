import BelfryTime

/// When a person is told of some categories, as one, once a day, in place of the time of everything.
///
/// As JSON, and so as it is stored: `{"billing":"09:00:00","chat":null}`. Null is told at once; a category that isn't there goes by the time of everything.
public struct DigestTimes: Hashable, Sendable {
    /// By the person's clock.
    public let times: [String: CivilTime]
    /// What is told at once.
    public let atOnce: Set<String>

    /// So many categories at most have a time of their own.
    public static let categoryCountMax = 100
    /// In Unicode scalars, as of an order's.
    public static let categoryLengthMax = 64

    public init(_ times: [String: CivilTime] = [:], atOnce: Set<String> = []) {
        self.times = times
        self.atOnce = atOnce.subtracting(times.keys)
    }

    public var isEmpty: Bool { times.isEmpty && atOnce.isEmpty }

    /// - Parameter general: of everything; nil where that is told at once.
    public func time(of category: String, or general: CivilTime?) -> CivilTime? {
        atOnce.contains(category) ? nil : times[category] ?? general
    }

    /// In the order of their names.
    private var sorted: [(category: String, time: CivilTime?)] {
        (times.map { ($0.key, $0.value) } + atOnce.map { ($0, nil) }).sorted { $0.0 < $1.0 }
    }

    /// Its JSON; nil where no category has its own.
    public var text: String? {
        guard !isEmpty else { return nil }
        return "{" + sorted.map { category, time in "\"\(category)\":" + (time.map { "\"\($0)\"" } ?? "null") }.joined(separator: ",") + "}"
    }

    /// Reads its JSON; nil where it is none, has too many categories, a name that none has, or a time that can't be read.
    public init?(_ text: String) {
        var times: [String: CivilTime] = [:]
        var atOnce: Set<String> = []
        var isUsable = true
        let isObject = FlatJSON.read(text) { name, value in
            switch value {
            case .null: atOnce.insert(name)
            case .text(let text):
                times[name] = CivilTime(text)
                isUsable = isUsable && times[name] != nil
            default: isUsable = false
            }
            isUsable = isUsable && Self.isName(name)
        }
        guard isObject, isUsable, times.count + atOnce.count <= Self.categoryCountMax else { return nil }
        self.init(times, atOnce: atOnce)
    }

    /// What stands in JSON as it is.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.count <= categoryLengthMax
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\"" && $0 != "\\" }
    }
}

extension DigestTimes: Codable {
    /// - Throws: ``Problem/tooManyItems(countMax:)``, or ``Problem`` or `DecodingError` that names the category.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        let names = container.allKeys.sorted()
        guard names.count <= Self.categoryCountMax else { throw Problem.tooManyItems(countMax: Self.categoryCountMax) }
        if let other = names.first(where: { !Self.isName($0.stringValue) }) {
            throw Problem.wrongType(
                field: Problem.path(container.codingPath + [other.shown]),
                expected: "a category of 1 to \(Self.categoryLengthMax) characters, without quotation marks, backslashes and control characters")
        }
        var times: [String: CivilTime] = [:]
        var atOnce: Set<String> = []
        for name in names {
            if let time = try container.decodeIfPresent(CivilTime.self, forKey: name) {
                times[name.stringValue] = time
            } else {
                atOnce.insert(name.stringValue)
            }
        }
        self.init(times, atOnce: atOnce)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (category, time) in sorted { try container.encode(time, forKey: TextKey(category)) }
    }
}

extension Delivery {
    /// Whether somebody waits for what comes of it: a later step is told where nobody reacts, one does for all what it asks, or its recipient is on duty or
    /// tries whether it arrives. A person's digest has none of these in it.
    public var isAwaited: Bool {
        route != nil || payload.escalation != nil || payload.oneOfUs == true || payload.rota != nil || payload.kind == Payload.testKind
    }
}
