import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Takes orders in that come back, and orders each time when its moment is near.
public struct ScheduleDesk: Sendable {
    let store: any DeskStore
    let zones: any TimeZoneDatabase
    let routes: DeliveryRoutes
    let identifiers: any IdentifierSource
    let imageOrigins: ImageOrigins
    /// Takes in what tells an audience.
    let broadcasts: BroadcastDesk

    public typealias DeskStore = AudienceStore & BroadcastStore & DeliveryControl & FamilyStore & PersonStore & RotaStore & ScheduledOrderStore

    /// So many deliveries come of one occurrence at most.
    public static let deliveryCountMax = 1000
    /// So long before its moment it is ordered: another may have to be elected to do it meanwhile.
    static let lead = Duration.seconds(120)
    /// What nobody could order in time is told until so long after its moment, where the app doesn't say for how long it is of use.
    static let lateMax = Duration.seconds(3600)
    static let countMax = 100
    /// So many that are near are looked through for those, where the others wait for a beat; of more some are ordered at their moment.
    static let nearCountMax = 12_800
    /// So many of what comes next are shown, unless another number is asked for.
    public static let upcomingCount = 5
    public static let upcomingRange = 1...100
    /// What comes of an occurrence waits for no longer, but for quiet hours and for its provider.
    static let openLength = Duration.seconds(2 * 86_400)

    /// - Parameter mark: as of ``BroadcastDesk/init(store:identifiers:imageOrigins:mark:)``.
    public init(
        store: any DeskStore, zones: any TimeZoneDatabase, routes: DeliveryRoutes, identifiers: any IdentifierSource, imageOrigins: ImageOrigins = .none,
        mark: @escaping @Sendable (UserID) -> String?
    ) {
        self.store = store
        self.zones = zones
        self.routes = routes
        self.identifiers = identifiers
        self.imageOrigins = imageOrigins
        broadcasts = BroadcastDesk(store: store, identifiers: identifiers, imageOrigins: imageOrigins, mark: mark)
    }

    // MARK: What apps do

    /// Takes one in.
    ///
    /// - Parameter body: what `request` was read from.
    /// - Returns: how it stands, and whether it was taken in earlier, under the same key.
    /// - Throws: `Problem.unknownTimezone`, `Problem.tooManyItems`, `Problem.wrongType` where nothing comes any more; as
    ///   ``OrderAudience/told(_:personalisation:by:in:zones:now:)``; `Problem.idempotencyKeyReused`, and
    ///   `Problem.unknownSchedule` where what was taken in under the key is gone by now; what the store throws. Of a dry run nothing is kept.
    public func take(
        _ request: ScheduleRequest, body: Data, of app: AppID, under key: IdempotencyKey?, now: Instant
    ) async throws -> (order: ScheduledOrder, isRepeated: Bool) {
        do {
            try await check(request, of: app, now: now)
        } catch {
            // By now its families, rotas or audience may be gone, or too large: whoever asks again for what was taken in learns that it was.
            guard request.audience.isOpen || request.audienceID != nil, !request.isDryRun, let key,
                try await !store.deliveries(under: key.text, of: app, now: now).isEmpty
            else { throw error }
        }
        guard let id = ScheduledOrderID(identifiers.next(now: now)) else { throw Problem.internalFailure }
        let next = try occurrences(of: request.timing, from: now).first { _ in true }
        // Under a key it may have been taken in before, when something still came: whoever asks again learns that.
        if next == nil, key == nil || request.isDryRun { throw Self.isOver }
        let order = ScheduledOrder(
            id: id, app: app, createdAt: now, request: try ScheduleRequest.stored(body), member: request.order.member, recipients: request.recipients,
            values: request.values, further: request.order.escalation?.places ?? [:], timing: request.timing, next: next,
            endedAt: next == nil ? now : nil)
        guard !request.isDryRun else { return (order, false) }
        let (known, isRepeated) = try await store.add(order, under: key, countMax: ScheduledOrder.countMax, now: now)
        guard let kept = try await store.scheduledOrder(known) else { throw Problem.unknownSchedule }
        return (kept, isRepeated)
    }

