import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Hummingbird

/// What a person will be told in the coming days, and what they were told or spared in the last ones.
struct TimelinePages {
    let services: Services

    static let dayCount = 14
    /// So many are shown of what is to come, and of what is past, each with its words; how many more there are is said.
    static let entryCountMax = 60
    /// Of one person; nobody was told more in two weeks without switching it off.
    static let deliveryCountMax = 500

    func add(to router: Router<AppContext>) {
        router.get("/timeline") { request, _ in
            let shown = request.uri.queryParameters["of"].flatMap { TimelineTenant(rawValue: String($0)) }
            return try await PageDesk(services: services).page(request) { visitor, part in
                page(try await compose(for: visitor, shown: shown), in: visitor.frame(.timeline), part: part)
            }
        }
    }

    private func compose(for visitor: PageVisitor, shown: TimelineTenant?) async throws -> TimelinePage {
        let facts = try await PersonPlanner(services: services).facts(of: visitor.person)
        let since = visitor.now - .seconds(Self.dayCount * 86_400)
        let queued = try await services.store.deliveries(to: visitor.person, since: since, countMax: Self.deliveryCountMax)
        let deliveries = try await services.explainer.held(queued, in: services.store, now: visitor.now)
        let merged = Dictionary(grouping: deliveries.reversed().filter { $0.mergedInto != nil }) { $0.mergedInto ?? $0.delivery.id }
        let senders = try await ShownSenders(of: deliveries.map(\.delivery.app), in: services, for: visitor)
        let rows = TimelineRows(services: services, visitor: visitor, facts: facts, merged: merged, senders: senders)
        let planned = rows.planned(of: shown, countMax: Self.entryCountMax)
        let told = rows.receipts(since: since)
        let tenants = planned.tenants.union(told.map(\.entry.tenant)).union(deliveries.map { rows.tenant(of: $0.delivery.payload) })
        let wanted = deliveries.filter { shown == nil || rows.tenant(of: $0.delivery.payload) == shown }
        let (later, gone) = (wanted.filter { $0.isLater(than: visitor.now) }, wanted.filter { !$0.isLater(than: visitor.now) })
        let wantedTold = told.filter { shown == nil || $0.entry.tenant == shown }
        let coming = (planned.entries + rows.waiting(later)).sorted { ($0.date, $0.moment) < ($1.date, $1.moment) }.prefix(Self.entryCountMax)
        let past = (rows.past(Array(gone.prefix(Self.entryCountMax))) + wantedTold).sorted { $0.moment > $1.moment }.prefix(Self.entryCountMax)
        return TimelinePage(
            coming: days(Array(coming), isPast: false, visitor), past: days(Array(past), isPast: true, visitor), coverageText: planned.coverageText,
            tenants: TimelineTenant.allCases.filter(tenants.contains), shown: shown, comingMoreCount: planned.count + later.count - coming.count,
            pastMoreCount: gone.count + wantedTold.count - past.count)
    }

    /// The days on which something is, in their order; the past goes back.
    private func days(_ dated: [TimelineRows.Dated], isPast: Bool, _ visitor: PageVisitor) -> [TimelineDay] {
        let byDay = Dictionary(grouping: dated) { $0.date }
        let dates = byDay.keys.sorted { isPast ? $0 > $1 : $0 < $1 }
        return dates.map { date in
            let entries = (byDay[date] ?? []).sorted { ($0.moment, $0.entry.id) < ($1.moment, $1.entry.id) }.map(\.entry)
            return TimelineDay(id: date.description, heading: heading(date, visitor), entries: isPast ? entries.reversed() : entries)
        }
    }

    private func heading(_ date: CivilDate, _ visitor: PageVisitor) -> String {
        let word: TimelineWord? =
            switch date - visitor.today {
            case 0: .today
            case 1: .tomorrow
            case -1: .yesterday
            default: nil
            }
        return word.map { visitor.words($0) + visitor.words.comma + Phrases.day(date, in: visitor.language) }
            ?? Phrases.heading(of: date, in: visitor.language)
    }
}

extension DeliveryOverview {
    /// Whether it waits for a moment that is still to come.
    fileprivate func isLater(than now: Instant) -> Bool { status == Delivery.Status.pending.rawValue && (nextAttemptAt ?? .min) > now }
}
