import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Takes in heartbeats and their beats; what is missed is told by whoever carries out what is due (``ScheduleDesk``).
public struct HeartbeatDesk: Sendable {
    let schedules: ScheduleDesk

    /// Somebody else may change one at the same moment, so many times in a row.
    private static let attemptCountMax = 10

    public init(_ schedules: ScheduleDesk) {
        self.schedules = schedules
    }

    // MARK: Looking

    /// Nil where the app has none under the key.
    public func heartbeat(_ key: String, of app: AppID) async throws -> Heartbeat? {
        try await standing(key, of: app).first
    }

    /// By their keys, descending, as those of one app stand.
    ///
    /// - Parameters:
    ///   - app: nil for everybody's.
    ///   - before: only those that stand behind this schedule; nil for the first.
    public func heartbeats(of app: AppID?, before: ScheduledOrderID?, countMax: Int) async throws -> [Heartbeat] {
        let found = try await schedules.store.scheduledOrders(of: app, status: .active, before: before ?? Self.end, countMax: countMax)
        return found.prefix { $0.id.text.hasPrefix(Heartbeat.prefix) }.compactMap { Heartbeat($0) }
    }

    /// Behind all of them, and before what else the identifier of a schedule may be.
    private static let end = ScheduledOrderID("!heartbeat;")

    /// Those under a key; more than one where two were taken in at once. The first is the one that counts.
    private func standing(_ key: String, of app: AppID) async throws -> [Heartbeat] {
        guard Heartbeat.isKey(key) else { return [] }
        let start = "\(Heartbeat.prefix)\(key):"
        let end = ScheduledOrderID("\(Heartbeat.prefix)\(key);")
        let found = try await schedules.store.scheduledOrders(of: app, status: .active, before: end, countMax: Self.attemptCountMax)
        return found.prefix { $0.id.text.hasPrefix(start) }.compactMap { Heartbeat($0) }
    }

    // MARK: Changing

    /// The one under a key that counts; nil where the app has none. The others end: no beat would put them off, so they would be told as missed, where
    /// whoever took one in was gone before it had ended them.
    private func onlyOne(_ key: String, of app: AppID, now: Instant) async throws -> Heartbeat? {
        let standing = try await standing(key, of: app)
        for other in standing.dropFirst() { try await schedules.end(other.schedule, now: now) }
        return standing.first
    }

    /// Takes one in, or puts other words, people or another pace in its place; a beat that is missed stays so until the next.
    ///
    /// - Parameter body: what the request was read from.
    /// - Throws: `Problem.wrongType` for a key that can be none, `Problem.tooManyItems`, `Problem.tooManySchedules`, `Problem.syncConflict`; as
    ///   ``OrderAudience/told(_:personalisation:by:in:zones:now:)``; what the store throws.
    public func save(_ key: String, _ request: HeartbeatRequest, body: Data, of app: AppID, now: Instant) async throws -> Heartbeat {
        guard Heartbeat.isKey(key) else {
            throw Problem.wrongType(field: "key", expected: "1 to \(Heartbeat.keyLengthMax) of the characters A to Z, a to z, 0 to 9, “.”, “_” and “-”")
        }
        try schedules.imageOrigins.check(request.order.payload.image)
        let told = try await request.audience.told(
            request.order, personalisation: .none, by: app, in: schedules.store, zones: schedules.zones, now: now)
        try schedules.check(request.order, toBeToldTo: told.users.count)
        let further = request.order.escalation?.places ?? [:]
        for _ in 1...Self.attemptCountMax {
            guard let known = try await onlyOne(key, of: app, now: now) else { break }
            let due = known.state(at: now) == .missed ? known.dueAt : request.pace.due(after: known.lastBeatAt ?? now)
            var other = known.schedule.telling(
                try HeartbeatRequest.stored(body, key: key, lastBeatAt: known.lastBeatAt), about: request.order.member, request.recipients,
                further: further, timing: try Heartbeat.timing(dueAt: due))
            // What is missed by the new pace is told at once, and what was told stays told.
            if due != known.dueAt { other.next = Heartbeat.occurrence(dueAt: due) }
            if due != known.dueAt { try await callOff(known, now: now) }
            guard try await schedules.store.change(known.schedule, to: other, told: [:], now: now) else { continue }
            return try await found(key, of: app)
        }
        if try await heartbeat(key, of: app) != nil { throw Problem.syncConflict }
        guard let id = ScheduledOrderID("\(Heartbeat.prefix)\(key):\(schedules.identifiers.next(now: now))") else { throw Problem.internalFailure }
        let due = request.pace.due(after: now)
        let order = ScheduledOrder(
            id: id, app: app, createdAt: now, request: try HeartbeatRequest.stored(body, key: key, lastBeatAt: nil), member: request.order.member,
            recipients: request.recipients, further: further, timing: try Heartbeat.timing(dueAt: due), next: Heartbeat.occurrence(dueAt: due))
        _ = try await schedules.store.add(order, under: nil, countMax: ScheduledOrder.countMax, now: now)
        // Of two that were taken in at once one stays, the same for both.
        guard let heartbeat = try await onlyOne(key, of: app, now: now) else { throw Problem.unknownHeartbeat }
        return heartbeat
    }

