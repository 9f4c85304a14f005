import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: MetricStore {
    /// - Throws: `ConstraintViolation` where an evaluation asks for what the tables can't hold.
    public func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) throws -> IngestReport {
        try transaction(at: now) { tables in
            var report = IngestReport()
            var changed: Set<UserID> = []
            for day in days {
                if tables.update(day, now: now) {
                    report.changedDayCount += 1
                    changed.insert(day.user)
                } else {
                    report.unchangedDayCount += 1
                }
            }
            for member in changed.sorted() {
                if let evaluate {
                    let applied = try tables.evaluate(member, now: now, evaluate)
                    report.changedAlerts += applied.changedAlerts
                    report.queuedDeliveryCount += applied.queuedDeliveryCount
                } else {
                    tables.mark(member, at: now)
                }
            }
            return report
        }
    }

    public func store(_ sessions: [ExerciseSession], now: Instant) -> Int {
        transaction { tables in
            sessions.count { session in
                let key = Tables.SessionKey(user: session.user, source: session.source, startedAt: session.startedAt)
                guard tables.sessions[key] != session else { return false }
                tables.sessions[key] = session
                return true
            }
        }
    }

    public func sessions(of member: UserID, since date: CivilDate) -> [ExerciseSession] {
        tables.sessions.values.filter { $0.user == member && $0.date >= date }
            .sorted { ($0.startedAt, $0.source) < ($1.startedAt, $1.source) }
    }

    public func history(of member: UserID, since date: CivilDate) -> MemberHistory { tables.history(of: member, since: date) }

    public func reportedDays(of members: [UserID], since date: CivilDate) -> [UserID: ReportedDays] {
        members.reduce(into: [:]) { $0[$1] = tables.reportedDays(of: $1, since: date) }
    }

    public func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) -> EvaluationReport {
        var report = EvaluationReport()
        let due = tables.marks.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(countMax)
        for member in due.map(\.key) {
            guard let applied = try? transaction(at: now, { try $0.evaluate(member, now: now, evaluate) }) else {
                transaction { $0.marks[member] = now + failedEvaluationWait }
                report.failedMemberCount += 1
                continue
            }
            report.memberCount += 1
            report.changedAlerts += applied.changedAlerts
            report.queuedDeliveryCount += applied.queuedDeliveryCount
        }
        return report
    }

    public func markForEvaluation(_ members: [UserID], at moment: Instant) {
        transaction { tables in
            for member in members { tables.mark(member, at: moment) }
        }
    }

    public func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) -> RoundProgress {
        transaction { tables in
            var round = tables.round.flatMap { $0.day == day && !($0.isThrough && again) ? $0 : nil } ?? Tables.Round(day: day)
            guard !round.isThrough else { return RoundProgress(markedCount: 0, isThrough: true) }
            let cursor = round.cursor
            let watched = Set(tables.days.keys.map(\.user)).union(tables.alerts.values.lazy.filter { $0.status == .active }.map(\.member))
            let members = watched.filter { member in cursor.map { member > $0 } ?? true }.sorted().prefix(countMax)
            for member in members { tables.mark(member, at: now) }
            round.cursor = members.last ?? cursor
            round.isThrough = members.count < countMax
            tables.round = round
            return RoundProgress(markedCount: members.count, isThrough: round.isThrough)
        }
    }

    public func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) -> Bool {
        transaction { tables in
            var round = tables.feedRound.flatMap { $0.day == day && !($0.isThrough && again) ? $0 : nil } ?? Tables.Round(day: day)
            guard !round.isThrough else { return true }
            if round.cursor == nil { tables.feedCounts = [:] }
            let members = Set(tables.days.keys.map(\.user)).filter { member in round.cursor.map { member > $0 } ?? true }.sorted().prefix(countMax)
            for member in members { tables.countFeeds(of: member, on: day, by: rules) }
            round.cursor = members.last ?? round.cursor
            round.isThrough = members.count < countMax
            tables.feedRound = round
            guard round.isThrough else { return false }
            let bySource = Dictionary(grouping: tables.feedCounts, by: \.key.source).values.filter { counts in
                counts.reduce(0) { $0 + $1.value } >= rules.memberCountMin
            }
            let counts = bySource.joined().map { FeedCount(source: $0.key.source, lastDate: $0.key.lastDate, memberCount: $0.value) }
            tables.feedOutages = rules.outages(counts, tables.feedOutages, day)
            return true
        }
    }

    public func feedOutages() -> [FeedOutage] { tables.feedOutages }

    public func nextEvaluationMoment() -> Instant? {
        tables.marks.values.min()
    }
}

extension Tables {
    mutating func mark(_ member: UserID, at moment: Instant) {
        marks[member] = min(moment, marks[member] ?? moment)
    }

