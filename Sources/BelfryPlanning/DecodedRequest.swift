import BelfryModel
import BelfryTime

/// One request as a document writes it.
///
/// When: `"at"` (a moment), `"on"` (a day, at the person's hour), or `"dtstart"` with `"rrule"`, `"rdate"` and `"exdate"` as in
/// `belfry occurrences`: floating, or with `"timezone"` fixed there. A `dtstart` that is only a day is at the person's hour, or at the
/// one that was learnt.
struct DecodedRequest: Decodable {
    private let id: RequestID
    private let timing: Timing
    private let content: MessageForecast
    private let category: String
    private let severity: Severity
    private let validFor: Duration?
    private let digestWindow: DigestWindow

    private enum Timing {
        case moment(Instant)
        case day(CivilDate)
        case recurring(WrittenSchedule)
    }

    private enum Key: String, CodingKey {
        case domain, entity, rule, category, severity, at, on, dtstart, title, body, forecast
        case validMinutes = "valid_minutes"
        case digest
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func path(_ key: Key) -> String { Problem.path(container.codingPath + [key]) }
        let domain = try container.decode(String.self, forKey: .domain)
        guard
            let id = RequestID(
                domain: domain, entity: try container.decode(String.self, forKey: .entity),
                rule: try container.decodeIfPresent(String.self, forKey: .rule) ?? "reminder")
        else {
            throw Problem.wrongType(
                field: path(.domain), expected: "domain, entity and rule without “|” and control characters, 200 bytes at most")
        }
        self.id = id
        category = try container.decodeIfPresent(String.self, forKey: .category) ?? domain
        guard !category.isEmpty, !category.contains("|") else { throw Problem.wrongType(field: path(.category), expected: "a name without “|”") }
        severity = try container.choice(Severity.self, for: .severity) ?? .watch
        digestWindow = try container.choice(DigestWindow.self, for: .digest) ?? .moment
        validFor = try container.number(.validMinutes, in: 1...525_600).map { .seconds($0 * 60) }
        timing = try Self.timing(container, decoder)
        content = try Self.content(container)
    }

    private static func timing(_ container: KeyedDecodingContainer<Key>, _ decoder: any Decoder) throws -> Timing {
        if let moment = try container.decodeIfPresent(Instant.self, forKey: .at) { return .moment(moment) }
        if let day = try container.decodeIfPresent(CivilDate.self, forKey: .on) { return .day(day) }
        guard try container.decodeIfPresent(String.self, forKey: .dtstart) != nil else {
            throw Problem.missingField("\(Problem.path(container.codingPath + [Key.at]))” or “on” or “dtstart")
        }
        return .recurring(try WrittenSchedule(from: decoder))
    }

    private static func content(_ container: KeyedDecodingContainer<Key>) throws -> MessageForecast {
        if let forecast = try container.decodeIfPresent([String: Words].self, forKey: .forecast) {
            let days = try forecast.map { day, words in
                guard let date = CivilDate(day) else {
                    throw Problem.wrongType(
                        field: Problem.path(container.codingPath + [Key.forecast]), expected: "days such as 2026-01-25 as keys")
                }
                return (date, words.message)
            }
            return .byDay(Dictionary(days, uniquingKeysWith: { $1 }))
        }
        return .same(
            .words(
                title: try container.decode(String.self, forKey: .title),
                body: try container.decodeIfPresent(String.self, forKey: .body) ?? ""))
    }

    private struct Words: Decodable {
        let title: String
        let body: String?

        var message: Message { .words(title: title, body: body ?? "") }
    }

    /// - Parameter reminderTime: the person's hour.
    func request(reminderTime: CivilTime) -> NotificationRequest {
        let trigger: Trigger
        var mayMoveWithinDay = false
        switch timing {
        case .moment(let moment): trigger = .moment(moment)
        case .day(let date): trigger = .day(date)
        case .recurring(let schedule):
            trigger = schedule.trigger(reminderTime: reminderTime)
            mayMoveWithinDay = schedule.mayMoveWithinDay
        }
        return NotificationRequest(
            id: id, trigger: trigger, content: content, category: category, severity: severity, validFor: validFor,
            digestWindow: digestWindow, mayMoveWithinDay: mayMoveWithinDay)
    }
}
