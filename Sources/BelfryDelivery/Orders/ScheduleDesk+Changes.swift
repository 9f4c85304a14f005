import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What changes of an order that comes back while it stands: one time left out or told after all, or what it tells, whom and when.
extension ScheduleDesk {
    /// Leaves one time out. Where it is ordered already, what waits of it is called off. One that is left out already stays so.
    ///
    /// - Parameter local: what the clock shows then; nil for the next that isn't told yet, or what is left of it.
    /// - Returns: which time that is, and how many notifications were called off.
    /// - Throws: `Problem.scheduleEnded` where it has ended and nothing waits, `Problem.wrongType` where that time is none, was told, or is the last of all
    ///   and isn't ordered yet; what the store throws.
    @discardableResult
    public func skip(
        _ order: ScheduledOrder, at local: CivilDateTime? = nil, now: Instant
    ) async throws -> (local: CivilDateTime, calledOffCount: Int) {
        guard order.timing != nil else { throw Self.isUnreadable }
        // Also where it is ordered meanwhile, what was the next is what is meant.
        var untold = local
        if untold == nil { untold = try await firstUntold(of: order, now: now) }
        guard let wanted = untold else { throw order.status == .ended ? Problem.scheduleEnded : Self.isOver }
        if order.status == .ended {
            // The last of all may wait still.
            let count = try await callOff(wanted, of: order, now: now)
            guard count > 0 else { throw Problem.scheduleEnded }
            return (wanted, count)
        }
        var calledOffCount = 0
        try await change(order, now: now) { standing in
            guard let timing = standing.timing, let next = standing.next else { throw Self.isUnreadable }
            let isLeftOut = timing.exceptions.contains(wanted)
            guard isLeftOut || timing.exceptions.count + timing.exceptionDays.count < WrittenTiming.readingCountMax else {
                throw Problem.tooManyItems(countMax: WrittenTiming.readingCountMax)
            }
            let earliest: ScheduledOccurrence? = standing.status == .active ? next : upcoming(standing, countMax: 1, now: now).first
            let isAhead = try earliest.map { $0.local <= wanted } ?? false && occurrence(of: timing, at: wanted) != nil
            if !isAhead {
                calledOffCount += try await callOff(wanted, of: standing, now: now)
                let isOff = try await isCalledOff(wanted, of: standing, now: now)
                guard isLeftOut || isOff else {
                    throw Problem.wrongType(field: Self.localName, expected: "one of the times that the schedule is still to tell")
                }
            }
            guard !isLeftOut else { return standing }
            let rest = timing.leavingOut(timing.exceptions + [wanted])
            var other = standing
            other.timing = rest
            if next.local == wanted, standing.status == .active {
                guard let following = try occurrences(of: rest, after: wanted).first(where: { _ in true }) else {
                    throw Problem.wrongType(field: Self.localName, expected: "a time behind which another comes, or end the schedule instead")
                }
                other.next = following
            }
            return other
        }
        return (wanted, calledOffCount)
    }

    /// The first that was ordered, whose moment is still to come by some clock that counts, and of which something waits; or else what is ordered next.
    private func firstUntold(of order: ScheduledOrder, now: Instant) async throws -> CivilDateTime? {
        for local in openReadings(of: order) {
            guard let timing = order.timing?.withoutExceptions, let found = try? occurrence(of: timing, at: local), timing.end(of: found) > now else { continue }
            let ids = try await ordered(local, of: order, now: now)
            if try await isAny(ids, .pending, of: order) { return local }
        }
        return upcoming(order, countMax: 1, now: now).first?.local
    }

