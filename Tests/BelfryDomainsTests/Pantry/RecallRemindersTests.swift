import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Telling of recalls")
struct RecallRemindersTests {
    private let now = Instant(literal: "2026-11-21T02:00:30Z")

    private func match(
        _ id: String, kind: RecallKind = .recall, severity: RecallSeverity = .critical, ground: MatchGround = .code, things: [String] = ["Spinach"],
        status: RecallStatus = .ongoing, isLotListed: Bool = false
    ) -> RecallMatch {
        let notice = RecallNotice(
            feed: .openFDA, id: id, kind: kind, severity: severity, status: status, title: "Spinach", reason: "Listeria", publishedOn: nil,
            products: [])
        let items = things.map { ItemMatch(item: HouseholdItem(id: $0, name: $0), ground: ground, isLotListed: isLotListed, lotsToCompare: []) }
        return RecallMatch(notice: notice, items: items)
    }

    private func plan(_ matches: [RecallMatch], told: Set<String> = []) throws -> Plan {
        var person = Person()
        person.preferences.dailyCountMax = 0
        person.preferences.notifyPush = true
        person.preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        person.preferences.quietHoursLevel = .criticalOnly
        person.preferences.quietHoursAction = .defer
        let answer = RecallReminders.requests(from: RecallReminders.alerts(from: matches, now: now), told: told)
        return Planner().plan(answer.requests, in: PlanningContext(person: person, zone: .utc, profile: .linux), now: now)
    }

    @Test("A critical one comes at once, through quiet hours and caps; another waits, and a cap counts")
    func severity() throws {
        #expect(try plan([match("1")]).lines.map(\.moment) == [Instant(literal: "2026-11-21T02:01:00Z")])
        let standard = try plan([match("2", severity: .standard)])
        #expect(standard.lines.isEmpty)
        #expect(standard.leftOut.map(\.reason) == [.frequencyCapped])
    }

    @Test("Never where notifications are switched off")
    func permission() throws {
        let answer = RecallReminders.requests(from: RecallReminders.alerts(from: [match("1")], now: now), told: [])
        let context = PlanningContext(person: Person(), zone: .utc, profile: .linux)
        #expect(Planner().plan(answer.requests, in: context, now: now).leftOut.map(\.reason) == [.pushDisabled])
    }

    @Test("Each event is told once, however often a feed has it")
    func once() throws {
        #expect(try plan([match("1"), match("1"), match("3")]).lineCount == 2)
        #expect(try plan([match("1")], told: [RecallReminders.subject(of: match("1").notice)]).lines.isEmpty)
    }

    @Test("Of a thing that comes later a household is told though it was told of the event, also where nothing is left of the first, and once")
    func laterThings() {
        let told: Set = [RecallReminders.subject(of: match("1").notice)]
        func subjects(_ alerts: [RecallAlert], _ told: Set<String>) -> [String] {
            RecallReminders.requests(from: alerts, told: told).requests.map(\.id.text)
        }
        let first = RecallReminders.alerts(from: [match("1")], now: now)
        let both = RecallReminders.alerts(from: [match("1", things: ["Spinach", "Salad"])], known: first, now: now + .seconds(3600))
        #expect(both.map(\.names) == ["Spinach", "Salad"])
        let added = subjects(both, told)
        #expect(added.count == 1 && added.allSatisfy(RecallReminders.isSubject))
        #expect(both.map { RecallReminders.event(of: $0.event) } == Array(repeating: first[0].event, count: 2), "it leads to the same event")
        #expect(subjects(both, told.union(added)).isEmpty)

        let gone = RecallReminders.alerts(from: [], known: first, now: now + .seconds(3600))
        #expect(subjects(gone, []).isEmpty, "what is used up needs no recall")
        let next = RecallReminders.alerts(from: [match("1", things: ["Salad"])], known: gone, now: now + .seconds(7200))
        #expect(subjects(next, told) == added)
        let again = RecallReminders.alerts(from: [match("1")], known: next, now: now + .seconds(9000))
        #expect(subjects(again, told).isEmpty, "it was the one that is told")
    }

    @Test("Each of several things that come later is told by itself, under the same name by whichever device, together or one after the other")
    func laterThingsInAnyOrder() {
        func names(_ looks: [String]...) -> Set<String> {
            let first = RecallReminders.alerts(from: [match("1")], now: now)
            let alerts = looks.reduce(first) { known, things in
                RecallReminders.alerts(from: [match("1", things: things)], known: known, now: now + .seconds(3600))
            }
            let told = Set(first.compactMap { RecallReminders.subject(of: $0) })
            return Set(RecallReminders.requests(from: alerts, told: told).requests.map(\.id.text))
        }
        let together = names(["Spinach", "Salad", "Chard"])
        #expect(together.count == 2)
        #expect(names(["Spinach", "Chard"], ["Chard", "Salad"]) == together)
        #expect(names(["Salad", "Spinach"], ["Chard", "Salad", "Spinach"]) == together)
    }

