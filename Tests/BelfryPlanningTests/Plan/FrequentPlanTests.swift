import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("How often a plan tells, and what it tells together")
struct FrequentPlanTests: PlansInBerlin {
    @Test("a category is told at most so often in a window, also counting what was told")
    func throttle() throws {
        let context = try context {
            $0.person.throttles = [Throttle(category: "bills", countMax: 1, window: .seconds(36 * 3600))]
            $0.profile.horizonDays = 4
        }
        let requests = [request("pill", try daily("10:00")), request("other", at("2026-11-21T10:00:00Z"), category: "news")]
        #expect(lines(requests, context) == ["21 10:00 pill allowed", "21 11:00 other allowed", "23 10:00 pill allowed"])
        var told = context
        let name = try #require(NotificationID("bills|x|reminder|2026-11-20"))
        told.ledger = [LedgerEntry(identifier: name, category: "bills", toldAt: Instant(literal: "2026-11-20T12:00:00Z"))]
        #expect(lines([requests[0]], told) == ["22 10:00 pill allowed", "24 10:00 pill allowed"])
    }

    @Test("a throttle holds in every window, also in those of what the ledger has from before the clock was set back")
    func throttledWindows() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        var context = try context()
        for _ in 0..<200 {
            func hours(_ range: ClosedRange<Int>, _ count: Int) -> [Duration] {
                (0..<count).map { _ in .seconds(Int.random(in: range, using: &generator) * 3600) }
            }
            let throttle = Throttle(category: "bills", countMax: Int.random(in: 0...3, using: &generator), window: hours(1...30, 1)[0])
            context.person.throttles = [throttle]
            var told = hours(-40...40, 6).map { now + $0 }
            context.ledger = told.enumerated().map { number, moment in
                let name = NotificationID(subject: "bills|told-\(number)|reminder", date: .init(literal: "2026-11-20"))
                return LedgerEntry(identifier: name, category: "bills", toldAt: moment)
            }
            let moments = Set(hours(1...60, 12)).sorted().map { now + $0 }
            var expected: [Instant] = []
            for moment in moments {
                let ends = (told + [moment]).filter { $0 >= moment && $0 < moment + throttle.window }
                let mostInWindow = ends.map { end in (told + [moment]).count { $0 > end - throttle.window && $0 <= end } }.max() ?? 0
                guard mostInWindow <= throttle.countMax else { continue }
                expected.append(moment)
                told.append(moment)
            }
            let requests = moments.enumerated().map { request("\($0)", .moment($1)) }
            #expect(Planner().plan(requests, in: context, now: now).lines.map(\.moment) == expected, "seed \(seed)")
        }
    }

    @Test("however often a throttled category is told, each time looks at one that was told before")
    func throttledOften() throws {
        let context = try context { $0.person.throttles = [Throttle(category: "bills", countMax: 1000, window: .seconds(60))] }
        let plan = Planner().plan([request("pill", try daily("09:00", rule: "FREQ=MINUTELY"))], in: context, now: now)
        #expect(plan.lineCount == 14 * 24 * 60 - 9 * 60 - 1)
    }

    @Test("a person is told at most so much a day, the graver first, and a critical one always")
    func frequencyCap() throws {
        let requests = [
            request("early", at("2026-11-22T08:00:00Z")), request("grave", at("2026-11-22T09:00:00Z"), severity: .attention),
            request("late", at("2026-11-22T10:00:00Z")), request("critical", at("2026-11-22T11:00:00Z"), severity: .critical),
        ]
        func planned(_ countMax: Int) throws -> [String] { try lines(requests, context { $0.person.preferences.dailyCountMax = countMax }) }
        #expect(try planned(2) == ["22 10:00 grave allowed", "22 12:00 critical allowed"])
        #expect(try planned(0) == ["22 12:00 critical allowed"])
        #expect(try leftOut(requests, context { $0.person.preferences.dailyCountMax = 3 }) == ["bills|late|reminder|2026-11-22 frequency_capped"])
    }

    @Test("that a plan ends takes no place of the day's, once it was told as little as while it was planned")
    func canaryUncounted() throws {
        let name = try #require(NotificationID("belfry|plan|canary|2026-11-21"))
        let told = LedgerEntry(identifier: name, category: "canary", toldAt: now)
        let context = try context {
            $0.person.preferences.dailyCountMax = 1
            $0.ledger = [told]
        }
        #expect(lines([request("rent", at("2026-11-21T10:00:00Z"))], context) == ["21 11:00 rent allowed"])
    }

    @Test("throttle and cap choose together, the graver first: nothing gives way to what isn't told")
    func throttleAndCap() throws {
        let requests = [
            request("news", at("2026-11-22T07:00:00Z"), category: "news"), request("gas", at("2026-11-22T08:00:00Z")),
            request("rent", at("2026-11-22T11:00:00Z"), severity: .attention),
        ]
        let context = try context {
            $0.person.preferences.dailyCountMax = 1
            $0.person.throttles = [Throttle(category: "bills", countMax: 1, window: .seconds(86_400))]
        }
        #expect(lines(requests, context) == ["22 12:00 rent allowed"])
        #expect(leftOut(requests, context) == ["bills|news|reminder|2026-11-22 frequency_capped", "bills|gas|reminder|2026-11-22 throttled"])
        var wider = context
        wider.person.preferences.dailyCountMax = 2
        #expect(lines(requests, wider) == ["22 08:00 news allowed", "22 12:00 rent allowed"])
        #expect(leftOut(requests, wider) == ["bills|gas|reminder|2026-11-22 throttled"])
    }

    // MARK: Together

    @Test("several of one category at one moment are told as one, others a second apart, and the critical one first")
    func collisions() throws {
        let requests = [
            request("gas", on("2026-11-23")), request("rent", on("2026-11-23")), request("milk", on("2026-11-23"), category: "pantry"),
            request("recall", on("2026-11-23"), category: "recall", severity: .critical),
        ]
        let plan = Planner().plan(requests, in: try context(), now: now)
        #expect(plan.lines.map(\.parts.count) == [1, 2, 1])
        #expect(plan.lines.map(\.severity) == [.critical, .watch, .watch])
        #expect(plan.lines.map { plan.lines[0].moment - $0.moment } == [.zero, .seconds(-1), .seconds(-2)])
        #expect(plan.lines[1].identifier.description == "digest|bills|2026-11-23T09:00")
    }

    @Test("what can't wait a second, because quiet hours begin or it would be of no use, is told at its own moment, and lines stay in order")
    func lastSecond() throws {
        let names = ["a", "b", "c"]
        func moments(_ requests: [NotificationRequest]) throws -> [String] {
            let context = try context { quiet(&$0) }
            return Planner().plan(requests, in: context, now: now).lines.map { "\($0.category) \(context.zone.civil(at: $0.moment).time)" }
        }
        #expect(
            try moments(names.map { request($0, at("2026-11-21T20:59:58Z"), category: $0) }) == ["a 21:59:58", "c 21:59:58", "b 21:59:59"])
        let brief = names.map { request($0, at("2026-11-21T18:00:00Z"), category: $0, validFor: $0 == "b" ? .seconds(1) : nil) }
        #expect(try moments(brief) == ["a 19:00:00", "b 19:00:00", "c 19:00:01"])
    }

    @Test("what a category tells once a day waits for the last of that day, but for what would have expired by then")
    func dailyDigest() throws {
        let requests = [
            request("milk", at("2026-11-22T08:00:00Z"), digest: .day), request("eggs", at("2026-11-22T17:00:00Z"), digest: .day),
            request("fish", at("2026-11-22T09:00:00Z"), validFor: .seconds(3600), digest: .day), request("rent", at("2026-11-22T10:00:00Z")),
        ]
        #expect(try lines(requests, context()) == ["22 10:00 fish allowed", "22 11:00 rent allowed", "22 18:00 eggs+milk same_day"])
    }
}
