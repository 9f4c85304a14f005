import BelfryDomains
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime

/// Brings an engine to the stored days of a member, and makes of what it finds alerts and notifications.
///
/// Pure but for fresh identifiers: a store calls it inside the transaction that keeps what follows.
public struct MemberEvaluator: Sendable {
    /// Which engine looks at the days.
    public let version: EngineVersion
    let engine: any PatternEngine
    let alerts: VitalityAlerts
    /// Over which channels each recipient is told, and in which order.
    public var routes: DeliveryRoutes { alerts.routes }
    let zones: any TimeZoneDatabase
    public let identifiers: any IdentifierSource
    let isShadow: Bool
    let isSilenceTold: Bool

    /// - Parameters:
    ///   - routes: over which channels each recipient is told, and in which order.
    ///   - isShadow: whether what would be told is only written down.
    ///   - isSilenceTold: whether anybody is told that a wearable fell silent.
    public init(
        engine: EngineVersion, routes: DeliveryRoutes, zones: any TimeZoneDatabase, identifiers: any IdentifierSource, isShadow: Bool = false,
        isSilenceTold: Bool = false
    ) {
        self.version = engine
        self.engine = engine.engine
        self.alerts = VitalityAlerts(routes: routes, engine: engine.rawValue)
        self.zones = zones
        self.identifiers = identifiers
        self.isShadow = isShadow
        self.isSilenceTold = isSilenceTold
    }

    /// By what feeds are told that are down; nil where nobody would be told of a wearable anyway.
    var feedRules: FeedRules? { isSilenceTold ? FeedSilence.rules : nil }

    public func evaluate(_ history: MemberHistory, now: Instant) -> MemberEvaluation {
        let memberZones = history.zones(in: zones)
        let today = memberZones.today(at: now)
        // Of a metric whose days are gone an alert may be left, which must not go on for ever.
        let known = Set(history.reports.keys).union(history.alerts.map(\.episode.metric))
        var findings = Metric.allCases.filter(known.contains).map { metric in
            finding(of: metric, in: history.reports[metric] ?? [], history, memberZones, now: now)
        }
        let silence = silence(in: history, memberZones, today: today, now: now)
        if let silence { findings.append(silence.found) }
        let changes = alerts.changes(to: history, findings: findings, today: today, now: now) { identifiers.next(now: now) }
        let snoozes = EndedSnoozes(in: history, after: changes, zones: zones, now: now)
        // What was queued of an alert is read while it goes on: of one that does again, in another look.
        let lookAgain = goesOnAgain(in: history, after: changes) ? now : nil
        let nextAt = [nextClosing(of: history, memberZones, today: today, now: now), snoozes.nextEnd, lookAgain, silence?.nextAt].compactMap { $0 }.min()
        let requeued = snoozes.requeued + entitledAgain(in: history, after: changes) + newsAgain(in: history, after: changes)
        let historic = historicDeliveries(in: history, findings, today: today)
        return MemberEvaluation(changes: changes, nextAt: nextAt, isShadow: isShadow, requeued: requeued.filter { !historic.contains($0) })
    }

    /// What would tell of days that are long over. Like a new level it waits for a day of late, or for the end of its episode.
    private func historicDeliveries(in history: MemberHistory, _ findings: [VitalityAlerts.Findings], today: CivilDate) -> Set<DeliveryID> {
        let old = findings.filter { $0.isHistory(on: today) == true }
        let alerts = Set(history.alerts.filter { alert in old.contains { $0.isAbout(alert.episode) } }.map(\.id))
        let hidden = history.hiddenDeliveries.filter { alerts.contains($0.alert) }.map(\.id)
        return Set(hidden + history.queuedDeliveries.filter { alerts.contains($0.alert) }.map(\.id))
    }

    private func goesOnAgain(in history: MemberHistory, after changes: [AlertChange]) -> Bool {
        let over = Set(history.alerts.lazy.filter { $0.status != .active }.map(\.id))
        return changes.contains { $0.alert.status == .active && over.contains($0.alert.id) }
    }

    /// What nobody heard of alerts that go on, and whose recipients may be told again, unless they are told of a higher level now.
    private func entitledAgain(in history: MemberHistory, after changes: [AlertChange]) -> [DeliveryID] {
        let goingOn = history.alertsGoingOn(after: changes)
        let told = changes.flatMap(\.deliveries)
        let unheard = goingOn.values.flatMap { alert in history.unheard(of: alert).filter { $0.level <= alert.episode.level } }
        return unheard.sorted { $0.id < $1.id }.filter { queued in
            history.familyAdmins.contains(queued.recipient)
                && !told.contains { $0.alert == queued.alert && $0.recipient == queued.recipient }
        }.map(\.id)
    }

