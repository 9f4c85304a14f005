import BelfryModel
import BelfryTime

/// A person's requests laid out by civil day, for planning again and again.
///
/// It remembers what each day came to, so that a changed request costs the days that it touches and no more. Whatever else
/// changes, such as the person's settings or zone, wants a new agenda.
public struct Agenda: Sendable {
    private var context: PlanningContext
    private let planner: Planner
    private let ledger: LedgerSummary
    private var horizon: Horizon
    private var unroller: Unroller
    private var boards: [DayBoard]
    /// Requests by position; that of a removed one stays until another takes its place.
    private var requests: [NotificationRequest] = []
    private var positions: [RequestID: Int32] = [:]
    private var vacant: [Int32] = []
    /// When each is due first behind the horizon.
    private var nexts: [Instant?] = []
    private var categories = Categories()
    private var unplanned = UnplannedList()
    /// What `unplanned` has of requests in whose place another with their identifier came at once.
    private var duplicates: [RequestID: [LeftOutNotification]] = [:]
    /// The days of the last plan: what they promise to tell later than it is due must not be forgotten.
    private var lastDays: [PlannedDay] = []
    /// What the last request was unrolled to; kept for its memory alone.
    private var unrolled = Unrolled()

    /// - Parameter requests: of several with one identifier the last counts.
    public init(_ requests: [NotificationRequest], in context: PlanningContext, planner: Planner = Planner(), now: Instant) {
        self.context = context
        self.planner = planner
        ledger = LedgerSummary(context.ledger)
        horizon = Horizon(now: now, in: context)
        unroller = Unroller(context: context, horizon: horizon, policy: planner.policy)
        boards = DayBoard.empty(horizon)
        self.requests = requests
        nexts = Array(repeating: nil, count: requests.count)
        positions.reserveCapacity(requests.count)
        for position in requests.indices {
            if let earlier = positions.updateValue(Int32(position), forKey: requests[position].id) {
                vacant.append(earlier)
                let leftOut = requests[position].leftOut(because: .duplicate, due: nil, on: horizon.today)
                unplanned.add(leftOut)
                duplicates[requests[position].id, default: []].append(leftOut)
            }
        }
        let isVacant = Set(vacant)
        for position in requests.indices where isVacant.isEmpty || !isVacant.contains(Int32(position)) {
            unroll(requests[position], at: Int32(position))
        }
    }

    /// ``PlanningContext/laterDue``, which may change with the requests.
    public var laterDue: Instant? {
        get { context.laterDue }
        set { context.laterDue = newValue }
    }

    // MARK: Changes

    /// Adds a request, or puts it in the place of the one with the same identifier.
    public mutating func put(_ request: NotificationRequest) {
        forgetDuplicates(of: request.id)
        if let position = positions[request.id] {
            // Whether something snoozed comes at all depends on the words of what comes with it.
            let isReworded = context.person.snoozes.isEmpty && request.differsInWordsAlone(from: requests[Int(position)])
            if !isReworded { clear(position) }
            requests[Int(position)] = request
            if isReworded { rewrite(position) } else { unroll(request, at: position) }
            return
        }
        let position = vacant.popLast() ?? Int32(requests.count)
        if position == requests.count {
            requests.append(request)
            nexts.append(nil)
        } else {
            requests[Int(position)] = request
        }
        positions[request.id] = position
        unroll(request, at: position)
    }

    /// Takes a request out; does nothing where there is none of that identifier.
    public mutating func remove(_ id: RequestID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        forgetDuplicates(of: id)
        clear(position)
        vacant.append(position)
    }

    /// Once there is another request, or none, no other is left out for it.
    private mutating func forgetDuplicates(of id: RequestID) {
        for leftOut in duplicates.removeValue(forKey: id) ?? [] { unplanned.remove(leftOut) }
    }

    private mutating func unroll(_ request: NotificationRequest, at position: Int32) {
        unrolled.clear()
        let category = categories.position(of: request.category)
        unroller.unroll(request, position: position, category: category, into: &unrolled)
        for line in unrolled.lines {
            if let day = horizon.dayIndex(of: line.moment) { boards[day].add(line) }
        }
        for line in unrolled.leftOut {
            if let day = horizon.dayIndex(of: line.due) ?? horizon.dayIndex(of: line.moment) { boards[day].leaveOut(line) }
        }
        nexts[Int(position)] = unrolled.next
        if let leftOut = unrolled.unplanned { unplanned.add(leftOut) }
    }

    /// Takes back what a request came to.
    private mutating func clear(_ position: Int32) {
        for day in days(of: position) { boards[day].remove(request: position) }
        nexts[Int(position)] = nil
        if let leftOut = unrolled.unplanned { unplanned.remove(leftOut) }
    }

