import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// MARK: What upkeep does

extension ScheduleDesk {
    /// Orders what is near: all that tells persons, and then one occurrence for one audience, because that may be long. What is near by then is looked for
    /// anew before the next audience's turn comes.
    ///
    /// - Parameters:
    ///   - app: behind which apps have their turn, as ``ScheduleReport/audienceApp`` named it; nil for the first of all.
    ///   - isElected: whether it is still this process's to do. What tells an audience asks again and again.
    /// - Returns: what came of them; false where more is near already; and the first that went wrong, with the others through. What can't be read is
    ///   paused.
    func carryOut(
        now: Instant, behind app: AppID? = nil, isElected: () async throws -> Bool = { true }
    ) async throws -> (report: ScheduleReport, isThrough: Bool, failure: (any Error)?) {
        var (report, isThrough, failure) = try await carryOutForPersons(now: now)
        let audiences = try await store.dueAudienceOrders(by: now + Self.lead, behind: app, countMax: Self.countMax)
        var leftCount = audiences.count < Self.countMax ? audiences.count : .max
        for order in audiences {
            let before = report
            do {
                try await carryOut(order, now: now, &report, isElected)
            } catch {
                failure = failure ?? error
            }
            leftCount -= 1
            guard report == before else {
                report.audienceApp = order.app
                break
            }
        }
        isThrough = isThrough && leftCount == 0
        return (report, isThrough, failure)
    }

    /// Orders what is near and tells persons, as ``carryOut(now:behind:isElected:)`` does; to be done in between where an audience is long.
    func carryOutForPersons(now: Instant) async throws -> (report: ScheduleReport, isThrough: Bool, failure: (any Error)?) {
        let (due, isMoreDue) = try await ordersDue(now: now)
        var (report, failure) = (ScheduleReport(), (any Error)?.none)
        for order in due {
            do {
                try await carryOut(order, now: now, &report) { true }
            } catch {
                failure = failure ?? error
            }
        }
        return (report, !isMoreDue, failure)
    }

    /// What is to be ordered now, the earliest first, and whether more is.
    private func ordersDue(now: Instant) async throws -> (orders: [ScheduledOrder], isMore: Bool) {
        var countMax = Self.countMax
        while true {
            let near = try await store.dueScheduledOrders(by: now + Self.lead, countMax: countMax)
            // A beat may still come until its very moment: those that wait for one keep nothing that is near behind them from being ordered ahead.
            let due = near.filter { !Heartbeat.isKept(as: $0) || $0.next.map { $0.at <= now } ?? true }
            guard near.count == countMax, due.count < Self.countMax, countMax < Self.nearCountMax else {
                return (Array(due.prefix(Self.countMax)), !due.isEmpty && (near.count == countMax || due.count > Self.countMax))
            }
            countMax *= 2
        }
    }

    /// Puts what isn't ordered yet at the moment at which its zone shows it by now: the rules of zones change after a moment was kept.
    ///
    /// - Parameter before: only those whose identifier comes before it; nil for all.
    /// - Returns: behind which more are to be looked at; nil where that were all.
    func heedZones(before: ScheduledOrderID?, now: Instant) async throws -> ScheduledOrderID? {
        let orders = try await store.scheduledOrders(of: nil, status: .active, before: before, countMax: Self.countMax)
        for order in orders {
            guard let timing = order.timing, timing.timezone != nil, let next = order.next else { continue }
            // One whose zone is gone is paused when its moment comes.
            let following = try? occurrences(of: timing, after: next.local + .seconds(-1))
            guard let found = following?.first(where: { _ in true }), found != next else { continue }
            var other = order
            other.next = found
            // Whoever was quicker went by the rules of now.
            _ = try await store.change(order, to: other, told: [:], now: now)
        }
        return orders.count < Self.countMax ? nil : orders.last?.id
    }