    /// Whether it could be told as its families and rotas are now, or to its audience, and its picture shown.
    func check(_ request: ScheduleRequest, of app: AppID, now: Instant) async throws {
        if let audience = request.audienceID {
            return try await broadcasts.check(request.order, request.personalisation, of: app, toAudience: audience, now: now)
        }
        try imageOrigins.check(request.order.payload.image)
        let told = try await request.audience.told(
            request.order, personalisation: request.personalisation, by: app, in: store, zones: zones, now: now)
        try check(request.order, toBeToldTo: told.users.count)
    }

    func check(_ order: NotificationOrder, toBeToldTo recipientCount: Int) throws(Problem) {
        guard order.deliveryCount(recipientCount: recipientCount, routes: routes) <= Self.deliveryCountMax else {
            throw .tooManyItems(countMax: Self.deliveryCountMax)
        }
    }

    static let isOver = Problem.wrongType(
        field: ScheduleRequest.recurrenceName, expected: "a rule of which something still comes: by this one nothing does, or its end is past")

    /// When something would come back, from now on; nobody need be told it, and nothing is kept.
    ///
    /// - Throws: `Problem.unknownTimezone`, `Problem.wrongType` where nothing comes any more.
    public static func preview(
        _ timing: ScheduleTiming, countMax: Int = Self.upcomingCount, zones: any TimeZoneDatabase, now: Instant
    ) throws -> [ScheduledOccurrence] {
        let next = timing.occurrences(from: now, in: try zone(of: timing, zones)).prefix(countMax)
        guard next.contains(where: { _ in true }) else { throw isOver }
        return Array(next)
    }

    /// What it orders next; of one that is paused, what it would if it were resumed now.
    public func upcoming(_ order: ScheduledOrder, countMax: Int = Self.upcomingCount, now: Instant) -> [ScheduledOccurrence] {
        guard order.status != .ended, let timing = order.timing else { return [] }
        guard order.status == .active else { return (try? occurrencesToResume(order, now: now)).map { Array($0.prefix(countMax)) } ?? [] }
        guard let next = order.next else { return [] }
        let following = try? occurrences(of: timing, after: next.local)
        return [next] + (following.map { Array($0.prefix(countMax - 1)) } ?? [])
    }

    /// Nothing is ordered until it is resumed, and what was ordered and waits still is called off.
    ///
    /// - Returns: how many notifications were called off.
    /// - Throws: `Problem.scheduleEnded`, also where somebody ends it meanwhile; what the store throws.
    @discardableResult
    public func pause(_ order: ScheduledOrder, now: Instant) async throws -> Int {
        guard order.status != .ended else { throw Problem.scheduleEnded }
        try await store.pause(order.id, now: now)
        _ = try await standing(order)
        return try await callOff(order, now: now)
    }

    /// How it stands by now: others may have been quicker.
    ///
    /// - Throws: `Problem.scheduleEnded`; `Problem.unknownSchedule` where it went with whom it told.
    private func standing(_ order: ScheduledOrder) async throws -> ScheduledOrder {
        guard let standing = try await store.scheduledOrder(order.id) else { throw Problem.unknownSchedule }
        guard standing.status != .ended else { throw Problem.scheduleEnded }
        return standing
    }

    /// Goes on with what is still to come. What came meanwhile, or was called off, isn't told.
    ///
    /// - Throws: `Problem.scheduleEnded`, `Problem.unknownTimezone`, `Problem.badRecurrence` where it can't be read; what the store throws.
    public func resume(_ order: ScheduledOrder, now: Instant) async throws {
        guard order.status != .ended else { throw Problem.scheduleEnded }
        let next = try occurrencesToResume(order, now: now).first { _ in true }
        try await store.resume(order.id, next: next, now: now)
        guard next != nil, case let standing = try await standing(order), standing.timing != order.timing else { return }
        // Somebody has changed when it comes back meanwhile: it goes on by that.
        try await change(standing, now: now) { standing in
            var other = standing
            other.next = try occurrencesToResume(standing, now: now).first { _ in true } ?? standing.next
            return standing.status == .active ? other : standing
        }
    }

