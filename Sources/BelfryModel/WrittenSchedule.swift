import BelfryTime

/// When something comes, as a document writes it: `"dtstart"` with `"rrule"`, `"rdate"` and `"exdate"` as in `belfry occurrences`:
/// floating, or with `"timezone"` fixed there.
///
/// A `dtstart` that is only a day is at the person's hour, or at the one that was learnt.
package struct WrittenSchedule: Hashable, Sendable {
    package let start: Start
    package let rule: RecurrenceRule?
    package let additions: [CivilDateTime]
    package let exceptions: [CivilDateTime]
    /// An IANA name, which nobody has looked up yet.
    package let timezone: String?

    package enum Start: Hashable, Sendable {
        case day(CivilDate)
        case reading(CivilDateTime)
    }

    /// - Parameter reminderTime: the person's hour.
    package func recurrence(reminderTime: CivilTime) -> Recurrence {
        switch start {
        case .day(let date):
            Recurrence(
                start: CivilDateTime(date, reminderTime), rule: rule, additions: additions, exceptions: exceptions, fallsOnDays: true)
        case .reading(let reading):
            Recurrence(start: reading, rule: rule, additions: additions, exceptions: exceptions)
        }
    }

    package func trigger(reminderTime: CivilTime) -> Trigger {
        let recurrence = recurrence(reminderTime: reminderTime)
        return timezone.map { .fixed(FixedSchedule(recurrence, timezone: $0)) } ?? .floating(FloatingSchedule(recurrence))
    }

    /// See ``NotificationRequest/mayMoveWithinDay``.
    package var mayMoveWithinDay: Bool {
        if case .day = start { timezone == nil } else { false }
    }
}

extension WrittenSchedule: Decodable {
    private enum Key: String, CodingKey {
        case dtstart, rrule, rdate, exdate, timezone
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let day = CivilDate(try container.decode(String.self, forKey: .dtstart)) {
            start = .day(day)
        } else {
            start = .reading(try container.decode(CivilDateTime.self, forKey: .dtstart))
        }
        rule = try container.decodeIfPresent(String.self, forKey: .rrule).map {
            try Self.rule($0, at: Problem.path(container.codingPath + [Key.rrule]))
        }
        additions = try container.decodeIfPresent([CivilDateTime].self, forKey: .rdate) ?? []
        exceptions = try container.decodeIfPresent([CivilDateTime].self, forKey: .exdate) ?? []
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
    }

    private static func rule(_ text: String, at field: String) throws -> RecurrenceRule {
        let rule: RecurrenceRule
        do throws(RecurrenceProblem) {
            rule = try RecurrenceRule(text)
        } catch {
            throw Problem.badRecurrence(field: field, error)
        }
        guard rule.readingsPerDayMax <= readingsPerDayMax else {
            throw Problem.wrongType(field: field, expected: "a rule that comes back at most \(readingsPerDayMax) times a day")
        }
        return rule
    }

    /// Once a minute: each reading of a day takes memory in every request that has it, and nobody is told something every second.
    private static let readingsPerDayMax = 24 * 60
}
