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
        case recurring(start: Start, RecurrenceRule?, additions: [CivilDateTime], exceptions: [CivilDateTime], timezone: String?)
    }

    private enum Start {
        case day(CivilDate)
        case reading(CivilDateTime)

        func reading(at time: CivilTime) -> CivilDateTime {
            switch self {
            case .day(let date): CivilDateTime(date, time)
            case .reading(let reading): reading
            }
        }
    }

    private enum Key: String, CodingKey {
        case domain, entity, rule, category, severity, at, on, dtstart, rrule, rdate, exdate, timezone, title, body, forecast
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
        validFor = try container.number(.validMinutes, in: 0...525_600).map { .seconds($0 * 60) }
        timing = try Self.timing(container)
        content = try Self.content(container)
    }

    private static func timing(_ container: KeyedDecodingContainer<Key>) throws -> Timing {
        if let moment = try container.decodeIfPresent(Instant.self, forKey: .at) { return .moment(moment) }
        if let day = try container.decodeIfPresent(CivilDate.self, forKey: .on) { return .day(day) }
        guard let text = try container.decodeIfPresent(String.self, forKey: .dtstart) else {
            throw Problem.missingField("\(Problem.path(container.codingPath + [Key.at]))” or “on” or “dtstart")
        }
        let start: Start
        if let day = CivilDate(text) {
            start = .day(day)
        } else {
            start = .reading(try container.decode(CivilDateTime.self, forKey: .dtstart))
        }
        var rule: RecurrenceRule?
        if let text = try container.decodeIfPresent(String.self, forKey: .rrule) {
            do throws(RecurrenceProblem) {
                rule = try RecurrenceRule(text)
            } catch {
                throw Problem.badRecurrence(field: Problem.path(container.codingPath + [Key.rrule]), error)
            }
            guard rule.map({ $0.readingsPerDayMax <= DecodedRequest.readingsPerDayMax }) ?? true else {
                throw Problem.wrongType(
                    field: Problem.path(container.codingPath + [Key.rrule]),
                    expected: "a rule that comes back at most \(DecodedRequest.readingsPerDayMax) times a day")
            }
        }
        return .recurring(
            start: start, rule, additions: try container.decodeIfPresent([CivilDateTime].self, forKey: .rdate) ?? [],
            exceptions: try container.decodeIfPresent([CivilDateTime].self, forKey: .exdate) ?? [],
            timezone: try container.decodeIfPresent(String.self, forKey: .timezone))
    }

    /// Once a minute: each reading of a day takes memory in every request that has it, and nobody is told something every second.
    private static let readingsPerDayMax = 24 * 60

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
        case .recurring(let start, let rule, let additions, let exceptions, let timezone):
            if case .day = start { mayMoveWithinDay = timezone == nil }
            let recurrence = Recurrence(start: start.reading(at: reminderTime), rule: rule, additions: additions, exceptions: exceptions)
            trigger = timezone.map { .fixed(FixedSchedule(recurrence, timezone: $0)) } ?? .floating(FloatingSchedule(recurrence))
        }
        return NotificationRequest(
            id: id, trigger: trigger, content: content, category: category, severity: severity, validFor: validFor,
            digestWindow: digestWindow, mayMoveWithinDay: mayMoveWithinDay)
    }
}