    @Test(
        "Of what may have nothing to do with an event, or comes after its end, a household that knows of it isn't told again, unless its lot is listed",
        arguments: [
            (.code, .ongoing, false, 2), (.code, .closed, false, 1), (.code, .completed, true, 2), (.words, .ongoing, false, 1), (.words, .ongoing, true, 2),
        ] as [(MatchGround, RecallStatus, Bool, Int)])
    func laterThingsThatMay(ground: MatchGround, status: RecallStatus, isLotListed: Bool, count: Int) {
        let first = RecallReminders.alerts(from: [match("1", ground: ground, status: status)], now: now)
        let both = match("1", ground: ground, things: ["Spinach", "Salad"], status: status, isLotListed: isLotListed)
        #expect(RecallReminders.alerts(from: [both], known: first, now: now + .seconds(3600)).count == count)
    }

    @Test("What has become critical since it was told is told once more, under one name on every device, and leads to the same event")
    func raised() throws {
        let first = RecallReminders.alerts(from: [match("1", severity: .standard)], now: now)
        let subject = try #require(RecallReminders.subject(of: first[0]))
        let raised = RecallReminders.alerts(from: [match("1")], known: first, now: now + .seconds(3600))
        let again = RecallReminders.requests(from: raised, told: [subject]).requests
        #expect(again.map(\.severity) == [.critical] && again.map(\.trigger) == [.moment(Instant(literal: "2026-11-21T03:01:00Z"))])
        let name = try #require(again.first?.id.text)
        #expect(name != subject && RecallReminders.isSubject(name) && RecallReminders.subject(of: raised[0], told: [subject]) == name)
        let entity = name.split(separator: "|").map(String.init)[1]
        #expect(RecallReminders.event(of: entity) == first[0].event)

        #expect(RecallReminders.requests(from: raised, told: []).requests.map(\.id.text) == [subject], "nobody was told before")
        let later = RecallReminders.alerts(from: [match("1")], known: raised, now: now + .seconds(7200))
        #expect(later == raised, "it has risen once")
        #expect(RecallReminders.requests(from: later, told: [subject, name]).requests.isEmpty)
        let fallen = RecallReminders.alerts(from: [match("1", severity: .standard)], known: RecallReminders.alerts(from: [match("1")], now: now), now: now)
        #expect(RecallReminders.requests(from: fallen, told: [subject]).requests.isEmpty, "what has become less grave is no news")
    }

    @Test("What was told as critical isn't told again when it is less for a while, nor is what was told as both; what was told as less is")
    func fallenAndRisen() throws {
        let critical = RecallReminders.alerts(from: [match("1")], now: now)
        let subject = try #require(RecallReminders.subject(of: critical[0]))
        func look(_ severity: RecallSeverity, after known: [RecallAlert]) -> [RecallAlert] {
            RecallReminders.alerts(from: [match("1", severity: severity)], known: known, now: now + .seconds(3600))
        }
        func toldAgain(_ alerts: [RecallAlert], _ told: Set<String>) -> [Severity] {
            RecallReminders.requests(from: alerts, told: told).requests.map(\.severity)
        }
        let risen = look(.critical, after: look(.standard, after: critical))
        #expect(toldAgain(risen, [subject]).isEmpty)
        #expect(toldAgain(look(.critical, after: look(.standard, after: risen)), [subject]).isEmpty, "however often")
        let raised = look(.critical, after: look(.standard, after: look(.standard, after: [])))
        #expect(toldAgain(raised, [subject]) == [.critical])
        let fallen = look(.standard, after: raised)
        #expect(toldAgain(fallen, [subject]).isEmpty, "before it was told that it had become critical, it was so no more")
        #expect(toldAgain(look(.critical, after: fallen), [subject]) == [.critical])
        let name = try #require(RecallReminders.subject(of: raised[0], told: [subject]))
        #expect(toldAgain(look(.critical, after: fallen), [subject, name]).isEmpty)
    }

    @Test("An event keeps its moment from one look at the feeds to the next")
    func moment() {
        let first = RecallReminders.alerts(from: [match("1")], now: now)
        let second = RecallReminders.alerts(from: [match("2"), match("1")], known: first, now: now + .seconds(3600))
        #expect(second.map(\.due) == [Instant(literal: "2026-11-21T03:01:00Z"), Instant(literal: "2026-11-21T02:01:00Z")])
    }

    @Test(
        "What is only likely is said with may, and a warning is no recall",
        arguments: [
            (RecallKind.recall, MatchGround.code, "Recall: Spinach"), (.recall, .words, "Possible recall: Spinach"),
            (.publicHealthAlert, .code, "Public health alert: Spinach"), (.safetyWarning, .words, "Possible public health alert: Spinach"),
        ])
    func words(kind: RecallKind, ground: MatchGround, title: String) throws {
        let line = try #require(try plan([match("1", kind: kind, ground: ground)]).lines.first)
        #expect(Phrases.content(of: line).title == title)
    }
}
