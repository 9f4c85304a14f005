import BelfryModel
import BelfryTime

// BelfryDomains: turns a tenant's facts into notifications to be decided on. Pure: it neither stores nor sends.

/// Vitality, the family's health: turns the episodes of a member into alerts, and risen alerts into notifications.
public struct VitalityAlerts: Sendable {
    /// Over which channels each recipient is told, and in which order; one delivery for each.
    public let routes: DeliveryRoutes
    /// The name of the engine that found the episodes.
    public let engine: String

    /// Nobody is told of a day so long ago: what a late import brings is history.
    static let freshDayCount = 2
    /// Whose alerts any engine takes over, when the operator has chosen another.
    static let formerEngines: Set = ["plain", "v1", "v2"]
    /// What was brought along without its days is over after so many days without any…
    static let silentDayCount = 7
    /// …or when it has lasted so long…
    static let newNormalDayCount = 56
    /// …or was none, if days are known from so many before it on, which is what an engine needs to find one.
    static let learningDayCount = 14
    /// Of a wearable that has been silent for longer nobody is told who doesn't know yet: such days are an import's, or long given up.
    static let freshSilenceDayCount = 21

    public init(routes: DeliveryRoutes, engine: String) {
        self.routes = routes
        self.engine = engine
    }

    /// What an engine found in one series, or of a member's silent wearable.
    public struct Findings: Sendable {
        /// Nil where what was looked for is that nothing comes, of whatever metric.
        public let metric: Metric?
        public let episodes: [Episode]
        /// The days that it looked at; nil where there was none.
        public let dates: ClosedRange<CivilDate>?
        /// What it finds in the days of single sources, of which only one is looked at.
        public let elsewhere: [Episode]
        /// The last day of each source that has days of the metric; empty where no alert is left without an episode.
        public let lastDates: [CivilDate]
        /// Whether anybody is to be told now; else what is known already goes on, and nothing new begins.
        public let isTold: Bool
        /// Since when the feed is down by which nothing comes: it is kept and told of nobody yet. Nil where none is.
        public let feedDownSince: CivilDate?

        public init(
            metric: Metric?, episodes: [Episode], dates: ClosedRange<CivilDate>?, elsewhere: [Episode] = [], lastDates: [CivilDate] = [],
            isTold: Bool = true, feedDownSince: CivilDate? = nil
        ) {
            self.metric = metric
            self.episodes = episodes
            self.dates = dates
            self.elsewhere = elsewhere
            self.lastDates = lastDates
            self.isTold = isTold
            self.feedDownSince = feedDownSince
        }

        /// Whether an episode is of what was looked for.
        public func isAbout(_ episode: Episode) -> Bool { metric.map(episode.isOf) ?? (episode.pattern == .missingWearable) }

        /// Whether an episode that nobody knows yet makes an alert. A silence that is over, or old, has nothing to say any more.
        fileprivate func isNews(_ episode: Episode) -> Bool {
            guard episode.pattern == .missingWearable else { return true }
            return isTold && episode.resolved == nil && episode.dayCount <= VitalityAlerts.freshSilenceDayCount
        }

        /// Whether the last of the days is so long ago that nobody is told of them; nil where there is none.
        public func isHistory(on today: CivilDate) -> Bool? { dates.map { $0.upperBound < today - VitalityAlerts.freshDayCount } }
    }

    /// What follows from the episodes that a member has now: alerts opened, brought up to date or corrected, each with its notifications.
    ///
    /// The member is told of level 3, the family's admins of every higher one; each level once, when it is above the last that was told, or
    /// when nobody heard that one because those who were to be told were admins no more. Whoever was to hear of what a correction took back
    /// before they did is told when the next correction says it again.
    /// What one evaluation tells a recipient of several metrics goes out as one message; a silent wearable is no metric, and has one of its own.
    /// - Parameters:
    ///   - findings: of the metrics, and after them of a silent wearable.
    ///   - today: by the member's own calendar.
    ///   - makeIdentifier: a fresh identifier at each call.
    public func changes(
        to history: MemberHistory, findings: [Findings], today: CivilDate, now: Instant, makeIdentifier: () -> String
    ) -> [AlertChange] {
        var run = Run(history: history, now: now)
        for found in findings {
            if found.metric == nil { run.groupKey = nil }
            update(found, today: today, in: &run, makeIdentifier: makeIdentifier)
        }
        return run.changes
    }

    private struct Run {
        let history: MemberHistory
        let now: Instant
        /// The first delivery of the run, under whose name the others go along.
        var groupKey: String?
        var changes: [AlertChange] = []
    }

