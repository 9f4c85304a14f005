import BelfryTime

public typealias RotaID = Identifier<Rota>

/// Who is on duty when: people take turns and hand over by the clock of a zone, and overrides put somebody else in for a while.
///
/// It answers for any moment by counting, however long ago it began. Somebody is always on duty, unless all in it were erased.
public struct Rota: Hashable, Sendable {
    /// In their turn, each once. Nil where somebody was who was erased: whoever comes next has their turns, and nobody else's move.
    public let places: [UserID?]
    public let handovers: Handovers
    /// Ascending by their beginnings; one at each.
    public let overrides: [Override]

    public static let peopleCountMax = 100
    public static let overrideCountMax = 100

    public init(_ places: [UserID?], handovers: Handovers, overrides: [Override] = []) {
        (self.places, self.handovers) = (places, handovers)
        self.overrides = overrides.sorted { $0.from < $1.from }
    }

    public var people: [UserID] { places.compactMap(\.self) }

    /// The same without somebody, by erasure.
    public func without(_ user: UserID) -> Rota {
        Rota(places.map { $0 == user ? nil : $0 }, handovers: handovers, overrides: overrides.filter { $0.user != user })
    }

    /// Somebody else from one moment until another, in place of whoever's turn it is.
    public struct Override: Hashable, Sendable {
        /// As a clock of the rota's zone shows it.
        public let from: CivilDateTime
        /// Later than ``from``.
        public let until: CivilDateTime
        public let user: UserID

        /// The longest is a year.
        public static let dayCountMax = 366

        public init(from: CivilDateTime, until: CivilDateTime, user: UserID) {
            (self.from, self.until, self.user) = (from, until, user)
        }
    }

    /// When the next in turn takes over.
    public struct Handovers: Hashable, Sendable {
        /// The day on which the first turn begins; by weeks it may be any day of that week. Before it the first person is on duty already.
        public let since: CivilDate
        public let pace: Pace
        public let at: CivilTime
        /// The IANA name of the zone by whose clock it is.
        public let timezone: String

        public enum Pace: Hashable, Sendable {
            case days(Int)
            case weeks(Int, on: Weekday)
        }

        public static let daysRange = 1...366
        public static let weeksRange = 1...53

        public init(since: CivilDate, pace: Pace, at: CivilTime, timezone: String) {
            (self.since, self.pace, self.at, self.timezone) = (since, pace, at, timezone)
        }

        /// On which day the first turn begins: by weeks on the weekday that is last before ``since``, or that day.
        private var firstDay: CivilDate {
            guard case .weeks(_, let weekday) = pace else { return since }
            return (0..<7).lazy.map { since - $0 }.first { Weekday($0) == weekday } ?? since
        }

        private var dayCount: Int {
            switch pace {
            case .days(let count): count
            case .weeks(let count, _): count * 7
            }
        }

        /// When a turn begins; they count from 0.
        func beginning(of turn: Int, in zone: TimeZoneRules) -> Instant {
            min(zone.instant(of: CivilDateTime(firstDay + turn * dayCount, at)), .max)
        }

        /// Which turn it is; the first also before it begins.
        func turn(at moment: Instant, in zone: TimeZoneRules) -> Int {
            // Within a day of a handover the clock alone doesn't tell: it may show the same once more, or something that comes later.
            var turn = max(0, (zone.civil(at: moment).date - firstDay) / dayCount + 1)
            while turn > 0, beginning(of: turn, in: zone) > moment { turn -= 1 }
            return turn
        }
    }
}

// MARK: Who is on duty

extension Rota {
    /// Nil where all were erased.
    ///
    /// - Parameter zone: the rules of the zone that it names.
    public func onDuty(at moment: Instant, in zone: TimeZoneRules) -> UserID? {
        let override = overrides.last { zone.instant(of: $0.from) <= moment && moment < zone.instant(of: $0.until) }
        return override?.user ?? person(ofTurn: handovers.turn(at: moment, in: zone))
    }

    private func person(ofTurn turn: Int) -> UserID? { places.indices.lazy.compactMap { places[(turn + $0) % places.count] }.first }

    /// Somebody's time on duty.
    public struct Shift: Hashable, Sendable {
        public let user: UserID
        public let from: Instant
        public let until: Instant
        public let isOverride: Bool
    }

