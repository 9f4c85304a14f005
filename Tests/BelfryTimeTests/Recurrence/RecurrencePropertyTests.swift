import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

/// What holds for every recurrence, tried on random ones.
@Suite("What holds for every recurrence")
struct RecurrencePropertyTests {
    @Test("Beginning in the middle comes to what walking there comes to, also with a count")
    func seeking() throws {
        try each { recurrence, generator, note in
            let walked = Array(recurrence.occurrences().prefix(200))
            for _ in 0..<6 {
                guard let near = walked.randomElement(using: &generator) else { return }
                let from = Self.reading(near: near, using: &generator)
                let expected = walked.filter { $0 >= from }
                // Of a rule that ends, there must be no more.
                let found = recurrence.occurrences(from: from).prefix(walked.count < 200 ? 201 : expected.count)
                #expect(Array(found) == expected, "from \(from): \(note)")
            }
        }
    }

    @Test("Occurrences ascend, each comes once, and what is left out never comes")
    func order() throws {
        try each { recurrence, _, note in
            let found = Array(recurrence.occurrences().prefix(60))
            #expect(zip(found, found.dropFirst()).allSatisfy(<), "\(note)")
            #expect(Set(found).isDisjoint(with: recurrence.exceptions), "\(note)")
        }
    }

    @Test("Additions and exceptions do to a rule what they do to a set")
    func sets() throws {
        try each { recurrence, _, note in
            let plain = Recurrence(start: recurrence.start, rule: recurrence.rule)
            let ruled = Array(plain.occurrences().prefix(60))
            // Beyond what was taken of an endless rule nothing is known.
            let end = ruled.count < 60 ? CivilDateTime(literal: "9999-12-31T23:59:59") : ruled[59]
            let expected = Set(ruled).union(recurrence.additions).subtracting(recurrence.exceptions).filter { $0 < end }
            let found = recurrence.occurrences().prefix(200).prefix { $0 < end }
            #expect(Array(found) == expected.sorted(), "\(note)")
        }
    }

    @Test("A floating schedule in a zone and a fixed one there fire alike, in order, and never before a moment that was asked for")
    func schedules() throws {
        let zones = try ["Europe/Berlin", "Pacific/Apia", "Australia/Lord_Howe", "America/Nuuk", "UTC"].map(zone)
        try each { recurrence, generator, note in
            guard let rules = zones.randomElement(using: &generator) else { return }
            let all = Array(FloatingSchedule(recurrence).occurrences(in: rules).prefix(40))
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.moment < $1.moment }, "\(note)")
            for occurrence in all where rules.civil(at: occurrence.moment) != occurrence.civil {
                // Only a reading in a gap is not what the clock shows; then the clock has just jumped over it.
                #expect(rules.civil(at: occurrence.moment) > occurrence.civil, "\(note)")
                #expect(rules.civil(at: occurrence.moment - .seconds(1)) < occurrence.civil, "\(note)")
            }
            guard let middle = all.randomElement(using: &generator) else { return }
            let from = middle.moment + .milliseconds(Int.random(in: -1...1, using: &generator))
            let later = FixedSchedule(recurrence, timezone: rules.name).occurrences(rules: rules, from: from)
            let expected = all.filter { $0.moment >= from }.map(\.moment)
            #expect(later.prefix(expected.count).map(\.moment) == expected, "from \(from): \(note)")
        }
    }

    // MARK: Chance

    private func each(_ check: (Recurrence, inout SeededGenerator, String) throws -> Void) throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let start = Self.reading(near: CivilDateTime(literal: "2026-03-01T00:00:00"), using: &generator)
            let rule = try Self.rule(using: &generator)
            func some() -> [CivilDateTime] {
                (0..<Int.random(in: 0...2, using: &generator)).map { _ in Self.reading(near: start, using: &generator) }
            }
            let usual = Array(Recurrence(start: start, rule: rule).occurrences().prefix(9)).shuffled(using: &generator)
            let recurrence = Recurrence(start: start, rule: rule, additions: some() + usual.prefix(1), exceptions: some() + usual.suffix(2))
            try check(recurrence, &generator, "\(start) \(rule), seed \(seed)")
        }
    }

    private static func reading(near other: CivilDateTime, using generator: inout SeededGenerator) -> CivilDateTime {
        let hour = CivilTime(hour: Int.random(in: 0...23, using: &generator), minute: [0, 30].randomElement(using: &generator) ?? 0)
        return CivilDateTime(other.date + Int.random(in: -40...40, using: &generator), hour ?? .midnight)
    }

    private static func rule(using generator: inout SeededGenerator) throws -> RecurrenceRule {
        func pick(_ values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
        let frequency = pick(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "DAILY", "HOURLY", "MINUTELY"])
        let days =
            switch frequency {
            case "YEARLY": [";BYYEARDAY=1,60,-1", ";BYWEEKNO=1,53;BYDAY=MO", ";BYDAY=1SU,-1SU", ";BYDAY=SA;BYSETPOS=3,-1", ";SKIP=BACKWARD"]
            case "MONTHLY": [";BYMONTHDAY=-1", ";BYMONTHDAY=31;SKIP=BACKWARD", ";BYDAY=2TU", ";BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1"]
            case "WEEKLY": [";BYDAY=MO,WE,FR", ";BYDAY=SU,MO;BYSETPOS=1", ";BYDAY=SA;WKST=SU"]
            default: [";BYDAY=MO,TU", ";BYMONTHDAY=1,15,-1", ";BYMONTH=3,4"]
            }
        var text = "FREQ=\(frequency);INTERVAL=\(pick(["1", "1", "2", "3", "5", "7", "36", "100"]))" + pick(days + ["", ""])
        text += pick(["", "", ";BYHOUR=2,9"]) + pick(["", "", ";BYMINUTE=0,30"])
        text += pick(["", "", ";COUNT=\(Int.random(in: 1...150, using: &generator))", ";UNTIL=20260601", ";UNTIL=20260401T003000Z"])
        return try RecurrenceRule(text)
    }
}
