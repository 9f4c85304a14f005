import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What changes of an order that comes back while it stands: one time left out or told after all, or what it tells, whom and when.
extension ScheduleDesk {
    /// Leaves one time out. Where it is ordered already, what waits of it is called off. One that is left out already stays so.
    ///
    /// - Parameter local: what the clock shows then; nil for the next that isn't told yet.
    /// - Returns: how many notifications were called off.
    /// - Throws: `Problem.scheduleEnded` where it has ended and nothing waits, `Problem.wrongType` where that time is none, was told, or is the last of all
    ///   and isn't ordered yet; what the store throws.
    @discardableResult
    public func skip(_ order: ScheduledOrder, at local: CivilDateTime? = nil, now: Instant) async throws -> Int {
        guard order.timing != nil else { throw Self.isUnreadable }
        // Also where it is ordered meanwhile, what was the next is what is meant.
        var untold = local
        if untold == nil { untold = try await firstUntold(of: order, now: now) }
        guard let wanted = untold else { throw order.status == .ended ? Problem.scheduleEnded : Self.isOver }
        if order.status == .ended {
            // The last of all may wait still.
            let count = try await callOff(wanted, of: order, now: now)
            guard count > 0 else { throw Problem.scheduleEnded }
            return count
        }
        var calledOffCount = 0
        try await change(order, now: now) { standing in
            guard let timing = standing.timing, let next = standing.next else { throw Self.isUnreadable }
            let isLeftOut = timing.exceptions.contains(wanted)
            guard isLeftOut || timing.exceptions.count < WrittenTiming.readingCountMax else {
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
            var other = standing
            other.timing = timing.leavingOut(timing.exceptions + [wanted])
            if next.local == wanted, standing.status == .active {
                guard let following = try occurrences(of: timing, after: wanted).first(where: { _ in true }) else {
                    throw Problem.wrongType(field: Self.localName, expected: "a time behind which another comes, or end the schedule instead")
                }
                other.next = following
            }
            return other
        }
        return calledOffCount
    }

    /// The first that was ordered, whose moment is still to come by some clock that counts, and of which something waits; or else what is ordered next.
    private func firstUntold(of order: ScheduledOrder, now: Instant) async throws -> CivilDateTime? {
        for local in openReadings(of: order) {
            guard let timing = order.timing?.withoutExceptions, let found = try? occurrence(of: timing, at: local), timing.end(of: found) > now else { continue }
            let ids = try await ordered(local, of: order, now: now)
            if !ids.isEmpty, try await store.waitingCount(DeliverySelection(ids: ids, app: order.app, countMax: 1)) > 0 { return local }
        }
        return upcoming(order, countMax: 1, now: now).first?.local
    }

    /// Whether something that was ordered of an occurrence was called off.
    private func isCalledOff(_ local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> Bool {
        let ids = try await ordered(local, of: order, now: now)
        guard !ids.isEmpty else { return false }
        return try await !store.deliveries(DeliverySelection(ids: ids, app: order.app, status: .cancelled, countMax: 1)).isEmpty
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
    private func occurrence(of timing: ScheduleTiming, at local: CivilDateTime, from moment: Instant = .min) throws -> ScheduledOccurrence? {
        let found = try occurrences(of: timing, after: local + .seconds(-1), from: moment).first { _ in true }
        return found?.local == local ? found : nil
    }

    /// Changes what it tells, whom, or when it comes back. Where it comes back at other times, what was ordered and waits still is called off.
    ///
    /// - Parameter patch: what is to be otherwise, as ``ScheduleRequest`` has it: a merge patch of RFC 7396.
    /// - Returns: how many notifications were called off.
    /// - Throws: as ``take(_:body:of:under:now:)``, `Problem.scheduleEnded`, `Problem.unknownName`, and `DecodingError`.
    @discardableResult
    public func change(_ order: ScheduledOrder, by patch: Data, now: Instant) async throws -> Int {
        var calledOffCount = 0
        try await change(order, now: now) { standing in
            let body = try ScheduleRequest.body(of: standing, changedBy: patch)
            let asked = try JSONDecoder().decode(ScheduleRequest.self, from: body)
            guard asked.order.deliveryCount(recipientCount: asked.recipients.count, routes: routes) <= Self.deliveryCountMax else {
                throw Problem.tooManyItems(countMax: Self.deliveryCountMax)
            }
            var other = standing.telling(
                try ScheduleRequest.stored(body), about: asked.order.member, asked.recipients, timing: asked.timing)
            guard asked.timing != standing.timing || standing.next == nil else { return other }
            guard let next = try occurrences(of: asked.timing, after: standing.lastLocal, from: now).first(where: { _ in true }) else { throw Self.isOver }
            other.next = next
            if other.isElsewhere(than: standing) { calledOffCount += try await callOff(standing, now: now) }
            return other
        }
        return calledOffCount
    }

    static let localName = "local"
    /// So often it may have been changed by others meanwhile.
    private static let tryCountMax = 10

    /// - Parameter changed: as it is to stand; asked anew where somebody else was quicker.
    private func change(_ order: ScheduledOrder, now: Instant, _ changed: (ScheduledOrder) async throws -> ScheduledOrder) async throws {
        var standing = order
        for _ in 0..<Self.tryCountMax {
            guard standing.status != .ended else { throw Problem.scheduleEnded }
            let other = try await changed(standing)
            guard other != standing else { return }
            if try await store.change(standing, to: other) { return }
            guard let current = try await store.scheduledOrder(order.id) else { throw Problem.unknownSchedule }
            standing = current
        }
        throw Problem.storeUnavailable
    }
}

extension ScheduledOrder {
    /// Whether it comes back at other times; what is left out of both doesn't count.
    fileprivate func isElsewhere(than other: ScheduledOrder) -> Bool { timing?.withoutExceptions != other.timing?.withoutExceptions }
}