    /// Whoever is on duty from one moment until another, one after the other, each with their whole time: it may begin before and end after.
    ///
    /// Of overrides that overlap, the one counts that begins last.
    public func shifts(from start: Instant, until end: Instant, in zone: TimeZoneRules) -> [Shift] {
        guard start < end else { return [] }
        let spans = overrides.map { Span(from: zone.instant(of: $0.from), until: zone.instant(of: $0.until), user: $0.user) }
        let touching = spans.filter { $0.from < end && start < $0.until }
        let first = min(handovers.beginning(of: handovers.turn(at: start, in: zone), in: zone), touching.map(\.from).min() ?? start, start)
        let last = max(handovers.beginning(of: handovers.turn(at: end, in: zone) + 1, in: zone), touching.map(\.until).max() ?? end)
        let turns = handovers.turn(at: first, in: zone)...handovers.turn(at: last, in: zone)
        let beginnings = turns.map { handovers.beginning(of: $0, in: zone) } + spans.flatMap { [$0.from, $0.until] }
        let moments = Set(beginnings.filter { first < $0 && $0 < last } + [first, last]).sorted()
        var pieces: [Piece] = []
        for (from, until) in zip(moments, moments.dropFirst()) {
            let duty: Duty
            if let override = spans.lastIndex(where: { $0.from <= from && from < $0.until }) {
                duty = .override(override)
            } else {
                duty = .turn(handovers.turn(at: from, in: zone))
            }
            if let piece = pieces.last, piece.duty == duty {
                pieces[pieces.count - 1] = Piece(duty: duty, from: piece.from, until: until)
            } else {
                pieces.append(Piece(duty: duty, from: from, until: until))
            }
        }
        return pieces.filter { $0.from < end && start < $0.until }.compactMap { piece in
            switch piece.duty {
            case .override(let index): Shift(user: spans[index].user, from: piece.from, until: piece.until, isOverride: true)
            case .turn(let turn): person(ofTurn: turn).map { Shift(user: $0, from: piece.from, until: piece.until, isOverride: false) }
            }
        }
    }

    /// An override, as moments.
    private struct Span {
        let from: Instant
        let until: Instant
        let user: UserID
    }

    private enum Duty: Equatable {
        case turn(Int)
        case override(Int)
    }

    private struct Piece {
        let duty: Duty
        let from: Instant
        let until: Instant
    }
}

// MARK: JSON

extension Rota.Handovers: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case since, handover, timezone
    }

    private enum HandoverKey: String, CodingKey, CaseIterable {
        case weekday, at
        case everyDays = "every_days"
        case everyWeeks = "every_weeks"
    }

    /// What is read of them in JSON.
    public static let memberNames = Key.allCases.map(\.rawValue)

    /// Reads `{"since": "2026-11-30", "handover": {"every_weeks": 1, "weekday": "mon", "at": "09:00"}, "timezone": "Europe/Rome"}`; without `weekday` it
    /// is that of `since`.
    ///
    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        since = try container.decode(CivilDate.self, forKey: .since)
        timezone = try container.decode(String.self, forKey: .timezone)
        try container.superDecoder(forKey: .handover).checkMembers(HandoverKey.allCases.map(\.rawValue))
        let handover = try container.nestedContainer(keyedBy: HandoverKey.self, forKey: .handover)
        at = try handover.decode(CivilTime.self, forKey: .at)
        let field = { (key: HandoverKey) in Problem.path(handover.codingPath + [key]) }
        let weekday = try handover.choice(Weekday.self, for: .weekday)
        switch (try handover.number(.everyDays, in: Self.daysRange), try handover.number(.everyWeeks, in: Self.weeksRange)) {
        case (nil, nil): throw Problem.missingField(field(.everyWeeks))
        case (_?, _?): throw Problem.wrongType(field: field(.everyDays), expected: "it or “every_weeks”, not both")
        case (nil, let weeks?): pace = .weeks(weeks, on: weekday ?? Weekday(since))
        case (let days?, nil):
            guard weekday == nil else { throw Problem.wrongType(field: field(.weekday), expected: "it beside “every_weeks” alone") }
            pace = .days(days)
        }
    }

    /// The same JSON as by `Codable`, with its keys in the order of the alphabet.
    public var json: String {
        var (handover, writer) = (FlatJSON.Writer(), FlatJSON.Writer())
        handover.add("at", at.description)
        switch pace {
        case .days(let count): handover.add("every_days", count)
        case .weeks(let count, let weekday):
            handover.add("every_weeks", count)
            handover.add("weekday", weekday.rawValue)
        }
        writer.add("handover", json: handover.finish())
        writer.add("since", since.description)
        writer.add("timezone", timezone)
        return writer.finish()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(since, forKey: .since)
        try container.encode(timezone, forKey: .timezone)
        var handover = container.nestedContainer(keyedBy: HandoverKey.self, forKey: .handover)
        try handover.encode(at, forKey: .at)
        switch pace {
        case .days(let count): try handover.encode(count, forKey: .everyDays)
        case .weeks(let count, let weekday):
            try handover.encode(count, forKey: .everyWeeks)
            try handover.encode(weekday.rawValue, forKey: .weekday)
        }
    }
}

extension Rota.Override: Encodable {
    private enum Key: String, CodingKey {
        case from, until
        case user = "user_id"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(from, forKey: .from)
        try container.encode(until, forKey: .until)
        try container.encode(user, forKey: .user)
    }
}
