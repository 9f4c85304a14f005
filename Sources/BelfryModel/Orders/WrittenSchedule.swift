import BelfryTime

/// When something comes, as a document writes it: `"dtstart"` with `"rrule"`, `"rdate"` and `"exdate"` as in `belfry occurrences`:
/// floating, or with `"timezone"` fixed there.
///
/// A `dtstart` that is only a day is at the person's hour, or at the one that was learnt. A day that is added or left out has the time of `dtstart`.
package struct WrittenSchedule: Hashable, Sendable {
    package let start: WrittenReading
    package let rule: RecurrenceRule?
    package let additions: [WrittenReading]
    package let exceptions: [WrittenReading]
    /// An IANA name, which nobody has looked up yet.
    package let timezone: String?

    /// - Parameter reminderTime: the person's hour.
    package func recurrence(reminderTime: CivilTime) -> Recurrence {
        let first = start.reading(at: reminderTime)
        return Recurrence(
            start: first, rule: rule, additions: additions.map { $0.reading(at: first.time) }, exceptions: exceptions.map { $0.reading(at: first.time) },
            fallsOnDays: fallsOnDays)
    }

    package func trigger(reminderTime: CivilTime) -> Trigger {
        let recurrence = recurrence(reminderTime: reminderTime)
        return timezone.map { .fixed(FixedSchedule(recurrence, timezone: $0)) } ?? .floating(FloatingSchedule(recurrence))
    }

    /// See ``NotificationRequest/mayMoveWithinDay``.
    package var mayMoveWithinDay: Bool { fallsOnDays && timezone == nil }

    private var fallsOnDays: Bool {
        if case .day = start { true } else { false }
    }
}

extension WrittenSchedule: Decodable {
    private enum Key: String, CodingKey {
        case dtstart, rrule, rdate, exdate, timezone
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        start = try container.decode(WrittenReading.self, forKey: .dtstart)
        rule = try container.decodeIfPresent(String.self, forKey: .rrule).map {
            try Self.rule($0, at: Problem.path(container.codingPath + [Key.rrule]))
        }
        additions = try container.decodeIfPresent([WrittenReading].self, forKey: .rdate) ?? []
        exceptions = try container.decodeIfPresent([WrittenReading].self, forKey: .exdate) ?? []
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