    fileprivate mutating func countFeeds(of member: UserID, on day: CivilDate, by rules: FeedRules) {
        let own = days.keys.filter { $0.user == member && $0.date <= day + 1 }
        guard let last = own.map(\.date).max(), last >= day - rules.lookBackDayCount else { return }
        guard Set(own.lazy.map(\.date).filter { $0 > last - rules.regularDayCount }).count >= rules.regularDayCountMin else { return }
        let sources = own.filter { $0.date == last && !$0.source.isEmpty }.map { Optional($0.source) }
        for source in sources + [nil] { feedCounts[FeedKey(source: source, lastDate: last), default: 0] += 1 }
    }

    /// Takes over what is newer of a day; a metric that it doesn't mention keeps its own.
    /// - Returns: whether a value changed, or is final now.
    fileprivate mutating func update(_ day: DailyMetrics, now: Instant) -> Bool {
        let key = DayKey(user: day.user, date: day.date, source: day.source)
        var stored = days[key] ?? Day(updatedAt: now)
        var isChanged = false
        for metric in day.values.keys {
            switch day.update(of: metric, known: stored.values[metric], now: now) {
            case .nothing: break
            case .revision(let reported): stored.values[metric] = reported
            case .value(let reported):
                stored.values[metric] = reported
                stored.updatedAt = now
                isChanged = true
            }
        }
        if !stored.values.isEmpty { days[key] = stored }
        return isChanged
    }

    fileprivate mutating func evaluate(_ member: UserID, now: Instant, _ evaluate: (MemberHistory) -> MemberEvaluation) throws -> EvaluationReport {
        let history = history(of: member)
        let evaluation = evaluate(history)
        var report = EvaluationReport()
        for change in evaluation.changes {
            if change.restoresEpisode(of: history) { reinstate(change.alert.id) }
            let replaced = Set(change.replaced(in: history))
            try apply(change, replacing: replaced, isShadow: evaluation.isShadow, now: now, noting: &report)
        }
        for delivery in evaluation.requeued { queue[delivery]?.requeue(now: now) }
        marks[member] = evaluation.nextAt
        return report
    }

    fileprivate func reportedDays(of member: UserID, since date: CivilDate) -> ReportedDays {
        var reports: [Metric: [ReportedValue]] = [:]
        for (key, day) in days where key.user == member && key.date >= date {
            for (metric, reported) in day.values { reports[metric, default: []].append(reported) }
        }
        return ReportedDays(
            reports: reports.mapValues { $0.sorted { ($0.date, $0.source) < ($1.date, $1.source) } },
            timezone: storedPreferences(of: member).read().preferences.timezone, stays: stays[member] ?? [])
    }

    fileprivate func history(of member: UserID, since date: CivilDate = .beforeAllDays) -> MemberHistory {
        let reported = reportedDays(of: member, since: date)
        let admins = familyAdmins(of: member)
        return MemberHistory(
            member: member, memberName: firstName(of: member),
            memberNames: admins.reduce(into: [:]) { names, admin in names[admin] = firstName(of: member, seenBy: admin) },
            reports: reported.reports,
            alerts: alerts.values.filter { $0.member == member }
                .sorted { ($0.episode.activeSince, $0.id) < ($1.episode.activeSince, $1.id) },
            familyAdmins: admins, timezone: reported.timezone, stays: reported.stays, snoozes: snoozes(about: member),
            hiddenDeliveries: hiddenDeliveries(about: member), queuedDeliveries: queuedDeliveries(about: member), feedOutages: feedOutages)
    }

    private func queuedDeliveries(about member: UserID) -> [MemberHistory.QueuedDelivery] {
        queue.values.compactMap { row in
            guard let alert = row.delivery.alert, let level = row.delivery.payload.level else { return nil }
            guard let known = alerts[alert], known.member == member else { return nil }
            guard known.status == .active || known.episode.resolved == .corrected else { return nil }
            return MemberHistory.QueuedDelivery(
                id: row.delivery.id, alert: alert, recipient: row.delivery.recipient, channelName: row.delivery.channelName, level: level,
                state: waits(row) ? .waiting : row.stateForEvaluation)
        }.sorted { $0.id < $1.id }
    }

    /// Whether it waits, or the one that it was merged into does.
    private func waits(_ row: QueueRow) -> Bool { row.mergedInto.map { queue[$0]?.status == .pending } ?? (row.status == .pending) }

    private func snoozes(about member: UserID) -> [MemberHistory.Snooze] {
        snoozes.filter { alerts[$0.key.alert]?.member == member && alerts[$0.key.alert]?.status == .active }.map { key, snooze in
            MemberHistory.Snooze(
                alert: key.alert, recipient: key.recipient, until: snooze.until,
                timezone: storedPreferences(of: key.recipient).read().preferences.timezone)
        }.sorted { ($0.alert, $0.recipient) < ($1.alert, $1.recipient) }
    }

