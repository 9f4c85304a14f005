import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// What is planned for a person, as a calendar that others subscribe to: their own reminders, what bills and the pantry will tell, and what apps have
/// ordered for later. Nothing of anybody's health is in it, and nothing that comes several times a day.
struct CalendarFeed {
    let services: Services
    let opened: OpenedCalendar
    let now: Instant

    /// So far dates are named that no rule says.
    private static let dayCount = 60
    /// Once so many stand in it no further reminder does: it is made in memory, and whoever shares very many could fill that.
    private static let reminderEventCountMax = 10_000
    /// Of deliveries that were ordered earlier none is looked at.
    private static let orderedWithin = Duration.seconds(30 * 86_400)
    /// What was due today stays where it was.
    private static let shownAfter = Duration.seconds(86_400)
    /// So long zones are told of; whoever subscribes asks again long before.
    private static let zoneLength = Duration.seconds(3 * 366 * 86_400)
    /// How often a calendar should be asked for.
    private static let pace = "PT6H"

    func text() async throws -> String {
        let facts = try await PersonPlanner(services: services).facts(of: opened.user)
        let zone = services.zones.rules(named: facts.preferences.timezone) ?? .utc
        let language = facts.preferences.language ?? .english
        let deliveries = try await services.store.deliveries(
            to: opened.user, since: now - Self.orderedWithin, countMax: TimelinePages.deliveryCountMax)
        let waiting = deliveries.filter { Self.moment(of: $0, in: zone).map { $0 > now } ?? false }
        let wanted = try await wanted(waiting)
        let events = reminders(facts, in: zone) + planned(facts, in: language) + ordered(wanted, among: deliveries, in: zone, language)
        return calendar(events, in: language)
    }

    // MARK: What is in it

    private func reminders(_ facts: PersonPlanner.Facts, in zone: TimeZoneRules) -> [CalendarEvent] {
        let shared = SharedReminders(facts, now: now, zone: zone, zones: services.zones)
        let (start, end) = (now - Self.shownAfter, now + .seconds(Int64(Self.dayCount) * 86_400))
        var events: [CalendarEvent] = []
        for record in shared.records.prefix(PlanDocument.ruleCountMax) where events.count < Self.reminderEventCountMax {
            guard case .success(let reminder) = shared.read(record),
                let dates = Reminders.dates(of: reminder, for: shared.recipient, from: start, through: end)
            else { continue }
            let clock = Reminders.clock(of: reminder, for: shared.recipient)
            func event(_ name: String, _ first: CivilDateTime, _ series: CalendarEvent.Series?) -> CalendarEvent {
                CalendarEvent(
                    name: name, title: reminder.title, body: reminder.body, time: .civil(first, series, clock, isOfDays: reminder.time == nil))
            }
            switch dates {
            case .series(let first, let rule, let additions, let exceptions):
                events.append(event(reminder.scope, first, .init(rule: rule, additions: additions, exceptions: exceptions)))
            case .dates(let dates): events += dates.map { event("\(reminder.scope)|\($0)", $0, nil) }
            }
        }
        return events
    }

    /// What devices will tell of bills and the pantry. Of what can't be planned there is nothing, as on the timeline.
    private func planned(_ facts: PersonPlanner.Facts, in language: Language) -> [CalendarEvent] {
        guard let document = try? PersonPlanner(services: services).plan(facts, language: language, now: now) else { return [] }
        let names = ToldNames(facts.rows, in: language)
        return document.plan.days.flatMap(\.lines).compactMap { line in
            guard line.moment >= now, [.bills, .pantry].contains(names.tenant(of: line.identifier, line.category)) else { return nil }
            let content = Phrases.content(of: line, in: language)
            return CalendarEvent(name: line.identifier.description, title: content.title, body: content.body, time: .moment(line.moment))
        }
    }

    /// What isn't told because they have switched it off, or haven't switched it on, stands here neither: by what its own app has declared, as it is decided
    /// once it is due.
    private func wanted(_ waiting: [DeliveryOverview]) async throws -> [DeliveryOverview] {
        guard !waiting.isEmpty else { return [] }
        let deliveries = waiting.map(\.delivery)
        var terms: [CategoryDefaults.Key: CategoryTerms] = [:]
        for app in Set(deliveries.map(\.app)) {
            for record in try await services.store.categories(of: app, countMax: CategoryRecord.countMax) {
                terms[CategoryDefaults.Key(app: app, category: record.category.category)] = record.category.terms
            }
        }
        let (off, on) = (try await services.store.switchedOff(by: opened.user), try await services.store.switchedOn(by: opened.user))
        let defaults = CategoryDefaults(of: deliveries, terms) { _ in [opened.user: on] }
        func isWanted(_ delivery: Delivery) -> Bool {
            let isOff = delivery.channel.map { off.contains(CategorySubscription(category: delivery.payload.category, channel: $0)) } ?? false
            return defaults.isRequired(delivery) || !isOff && !defaults.isOff(delivery)
        }
        // Where a step of a route isn't wanted the next one goes on at its moment.
        let routes = Set(deliveries.filter(isWanted).compactMap(\.route?.key))
        return waiting.filter { isWanted($0.delivery) || $0.delivery.route.map { routes.contains($0.key) } ?? false }
    }