    /// What was left out because a higher level said more, which corrected data took back, or because its episode was over, which goes on after
    /// all. Whoever knows of a higher level, or is told of one now, isn't told.
    private func newsAgain(in history: MemberHistory, after changes: [AlertChange]) -> [DeliveryID] {
        let goingOn = history.alertsGoingOn(after: changes)
        let (told, withdrawn) = (changes.flatMap(\.deliveries), changes.flatMap(\.withdrawn))
        return history.queuedDeliveries.filter { left in
            guard left.state == .outdated, let alert = goingOn[left.alert], left.level <= alert.episode.level else { return false }
            let gone = withdrawn + history.outdated(of: alert.id, above: alert.episode.level)
            let isSurpassed = EpisodeLevel.allCases.contains { level in
                level > left.level && history.reached(by: alert.id, at: level, without: gone).contains(left.recipient)
            }
            return !isSurpassed && !told.contains { $0.alert == alert.id && $0.recipient == left.recipient && $0.payload.level != left.level }
        }.map(\.id)
    }

    /// Nil where nobody is told of it, and nothing is left that has to end. With when to look again for whoever sleeps now.
    private func silence(
        in history: MemberHistory, _ memberZones: MemberZones, today: CivilDate, now: Instant
    ) -> (found: VitalityAlerts.Findings, nextAt: Instant?)? {
        guard isSilenceTold || history.alerts.contains(where: { $0.episode.pattern == .missingWearable && $0.status == .active }) else { return nil }
        let (episodes, dates) = WearableSilence.episodes(in: history.reports, today: today)
        let current = episodes.last { $0.resolved == nil }
        let isComingIn = current.map { WearableSilence.isComingIn(history.reports, before: $0, now: now) } ?? false
        let morning = morning(after: now, memberZones, today: today)
        let isTold = isSilenceTold && !isComingIn && morning == nil
        let outage = isSilenceTold ? current.flatMap { FeedSilence.outage(holding: $0, in: history.reports, among: history.feedOutages, today: today) } : nil
        // What a feed's outage held waits for the morning after it, too, and isn't told once nobody is told of silences any more.
        let held = morning == nil && isSilenceTold ? nil : history.alerts.first { $0.status == .active && $0.feedDownSince != nil }?.feedDownSince
        let found = VitalityAlerts.Findings(
            metric: nil, episodes: episodes, dates: dates, isTold: isTold, feedDownSince: outage?.since ?? held)
        return (found, isSilenceTold && current != nil ? morning : nil)
    }

    /// The hours of the member's clock in which somebody is told that a wearable is silent: the day's round, which finds it, begins in the middle
    /// of many people's nights, and nobody is to be woken for a watch.
    private static let tellingHours = 9..<22

    /// When these hours begin again; nil while they last.
    private func morning(after now: Instant, _ memberZones: MemberZones, today: CivilDate) -> Instant? {
        let hour = memberZones.zone(on: today).civil(at: now).time.hour
        guard !Self.tellingHours.contains(hour), let begin = CivilTime(hour: Self.tellingHours.lowerBound, minute: 0) else { return nil }
        let date = hour < Self.tellingHours.lowerBound ? today : today + 1
        return memberZones.zone(on: date).instant(of: CivilDateTime(date, begin))
    }

    private func finding(
        of metric: Metric, in reports: [ReportedValue], _ history: MemberHistory, _ memberZones: MemberZones, now: Instant
    ) -> VitalityAlerts.Findings {
        let closed = DayClosing.lastClosedDate(of: metric, now: now, zones: memberZones)
        func look(at known: [ReportedValue]) -> (episodes: [Episode], dates: ClosedRange<CivilDate>?) {
            let series = DailySeries(of: metric, from: known, now: now, zones: memberZones)
            guard let first = series.days.first?.date, let last = series.days.last?.date else { return ([], nil) }
            return (engine.episodes(in: series, through: max(last, closed)).map { $0.episode.ending(asShownBy: reports) }, first...last)
        }
        let (episodes, dates) = look(at: reports)
        let found = Set(episodes.map(\.activeSince))
        // Each source is looked at by itself only where that may matter, which costs as much again for each.
        let isAnyUnfound = history.alerts.contains { alert in
            alert.episode.isOf(metric) && !found.contains(alert.episode.activeSince) && alerts.mayEnd(alert, lookedAt: dates)
        }
        let bySource = isAnyUnfound ? Dictionary(grouping: reports, by: \.source).sorted { $0.key < $1.key }.map(\.value) : []
        let elsewhere = bySource.count > 1 ? bySource.flatMap { look(at: $0).episodes } : []
        let lastDates = bySource.compactMap { $0.lazy.filter { $0.counts(for: metric) }.map(\.date).max() }
        return VitalityAlerts.Findings(metric: metric, episodes: episodes, dates: dates, elsewhere: elsewhere, lastDates: lastDates)
    }

    /// When the first day that is still open will be over.
    private func nextClosing(of history: MemberHistory, _ memberZones: MemberZones, today: CivilDate, now: Instant) -> Instant? {
        var next: Instant?
        for (metric, reports) in history.reports {
            for date in Set(reports.lazy.map(\.date).filter { $0 >= today - 1 }) {
                let moment = DayClosing.moment(of: date, for: metric, memberZones)
                if moment > now { next = min(next ?? moment, moment) }
            }
        }
        return next
    }
}
