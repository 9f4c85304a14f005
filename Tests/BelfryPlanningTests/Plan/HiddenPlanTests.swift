import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("What a person has hidden, put off or done, in a plan")
struct HiddenPlanTests: PlansInBerlin {
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
}
