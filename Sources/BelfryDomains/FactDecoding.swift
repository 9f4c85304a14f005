import BelfryModel
import BelfryTime

// How facts are read that several tenants have.

extension KeyedDecodingContainer {
    /// Whether something stands there that isn't null.
    func has(_ key: Key) throws -> Bool {
        guard contains(key) else { return false }
        return try !decodeNil(forKey: key)
    }

    /// A name that a person reads: 1 to 200 characters, of which one is more than a mark or a space.
    func name(_ key: Key) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard text.count <= 200, text.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) else {
            throw Problem.wrongType(field: path(key), expected: "a name of 1 to 200 characters")
        }
        return text
    }

    /// The items of a list that can be used; what is wrong with the others is added to the problems. Of several with one identifier the last
    /// counts: told of twice, each would withdraw what the other asks for.
    func items<Item: Decodable>(_ key: Key, id: (Item) -> FactID, refusing problems: inout [Problem]) throws -> [Item] {
        let read = try decodeIfPresent([Lenient<Item>].self, forKey: key) ?? []
        var last: [FactID: Int] = [:]
        for (index, element) in read.enumerated() {
            if case .success(let item) = element.result { last[id(item)] = index }
        }
        var items: [Item] = []
        for (index, element) in read.enumerated() {
            guard let item = element.usable(refusing: &problems) else { continue }
            if last[id(item)] == index {
                items.append(item)
            } else {
                problems.append(.wrongType(field: "\(path(key))[\(index)].id", expected: "an identifier that no later item has"))
            }
        }
        return items
    }

    /// A switch; off or on by default.
    func flag(_ key: Key, default value: Bool) throws -> Bool {
        try decodeIfPresent(Bool.self, forKey: key) ?? value
    }

    /// An ISO 4217 code; nil where it is missing, null or, as from a form that nobody filled in, empty.
    func currency(_ key: Key) throws -> String? {
        guard let code = try decodeIfPresent(String.self, forKey: key), !code.isEmpty else { return nil }
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw Problem.wrongType(field: path(key), expected: "a currency code of ISO 4217 such as EUR")
        }
        return code
    }

    /// The text of a recurrence rule that comes back at most once a day; nil where it is missing or null.
    ///
    /// A day that some months don't have is their last, unless the rule says `SKIP=OMIT`.
    /// - Throws: `Problem.badRecurrence`, or `Problem.wrongType` where it may come back within a day.
    func dailyRule(_ key: Key) throws -> RecurrenceRule? {
        guard var text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        if !text.uppercased().contains("SKIP=") { text += ";SKIP=BACKWARD" }
        let rule: RecurrenceRule
        do throws(RecurrenceProblem) {
            rule = try RecurrenceRule(text)
        } catch {
            throw Problem.badRecurrence(field: path(key), error)
        }
        let anyStart = CivilDateTime(CivilDate(daysSinceEpoch: 0), .midnight)
        guard !Recurrence(start: anyStart, rule: rule).mayRepeatWithinDay else {
            throw Problem.wrongType(field: path(key), expected: "a rule that comes back at most once a day")
        }
        return rule
    }

    func path(_ key: Key) -> String { Problem.path(codingPath + [key]) }
}

/// A day as tenants write it: a civil date, or a stamp whose day counts as it is written and whose hour and offset don't.
///
/// “Best before 24 November” is no moment, so a stamp of it must not slide to another day with the zone.
struct WrittenDay: Decodable {
    let date: CivilDate

    init(from decoder: any Decoder) throws {
        date = try decoder.decodeText(WrittenDay.date, as: "a date such as 2026-01-25")
    }

    private static func date(_ text: String) -> CivilDate? {
        if let date = CivilDate(text) { return date }
        return Instant(text) == nil ? nil : CivilDate(String(text.prefix(10)))
    }
}

/// A day as a program records it: a civil date, or a moment, which is on whatever day it was where the person is.
public enum RecordedDay: Hashable, Sendable {
    case date(CivilDate)
    case moment(Instant)

    /// The day in the zone where the person is.
    public func date(in zone: TimeZoneRules) -> CivilDate {
        switch self {
        case .date(let date): date
        case .moment(let moment): zone.civil(at: moment).date
        }
    }
}

extension RecordedDay: Decodable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(RecordedDay.init, as: "a date such as 2026-01-25 or a moment such as 2026-01-25T03:00:00Z")
    }

    private init?(_ text: String) {
        if let date = CivilDate(text) {
            self = .date(date)
        } else if let moment = Instant(text) {
            self = .moment(moment)
        } else {
            return nil
        }
    }
}
