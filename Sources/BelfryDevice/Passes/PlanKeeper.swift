import BelfryModel
import BelfryPlanning
import BelfryTime

/// Plans again and again, and lays out anew only what has changed, as long as nothing but requests has.
struct PlanKeeper: Sendable {
    private var agenda: Agenda?
    private var basis: Basis?
    private var requests: [RequestID: NotificationRequest] = [:]

    /// Whatever else a plan depends on.
    private struct Basis: Equatable {
        let person: Person
        let profile: PlatformProfile
        let ledger: [LedgerEntry]
        let nextRefresh: Instant?

        init(_ context: PlanningContext) {
            person = context.person
            profile = context.profile
            ledger = context.ledger
            nextRefresh = context.nextRefresh
        }
    }

    /// - Parameter context: its zone is that of the person's settings.
    mutating func plan(_ wanted: [NotificationRequest], in context: PlanningContext, now: Instant) -> Plan {
        let basis = Basis(context)
        if basis == self.basis, var agenda {
            self.agenda = nil
            update(&agenda, to: wanted)
            agenda.laterDue = context.laterDue
            let plan = agenda.plan(now: now)
            self.agenda = agenda
            return plan
        }
        var agenda = Agenda(wanted, in: context, now: now)
        requests = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.basis = basis
        let plan = agenda.plan(now: now)
        self.agenda = agenda
        return plan
    }

    private mutating func update(_ agenda: inout Agenda, to wanted: [NotificationRequest]) {
        var unwanted = Set(requests.keys)
        for request in wanted {
            unwanted.remove(request.id)
            guard requests[request.id] != request else { continue }
            requests[request.id] = request
            agenda.put(request)
        }
        for id in unwanted {
            requests[id] = nil
            agenda.remove(id)
        }
    }
}