    private func update(_ found: Findings, today: CivilDate, in run: inout Run, makeIdentifier: () -> String) {
        let isFresh = found.isHistory(on: today) == false
        var unmatched = run.history.alerts.filter { found.isAbout($0.episode) }
        for episode in found.episodes {
            let index = unmatched.firstIndex { $0.episode.isSame(as: episode) } ?? overlapping(episode, in: unmatched, besides: found.episodes)
            let existing = index.map { unmatched.remove(at: $0) }
            guard existing != nil || found.isNews(episode), let id = existing?.id ?? AlertID(makeIdentifier()) else { continue }
            let mayBeTold = episode.resolved == nil && isFresh && found.isTold && existing?.dismissedAt == nil
            let withdrawn = run.history.waiting(of: id, above: episode.level)
            let untold = withdrawn + run.history.outdated(of: id, above: episode.level)
            let toldLevel = existing.flatMap { run.history.toldLevel(of: $0, without: untold) }
            let recipients = mayBeTold ? recipients(of: episode, known: existing, toldLevel: toldLevel, in: run.history) : []
            // Where there is nobody to tell it stays news, so that whoever becomes an admin is told.
            let deliveries = deliveries(of: episode, alert: id, to: recipients, in: &run, makeIdentifier: makeIdentifier)
            let alert = (existing ?? Alert(id: id, member: run.history.member, episode: episode, engine: engine))
                .updated(
                    episode, engine: engine, lastNotifiedLevel: deliveries.isEmpty ? toldLevel : episode.level,
                    feedDownSince: episode.resolved == nil ? found.feedDownSince : nil)
            guard alert != existing || !deliveries.isEmpty || !withdrawn.isEmpty else { continue }
            run.changes.append(AlertChange(alert: alert, deliveries: deliveries, withdrawn: withdrawn))
        }
        for alert in unmatched {
            guard let episode = episode(ofUnfound: alert, by: found, today: today), episode != alert.episode else { continue }
            let changed = alert.updated(episode, engine: alert.engine, lastNotifiedLevel: alert.lastNotifiedLevel)
            run.changes.append(AlertChange(alert: changed, deliveries: []))
        }
    }

    /// The alert whose beginning a correction of the data only moved: rather one that holds than one that an earlier correction erased, and none
    /// that has an episode of its own.
    private func overlapping(_ episode: Episode, in alerts: [Alert], besides episodes: [Episode]) -> Int? {
        let indices = alerts.indices.filter { index in
            let known = alerts[index].episode
            return isOfAnEngine(alerts[index]) && known.overlaps(episode) && !episodes.contains { $0.isSame(as: known) }
        }
        return indices.first { alerts[$0].episode.resolved != .corrected } ?? indices.first
    }

    /// Whether an alert without an episode may be over for it; else it stays as it is, whatever the days of other sources say.
    ///
    /// What is over stays as it was told, unless the very days that it was found in say otherwise now.
    /// - Parameter dates: the days that were looked at; nil where there was none.
    public func mayEnd(_ alert: Alert, lookedAt dates: ClosedRange<CivilDate>?) -> Bool {
        guard alert.episode.resolved != .corrected, isOfAnEngine(alert) else { return false }
        return alert.status == .active || alert.engine == engine && isCovered(alert, by: dates) == true
    }

    private func isCovered(_ alert: Alert, by dates: ClosedRange<CivilDate>?) -> Bool? { dates.map { $0.lowerBound < alert.episode.activeSince } }

    /// What is to be said of an alert without an episode; nil where it stays as it is.
    private func episode(ofUnfound alert: Alert, by found: Findings, today: CivilDate) -> Episode? {
        guard mayEnd(alert, lookedAt: found.dates) else { return nil }
        // A wearable that is new may know too little to find it; where the days that it was found in still say so, it was not wrong. It goes on as
        // long as it does there: of two that are worn in turn now one is looked at and now the other, and it would come and go with that.
        if let known = found.elsewhere.first(where: { $0.isSame(as: alert.episode) }) { return alert.status == .active ? known : nil }
        if let known = found.elsewhere.first(where: { $0.overlaps(alert.episode) }) {
            return alert.status == .active ? known.resolved.map { alert.episode.resolved($0) } : nil
        }
        let reason = alert.wasBroughtAlong ? endingOfBroughtAlong(alert, by: found, today: today) : endingOfUnfound(alert, by: found)
        return reason.map { alert.episode.resolved($0) }
    }

