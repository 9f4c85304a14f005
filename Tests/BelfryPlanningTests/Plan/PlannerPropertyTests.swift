import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("What holds for every plan")
struct PlannerPropertyTests {
    /// Calls `body` with as many worlds by chance; a failure prints the seed from which it comes again.
    private func forEachWorld(_ count: Int, _ body: (inout PlanWorld, PlanningContext, [NotificationRequest], Instant) -> String?) throws {
        let seed = UInt64.seed()
        let first = try PlanWorld(seed: seed)
        for number in 0..<count {
            var world = first.reseeded(seed &+ UInt64(number) &* 1_000_003)
            let context = world.context()
            let now = world.now(in: context.zone)
            let requests = world.requests(around: now, in: context.zone, count: world.number(0...14))
            if let complaint = body(&world, context, requests, now) {
                Issue.record("seed \(seed), world \(number): \(complaint)")
                return
            }
        }
    }

    @Test("it is the same whenever it is made, and whatever order the requests come in")
    func deterministic() throws {
        try forEachWorld(1500) { world, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            guard Planner().plan(requests, in: context, now: now) == plan else { return "planned twice, it differs" }
            let shuffled = requests.shuffled(using: &world.generator)
            return Planner().plan(shuffled, in: context, now: now) == plan ? nil : "in another order it differs"
        }
    }

    @Test("it never goes over the ceiling, never tells early, never in the past, and names everything once")
    func bounds() throws {
        try forEachWorld(3000) { _, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            if let budget = context.profile.budget, plan.lineCount > budget { return "\(plan.lineCount) lines over \(budget)" }
            if Set(plan.lines.map(\.identifier)).count != plan.lineCount { return "a line has the name of another" }
            let parts = plan.lines.flatMap(\.parts)
            if Set(parts.map(\.identifier)).count != parts.count { return "something is told twice" }
            if zip(plan.lines, plan.lines.dropFirst()).contains(where: { $0.moment > $1.moment }) { return "the lines are not in order" }
            for line in plan.lines {
                if line.moment <= now { return "\(line.identifier) is told in the past" }
                if line.parts.contains(where: { $0.due > line.moment }) { return "\(line.identifier) is told before it is due" }
                if line.parts.contains(where: { part in part.expiresAt.map { $0 <= line.moment } ?? false }) { return "\(line.identifier) is told too late" }
            }
            return nil
        }
    }

    @Test("nobody is disturbed in quiet hours but by what may pass")
    func quietHours() throws {
        try forEachWorld(3000) { _, context, requests, now in
            let preferences = context.person.preferences
            guard let window = preferences.quietHours, preferences.quietHoursLevel != .all else { return nil }
            let plan = Planner().plan(requests, in: context, now: now)
            let disturbing = plan.lines.first { line in
                window.contains(context.zone.civil(at: line.moment).time)
                    && !(preferences.quietHoursLevel == .criticalOnly && line.severity == .critical)
            }
            return disturbing.map { "\($0.identifier) is told at \($0.moment)" }
        }
    }

    @Test("a critical one is never displaced by a lesser")
    func critical() throws {
        var displacedCount = 0
        try forEachWorld(3000) { _, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            guard plan.leftOut.contains(where: { $0.severity == .critical && $0.reason == .overBudget }) else { return nil }
            if !plan.lines.isEmpty { displacedCount += 1 }
            return plan.lines.allSatisfy { $0.severity == .critical } ? nil : "a critical one is left out and a lesser told"
        }
        #expect(displacedCount > 0, "no world had too many critical ones")
    }

    @Test("nothing is lost inside coverage: whatever is due is told, or left out for a reason of the person's own")
    func coverage() throws {
        let own: Set<Reason> = [
            .pushDisabled, .quietHours, .quietHoursNotCritical, .expired, .dismissed, .muted, .throttled, .frequencyCapped, .nothingToSay,
        ]
        try forEachWorld(3000) { _, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            let told = Set(plan.lines.flatMap(\.parts).map(\.identifier))
            let leftOut = Dictionary(plan.leftOut.map { ($0.identifier, $0.reason) }, uniquingKeysWith: { first, _ in first })
            var end = now + .seconds(20 * 86_400)
            if case .until(let moment) = plan.coverage { end = moment }
            for request in requests {
                for (identifier, due) in occurrences(of: request, in: context, after: now, before: end) where !told.contains(identifier) {
                    guard let reason = leftOut[identifier] else { return "\(identifier), due \(due), is silent" }
                    if !own.contains(reason) { return "\(identifier), due \(due), is left out as \(reason.rawValue), covered until \(end)" }
                }
            }
            return nil
        }
    }

