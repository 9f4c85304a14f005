import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Planning the coming days")
struct PlannerTests {
    /// Saturday, nine o'clock in Berlin.
    private let now = Instant(literal: "2026-11-21T08:00:00Z")

    private func context(_ zoneName: String = "Europe/Berlin", _ change: (inout PlanningContext) -> Void = { _ in }) throws -> PlanningContext {
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.timezone = zoneName
        var context = PlanningContext(person: person, zone: try zone(zoneName), profile: .linux)
        change(&context)
        return context
    }

    private func request(
        _ entity: String, _ trigger: Trigger, category: String = "bills", severity: Severity = .watch, validFor: Duration? = nil,
        digest: DigestWindow = .moment
    ) -> NotificationRequest {
        NotificationRequest(
            id: requestID("bills", entity), trigger: trigger, content: .same(.words(title: entity, body: "")), category: category,
            severity: severity, validFor: validFor, digestWindow: digest)
    }

    private func at(_ text: String) -> Trigger { .moment(Instant(literal: text)) }
    private func on(_ text: String) -> Trigger { .day(CivilDate(literal: text)) }

    private func daily(_ time: String, rule: String = "FREQ=DAILY", from start: String = "2026-11-01") throws -> Trigger {
        .floating(
            FloatingSchedule(
                Recurrence(
                    start: CivilDateTime(CivilDate(literal: start), try #require(CivilTime(time))), rule: try RecurrenceRule(rule))))
    }

    /// The plan in short: `dd HH:mm entity+entity reason`.
    private func lines(_ requests: [NotificationRequest], _ context: PlanningContext, now: Instant? = nil) -> [String] {
        Planner().plan(requests, in: context, now: now ?? self.now).lines.map { line in
            let civil = context.zone.civil(at: line.moment)
            let names = line.parts.map { $0.identifier.subject.split(separator: "|")[1] }.sorted().joined(separator: "+")
            return "\(civil.date.components.day) \(civil.time.shortText) \(names) \(line.reason.rawValue)"
        }
    }

    private func leftOut(_ requests: [NotificationRequest], _ context: PlanningContext) -> [String] {
        Planner().plan(requests, in: context, now: now).leftOut.map { "\($0.identifier) \($0.reason.rawValue)" }
    }

    // MARK: When

    @Test("a moment, a day at the person's hour, and a schedule each get their lines")
    func triggers() throws {
        let context = try context { $0.profile.horizonDays = 3 }
        let requests = [request("flight", at("2026-11-22T15:30:00Z")), request("rent", on("2026-11-23")), request("pill", try daily("20:00"))]
        #expect(
            lines(requests, context) == ["21 20:00 pill allowed", "22 16:30 flight allowed", "22 20:00 pill allowed", "23 09:00 rent allowed", "23 20:00 pill allowed"])
    }

    @Test("what has passed is not told, and what lies behind the horizon waits for a later plan")
    func outside() throws {
        let requests = [request("past", at("2026-11-21T07:00:00Z")), request("old", on("2026-10-01")), request("later", on("2026-12-24"))]
        #expect(
            try leftOut(requests, context()) == [
                "bills|past|reminder|2026-11-21 moment_passed", "bills|old|reminder|2026-10-01 moment_passed",
                "bills|later|reminder|2026-12-24 beyond_horizon",
            ])
    }

    @Test("the moment itself has passed: what is due at now is being told already")
    func dueNow() throws {
        #expect(try lines([request("rent", at("2026-11-21T08:00:00Z"))], context()) == [])
        #expect(try lines([request("rent", at("2026-11-21T08:00:01Z"))], context()) == ["21 09:00 rent allowed"])
    }

    @Test("a floating reminder follows the person, a fixed one stays where it is")
    func travel() throws {
        let fixed = FixedSchedule(
            Recurrence(start: CivilDateTime(.init(literal: "2026-11-23"), .init(literal: "09:00")), rule: nil), timezone: "Europe/Berlin")
        let requests = [request("floats", try daily("09:00", rule: "FREQ=DAILY;COUNT=1", from: "2026-11-23")), request("stays", .fixed(fixed))]
        let zones = ["Europe/Berlin": try zone("Europe/Berlin")]
        #expect(try lines(requests, context { $0.zones = zones }) == ["23 09:00 floats+stays same_moment"])
        #expect(
            try lines(requests, context("America/New_York") { $0.zones = zones }) == ["23 03:00 stays allowed", "23 09:00 floats allowed"])
    }

    @Test("a zone under its new name plans the same to the letter, so nothing pending is touched")
    func renamedZone() throws {
        let requests = [request("pill", try daily("20:00"))]
        let old = Planner().plan(requests, in: try context("Europe/Kiev"), now: now)
        let new = Planner().plan(requests, in: try context("Europe/Kyiv"), now: now)
        #expect(old == new)
        #expect(PendingDiff(from: old.lines.map(PendingRequest.init), to: new, now: now).isEmpty)
    }

    @Test("when the clocks change, a reminder in the gap comes when the gap ends, and one in the overlap once")
    func clockChanges() throws {
        let spring = Instant(literal: "2026-03-28T12:00:00Z")
        let autumn = Instant(literal: "2026-10-24T12:00:00Z")
        let context = try context { $0.profile.horizonDays = 3 }
        let requests = [request("pill", try daily("02:30", from: "2026-01-01"))]
        #expect(lines(requests, context, now: spring) == ["29 03:00 pill allowed", "30 02:30 pill allowed"])
        #expect(lines(requests, context, now: autumn) == ["25 02:30 pill allowed", "26 02:30 pill allowed"])
    }

    @Test("a night of its own holds what is due in it until it ends, and nights that touch hold for days, whenever it is planned")
    func quietNights() throws {
        let pill = [request("pill", try daily("23:30", rule: "FREQ=DAILY;COUNT=1", from: "2026-11-21"))]
        func planned(_ nights: String, now: String) throws -> [String] {
            let context = try context {
                $0.person.preferences.quietHours = DailyWindow("22:00-07:00")
                $0.person.preferences.quietHoursAction = .defer
                $0.person.preferences.quietHoursByWeekday = QuietNights(nights) ?? QuietNights()
            }
            return lines(pill, context, now: Instant(literal: now))
        }
        let (saturday, sunday, monday) = ("2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z", "2026-11-23T20:00:00Z")
        #expect(try planned(#"{"fri":"23:00-09:00"}"#, now: saturday) == ["22 07:00 pill quiet_hours"])
        #expect(try planned(#"{"sat":"23:00-09:30"}"#, now: saturday) == ["22 09:30 pill quiet_hours"])
        #expect(try planned(#"{"sat":null}"#, now: saturday) == ["21 23:30 pill allowed"])
        let days = #"{"sat":"22:00-21:30","sun":"21:00-20:30","mon":"20:00-07:00"}"#
        for now in [saturday, sunday, monday] { #expect(try planned(days, now: now) == ["24 07:00 pill quiet_hours"], "\(now)") }
    }

    @Test("another language is other words: each pending one is replaced, and none is added or removed")
    func anotherLanguage() throws {
        let requests = [request("rent", on("2026-11-23")), request("pill", try daily("20:00"))]
        let english = Planner().plan(requests, in: try context(), now: now)
        let turkish = Planner().plan(requests, in: try context { $0.person.language = .turkish }, now: now)
        let diff = PendingDiff(from: english.lines.map(PendingRequest.init), to: turkish, now: now)
        #expect(diff.replaces.count == english.lineCount && diff.callCount == english.lineCount)
    }

    // MARK: Whether

    @Test("each stage leaves out what it must, with its reason")
    func stages() throws {
        let rent = [request("rent", on("2026-11-23"))]
        let scope = try #require(NotificationScope("bills|rent"))
        let name = "bills|rent|reminder|2026-11-23"
        #expect(try leftOut(rent, context { $0.person.preferences.notifyPush = false }) == ["\(name) push_disabled"])
        #expect(try leftOut(rent, context { $0.person.dismissals = [Dismissal(scope: scope, at: now)] }) == ["\(name) dismissed"])
        #expect(try leftOut(rent, context { $0.person.mutes = [Mute(scope: scope, until: nil)] }) == ["\(name) muted"])
        let told = LedgerEntry(identifier: try #require(NotificationID(name)), category: "bills", toldAt: now)
        #expect(try leftOut(rent, context { $0.ledger = [told] }) == ["\(name) already_told"])
    }

    @Test("a mute ends")
    func muteEnds() throws {
        let scope = try #require(NotificationScope("bills"))
        let context = try context {
            $0.person.mutes = [Mute(scope: scope, until: Instant(literal: "2026-11-22T12:00:00Z"))]
            $0.profile.horizonDays = 3
        }
        #expect(try lines([request("pill", daily("10:00"))], context) == ["23 10:00 pill allowed"])
    }

    @Test("a mute of everything ends too, for what a mute of a part covers when the later of both does, and nothing passes it")
    func everythingMuted() throws {
        let scope = try #require(NotificationScope("bills|pill"))
        let pills = [request("pill", try daily("10:00")), request("pill-b", try daily("11:00"))]
        func planned(until end: String, _ until: String? = nil) throws -> [String] {
            try lines(
                pills,
                context {
                    $0.person.preferences.mutedUntil = Instant(literal: end)
                    if let until { $0.person.mutes = [Mute(scope: scope, until: Instant(literal: until))] }
                    $0.profile.horizonDays = 3
                })
        }
        let (first, second) = ("2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z")
        #expect(try planned(until: second) == ["23 10:00 pill allowed", "23 11:00 pill-b allowed"])
        #expect(try planned(until: first, second) == ["22 11:00 pill-b allowed", "23 10:00 pill allowed", "23 11:00 pill-b allowed"])
        #expect(try planned(until: second, first) == ["23 10:00 pill allowed", "23 11:00 pill-b allowed"])
        let recall = request("recall", on("2026-11-22"), severity: .critical)
        let name = "bills|recall|reminder|2026-11-22"
        #expect(try leftOut([recall], context { $0.person.preferences.mutedUntil = Mute.openEnd }) == ["\(name) muted"])
    }

    @Test("a scope hides a domain, a thing in it, a rule or one notification, and no other that begins with the same letters")
    func scopes() throws {
        let pills = [request("pill", try daily("10:00")), request("pill-b", try daily("11:00"))]
        func planned(without scopes: [String]) throws -> [String] {
            let dismissals = try scopes.map { Dismissal(scope: try #require(NotificationScope($0)), at: now) }
            return try lines(
                pills,
                context {
                    $0.person.dismissals = dismissals
                    $0.profile.horizonDays = 2
                })
        }
        #expect(try planned(without: ["bill", "bills|pil", "bills|pill|reminde", "bills|pill|reminder|2026-11-20"]).count == 4)
        #expect(try planned(without: ["bills|pill|reminder"]) == ["21 11:00 pill-b allowed", "22 11:00 pill-b allowed"])
        #expect(try planned(without: ["bills|pill", "bills|pill-b|reminder|2026-11-21"]) == ["22 11:00 pill-b allowed"])
        #expect(try planned(without: ["pantry", "bills"]) == [])
    }

    @Test("what hides a notification is known since the first dismissal and until the last mute that cover it")
    func hiddenSinceAndUntil() throws {
        let (whole, thing) = (try #require(NotificationScope("bills")), try #require(NotificationScope("bills|pill")))
        let (early, late) = (now - .seconds(60), now + .seconds(60))
        let context = try context {
            $0.person.dismissals = [Dismissal(scope: thing, at: now), Dismissal(scope: whole, at: early)]
            $0.person.mutes = [Mute(scope: whole, until: late), Mute(scope: thing, until: now)]
        }
        let inputs = context.decisionInputs(of: NotificationID(literal: "bills|pill|reminder|2026-11-21"), due: now, expiresAt: nil, severity: .watch)
        #expect(inputs.dismissedAt == early)
        #expect(inputs.preferences.mutedUntil == late)
    }

    @Test("however much a person has hidden, each notification asks for its own names alone")
    func muchHidden() throws {
        let days = (1...2000).map { CivilDate(literal: "2026-11-21") - $0 }
        let dismissals = try days.map { Dismissal(scope: try #require(NotificationScope("bills|pill|reminder|\($0)T09:00")), at: now) }
        let context = try context {
            $0.person.dismissals = dismissals
            $0.profile.horizonDays = 7
        }
        let plan = Planner().plan([request("pill", try daily("09:00", rule: "FREQ=MINUTELY"))], in: context, now: now)
        #expect(plan.lineCount == 7 * 24 * 60 - 9 * 60 - 1)
    }

    private func quiet(_ context: inout PlanningContext, _ action: QuietHoursAction = .defer) {
        context.person.preferences.quietHours = DailyWindow(start: .init(literal: "22:00"), end: .init(literal: "07:00"))
        context.person.preferences.quietHoursLevel = .criticalOnly
        context.person.preferences.quietHoursAction = action
    }

    @Test("in quiet hours what waits is held until they end, what can't wait expires, and what is critical passes")
    func quietHours() throws {
        let requests = [
            request("waits", at("2026-11-21T22:30:00Z")), request("expires", at("2026-11-21T22:30:00Z"), validFor: .seconds(3600)),
            request("critical", at("2026-11-21T22:30:00Z"), severity: .critical),
        ]
        #expect(try lines(requests, context { quiet(&$0) }) == ["21 23:30 critical critical_in_quiet_hours", "22 07:00 waits quiet_hours_not_critical"])
        #expect(try leftOut(requests, context { quiet(&$0) }) == ["bills|expires|reminder|2026-11-21 expired"])
        #expect(try lines(requests, context { quiet(&$0, .skip) }) == ["21 23:30 critical critical_in_quiet_hours"])
    }

    @Test("what is held overnight is still planned when the plan is made anew before dawn")
    func heldOvernight() throws {
        let requests = [request("waits", at("2026-11-21T22:30:00Z"))]
        let dawn = Instant(literal: "2026-11-22T05:00:00Z")
        #expect(try lines(requests, context { quiet(&$0) }, now: dawn) == ["22 07:00 waits quiet_hours_not_critical"])
    }

    @Test("a snoozed one comes again when the snooze ends, also after it was told, but never in quiet hours")
    func snooze() throws {
        let name = try #require(NotificationID("bills|milk|reminder|2026-11-21"))
        let milk = [request("milk", at("2026-11-21T07:00:00Z"))]
        func snoozed(until text: String) throws -> PlanningContext {
            try context {
                quiet(&$0)
                $0.person.snoozes = [Snooze(identifier: name, until: Instant(literal: text))]
                $0.ledger = [LedgerEntry(identifier: name, category: "bills", toldAt: Instant(literal: "2026-11-21T07:00:00Z"))]
            }
        }
        #expect(lines(milk, try snoozed(until: "2026-11-21T19:00:00Z")) == ["21 20:00 milk snoozed"])
        #expect(lines(milk, try snoozed(until: "2026-11-21T23:00:00Z")) == ["22 07:00 milk quiet_hours_not_critical"])
    }

    @Test("what is done isn't told, also where it was snoozed, and what comes later is")
    func done() throws {
        var pill = request("pill", try daily("20:00"))
        pill.doneThrough = CivilDateTime(CivilDate(literal: "2026-11-22"), CivilTime(literal: "20:00"))
        let context = try context {
            $0.profile.horizonDays = 3
            $0.person.snoozes = [
                Snooze(identifier: NotificationID(literal: "bills|pill|reminder|2026-11-20"), until: Instant(literal: "2026-11-21T10:00:00Z"))
            ]
        }
        #expect(lines([pill], context) == ["23 20:00 pill allowed"])
        #expect(leftOut([pill], context) == ["20", "21", "22"].map { "bills|pill|reminder|2026-11-\($0) resolved" })
        pill.doneThrough = CivilDateTime(CivilDate(literal: "2026-11-22"), CivilTime(literal: "19:59"))
        #expect(lines([pill], context) == ["22 20:00 pill allowed", "23 20:00 pill allowed"])
    }

    @Test("a snooze of long ago costs the days that it names alone")
    func snoozedLongAgo() throws {
        let pill = [request("pill", try daily("20:00", rule: "FREQ=MINUTELY", from: "0001-01-01"))]
        let names = ["0001-01-01", "2026-11-10"].map { "bills|pill|reminder|\($0)T12:00" }
        let plan = Planner().plan(
            pill,
            in: try context {
                $0.profile.horizonDays = 1
                $0.person.snoozes = names.map { Snooze(identifier: NotificationID(literal: $0), until: Instant(literal: "2026-11-21T11:00:30Z")) }
            }, now: now)
        let told = plan.lines.filter { $0.moment == Instant(literal: "2026-11-21T11:00:30Z") }.flatMap(\.parts).map(\.identifier.description)
        // The one of the first year lies before the start of the series.
        #expect(told.sorted() == ["bills|pill|reminder|2026-11-10T12:00"])
    }

    @Test("days without anything to say are passed over, though the next that has is thousands of years away")
    func distantForecast() throws {
        var words = request("words", try daily("12:00", rule: "FREQ=MINUTELY"))
        words.content = .byDay([.init(literal: "9999-12-31"): .words(title: "The end", body: "")])
        let plan = Planner().plan([words], in: try context { $0.profile.horizonDays = 1 }, now: now)
        #expect(plan.coverage == .until(Instant(literal: "9999-12-30T23:00:00Z")))
        words.trigger = try daily("12:00", rule: "FREQ=MINUTELY;UNTIL=99991230")
        #expect(Planner().plan([words], in: try context { $0.profile.horizonDays = 1 }, now: now).coverage == .complete)
    }

    @Test("content that differs by day is told on its days, and a day without has nothing to say")
    func forecast() throws {
        var words = request("words", try daily("12:00"))
        words.content = .byDay([
            .init(literal: "2026-11-21"): .words(title: "14 words", body: ""), .init(literal: "2026-11-23"): .words(title: "31 words", body: ""),
        ])
        let plan = Planner().plan([words], in: try context { $0.profile.horizonDays = 3 }, now: now)
        #expect(plan.lines.map { $0.parts[0].message } == [.words(title: "14 words", body: ""), .words(title: "31 words", body: "")])
        #expect(plan.leftOut.map(\.reason) == [.nothingToSay])
        #expect(plan.coverage == .complete)
    }

    // MARK: How often

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

    // MARK: The budget

    @Test("a plan that is too long keeps its near days, gathers the far ones, and asks the person to open the app")
    func budget() throws {
        let context = try context {
            $0.profile = PlatformProfile(name: "small", pendingCeiling: 7, reserve: 1, horizonDays: 4)
        }
        let requests = [request("dawn", try daily("06:00")), request("noon", try daily("12:00"), category: "b"), request("dusk", try daily("20:00"), category: "c")]
        #expect(
            lines(requests, context) == [
                "21 12:00 noon allowed", "21 20:00 dusk allowed", "22 20:00 dawn+dusk+noon merged_to_fit",
                "23 20:00 dawn+dusk+noon merged_to_fit", "24 18:00 plan coverage_ends", "24 20:00 dawn+dusk+noon merged_to_fit",
            ])
        // With fewer places the last day is dropped, and coverage and canary move.
        var smaller = context
        smaller.profile.pendingCeiling = 5
        let plan = Planner().plan(requests, in: smaller, now: now)
        #expect(plan.coverage == .until(Instant(literal: "2026-11-24T05:00:00Z")))
        #expect(plan.lines.last.map { smaller.zone.civil(at: $0.moment).description } == "2026-11-23T20:00:00")
        #expect(plan.leftOut.filter { $0.reason == .overBudget }.count == 3)
    }

    @Test("on Android no more is planned than is shown at once, and what a full day has more is told together")
    func android() throws {
        let context = try context { $0.profile = .android }
        let requests = (0..<60).map { minute in
            request("bill\(minute)", at("2026-11-22T08:\(minute < 10 ? "0" : "")\(minute):00Z"))
        }
        let plan = Planner().plan(requests, in: context, now: now)
        #expect(plan.lines.count <= 46)
        #expect(plan.lines.reduce(0) { $0 + $1.parts.count } == 60)
        #expect(plan.leftOut.isEmpty)
    }

    @Test("what a domain will ask for later ends coverage, though it isn't among the requests yet")
    func laterDue() throws {
        let later = Instant(literal: "2026-12-10T08:00:00Z")
        let plan = Planner().plan(
            [request("rent", on("2026-11-23"))],
            in: try context {
                $0.laterDue = later
                $0.profile = .ios
            }, now: now)
        #expect(plan.coverage == .until(later))
        #expect(plan.lines.map(\.reason) == [.allowed, .coverageEnds])
        #expect(plan.days.last?.date == CivilDate(literal: "2026-12-09"), "the canary sings the evening before, behind the horizon")
    }

    @Test("the canary sings a moment after what is told at its hour, and in quiet hours after what they held")
    func canaryBesideOthers() throws {
        let requests = [
            request("tea", at("2026-12-09T17:00:00Z"), category: "tea"), request("walk", at("2026-12-09T17:00:00Z"), category: "walk"),
            request("night", at("2026-12-09T16:30:00Z")),
        ]
        func planned(_ change: (inout PlanningContext) -> Void) throws -> [String] {
            let context = try context {
                $0.laterDue = Instant(literal: "2026-12-10T08:00:00Z")
                $0.profile = .ios
                $0.profile.horizonDays = 19
                change(&$0)
            }
            return Planner().plan(requests, in: context, now: now).lines.map { "\(context.zone.civil(at: $0.moment).time) \($0.category)" }
        }
        #expect(try planned { _ in } == ["17:30:00 bills", "18:00:00 tea", "18:00:01 walk", "18:00:02 canary"])
        let held = try planned {
            quiet(&$0)
            $0.person.preferences.quietHours = DailyWindow(start: .init(literal: "17:00"), end: .init(literal: "19:00"))
        }
        #expect(held == ["19:00:00 bills", "19:00:01 tea", "19:00:02 walk", "19:00:03 canary"])
    }

    @Test("of two requests with one identifier the later counts")
    func duplicates() throws {
        let requests = [request("rent", on("2026-11-23")), request("rent", on("2026-11-24"))]
        #expect(try lines(requests, context()) == ["24 09:00 rent allowed"])
        #expect(try leftOut(requests, context()) == ["bills|rent|reminder|2026-11-21 duplicate"])
    }

    @Test("once a request is removed, or another is put in its place, none is left out for it any more", arguments: [false, true])
    func duplicatesGone(isPlanned: Bool) throws {
        let requests = [
            request("rent", on("2026-11-23")), request("gas", on("2026-11-23")), request("gas", on("2026-11-24"), severity: .critical),
            request("gas", on("2026-11-25")), request("rent", on("2026-11-24")),
        ]
        var agenda = Agenda(requests, in: try context(), now: now)
        if isPlanned {
            let reasons = agenda.plan(now: now).unplanned.map(\.reason)
            #expect(reasons == [.duplicate, .duplicate, .duplicate])
        }
        agenda.remove(requests[0].id)
        let withoutRent = agenda.plan(now: now).unplanned.map(\.identifier.subject)
        #expect(withoutRent == [requests[1].id.text, requests[1].id.text])
        agenda.put(request("gas", on("2026-11-26")))
        let withOneGas = agenda.plan(now: now).unplanned
        #expect(withOneGas.isEmpty)
    }

    @Test("a fixed schedule in a zone that nobody knows is left out and says so")
    func unknownZone() throws {
        let schedule = FixedSchedule(Recurrence(start: CivilDateTime(.init(literal: "2026-11-23"), .midnight)), timezone: "Mars/Olympus")
        #expect(try leftOut([request("landing", .fixed(schedule))], context()) == ["bills|landing|reminder|2026-11-21 unknown_timezone"])
    }
}
