import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

/// A device that plans again and again, with a centre that fires what is pending, and a ledger of what was told.
private struct Device {
    var context: PlanningContext
    var requests: [NotificationRequest]
    private var pending: [NotificationID: (request: PendingRequest, line: PlannedNotification)] = [:]
    private(set) var told: [(identifier: NotificationID, due: Instant, at: Instant)] = []
    private(set) var pendingCountMax = 0

    init(context: PlanningContext, requests: [NotificationRequest]) {
        self.context = context
        self.requests = requests
    }

    /// Plans and brings the centre in step by the calls of the difference.
    mutating func replan(now: Instant) -> Coverage {
        context.pending = pending.values.map(\.request)
        let plan = Planner().plan(requests, in: context, now: now)
        let diff = PendingDiff(from: pending.values.map(\.request), to: plan, now: now)
        for identifier in diff.removes { pending[identifier] = nil }
        for line in diff.replaces + diff.adds { pending[line.identifier] = (PendingRequest(line), line) }
        pendingCountMax = max(pendingCountMax, pending.count)
        return plan.coverage
    }

    /// Lets time pass: what is due is shown, and leaves an entry for each of its parts.
    mutating func wait(until now: Instant) {
        for (request, line) in pending.values.filter({ $0.request.moment <= now }).sorted(by: { $0.request.moment < $1.request.moment }) {
            pending[request.identifier] = nil
            for part in line.parts where line.reason != .coverageEnds {
                told.append((part.identifier, part.due, request.moment))
                context.ledger.append(
                    LedgerEntry(identifier: part.identifier, notification: line.identifier, category: line.category, toldAt: request.moment))
            }
        }
    }
}

@Suite("Planning again and again")
struct ReplanningTests {
    @Test("whenever the device plans anew, everything covered is told once, and nothing early")
    func onceEach() throws {
        let seed = UInt64.seed()
        let first = try PlanWorld(seed: seed)
        for number in 0..<250 {
            var world = first.reseeded(seed &+ UInt64(number) &* 7919)
            var context = world.context()
            // What the person's own limits leave out is the subject of other tests; here everything is to be told.
            context.person = Person(preferences: context.person.preferences)
            context.person.preferences.notifyPush = true
            context.person.preferences.quietHoursAction = .defer
            context.profile.horizonDays = max(3, context.profile.horizonDays)
            context.profile.horizonDaysByDomain = [:]
            if let ceiling = context.profile.pendingCeiling { context.profile.pendingCeiling = ceiling + 8 }
            let start = world.now(in: context.zone)
            let requests = world.requests(around: start, in: context.zone, count: 8).map { request in
                var request = request
                request.validFor = nil
                return request
            }
            if let complaint = trace(&world, Device(context: context, requests: requests), from: start) {
                Issue.record("seed \(seed), world \(number): \(complaint)")
                return
            }
        }
    }

    /// Eight days with a plan every few hours or days, as the person opens the app.
    private func trace(_ world: inout PlanWorld, _ fresh: Device, from start: Instant) -> String? {
        var device = fresh
        var now = start
        var coveredUntil = start
        while now < start + .seconds(8 * 86_400) {
            guard case .until(let end) = device.replan(now: now) else { break }
            coveredUntil = end
            // The person comes back before coverage ends.
            let pause = min(world.number(600...2 * 86_400), Int((end - now).milliseconds / 1000) - 1)
            guard pause > 0 else { break }
            now = now + .seconds(pause)
            device.wait(until: now)
        }
        device.wait(until: coveredUntil)
        if let budget = device.context.profile.budget, device.pendingCountMax > budget { return "\(device.pendingCountMax) pending, over \(budget)" }
        if Set(device.told.map(\.identifier)).count != device.told.count { return "something was told twice" }
        if let early = device.told.first(where: { $0.at < $0.due }) { return "\(early.identifier) was told before it was due" }
        return missing(device, from: start, until: now)
    }

    /// What was due and not told. The last day is left aside, because what is held or told once a day comes later than it is due.
    private func missing(_ device: Device, from start: Instant, until end: Instant) -> String? {
        let told = Set(device.told.map(\.identifier))
        var context = device.context
        context.ledger = []
        context.profile = PlatformProfile(name: "all", pendingCeiling: nil, horizonDays: 9)
        let all = Planner().plan(device.requests, in: context, now: start)
        let lost = all.lines.filter { $0.moment < end - .seconds(2 * 86_400) && $0.reason != .coverageEnds }.flatMap(\.parts)
            .first { !told.contains($0.identifier) }
        return lost.map { "\($0.identifier), due \($0.due), was never told" }
    }

    @Test("a person who moves is told each day's reminder once, by the clock of where they are")
    func moving() throws {
        var person = Person()
        person.preferences.notifyPush = true
        let schedule = FloatingSchedule(
            Recurrence(start: CivilDateTime(.init(literal: "2026-11-01"), .init(literal: "09:00")), rule: try RecurrenceRule("FREQ=DAILY")))
        let pill = NotificationRequest(
            id: requestID("pantry", "pill"), trigger: .floating(schedule), content: .same(.words(title: "Pill", body: "")), category: "pill")
        var device = Device(context: PlanningContext(person: person, zone: try zone("Europe/Berlin"), profile: .ios), requests: [pill])
        _ = device.replan(now: Instant(literal: "2026-11-21T07:00:00Z"))
        device.wait(until: Instant(literal: "2026-11-22T12:00:00Z"))
        // Told at nine in Berlin already; nine in New York is still ahead, on the same day.
        device.context.zone = try zone("America/New_York")
        _ = device.replan(now: Instant(literal: "2026-11-22T12:00:00Z"))
        device.wait(until: Instant(literal: "2026-11-24T00:00:00Z"))
        #expect(device.told.map(\.at.description) == ["2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z", "2026-11-23T14:00:00Z"])
    }

    @Test("a changed rule of the zone moves what is pending, each by one call")
    func changedRule() throws {
        var person = Person()
        person.preferences.notifyPush = true
        let pill = NotificationRequest(
            id: requestID("pantry", "pill"), trigger: .day(.init(literal: "2026-11-25")), content: .same(.words(title: "Pill", body: "")),
            category: "pill")
        let now = Instant(literal: "2026-11-21T07:00:00Z")
        let before = Planner().plan([pill], in: PlanningContext(person: person, zone: try zone("Asia/Almaty"), profile: .ios), now: now)
        let after = Planner().plan([pill], in: PlanningContext(person: person, zone: try zone("Asia/Tashkent"), profile: .ios), now: now)
        let moved = Planner().plan([pill], in: PlanningContext(person: person, zone: try zone("Asia/Dhaka"), profile: .ios), now: now)
        #expect(before == after, "both are at +05:00 in 2026")
        let diff = PendingDiff(from: before.lines.map(PendingRequest.init), to: moved, now: now)
        #expect(diff.replaces.count == 1 && diff.callCount == 1)
    }
}
