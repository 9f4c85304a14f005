import BelfryDashboard
import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Words what a person is told, by device and by server, for whoever looks at their timeline.
struct TimelineRows {
    let services: Services
    let visitor: PageVisitor
    let facts: PersonPlanner.Facts
    /// What became part of a summary, by the delivery that tells it, the earliest first.
    let merged: [DeliveryID: [DeliveryOverview]]
    let senders: ShownSenders

    struct Dated {
        let date: CivilDate
        /// Orders those of one day.
        let moment: Instant
        let entry: TimelineEntry
    }

    private var words: PageWords { visitor.words }
    private var names: ToldNames { ToldNames(facts.rows, in: visitor.language) }

    private func dated(_ moment: Instant, _ entry: TimelineEntry) -> Dated {
        Dated(date: visitor.zone.civil(at: moment).date, moment: moment, entry: entry)
    }

    private func time(_ moment: Instant) -> String { visitor.zone.civil(at: moment).time.shortText }

    // MARK: What devices will tell

    /// Nothing where the facts can't be planned: the settings then say what is wrong with them.
    ///
    /// - Parameter shown: whose alone are worded; nil for everybody's.
    func planned(of shown: TimelineTenant?, countMax: Int) -> (entries: [Dated], count: Int, tenants: Set<TimelineTenant>, coverageText: String?) {
        guard let document = try? PersonPlanner(services: services).plan(facts, language: visitor.language, now: visitor.now) else { return ([], 0, [], nil) }
        let (plan, setting) = (document.plan, document.setting)
        let end = visitor.today + TimelinePages.dayCount
        let days = plan.days.filter { $0.date >= visitor.today && $0.date < end }
        let toCome = days.flatMap(\.lines).filter { $0.moment >= visitor.now }
        let wanted = toCome.filter { shown == nil || names.tenant(of: $0.identifier, $0.category) == shown }
        let lines = wanted.prefix(countMax).map { line -> Dated in
            let content = Phrases.content(of: line, in: visitor.language)
            let isHeld = [.quietHours, .quietHoursNotCritical, .snoozed].contains(line.reason)
            return dated(
                line.moment,
                TimelineEntry(
                    id: line.identifier.description, timeText: time(line.moment), state: isHeld ? .held : .planned,
                    tenant: names.tenant(of: line.identifier, line.category), title: content.title, body: content.body.isEmpty ? nil : content.body,
                    whereText: words(TimelineWord.onDevice), reason: Phrases.sentence(for: line, in: setting)))
        }
        // What has passed, or was told, stands among what is past.
        let spared = days.flatMap { day in day.leftOut.map { (day.date, $0) } }.filter { ![.momentPassed, .alreadyTold].contains($0.1.reason) }
        let wantedSpared = spared.filter { shown == nil || names.tenant(of: $0.1.identifier, $0.1.category) == shown }
        let leftOut = wantedSpared.prefix(countMax).map { date, one -> Dated in
            let entry = TimelineEntry(
                id: one.identifier.description, timeText: one.due.map(time), state: .leftOut, tenant: names.tenant(of: one.identifier, one.category),
                title: names.title(of: one.identifier, one.category), whereText: words(TimelineWord.onDevice), reason: Phrases.sentence(for: one, in: setting))
            return Dated(date: date, moment: one.due ?? visitor.now, entry: entry)
        }
        let tenants = Set(toCome.map { names.tenant(of: $0.identifier, $0.category) } + spared.map { names.tenant(of: $0.1.identifier, $0.1.category) })
        return (lines + leftOut, wanted.count + wantedSpared.count, tenants, toCome.isEmpty ? nil : Phrases.sentence(for: plan.coverage, in: setting))
    }

    // MARK: What devices told

    func receipts(since moment: Instant) -> [Dated] {
        let receipts = (facts.rows[.notificationReceipts] ?? []).compactMap(NotificationReceipt.init)
        return receipts.filter { $0.toldBy == .device && $0.toldAt >= moment && $0.toldAt <= visitor.now }.map { receipt in
            dated(
                receipt.toldAt,
                TimelineEntry(
                    id: receipt.identifier.description, timeText: time(receipt.toldAt), state: .told,
                    tenant: names.tenant(of: receipt.identifier, receipt.category), title: names.title(of: receipt.identifier, receipt.category),
                    whereText: words(TimelineWord.onDevice), reason: nil))
        }
    }

    // MARK: What the server sends

    /// What waits for a moment that is still to come; what is meant for one by the person's own clock is looked at before.
    func waiting(_ deliveries: [DeliveryOverview]) -> [Dated] {
        deliveries.compactMap { overview in
            guard overview.status == Delivery.Status.pending.rawValue, let next = overview.nextAttemptAt, next > visitor.now else { return nil }
            let moment = overview.delivery.payload.deliverAtLocal.map { max(next, visitor.zone.instant(of: $0)) } ?? next
            return dated(moment, entry(overview, at: moment, overview.delivery.heldSince == nil ? .later : .held))
        }
    }

    func past(_ deliveries: [DeliveryOverview]) -> [Dated] {
        deliveries.compactMap { overview in
            let state: TimelineEntry.State
            switch Delivery.Status(rawValue: overview.status) {
            case .pending where (overview.nextAttemptAt ?? .min) > visitor.now: return nil
            case .pending, .sending: state = .later
            case .sent: state = .told
            case .skipped: state = .notSent
            case .failed: state = .givenUp
            case .cancelled: state = .calledOff
            case .shadow, nil: return nil
            }
            let moment = overview.sentAt ?? overview.decidedAt ?? overview.delivery.createdAt
            return dated(moment, entry(overview, at: moment, state))
        }
    }

    private func entry(_ overview: DeliveryOverview, at moment: Instant, _ state: TimelineEntry.State) -> TimelineEntry {
        let delivery = overview.delivery
        let content = overview.content(with: merged[delivery.id] ?? [], in: visitor.language)
        let channel = delivery.channel.map { Phrases.name(of: $0, in: visitor.language) } ?? delivery.channelName
        let over = words(TimelineWord.overChannel, ["channel": channel])
        let place = overview.memberName.map { over + words.comma + words(TimelineWord.about, ["name": $0]) } ?? over
        return TimelineEntry(
            id: delivery.id.text, timeText: time(moment), state: state, tenant: tenant(of: delivery.payload), sender: senders.mark(of: delivery.app),
            title: content.title, body: content.body, whereText: place,
            reason: services.explainer.explain(overview, to: visitor.person, by: visitor.zone, in: visitor.language).sentence,
            path: delivery.alert.map { "/alerts/\($0.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" })
    }

    func tenant(of payload: Payload) -> TimelineTenant {
        payload.metric == nil ? names.tenant(ofCategory: payload.category) : .vitality
    }
}