    /// What a request is due to say, found without the planner.
    private func occurrences(
        of request: NotificationRequest, in context: PlanningContext, after now: Instant, before end: Instant
    ) -> [(NotificationID, Instant)] {
        func name(_ date: CivilDate, _ time: CivilTime? = nil) -> NotificationID {
            NotificationID(subject: request.id.text, date: date, time: time)
        }
        func all(_ schedule: ScheduleOccurrences, _ recurrence: Recurrence) -> [(NotificationID, Instant)] {
            schedule.prefix { $0.moment < end }.map { (name($0.civil.date, recurrence.mayRepeatWithinDay ? $0.civil.time : nil), $0.moment) }
        }
        let found: [(NotificationID, Instant)] =
            switch request.trigger {
            case .moment(let moment): [(name(context.zone.civil(at: moment).date), moment)]
            case .day(let date): [(name(date), context.zone.instant(of: CivilDateTime(date, context.person.reminderTime)))]
            case .floating(let schedule): all(schedule.occurrences(in: context.zone, from: now), schedule.recurrence)
            case .fixed(let schedule):
                context.zones[schedule.timezone].map { all(schedule.occurrences(rules: $0, from: now), schedule.recurrence) } ?? []
            }
        return found.filter { $0.1 > now && $0.1 < end && request.content.hasMessage(on: $0.0.date) }
    }

    @Test("the canary sings before coverage ends, once, unless the plan is surely made anew before")
    func canary() throws {
        var canaryCount = 0
        try forEachWorld(3000) { _, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            let canaries = plan.lines.filter { $0.reason == .coverageEnds }
            canaryCount += canaries.count
            guard case .until(let end) = plan.coverage else { return canaries.isEmpty ? nil : "a canary though everything is planned" }
            if canaries.count > 1 { return "more than one canary" }
            if let canary = canaries.first, canary.moment >= end { return "the canary sings too late" }
            if let refresh = context.profile.refreshInterval, now + refresh <= end { return canaries.isEmpty ? nil : "a canary before a sure refresh" }
            let isHeardAnytime = context.person.preferences.quietHours == nil && context.person.preferences.notifyPush
            guard isHeardAnytime, context.profile.budget == nil, end > now + .seconds(120) else { return nil }
            return canaries.count == 1 ? nil : "no canary, though coverage ends at \(end)"
        }
        #expect(canaryCount > 0, "no world had one")
    }

    @Test("the policy says the same of the inputs of each line when asked alone")
    func replay() throws {
        try forEachWorld(2000) { _, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            let policy = PolicyPipeline.standard
            for line in plan.lines where line.reason != .coverageEnds {
                for part in line.parts {
                    let inputs = context.decisionInputs(of: part.identifier, due: part.due, expiresAt: part.expiresAt, severity: part.severity)
                    let decision = policy.decide(inputs, in: context.zone)
                    if decision.reason != part.reason { return "\(part.identifier): planned as \(part.reason), decided \(decision)" }
                    if decision.action == .skip { return "\(part.identifier) is told and would be skipped" }
                }
            }
            let policyReasons: Set<Reason> = [.pushDisabled, .quietHours, .quietHoursNotCritical, .dismissed, .muted]
            for leftOut in plan.leftOut where policyReasons.contains(leftOut.reason) {
                guard let due = leftOut.due else { return "\(leftOut.identifier) has no moment" }
                let inputs = context.decisionInputs(of: leftOut.identifier, due: due, expiresAt: leftOut.expiresAt, severity: leftOut.severity)
                if policy.decide(inputs, in: context.zone) != .skip(leftOut.reason) { return "\(leftOut.identifier) would be told" }
            }
            return nil
        }
    }