    func occurrencesToResume(_ order: ScheduledOrder, now: Instant) throws -> AnySequence<ScheduledOccurrence> {
        guard let timing = order.timing else { throw Self.isUnreadable }
        return try occurrences(of: timing, after: order.lastLocal, from: now)
    }

    static let isUnreadable = Problem.badRecurrence(field: "\(ScheduleRequest.recurrenceName).rule", RecurrenceProblem(.rule, .malformed))

    /// Tells what it tells at once and to all, once more; when it comes back stays as it is, and so does what it counts. Also while it is paused.
    ///
    /// - Parameter key: as of ``DeliveryControl/enqueue(_:under:digestWindow:now:)``.
    /// - Returns: and where it tells an audience the schedule that does it, once; no deliveries then.
    /// - Throws: `Problem.scheduleEnded`, `Problem.tooManyItems` where its families have grown; what is wrong with its words where somebody has edited them;
    ///   `Problem.unknownAudience`, `.wrongType` where nobody is in its audience, `.tooManySchedules`; what the store throws.
    public func run(
        _ order: ScheduledOrder, under key: IdempotencyKey?, now: Instant
    ) async throws -> (receipt: EnqueueReceipt, schedule: ScheduledOrderID?) {
        do {
            return try await runOnce(order, under: key, now: now)
        } catch {
            // By now it may have ended, or its families may be too large: whoever asks again for what was told learns that it was.
            guard order.audienceID == nil, let key, try await !store.deliveries(under: key.text, of: order.app, now: now).isEmpty else { throw error }
            return (try await store.enqueue([], under: key, digestWindow: nil, now: now), nil)
        }
    }

    private func runOnce(
        _ order: ScheduledOrder, under key: IdempotencyKey?, now: Instant
    ) async throws -> (receipt: EnqueueReceipt, schedule: ScheduledOrderID?) {
        guard order.status != .ended else { throw Problem.scheduleEnded }
        let kept = try kept(of: order)
        if let audience = kept.audienceID { return try await run(order, kept, toAudience: audience, under: key, now: now) }
        var told = kept.order(of: order)
        told.expiresAt = kept.expiresAfter.map { now + $0 }
        let deliveries = told.deliveries(to: try await recipients(of: order, kept, at: .at(now)), of: order.app, routes: routes, identifiers: identifiers, now: now)
        return (try await store.enqueue(deliveries, under: key, digestWindow: nil, now: now), nil)
    }

    /// What would be ordered of the next occurrence, for a ``Rehearsal``; nothing of it is.
    ///
    /// - Throws: `Problem.scheduleEnded`; `Problem.wrongType` where nothing comes any more, and what is wrong with what somebody has edited; as
    ///   ``run(_:under:now:)``.
    public func rehearsedNext(_ order: ScheduledOrder, now: Instant) async throws -> RehearsedOccurrence {
        guard order.status != .ended else { throw Problem.scheduleEnded }
        guard let timing = order.timing else { throw Self.isUnreadable }
        guard let next = upcoming(order, countMax: 1, now: now).first else { throw Self.isOver }
        let kept = try kept(of: order)
        let wanted = self.order(kept, at: next, before: nil, of: order, isByOwnClocks: timing.timezone == nil, now: now)
        if let audience = kept.audienceID {
            return .broadcast(
                try await broadcasts.preview(of: wanted, personalisation: kept.personalisation, of: order.app, to: Self.target(audience), now: now))
        }
        let told = try await recipients(of: order, kept, at: DutyMoment(of: next, isByOwnClocks: timing.timezone == nil, now: now))
        return .deliveries(wanted.deliveries(to: told, of: order.app, routes: routes, identifiers: identifiers, now: now))
    }

    /// What would be ordered of an occurrence.
    public enum RehearsedOccurrence: Sendable {
        case deliveries([Delivery])
        case broadcast(BroadcastPreview)
    }