    private func hiddenDeliveries(about member: UserID) -> [MemberHistory.HiddenDelivery] {
        let reasons: [Reason] = [.snoozed, .dismissed, .feedDown]
        return queue.values.filter { row in
            row.delivery.member == member && row.status == .skipped && row.reason.map(reasons.contains) ?? false
        }.compactMap { row in
            guard let alert = row.delivery.alert, alerts[alert]?.status == .active, let level = row.delivery.payload.level else { return nil }
            let told = queue.values.filter { other in
                other.delivery.alert == alert && other.delivery.recipient == row.delivery.recipient
                    && other.delivery.channelName == row.delivery.channelName
                    && ([.pending, .sending, .sent].contains(other.status) || other.mergedInto != nil)
            }
            return MemberHistory.HiddenDelivery(
                id: row.delivery.id, alert: alert, recipient: row.delivery.recipient, channelName: row.delivery.channelName, level: level,
                toldLevel: told.compactMap(\.delivery.payload.level).max())
        }.sorted { $0.id < $1.id }
    }

    private mutating func apply(
        _ change: AlertChange, replacing replaced: Set<DeliveryID>, isShadow: Bool, now: Instant, noting report: inout EvaluationReport
    ) throws {
        let stored = alerts[change.alert.id]
        // What the family has hidden is theirs: an evaluation that began before they hid it must not bring it back.
        let alert = stored?.updated(
            change.alert.episode, engine: change.alert.engine, lastNotifiedLevel: change.alert.lastNotifiedLevel, feedDownSince: change.alert.feedDownSince)
            ?? change.alert
        guard !alerts.values.contains(where: { $0.id != alert.id && $0.isOfSameEpisode(as: alert) }) else {
            throw ConstraintViolation.secondAlertOfEpisode
        }
        alerts[alert.id] = alert
        report.changedAlerts.append(alert.id)
        if alert.episode.resolved == .corrected { retract(alert.id, now: now) }
        for id in change.withdrawn { withdraw(id, now: now) }

        for delivery in change.deliveries {
            let isThere = queue.values.contains { !replaced.contains($0.delivery.id) && $0.delivery.tellsSame(as: delivery) }
            guard !isThere else { continue }
            guard queue[delivery.id] == nil else { throw ConstraintViolation.secondDeliveryOfIdentifier }
            queue[delivery.id] = QueueRow(delivery, isShadow: isShadow)
            report.queuedDeliveryCount += 1
        }
    }

    /// What was to be told of an alert is not sent any more, and what was told, or given up, is marked, in the inbox too.
    private mutating func retract(_ alert: AlertID, now: Instant) {
        for (id, row) in queue where row.delivery.alert == alert {
            withdraw(id, now: now)
            queue[id]?.retract(now: now)
        }
        let news = queue.values.filter { $0.delivery.alert == alert && $0.retractedAt == now && $0.retractedBy == nil }
        noteRemovals(of: news, cause: .takenBack, now: now)
        for (id, message) in inbox where message.alert == alert { inbox[id] = message.retracted(at: now) }
    }

    /// Cancels it where it waits, by itself or with the one that it was merged into.
    private mutating func withdraw(_ delivery: DeliveryID, now: Instant) {
        guard let row = queue[delivery], waits(row) else { return }
        queue[delivery]?.withdraw(now: now)
        unmergeAll(from: delivery)
    }

    /// What was told of an alert, or is on its way, holds after all.
    private mutating func reinstate(_ alert: AlertID) {
        for (id, row) in queue where row.delivery.alert == alert {
            queue[id]?.reinstate()
            keepShown(id)
        }
        for (id, message) in inbox where message.alert == alert && !message.isTakenBack { inbox[id] = message.reinstated() }
    }
}

extension QueueRow {
    fileprivate var stateForEvaluation: MemberHistory.QueuedDelivery.State {
        switch status {
        case .skipped where reason == .notEntitled: .notEntitled
        case .skipped where reason == .superseded || reason == .resolved: .outdated
        case .skipped where mergedInto == nil: .leftOut
        case .cancelled where retractedAt != nil && retractedBy == nil: .withdrawn
        default: .other
        }
    }
}

extension Alert {
    fileprivate func isOfSameEpisode(as other: Alert) -> Bool {
        member == other.member && episode.metric == other.episode.metric && episode.pattern == other.episode.pattern
            && episode.activeSince == other.episode.activeSince
    }
}

extension Delivery {
    /// Whether a person would be told the same thing twice in the same place.
    fileprivate func tellsSame(as other: Delivery) -> Bool {
        alert != nil && alert == other.alert && payload.level == other.payload.level && recipient == other.recipient
            && channelName == other.channelName && (route?.step ?? 0) == (other.route?.step ?? 0)
    }
}