    @Test("an agenda that was changed plans what a new one plans")
    func incremental() throws {
        try forEachWorld(1200) { world, context, requests, now in
            var agenda = Agenda(requests, in: context, now: now)
            var current = Dictionary(requests.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            var moment = now
            var last = agenda.plan(now: now)
            for _ in 0..<world.number(1...6) {
                last = agenda.plan(now: moment)
                let number = world.number(0...16)
                if world.chance(25), !current.isEmpty {
                    var request = world.pick(current.values.sorted { $0.id < $1.id })
                    request.content = .same(.words(title: "Reworded", body: "\(number)"))
                    agenda.put(request)
                    current[request.id] = request
                } else if world.chance(30) {
                    for domain in ["bills", "study", "pantry", "prayer"] {
                        agenda.remove(requestID(domain, "\(number)"))
                        current[requestID(domain, "\(number)")] = nil
                    }
                } else {
                    let request = world.request(number, around: now, in: context.zone)
                    agenda.put(request)
                    current[request.id] = request
                }
                // Sometimes the clock is set back.
                moment = moment + .seconds(world.number(world.chance(15) ? -20_000...0 : 0...40_000))
            }
            var later = context
            later.pending = last.lines.map(PendingRequest.init)
            let fresh = Planner().plan(Array(current.values), in: later, now: moment)
            return agenda.plan(now: moment) == fresh ? nil : "after changes it differs"
        }
    }

    @Test("in an agenda, what was snoozed comes again once what took its place says something else, and goes once it says the same")
    func rewordedBesideSnoozed() throws {
        let now = Instant(literal: "2026-11-21T08:00:00Z")
        let day = CivilDate(literal: "2026-11-21")
        func request(_ rule: String, _ title: String, on date: CivilDate) throws -> NotificationRequest {
            NotificationRequest(
                id: try #require(RequestID(domain: "pantry", entity: "heater", rule: rule)), trigger: .day(date),
                content: .same(.words(title: title, body: "")), category: "MAINTENANCE")
        }
        let snoozed = try request("maintenance_a", "Change the filter", on: day - 1)
        var person = Person()
        person.preferences.notifyPush = true
        person.snoozes = [
            Snooze(
                identifier: NotificationID(subject: snoozed.id.text, date: day - 1),
                until: TimeZoneRules.utc.instant(of: CivilDateTime(day + 1, person.reminderTime)))
        ]
        let context = PlanningContext(person: person, zone: .utc, profile: .linux)
        var agenda = Agenda([snoozed, try request("maintenance_b", "Change the filter", on: day + 1)], in: context, now: now)
        let isTold = { (plan: Plan) in plan.lines.flatMap(\.parts).contains { $0.identifier.subject == snoozed.id.text } }
        let first = agenda.plan(now: now)
        #expect(!isTold(first))
        for (title, isToldThen) in [("Bleed the radiators", true), ("Change the filter", false)] {
            let other = try request("maintenance_b", title, on: day + 1)
            agenda.put(other)
            let plan = agenda.plan(now: now)
            #expect(isTold(plan) == isToldThen)
            #expect(plan == Planner().plan([snoozed, other], in: context, now: now))
        }
    }

    @Test("the difference to what is pending is the smallest, and an unchanged plan needs no call")
    func difference() throws {
        try forEachWorld(1500) { world, context, requests, now in
            let plan = Planner().plan(requests, in: context, now: now)
            var changed = requests
            if !changed.isEmpty { changed[0] = world.request(99, around: now, in: context.zone) }
            let next = Planner().plan(changed, in: context, now: now)
            let held = plan.lines.map(PendingRequest.init)
            if !PendingDiff(from: held, to: plan, now: now).isEmpty { return "an unchanged plan needs calls" }
            let diff = PendingDiff(from: held.shuffled(using: &world.generator), to: next, now: now)
            var centre = Dictionary(uniqueKeysWithValues: held.map { ($0.identifier, $0) })
            for identifier in diff.removes where centre.removeValue(forKey: identifier) == nil { return "removes what isn't there" }
            for line in diff.replaces where centre.updateValue(PendingRequest(line), forKey: line.identifier) == nil { return "replaces what isn't there" }
            for line in diff.adds where centre.updateValue(PendingRequest(line), forKey: line.identifier) != nil { return "adds what is there" }
            if Set(centre.values) != Set(next.lines.map(PendingRequest.init)) { return "the calls don't lead to the plan" }
            let touched = Set(held).symmetricDifference(next.lines.map(PendingRequest.init)).map(\.identifier)
            return diff.callCount == Set(touched).count ? nil : "more calls than differences"
        }
    }
}