    /// Whether something that was ordered of an occurrence was called off.
    private func isCalledOff(_ local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> Bool {
        let ids = try await ordered(local, of: order, now: now)
        return try await isAny(ids, .cancelled, of: order)
    }

    /// Whether something that was ordered of an occurrence waits still, or was called off.
    private func isAnyUntold(_ local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> Bool {
        let ids = try await ordered(local, of: order, now: now)
        if try await isAny(ids, .pending, of: order) { return true }
        return try await isAny(ids, .cancelled, of: order)
    }

    private func isAny(_ ids: [DeliveryID], _ status: Delivery.Status, of order: ScheduledOrder) async throws -> Bool {
        guard !ids.isEmpty else { return false }
        guard order.audienceID == nil else { return try await isAnyBroadcast(ids, status, of: order) }
        return try await !store.deliveries(DeliverySelection(ids: ids, app: order.app, status: status, countMax: 1)).isEmpty
    }

    /// Tells one after all that was left out and is still to come. One that isn't left out is told anyway.
    ///
    /// - Parameter local: what the clock shows then; nil for the first that is left out.
    /// - Throws: `Problem.scheduleEnded`, `Problem.wrongType` where there is none; what the store throws.
    public func unskip(_ order: ScheduledOrder, at local: CivilDateTime? = nil, now: Instant) async throws {
        try await change(order, now: now) { standing in
            guard let timing = standing.timing, let next = standing.next else { throw Self.isUnreadable }
            let candidates = local.map { [$0] } ?? timing.exceptions
            for candidate in candidates where standing.lastLocal.map({ candidate > $0 }) ?? true {
                guard let found = try occurrence(of: timing.leavingOut([]), at: candidate, from: now) else { continue }
                var other = standing
                other.timing = timing.leavingOut(timing.exceptions.filter { $0 != candidate })
                guard other.timing != timing else { return standing }
                if standing.status == .active, candidate < next.local { other.next = found }
                return other
            }
            throw Problem.wrongType(field: Self.localName, expected: "a time that is left out by itself and still to come")
        }
    }

    /// The one at a reading; nil where none is, or not from then on. Sought at once: what somebody names may be thousands of years ahead.
    func occurrence(of timing: ScheduleTiming, at local: CivilDateTime, from moment: Instant = .min) throws -> ScheduledOccurrence? {
        let found = try occurrences(of: timing, after: local + .seconds(-1), from: moment).first { _ in true }
        return found?.local == local ? found : nil
    }

    /// Changes what it tells, whom, or when it comes back. What was ordered and waits still is called off where it is none of its times any more; where
    /// another time comes in the place of the last that was ordered, it is told to whomever that wasn't; by own clocks a later one, too.
    ///
    /// - Parameter patch: what is to be otherwise, as ``ScheduleRequest`` has it: a merge patch of RFC 7396.
    /// - Returns: how many notifications were called off.
    /// - Throws: as ``take(_:body:of:under:now:)``, `Problem.scheduleEnded`, `Problem.unknownName`, and `DecodingError`.
    @discardableResult
    public func change(_ order: ScheduledOrder, by patch: Data, now: Instant) async throws -> Int {
        var calledOffCount = 0
        try await exchange(order, now: now) { standing in
            let body = try ScheduleRequest.body(of: standing, changedBy: patch)
            let asked = try JSONDecoder().decode(ScheduleRequest.self, from: body)
            guard (asked.audienceID == nil) == (standing.audienceID == nil) else {
                throw Problem.wrongType(field: ScheduleRequest.audienceName, expected: "an audience where it tells one, and only there")
            }
            try await check(asked, of: order.app, now: now)
            var other = standing.telling(
                try ScheduleRequest.stored(body), about: asked.order.member, asked.recipients, values: asked.values,
                further: asked.order.escalation?.places ?? [:], timing: asked.timing)
            guard asked.timing != standing.timing || standing.next == nil else { return (other, [:]) }
            let (last, isAnew) = try await toGoOnBehind(standing, by: asked.timing, now: now)
            guard let next = try occurrences(of: asked.timing, after: last, from: now).first(where: { _ in true }) else { throw Self.isOver }
            other.next = next
            calledOffCount += try await callOff(standing, besides: { !isAnew($0) }, now: now)
            return (other, try await told(of: standing, insteadBy: asked.timing, now: now))
        }
        return calledOffCount
    }

    /// Behind which one goes on that comes back at other times, and what of what is ordered is called off for it.
    private func toGoOnBehind(
        _ standing: ScheduledOrder, by timing: ScheduleTiming, now: Instant
    ) async throws -> (last: CivilDateTime?, isAnew: (CivilDateTime) -> Bool) {
        let isKept = { (local: CivilDateTime) in isOccurrence(local, of: standing.timing, and: timing) }
        guard standing.audienceID == nil else {
            let (last, anew) = broadcastToGoOnBehind(standing, by: timing, besides: isKept, now: now)
            return (last, anew.contains)
        }
        return (try await lastToGoOnBehind(standing, by: timing, now: now), { !isKept($0) })
    }

    /// Behind which one goes on that comes back at other times: the last that was ordered, or the one before the first that is none of its times any more
    /// and isn't told to everybody. What is ordered once more then is told to nobody again.
    private func lastToGoOnBehind(_ standing: ScheduledOrder, by timing: ScheduleTiming, now: Instant) async throws -> CivilDateTime? {
        guard let last = standing.lastLocal else { return nil }
        let end = min(last, standing.next?.local ?? last)
        let ordered = openReadings(of: standing).filter { $0 < end } + [last]
        for (index, local) in ordered.enumerated() where !isOccurrence(local, of: standing.timing, and: timing) {
            // What was skipped is told at no other time either.
            guard standing.timing?.exceptions.contains(local) != true, try await isAnyUntold(local, of: standing, now: now) else { continue }
            return index > 0 ? ordered[index - 1] : local + (Duration.zero - Self.openLength)
        }
        return last
    }

    /// What was told at times that are none any more, by the new time of the same civil day that comes in the place of each: the first new one in the
    /// place of the first that is gone, and so on. By a zone all are told at once: a later time that day was chosen after that.
    private func told(of standing: ScheduledOrder, insteadBy timing: ScheduleTiming, now: Instant) async throws -> [CivilDateTime: [DeliveryID]] {
        guard let former = standing.timing, former.timezone == nil || timing.timezone == nil else { return [:] }
        let open = openReadings(of: standing)
        var told: [CivilDateTime: [DeliveryID]] = [:]
        for day in Set(open.map(\.date)) {
            let (before, after) = (former.readings(on: day), timing.readings(on: day))
            let (gone, new) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
            for (old, other) in zip(gone, new) where open.contains(old) {
                let known = try await ordered(other, of: standing, now: now)
                told[other] = try await self.told(at: old, of: standing, now: now).map(\.id).filter { !known.contains($0) }
            }
        }
        return told.filter { !$0.value.isEmpty }
    }

    /// Whether a reading is an occurrence by both, by the same clocks; what is left out counts, because it may have been ordered before.
    private func isOccurrence(_ local: CivilDateTime, of one: ScheduleTiming?, and other: ScheduleTiming) -> Bool {
        guard let one, one.timezone == other.timezone else { return false }
        return [one, other].allSatisfy { timing in (try? occurrence(of: timing.withoutExceptions, at: local)) != nil }
    }

    static let localName = "local"
    /// So often it may have been changed by others meanwhile.
    private static let tryCountMax = 10

    func change(_ order: ScheduledOrder, now: Instant, _ changed: (ScheduledOrder) async throws -> ScheduledOrder) async throws {
        try await exchange(order, now: now) { (try await changed($0), [:]) }
    }

    /// - Parameter changed: as it is to stand, and what was told in the place of what is to come; asked anew where somebody else was quicker.
    private func exchange(
        _ order: ScheduledOrder, now: Instant, _ changed: (ScheduledOrder) async throws -> (ScheduledOrder, told: [CivilDateTime: [DeliveryID]])
    ) async throws {
        var standing = order
        for _ in 0..<Self.tryCountMax {
            guard standing.status != .ended else { throw Problem.scheduleEnded }
            let (other, told) = try await changed(standing)
            guard other != standing else { return }
            if try await store.change(standing, to: other, told: told, now: now) { return }
            guard let current = try await store.scheduledOrder(order.id) else { throw Problem.unknownSchedule }
            standing = current
        }
        throw Problem.storeUnavailable
    }
}

extension ScheduleTiming {
    /// What the clock shows at its occurrences of one day, ascending; what is left out counts.
    fileprivate func readings(on day: CivilDate) -> [CivilDateTime] {
        withoutExceptions.occurrences(after: CivilDateTime(day, .midnight) + .seconds(-1), in: nil).lazy.map(\.local).prefix { $0.date == day }.map { $0 }
    }
}