    /// Who is told it.
    private func recipients(of order: ScheduledOrder, _ kept: ScheduleRequest.KeptRequest, at moment: DutyMoment) async throws -> OrderRecipients {
        let members = try await kept.audience.members(in: store, isStrict: false)
        let onDuty = try await onDuty(of: order, kept, at: moment)
        let told = try kept.personalisation.words(of: kept.order).recipients(of: order, and: members, onDuty)
        try check(kept.order(of: order), toBeToldTo: told.users.count)
        return told
    }

    /// Who is on duty by its rotas. One that is gone by now has nobody.
    func onDuty(of order: ScheduledOrder, _ kept: ScheduleRequest.KeptRequest, at moment: DutyMoment) async throws -> OnDuty {
        try await kept.audience.onDuty(kept.order.escalation, at: moment, for: order.app, in: RotaDesk(store: store, zones: zones), isStrict: false)
    }

    /// - Throws: what is wrong with its words where somebody has edited them.
    private func kept(of order: ScheduledOrder) throws -> ScheduleRequest.KeptRequest {
        do {
            return try JSONDecoder().decode(ScheduleRequest.KeptRequest.self, from: Data(order.request.utf8))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// Nothing comes of it any more, and what was ordered and waits still is called off. May be repeated where it was cut off.
    ///
    /// - Returns: how many notifications were called off.
    @discardableResult
    public func end(_ order: ScheduledOrder, now: Instant) async throws -> Int {
        try await store.end(order.id, now: now)
        return try await callOff(order, now: now)
    }

    /// - Parameter isKept: which occurrences are left as they are.
    /// - Returns: how many notifications were called off.
    func callOff(_ order: ScheduledOrder, besides isKept: (CivilDateTime) -> Bool = { _ in false }, now: Instant) async throws -> Int {
        // An occurrence may have been ordered since it was looked at.
        guard let order = try await store.scheduledOrder(order.id) else { return 0 }
        var count = 0
        for local in openReadings(of: order) where !isKept(local) { count += try await callOff(local, of: order, now: now) }
        return count
    }

    /// Calls off what waits still of one occurrence.
    ///
    /// - Returns: how many notifications.
    func callOff(_ local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> Int {
        let ids = try await ordered(local, of: order, now: now)
        guard !ids.isEmpty else { return 0 }
        guard order.audienceID == nil else { return try await callOffBroadcasts(ids, of: order, now: now) }
        return try await store.cancel(DeliverySelection(ids: ids, app: order.app), now: now).count
    }

    /// What was ordered of one occurrence; where it tells an audience, its broadcasts as ``BroadcastID/asKept``.
    func ordered(_ local: CivilDateTime, of order: ScheduledOrder, now: Instant) async throws -> [DeliveryID] {
        guard let key = order.key(of: local) else { return [] }
        return try await store.deliveries(under: key.text, of: order.app, now: now)
    }

    /// The occurrences that were ordered and of which something may wait still, ascending; the last is always among them.
    func openReadings(of order: ScheduledOrder) -> [CivilDateTime] {
        guard let last = order.lastLocal else { return [] }
        let since = last + (Duration.zero - Self.openLength)
        // What is left out now may have been ordered before. Where its zone is gone the readings of its rule have to do, and where that is gone the last.
        let open = (order.timing?.withoutExceptions).map { timing in (try? occurrences(of: timing, after: since)) ?? timing.occurrences(after: since, in: nil) }
        let readings = open?.prefix { $0.local <= last }.map(\.local) ?? []
        return Set(readings + [last]).sorted()
    }

    // MARK: Moments

    func occurrences(
        of timing: ScheduleTiming, after local: CivilDateTime? = nil, from moment: Instant = .min
    ) throws -> AnySequence<ScheduledOccurrence> {
        timing.occurrences(after: local, from: moment, in: try Self.zone(of: timing, zones))
    }

    /// Nil where each recipient's own clock counts.
    private static func zone(of timing: ScheduleTiming, _ zones: any TimeZoneDatabase) throws -> TimeZoneRules? {
        guard let name = timing.timezone else { return nil }
        guard let rules = zones.rules(named: name) else { throw Problem.unknownTimezone(field: "\(ScheduleRequest.recurrenceName).timezone") }
        return rules
    }
}