    /// Has the days of a request written anew, which otherwise stay as they are.
    private mutating func rewrite(_ position: Int32) {
        for day in days(of: position) { boards[day].written = nil }
    }

    /// The days that a request touches, which are found by unrolling it once more.
    private mutating func days(of position: Int32) -> Set<Int> {
        unrolled.clear()
        let category = categories.position(of: requests[Int(position)].category)
        unroller.unroll(requests[Int(position)], position: position, category: category, into: &unrolled)
        let moments = unrolled.lines.map(\.moment) + unrolled.leftOut.flatMap { [$0.due, $0.moment] }
        return Set(moments.compactMap(horizon.dayIndex))
    }

    // MARK: The plan

    /// What the person will be told from `now` on.
    public mutating func plan(now: Instant) -> Plan {
        if context.zone.civil(at: now).date != horizon.today { begin(now: now) }
        settle(now: now)
        let context = context
        let policy = planner.policy
        let next = [nexts.lazy.compactMap(\.self).min(), context.laterDue].compactMap(\.self).min()
        let selection = Selection(
            boards, budget: planner.budget, capacity: context.profile.budget, next: next, now: now,
            canary: { Canary.before($0, in: context, policy: policy, now: now) })
        let writer = PlanWriter(
            requests: requests, zone: context.zone, language: context.person.language, granularity: context.profile.granularity,
            mayShow: { policy.decide(context.decisionInputs(at: $1, severity: $0), in: context.zone).action == .send })
        let canaryDay = selection.canary.flatMap { horizon.dayIndex(of: $0.moment) }
        var days = boards.indices.map { day in
            writer.write(selection.choices[day], of: &boards[day], canary: day == canaryDay ? selection.canary : nil)
        }
        if let canary = selection.canary, canaryDay == nil {
            // Nothing else is due between the horizon and the day after.
            let line = canary.line(in: context.zone, context.person.language)
            days.append(PlannedDay(date: line.identifier.date, lines: [line], leftOut: []))
        }
        lastDays = days
        return Plan(days: days, unplanned: unplanned.sorted(), coverage: selection.coverage)
    }

    /// When what is due today and told later than that will be told: by the last plan, or before the first by what is pending.
    private func promised() -> [PendingRequest.Promise: Instant] {
        let pending =
            lastDays.isEmpty
            ? context.pending.map { ($0.promises, $0.moment) }
            : lastDays.first { $0.date == horizon.today }?.lines.map { ($0.promises, $0.moment) } ?? []
        return Dictionary(pending.flatMap { promises, moment in promises.map { ($0, moment) } }, uniquingKeysWith: max)
    }

    /// Another day has begun: everything is laid out anew.
    private mutating func begin(now: Instant) {
        let lastDays = lastDays
        self = Agenda(vacant.isEmpty ? requests : positions.values.map { requests[Int($0)] }, in: context, planner: planner, now: now)
        self.lastDays = lastDays
    }

    private mutating func settle(now: Instant) {
        categories.rank()
        let categories = categories
        let throttles = context.person.throttles
        var told = ledger.toldBefore(today: horizon.today, in: context.zone, throttles: throttles) { categories.knownPosition(of: $0) }
        // Only today has lines that are due already.
        let promised = boards[0].isSettled(after: told, now: now) ? [:] : promised()
        let (requests, unroller) = (requests, unroller)
        // What is due already but was to be told in a later summary keeps the moment of that summary.
        let putOff = { (line: Line) -> Line? in
            guard !promised.isEmpty else { return nil }
            let identifier = NotificationID(subject: requests[Int(line.request)].id.text, date: line.date, time: line.time)
            guard let moment = promised[PendingRequest.Promise(identifier: identifier, due: line.due)], moment > now else { return nil }
            return unroller.putOff(line, named: identifier, to: moment)
        }
        for day in boards.indices {
            let scene = DayScene(
                person: context.person, requests: requests, date: boards[day].date, dayEnd: boards[day].end, categories: categories,
                toldBefore: told, habits: context.habits)
            boards[day].settle(planner.dayStages, in: scene, now: now, putOff: putOff)
            told = told.afterTelling(boards[day].draft, throttles: throttles, categories: categories)
        }
    }
}

extension NotificationRequest {
    /// Whether another has the same lines on the same days, and only says something else on each.
    fileprivate func differsInWordsAlone(from other: NotificationRequest) -> Bool {
        guard case .same = content, case .same = other.content else { return false }
        var reworded = other
        reworded.content = content
        return reworded == self
    }

    func leftOut(because reason: Reason, due: Instant?, on date: CivilDate) -> LeftOutNotification {
        LeftOutNotification(
            identifier: NotificationID(subject: id.text, date: date), due: due, category: category, severity: severity, reason: reason)
    }
}
