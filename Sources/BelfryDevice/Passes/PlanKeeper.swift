import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryTime

/// Plans again and again, and lays out anew only what has changed, as long as nothing but requests has.
struct PlanKeeper: Sendable {
    private var agenda: Agenda?
    private var basis: Basis?
    /// All but those of bills, of which it is told what has changed.
    private var requests: [RequestID: NotificationRequest] = [:]

    /// Whatever else a plan depends on.
    private struct Basis: Equatable {
        let person: Person
        /// Rules change, under the same name.
        let zone: TimeZoneRules
        let zones: [String: TimeZoneRules]
        let profile: PlatformProfile
        let ledger: [LedgerEntry]
        let nextRefresh: Instant?
        let habits: Habits

        init(_ context: PlanningContext) {
            person = context.person
            zone = context.zone
            zones = context.zones
            profile = context.profile
            ledger = context.ledger
            nextRefresh = context.nextRefresh
            habits = context.habits
        }
    }

    mutating func plan(_ wanted: TenantAnswer, in context: PlanningContext, now: Instant) -> Plan {
        let basis = Basis(context)
        if basis == self.basis, !wanted.areBillsNew, var agenda {
            self.agenda = nil
            for (id, request) in wanted.changedBills {
                if let request { agenda.put(request) } else { agenda.remove(id) }
            }
            update(&agenda, to: wanted.rest.requests)
            agenda.laterDue = context.laterDue
            let plan = agenda.plan(now: now)
            self.agenda = agenda
            return plan
        }
        var agenda = Agenda((wanted.bills?.requests ?? []) + wanted.rest.requests, in: context, now: now)
        requests = Dictionary(wanted.rest.requests.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
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