    private func found(_ key: String, of app: AppID) async throws -> Heartbeat {
        guard let heartbeat = try await heartbeat(key, of: app) else { throw Problem.unknownHeartbeat }
        return heartbeat
    }

    /// Takes a beat in. Where its lack was told, that it came back is told in its place; what still waits of it is called off.
    ///
    /// - Returns: how it stands now; nil where the app has none under the key.
    /// - Throws: `Problem.syncConflict` where others are quicker again and again; what the store throws.
    public func beat(_ key: String, of app: AppID, now: Instant) async throws -> Heartbeat? {
        for _ in 1...Self.attemptCountMax {
            guard let known = try await onlyOne(key, of: app, now: now) else { return nil }
            // May be repeated where it is cut off: what was called off stays so, and what is told is told under a key.
            try await tellReturn(of: known, now: now)
            let due = known.pace.due(after: now)
            guard let kept = try? JSONSerialization.jsonObject(with: Data(known.schedule.request.utf8)) as? [String: Any] else { throw Problem.internalFailure }
            var other = known.schedule.telling(
                try Heartbeat.noting(now, in: kept), about: known.schedule.member, known.schedule.recipients, further: known.schedule.further,
                timing: try Heartbeat.timing(dueAt: due))
            other.next = Heartbeat.occurrence(dueAt: due)
            if try await schedules.store.change(known.schedule, to: other, told: [:], now: now) { return try await found(key, of: app) }
        }
        throw Problem.syncConflict
    }

    /// - Returns: false where the app has none under the key.
    public func remove(_ key: String, of app: AppID, now: Instant) async throws -> Bool {
        let known = try await standing(key, of: app)
        for heartbeat in known { try await schedules.end(heartbeat.schedule, now: now) }
        return !known.isEmpty
    }

    // MARK: What came of a beat that was missed

    /// What was ordered of the beat that is due: a moment ahead, or because it didn't come.
    private func ordered(_ heartbeat: Heartbeat, now: Instant) async throws -> [DeliveryID] {
        guard let local = heartbeat.schedule.timing?.start, heartbeat.schedule.lastLocal == local else { return [] }
        return try await schedules.ordered(local, of: heartbeat.schedule, now: now)
    }

    /// Calls off what waits still of a beat that was missed.
    ///
    /// - Returns: all that came of it, as it stands then.
    @discardableResult
    private func callOff(_ heartbeat: Heartbeat, now: Instant) async throws -> [DeliveryOverview] {
        let ids = try await ordered(heartbeat, now: now)
        guard !ids.isEmpty else { return [] }
        let selection = DeliverySelection(ids: ids, app: heartbeat.schedule.app, countMax: ids.count)
        _ = try await schedules.store.cancel(selection, now: now)
        return try await schedules.store.deliveries(selection)
    }

    /// Whoever was told that it is missed is told that it came back, but not over a channel over which they were still to be told.
    private func tellReturn(of heartbeat: Heartbeat, now: Instant) async throws {
        let schedule = heartbeat.schedule
        let missed = try await callOff(heartbeat, now: now)
        let told = OrderRecipients(missed.filter(\.isTold).map(\.delivery.recipient).sorted())
        guard !told.users.isEmpty, let local = schedule.lastLocal, var order = schedule.told,
            let key = IdempotencyKey("\(schedule.id)/\(local)/back", of: schedule.app, fingerprint: schedule.id.text)
        else { return }
        let untold = Set(missed.filter { $0.status == Delivery.Status.cancelled.rawValue }.map { Place($0.delivery) })
        (order.member, order.escalation) = (schedule.member, nil)
        order.payload.tellReturn()
        let deliveries = order.deliveries(
            to: told, of: schedule.app, routes: schedules.routes, identifiers: schedules.identifiers, now: now)
        _ = try await schedules.store.enqueue(deliveries.filter { !untold.contains(Place($0)) }, under: key, digestWindow: nil, now: now)
    }

    /// Where somebody is told.
    private struct Place: Hashable {
        let recipient: UserID
        let channelName: String

        init(_ delivery: Delivery) { (recipient, channelName) = (delivery.recipient, delivery.channelName) }
    }
}

extension DeliveryOverview {
    /// Whether its recipient was told, by itself or along with others, or is just being told.
    fileprivate var isTold: Bool {
        mergedInto != nil || status == Delivery.Status.sent.rawValue || status == Delivery.Status.sending.rawValue
    }
}

extension Payload {
    /// Has it say that what it tells of is over: its title behind a tick, which needs no language.
    fileprivate mutating func tellReturn() {
        func ticked(_ text: String?) -> String? {
            text.map { String(String.UnicodeScalarView("✓ \($0)".unicodeScalars.prefix(NotificationOrder.titleLengthMax))) }
        }
        title = ticked(title ?? body)
        body = nil
        texts = texts.flatMap { texts in
            let told = texts.all.compactMap { language, text in
                TextsByLanguage.Text(title: ticked(text.title ?? text.body), body: nil).map { (language, $0) }
            }
            return TextsByLanguage(Dictionary(uniqueKeysWithValues: told))
        }
        (severity, actions, throttle, oneOfUs, isOver) = (.watch, nil, nil, nil, true)
    }
}