    private func carryOut(
        _ order: ScheduledOrder, now: Instant, _ report: inout ScheduleReport, _ isElected: () async throws -> Bool
    ) async throws {
        let first: ScheduledOccurrence
        let timing: ScheduleTiming
        let kept: ScheduleRequest.KeptRequest
        let personal: PersonalOrder
        let following: AnySequence<ScheduledOccurrence>
        do {
            guard let next = order.next, let readable = order.timing else { throw Self.isUnreadable }
            (first, timing) = (next, readable)
            kept = try JSONDecoder().decode(ScheduleRequest.KeptRequest.self, from: Data(order.request.utf8))
            personal = try kept.personalisation.words(of: kept.order)
            following = try occurrences(of: timing, after: first.local)
        } catch {
            // Somebody has edited it, or its zone is gone: it keeps no other waiting.
            try await store.pause(order.id, now: now)
            throw error
        }
        let members = try await kept.audience.members(in: store, isStrict: false)
        var (near, next) = ([first], ScheduledOccurrence?.none)
        for occurrence in following {
            guard occurrence.at <= now + Self.lead else {
                next = occurrence
                break
            }
            near.append(occurrence)
        }
        let useful = kept.expiresAfter ?? Self.lateMax
        // Nobody is flooded after an outage: where every clock that counts shows another by now, only that is told.
        let followers: [ScheduledOccurrence?] = near.dropFirst().map { $0 } + [nil]
        let told = zip(near, followers).filter { occurrence, follower in
            timing.end(of: occurrence) + useful > now && (follower.map { timing.end(of: $0) > now } ?? true)
        }.map(\.0)
        let steps: [ScheduledOccurrence?] = told.isEmpty ? [nil] : told.map { $0 }
        var (standing, missedCount) = (order, near.count - told.count)
        for (index, occurrence) in steps.enumerated() {
            let follower = index + 1 < told.count ? told[index + 1] : nil
            let turn = ScheduledTurn(of: standing, told: occurrence, missedCount: missedCount, next: follower ?? next)
            let spared = try await toldInstead(of: occurrence, of: standing, now: now)
            let moment = DutyMoment(of: occurrence ?? first, isByOwnClocks: timing.timezone == nil, now: now)
            let onDuty = try await onDuty(of: standing, kept, at: moment)
            do {
                try check(kept.order(of: standing), toBeToldTo: personal.recipients(of: standing, and: members, onDuty).users.count)
            } catch {
                // Its families have grown: some of them left out would be told nothing and learn nothing.
                try await store.pause(order.id, now: now)
                throw error
            }
            let wanted = occurrence.map { self.order(kept, at: $0, before: follower, of: standing, isByOwnClocks: timing.timezone == nil, now: now) }
            let isTaken: Bool
            if let wanted, let audience = kept.audienceID {
                isTaken = try await tell(wanted, kept.personalisation, toAudience: audience, turn, now: now, isElected)
            } else {
                isTaken = try await store.carryOut(turn, now: now) { [routes, identifiers, further = standing.further] standing in
                    let recipients = personal.recipients(of: standing, and: members, onDuty, besides: spared)
                    let gone = Set(further.keys).subtracting(standing.further.keys)
                    return wanted?.deliveries(
                        to: recipients, sparing: spared.union(gone), of: order.app, routes: routes, identifiers: identifiers, now: now) ?? []
                }
            }
            // Somebody else was quicker, or has paused it.
            guard isTaken, let after = standing.taking(turn, now: now) else { return }
            report.add(turn)
            // What else of it is near comes with another round.
            guard kept.audienceID == nil else { return }
            (standing, missedCount) = (after, 0)
        }
    }

    /// Who was told already, or is just being told, what an occurrence comes in the place of since a change: what stands under its key, and where it
    /// lies before the last that was ordered, that.
    private func toldInstead(of occurrence: ScheduledOccurrence?, of standing: ScheduledOrder, now: Instant) async throws -> Set<UserID> {
        guard let local = occurrence?.local, let last = standing.lastLocal else { return [] }
        let known = try await told(at: local, of: standing, now: now)
        let others = local <= last ? try await told(at: last, of: standing, now: now) : []
        return Set((known + others).map(\.recipient))
    }

    /// What was ordered of one occurrence and isn't called off.
    func told(at local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> [Delivery] {
        let ids = try await ordered(local, of: order, now: now)
        guard !ids.isEmpty else { return [] }
        let overviews = try await store.deliveries(DeliverySelection(ids: ids, app: order.app, countMax: ids.count))
        return overviews.filter { $0.status != Delivery.Status.cancelled.rawValue }.map(\.delivery)
    }

    /// What is ordered of one occurrence.
    ///
    /// - Parameter follower: what is ordered in the same step behind it.
    func order(
        _ kept: ScheduleRequest.KeptRequest, at occurrence: ScheduledOccurrence, before follower: ScheduledOccurrence?, of scheduled: ScheduledOrder,
        isByOwnClocks: Bool, now: Instant
    ) -> NotificationOrder {
        var order = kept.order(of: scheduled)
        if isByOwnClocks {
            order.payload.deliverAtLocal = occurrence.local
            // Where it is late for some, whose clock has shown it for long, or shows the next, isn't told of it any more.
            let isLate = occurrence.at < now
            let useful = kept.expiresAfter ?? (isLate ? Self.lateMax : nil)
            let end = useful.map { occurrence.local + $0 }
            order.payload.expiresAtLocal = isLate ? [end, follower?.local].compactMap(\.self).min() : end
        } else {
            order.deliverAfter = occurrence.at > now ? occurrence.at : nil
            order.expiresAt = kept.expiresAfter.map { occurrence.at + $0 }
        }
        return order
    }
}

/// What came of orders that come back.
public struct ScheduleReport: Hashable, Sendable {
    /// How many occurrences were ordered.
    public private(set) var orderedCount = 0
    /// How many were too late.
    public private(set) var missedCount = 0
    /// Whose audience had its turn; nil where none was due.
    fileprivate(set) var audienceApp: AppID?

    var isEmpty: Bool { orderedCount == 0 && missedCount == 0 }

    mutating func add(_ turn: ScheduledTurn) {
        if turn.told != nil { orderedCount += 1 }
        missedCount += turn.missedCount
    }
}