    /// For when an app has ordered it; nil where it doesn't wait, or is none of an app's orders.
    private static func moment(of overview: DeliveryOverview, in zone: TimeZoneRules) -> Instant? {
        let delivery = overview.delivery
        guard overview.status == Delivery.Status.pending.rawValue, delivery.alert == nil, delivery.payload.metric == nil, !delivery.isOfEvaluation
        else { return nil }
        return delivery.payload.deliverAtLocal.map(zone.instant) ?? delivery.deliverAfter
    }

    /// What was ordered for a moment that is to come, once however many channels it goes over: at the first of its moments. Once the first step of a route
    /// is due it is told, or about to be, and what comes after it is no other event.
    ///
    /// - Parameter all: also what was told already, after which what is left of an order is called as before.
    private func ordered(
        _ deliveries: [DeliveryOverview], among all: [DeliveryOverview], in zone: TimeZoneRules, _ language: Language
    ) -> [CalendarEvent] {
        let orders = Self.orders(of: all)
        let begun = Set(all.compactMap { overview in Self.hasBegun(overview, by: now, in: zone) ? overview.delivery.route?.key : nil })
        var first: [String: (moment: Instant, overview: DeliveryOverview)] = [:]
        for overview in deliveries {
            guard let moment = Self.moment(of: overview, in: zone), let order = orders[overview.delivery.id],
                !(overview.delivery.route.map { begun.contains($0.key) } ?? false)
            else { continue }
            if let known = first[order], (known.moment, known.overview.delivery.id) <= (moment, overview.delivery.id) { continue }
            first[order] = (moment, overview)
        }
        var known: Set<String> = []
        return first.sorted { ($0.value.moment, $0.key) < ($1.value.moment, $1.key) }.compactMap { order, found in
            let content = found.overview.content(with: [], in: language)
            guard known.insert("\(found.moment) \(content.title) \(content.body)").inserted else { return nil }
            return CalendarEvent(name: order, title: content.title, body: content.body, time: .moment(found.moment))
        }
    }

    /// Whether it was told, or its moment has come. What was left out or given up, as over a channel that is off, has the next step tell it.
    private static func hasBegun(_ overview: DeliveryOverview, by now: Instant, in zone: TimeZoneRules) -> Bool {
        switch Delivery.Status(rawValue: overview.status) {
        case .sending, .sent: true
        case .pending: moment(of: overview, in: zone).map { $0 <= now } ?? true
        case .skipped, .failed, .cancelled, .shadow, nil: false
        }
    }

    /// By what the order of each is known: by their route, or else by its app, its moment and its words. Of several alike it is the first one's where a
    /// channel comes first, and so on: no order goes over one twice.
    private static func orders(of deliveries: [DeliveryOverview]) -> [DeliveryID: String] {
        var counts: [String: Int] = [:]
        return deliveries.sorted { $0.delivery.id < $1.delivery.id }.reduce(into: [:]) { orders, overview in
            let delivery = overview.delivery
            if let route = delivery.route {
                orders[delivery.id] = "route \(route.key)"
                return
            }
            // In one language, whatever the person reads by then.
            let content = overview.content(with: [], in: .english)
            let name = "order \(delivery.app) \(delivery.createdAt.millisecondsSinceEpoch) \(delivery.member) \(content.title) \(content.body)"
            let number = counts["\(delivery.channelName) \(name)", default: 0]
            counts["\(delivery.channelName) \(name)"] = number + 1
            orders[delivery.id] = "\(name) \(number)"
        }
    }

    // MARK: As text

    private func calendar(_ events: [CalendarEvent], in language: Language) -> String {
        var calendar = ICalendarText()
        calendar.add(component: "VCALENDAR") { calendar in
            calendar.add("VERSION", "2.0")
            calendar.add("PRODID", "-//Belfry//Calendar//EN")
            calendar.add("CALSCALE", "GREGORIAN")
            for name in ["NAME", "X-WR-CALNAME"] { calendar.add(name, "Belfry") }
            calendar.add("REFRESH-INTERVAL;VALUE=DURATION", Self.pace)
            calendar.add("X-PUBLISHED-TTL", Self.pace)
            for zone in zones(of: events) { zone.add(to: &calendar) }
            // Since the day began, so that a calendar in which nothing has changed is the same.
            let day = Instant(secondsSinceEpoch: now.secondsSinceEpoch / 86_400 * 86_400)
            for event in events { shown(event, in: language).add(to: &calendar, as: identifier(of: event), revisedAt: day) }
        }
        return calendar.text
    }

    /// As much as its person lets it say.
    private func shown(_ event: CalendarEvent, in language: Language) -> CalendarEvent {
        switch opened.link.detail {
        case .full: event
        case .titles: CalendarEvent(name: event.name, title: event.title, body: "", time: event.time)
        case .busy: CalendarEvent(name: event.name, title: PageWords(language)(CalendarWord.busyTitle), body: "", time: event.time)
        }
    }

    /// Tells neither who it is of nor what it is about.
    private func identifier(of event: CalendarEvent) -> String {
        "\(Authenticator.hash(ofKey: "calendar \(opened.user) \(event.name)").prefix(32))@belfry"
    }

    private func zones(of events: [CalendarEvent]) -> [CalendarZone] {
        var starts: [TimeZoneRules: Instant] = [:]
        for event in events {
            guard case .civil(let first, _, let zone, false) = event.time else { continue }
            starts[zone] = min(starts[zone] ?? .max, zone.instant(of: first))
        }
        return starts.sorted { $0.key.name < $1.key.name }.map { zone, start in
            CalendarZone(rules: zone, start: start - .seconds(86_400), end: now + Self.zoneLength)
        }
    }
}