    private func endingOfUnfound(_ alert: Alert, by found: Findings) -> ResolveReason {
        guard isCovered(alert, by: found.dates) == false else { return .corrected }
        // After a change of wearables, or a long silence, its days are no longer among those that are looked at. One that was worn only before it
        // began has no part in that.
        return found.lastDates.count { $0 >= alert.episode.activeSince } > 1 ? .sourceChanged : .stale
    }

    /// Why an alert of which nobody here has seen the days is over; nil where it stays as it is, for those that are here don't say that it is.
    private func endingOfBroughtAlong(_ alert: Alert, by found: Findings, today: CivilDate) -> ResolveReason? {
        let known = alert.episode
        if let dates = found.dates, dates.lowerBound <= known.activeSince - Self.learningDayCount { return .corrected }
        guard alert.status == .active else { return nil }
        let lastKnown = max(known.lastEvaluatedDate, known.activeSince + (known.dayCount - 1))
        let last = max(lastKnown, found.dates?.upperBound ?? lastKnown)
        guard today - last <= Self.silentDayCount else { return .stale }
        // The usual against which a later one is found has days of this one.
        let isUsual = last - known.activeSince + 1 > Self.newNormalDayCount || found.episodes.contains { $0.activeSince > known.activeSince }
        return isUsual ? .newNormal : nil
    }

    /// What somebody wrote by hand, or an engine of somebody else's found, is theirs.
    private func isOfAnEngine(_ alert: Alert) -> Bool {
        alert.engine == engine || alert.engine.map(Self.formerEngines.contains) ?? false
    }

    /// Who is to hear of an episode's level now.
    private func recipients(
        of episode: Episode, known alert: Alert?, toldLevel: EpisodeLevel?, in history: MemberHistory
    ) -> [UserID] {
        let entitled = episode.level == .days3 ? [history.member] : history.familyAdmins
        guard let alert, !episode.level.isAbove(toldLevel) else { return entitled }
        let reached = history.reached(by: alert.id, at: episode.level)
        let isUnheard = alert.lastNotifiedLevel == episode.level && !history.unheard(of: alert).isEmpty
        let missed = Set(history.queued(of: alert.id, at: episode.level).map(\.recipient))
        return entitled.filter { !reached.contains($0) && (isUnheard || missed.contains($0)) }
    }

    private func deliveries(
        of episode: Episode, alert: AlertID, to recipients: [UserID], in run: inout Run, makeIdentifier: () -> String
    ) -> [Delivery] {
        var deliveries: [Delivery] = []
        for recipient in recipients {
            let payload = Payload(of: episode, memberName: run.history.memberName(for: recipient))
            let route = routes.route(category: payload.category, severity: episode.severity)
            for (number, step) in route.steps.enumerated() {
                for channel in step.channels {
                    guard let id = DeliveryID(makeIdentifier()) else { continue }
                    let groupKey = run.groupKey ?? id.text
                    run.groupKey = groupKey
                    let place = DeliveryRoute.Place(key: "\(alert)/\(episode.level.rawValue)", step: number, until: route.until)
                    deliveries.append(
                        Delivery(
                            id: id, createdAt: run.now, recipient: recipient, member: run.history.member, alert: alert,
                            channelName: channel.rawValue, payload: payload, groupKey: groupKey,
                            deliverAfter: number == 0 ? nil : run.now + step.after, route: route.steps.count > 1 ? place : nil))
                }
            }
        }
        return deliveries
    }
}

extension Episode {
    /// Whether it is the same stretch by the key of `pattern_alert_state`; of a silence a correction may move which metric is missed most.
    fileprivate func isSame(as other: Episode) -> Bool { isOfKind(of: other) && activeSince == other.activeSince }

    /// Whether a correction of the data only moved where it begins.
    fileprivate func overlaps(_ other: Episode) -> Bool {
        isOfKind(of: other) && activeSince <= other.lastEvaluatedDate && other.activeSince <= lastEvaluatedDate
    }

    private func isOfKind(of other: Episode) -> Bool {
        pattern == other.pattern && (metric == other.metric || pattern == .missingWearable)
    }
}

extension Alert {
    /// Whether it comes from a system that was in use before: an engine of this one keeps the day of each level.
    fileprivate var wasBroughtAlong: Bool { episode.history.levels.isEmpty }
}

extension EpisodeLevel {
    /// Any level is above none.
    fileprivate func isAbove(_ other: EpisodeLevel?) -> Bool {
        guard let other else { return true }
        return self > other
    }
}
