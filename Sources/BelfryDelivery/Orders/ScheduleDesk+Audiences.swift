import BelfryModel
import BelfryPorts
import BelfryTime

/// What comes back for an audience: each occurrence is a broadcast to whoever is in it when it is ordered.
extension ScheduleDesk {
    /// Has an occurrence told, and goes on to the next: the broadcast is sealed with that step, both or neither. What was cut off before is begun anew.
    ///
    /// - Parameter isElected: asked at first, and before each part of the audience.
    /// - Returns: false where somebody else was quicker or is to do it now, or it is paused meanwhile; nothing is told then.
    /// - Throws: what is wrong with its words where somebody has edited them, and then it is paused; what the store throws.
    func tell(
        _ wanted: NotificationOrder, _ personalisation: Personalisation, toAudience id: AudienceID, _ turn: ScheduledTurn, now: Instant,
        _ isElected: () async throws -> Bool
    ) async throws -> Bool {
        let order = turn.order
        let broadcast: Broadcast?
        do {
            let key = turn.told.flatMap { order.intakeKey(of: $0.local) }
            broadcast = try await broadcasts.begin(
                wanted, personalisation, of: order.app, toAudience: id, under: key, now: now, isWanted: isElected)
        } catch is CancellationError {
            // Whoever is elected next begins it anew.
            return false
        } catch let problem as Problem {
            // Whoever was quicker has sealed it under the key already.
            guard try await store.scheduledOrder(order.id) == order else { return false }
            try await store.pause(order.id, now: now)
            throw problem
        }
        guard let broadcast else { return try await store.carryOut(turn, now: now) { _ in [] } }
        if try await store.carryOut(turn, sealing: broadcast, now: now) { return true }
        try await store.giveUpIntake(of: broadcast)
        return false
    }

    /// Has what one tells told to its audience at once: by a schedule that comes once, because the audience may be long. Upkeep carries it out as any.
    func run(
        _ order: ScheduledOrder, _ kept: ScheduleRequest.KeptRequest, toAudience audience: AudienceID, under key: IdempotencyKey?, now: Instant
    ) async throws -> (receipt: EnqueueReceipt, schedule: ScheduledOrderID?) {
        do {
            try await broadcasts.check(kept.order(of: order), kept.personalisation, of: order.app, toAudience: audience, isStrict: true, now: now)
        } catch {
            // Whoever asks again for what was taken in learns that it was.
            guard let key, try await !store.deliveries(under: key.text, of: order.app, now: now).isEmpty else { throw error }
        }
        guard let id = ScheduledOrderID(identifiers.next(now: now)) else { throw Problem.internalFailure }
        let timing = ScheduleTiming(
            start: TimeZoneRules.utc.civil(at: now), rule: try RecurrenceRule("FREQ=DAILY;COUNT=1"), timezone: TimeZoneRules.utc.name)
        let once = ScheduledOrder(
            id: id, app: order.app, createdAt: now, request: order.request, member: order.member, recipients: [], timing: timing,
            next: try occurrences(of: timing).first { _ in true })
        let (known, isRepeated) = try await store.add(once, under: key, countMax: ScheduledOrder.countMax, now: now)
        return (EnqueueReceipt(deliveries: [], isRepeated: isRepeated), known)
    }

    static func target(_ audience: AudienceID) -> BroadcastTarget<AsyncStream<BroadcastRecipient>> { .audience(audience) }

    /// The broadcast of the occurrence that was ordered last; nil where it tells no audience, or nobody was in it.
    public func lastBroadcast(of order: ScheduledOrder, now: Instant) async throws -> BroadcastID? {
        guard order.audienceID != nil, let last = order.lastLocal else { return nil }
        return try await broadcasts(try await ordered(last, of: order, now: now), of: order).last?.broadcast.id
    }

    /// Those of one occurrence, the latest last: more than one where it was ordered anew.
    private func broadcasts(_ ids: [DeliveryID], of order: ScheduledOrder) async throws -> [BroadcastProgress] {
        var found: [BroadcastProgress] = []
        for id in ids.compactMap({ BroadcastID($0.text) }) {
            // Its app may have given the key to something else.
            guard let progress = try await store.progress(of: id), progress.broadcast.app == order.app else { continue }
            found.append(progress)
        }
        return found
    }

    /// Whether one of them waits for somebody still, or was called off.
    func isAnyBroadcast(_ ids: [DeliveryID], _ status: Delivery.Status, of order: ScheduledOrder) async throws -> Bool {
        for known in try await broadcasts(ids, of: order) {
            if known.status == (status == .cancelled ? .cancelled : .ready) { return true }
            // By own clocks it is through once each of its members was looked at, and those wait by themselves whose clock hasn't shown it.
            if status == .pending, known.queuedCount > 0, try await store.waitingMemberCount(of: known.broadcast) > 0 { return true }
        }
        return false
    }

    /// - Returns: how many of their members nothing had become of yet, or waited by themselves.
    func callOffBroadcasts(_ ids: [DeliveryID], of order: ScheduledOrder, now: Instant) async throws -> Int {
        var count = 0
        for known in try await broadcasts(ids, of: order) where known.status != .cancelled {
            let id = known.broadcast.id
            let waitingCount = known.queuedCount > 0 ? try await store.waitingMemberCount(of: known.broadcast) : 0
            _ = try await store.cancel(id, now: now)
            guard let after = try await store.progress(of: id), after.status == .cancelled else { continue }
            count += after.waitingCount + waitingCount
        }
        return count
    }

    /// Behind which one goes on that comes back at other times, and which occurrences are ordered anew for that: those whose moment is still to come by
    /// every clock. One that has begun is told as it was, by own clocks all day: who of so many was told at nine isn't told again at ten.
    func broadcastToGoOnBehind(
        _ standing: ScheduledOrder, by timing: ScheduleTiming, besides isKept: (CivilDateTime) -> Bool, now: Instant
    ) -> (last: CivilDateTime?, anew: Set<CivilDateTime>) {
        guard let last = standing.lastLocal, let former = standing.timing?.withoutExceptions else { return (standing.lastLocal, []) }
        let open = openReadings(of: standing)
        let ahead = open.filter { local in
            let found = try? occurrence(of: former, at: local)
            return found.map { $0.at > now } ?? false
        }
        if let first = ahead.first, !ahead.allSatisfy(isKept) {
            return (open.last { $0 < first } ?? first + (.zero - Self.openLength), Set(ahead))
        }
        let isByOwnClocks = former.timezone == nil || timing.timezone == nil
        guard isByOwnClocks, !isKept(last) else { return (last, []) }
        return (CivilDateTime(last.date + 1, .midnight) + .seconds(-1), [])
    }
}
