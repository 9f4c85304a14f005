/// What comes back by the clock on the wall: a start, a rule, days added and days left out (DTSTART, RRULE, RDATE and EXDATE of RFC 5545).
///
/// It is in civil time and in no zone; a ``FloatingSchedule`` or a ``FixedSchedule`` says which moments it means. Hours and minutes of
/// sub-daily rules count on the wall too, so `FREQ=HOURLY` has 24 readings on every day.
public struct Recurrence: Hashable, Sendable {
    public let start: CivilDateTime
    public var rule: RecurrenceRule? { matcher?.rule }
    /// Ascending, each once.
    public let additions: [CivilDateTime]
    /// Ascending, each once.
    public let exceptions: [CivilDateTime]
    /// Whether it can yield two occurrences on one civil date.
    ///
    /// Tells by the form alone, and says yes in doubt: where a rule has a day added to it, they might meet on it.
    public let mayRepeatWithinDay: Bool
    /// Whether it names days, and its time is only that at which somebody is told. UNTIL ends it with a day then, as section 3.3.10 wants it to
    /// be of the type of the start: with that on which it is, whatever the time.
    public let fallsOnDays: Bool
    /// Of the rule; nil without one.
    private let matcher: RuleMatcher?

    /// - Parameters:
    ///   - start: with a rule, where it begins: a start that doesn't match the rule is no occurrence, and COUNT doesn't count it (the
    ///     RFC calls that case undefined). Without a rule, the one occurrence.
    ///   - additions: are occurrences whatever the rule says; COUNT and UNTIL don't concern them.
    ///   - exceptions: are none, also where they are added; COUNT counts those that match the rule.
    public init(
        start: CivilDateTime, rule: RecurrenceRule? = nil, additions: [CivilDateTime] = [], exceptions: [CivilDateTime] = [], fallsOnDays: Bool = false
    ) {
        self.start = start
        self.fallsOnDays = fallsOnDays
        self.additions = Set(additions).sorted()
        self.exceptions = Set(exceptions).sorted()
        matcher = rule.map { RuleMatcher($0, start: start) }
        if let matcher {
            mayRepeatWithinDay = !additions.isEmpty || matcher.times.mayRepeatWithinDay
        } else {
            let readings = Set([start] + additions)
            mayRepeatWithinDay = Set(readings.map(\.date)).count < readings.count
        }
    }

    /// Its occurrences in the years 0001 to 9999, ascending, each once. Many rules never end, so take no more than are needed.
    ///
    /// An UNTIL that is a moment is read off a clock set to UTC; a schedule, which knows the zone, reads it there.
    ///
    /// - Parameter from: the first reading that is wanted. It is sought by arithmetic, not by walking there from the start.
    public func occurrences(from: CivilDateTime? = nil) -> Occurrences {
        Occurrences(self, from: from?.wallSeconds ?? .min) { CivilDateTime(utc: $0).wallSeconds }
    }

    /// The same where the clock is known: an UNTIL that is a moment is read off it, as a schedule there reads it.
    public func occurrences(from: CivilDateTime? = nil, in zone: TimeZoneRules) -> Occurrences {
        Occurrences(self, from: from?.wallSeconds ?? .min) { zone.lastReading(through: $0.secondsSinceEpoch) }
    }

    /// The occurrences of a recurrence; a sequence that is its own iterator.
    public struct Occurrences: Sequence, IteratorProtocol, Sendable {
        private var rule: RuleOccurrences?
        /// What the rule yields next, once it was asked.
        private var pending: Int64?
        private var additions: ArraySlice<Int64>
        private var exceptions: ArraySlice<Int64>

        /// - Parameter lastReading: the last reading that a clock shows until a moment.
        init(_ recurrence: Recurrence, from: Int64, lastReading: (Instant) -> Int64) {
            rule = recurrence.matcher.map { matcher in
                RuleOccurrences(matcher, from: from, through: matcher.rule.end.lastReading(ofDays: recurrence.fallsOnDays, lastReading))
            }
            let added = recurrence.matcher == nil ? Set(recurrence.additions + [recurrence.start]).sorted() : recurrence.additions
            let existing = CivilDateTime.min.wallSeconds...CivilDateTime.max.wallSeconds
            additions = added.map(\.wallSeconds).filter { $0 >= from && existing.contains($0) }[...]
            exceptions = recurrence.exceptions.map(\.wallSeconds).filter { $0 >= from }[...]
        }

        public mutating func next() -> CivilDateTime? {
            nextWallSeconds().map(CivilDateTime.init(wallSeconds:))
        }

        mutating func nextWallSeconds() -> Int64? {
            while let candidate = nextOfBoth() {
                while let exception = exceptions.first, exception < candidate { exceptions.removeFirst() }
                if exceptions.first != candidate { return candidate }
            }
            return nil
        }

        /// The next of the rule or of the additions; once where it is both.
        private mutating func nextOfBoth() -> Int64? {
            guard let addition = additions.first else {
                defer { pending = nil }
                return pending ?? rule?.next()
            }
            if pending == nil { pending = rule?.next() }
            if let matching = pending, matching < addition {
                pending = nil
                return matching
            }
            if pending == addition { pending = nil }
            additions.removeFirst()
            return addition
        }
    }
}

extension Recurrence {
    public static func == (left: Recurrence, right: Recurrence) -> Bool {
        left.start == right.start && left.rule == right.rule && left.additions == right.additions && left.exceptions == right.exceptions
            && left.fallsOnDays == right.fallsOnDays
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(rule)
        hasher.combine(additions)
        hasher.combine(exceptions)
        hasher.combine(fallsOnDays)
    }
}

extension RecurrenceRule.End {
    /// The last reading of the clock on the wall that UNTIL allows.
    ///
    /// Of days, midnight in UTC is the day that it names: so programs write a day that keep it as a moment, and west of Greenwich it would be
    /// the day before.
    /// - Parameter reading: the last that a clock shows until a moment.
    fileprivate func lastReading(ofDays: Bool, _ reading: (Instant) -> Int64) -> Int64 {
        switch self {
        case .never, .count: return .max
        case .date(let date): return date.lastReading
        case .civil(let civil): return ofDays ? civil.date.lastReading : civil.wallSeconds
        case .moment(let moment):
            guard ofDays else { return reading(moment) }
            let utc = CivilDateTime(utc: moment)
            return (utc.time == .midnight ? utc.date : CivilDateTime(wallSeconds: reading(moment)).date).lastReading
        }
    }
}

extension CivilDate {
    /// In seconds since 1970 on the wall.
    fileprivate var lastReading: Int64 { CivilDateTime(self + 1, .midnight).wallSeconds - 1 }
}
