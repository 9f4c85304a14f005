import BelfryModel
import BelfryTime

/// Keeps orders that come back: what is told each time, to whom, and when next.
///
/// Every method is one transaction.
public protocol ScheduledOrderStore: Sendable {
    /// Takes one in.
    ///
    /// - Parameters:
    ///   - key: as of ``DeliveryControl/enqueue(_:under:digestWindow:now:)``; an app has the same keys for both.
    ///   - countMax: so many an app may have that haven't ended.
    /// - Returns: which one is kept, and whether it was taken in earlier, under the same key.
    /// - Throws: `Problem.idempotencyKeyReused` where the key stands for something else, `Problem.tooManySchedules`.
    func add(
        _ order: ScheduledOrder, under key: IdempotencyKey?, countMax: Int, now: Instant
    ) async throws -> (id: ScheduledOrderID, isRepeated: Bool)

    /// Nil where there is none.
    func scheduledOrder(_ id: ScheduledOrderID) async throws -> ScheduledOrder?

    /// By their identifiers, which sort by the time of their making, the latest first.
    ///
    /// - Parameters:
    ///   - app: only its own; nil for everybody's.
    ///   - status: only those that are so; nil for all.
    ///   - before: only those whose identifier comes before it; nil for the latest of all.
    func scheduledOrders(
        of app: AppID?, status: ScheduledOrder.Status?, before: ScheduledOrderID?, countMax: Int
    ) async throws -> [ScheduledOrder]

    /// Puts another in the place of one: what it tells, whom, when it comes back and what it orders next. All else stays.
    ///
    /// - Parameters:
    ///   - order: how it stood when that was decided.
    ///   - told: what was told already in the place of an occurrence that is still to come, by what the clock shows then; it is found under
    ///     ``ScheduledOrder/key(of:)`` of that from then on.
    /// - Returns: false where it stands otherwise by now, or has ended; nothing is changed then.
    func change(_ order: ScheduledOrder, to other: ScheduledOrder, told: [CivilDateTime: [DeliveryID]], now: Instant) async throws -> Bool

    /// Has nothing ordered until it is resumed. Changes nothing of one that is paused already, or has ended.
    func pause(_ id: ScheduledOrderID, now: Instant) async throws

    /// Lets one that is paused go on.
    ///
    /// - Parameter next: what it orders next; nil where nothing comes any more, and it ends.
    func resume(_ id: ScheduledOrderID, next: ScheduledOccurrence?, now: Instant) async throws

    /// Nothing comes of it any more. Changes nothing of one that has ended.
    func end(_ id: ScheduledOrderID, now: Instant) async throws

    /// Those whose next moment has come by then and that aren't paused, the earliest first; also those that can't be read any more. None tells an audience.
    func dueScheduledOrders(by moment: Instant, countMax: Int) async throws -> [ScheduledOrder]

    /// The same of those that tell an audience: the earliest of each app, then the second of each, and so on, so that none waits for all of another.
    ///
    /// - Parameter app: behind which apps come first, in the order of their identifiers; nil for the first of all.
    func dueAudienceOrders(by moment: Instant, behind app: AppID?, countMax: Int) async throws -> [ScheduledOrder]

    /// Queues what comes of one occurrence and goes on to the next, both or neither.
    ///
    /// It is found under ``ScheduledOrder/key(of:)``, beside what came of the same occurrence before a change.
    /// - Parameter deliveries: what is told by the order as it stands at that moment, to those who are its recipients then, and whom its escalation names.
    ///   It runs inside the transaction: it must be quick and must not touch the store.
    /// - Returns: false where it stands elsewhere by now, is paused or has ended; nothing is queued then.
    func carryOut(_ turn: ScheduledTurn, now: Instant, deliveries: @escaping @Sendable (_ standing: ScheduledOrder) -> [Delivery]) async throws -> Bool

    /// Seals the broadcast that an occurrence is, as ``BroadcastStore/seal(_:now:)`` does, and goes on to the next, both or neither.
    ///
    /// It is found under ``ScheduledOrder/key(of:)``, as ``BroadcastID/asKept``.
    /// - Returns: false where the order stands elsewhere by now, is paused or has ended, or somebody has begun the broadcast anew; nothing is changed then.
    func carryOut(_ turn: ScheduledTurn, sealing broadcast: Broadcast, now: Instant) async throws -> Bool
}

public typealias ScheduledOrderID = Identifier<ScheduledOrder>

/// What an app has told again and again.
public struct ScheduledOrder: Hashable, Sendable {
    public let id: ScheduledOrderID
    public let app: AppID
    public let createdAt: Instant
    /// What is told each time: JSON as `POST /v1/notifications` takes it, with the families that it goes to, without the persons whom it is to and about.
    public let request: String
    /// Whom it is about; nil for each recipient themselves.
    public let member: UserID?
    /// Each once, in the order of their identifiers. Nobody who was erased is among them, and what was for them alone is gone.
    public let recipients: [UserID]
    /// What the words put in for some of them.
    public let values: [UserID: PersonalValues]
    /// By which step of its escalation others are told, from 1; empty where it has none. Nobody who was erased is among them.
    public let further: [UserID: Int]
    /// Nil where somebody has written something else there.
    public var timing: ScheduleTiming?
    /// What it orders next; nil where it has ended, or somebody has written something else there.
    public var next: ScheduledOccurrence?
    public var pausedAt: Instant?
    public var endedAt: Instant?
    /// What the clock showed of the last one that was ordered; nil where none was.
    public var lastLocal: CivilDateTime?
    public var lastOrderedAt: Instant?
    public var orderedCount: Int
    /// Those that came while nobody carried anything out, and were too late then.
    public var missedCount: Int

    /// So many an app may have that haven't ended.
    public static let countMax = 10_000

    public init(
        id: ScheduledOrderID, app: AppID, createdAt: Instant, request: String, member: UserID?, recipients: [UserID],
        values: [UserID: PersonalValues] = [:], further: [UserID: Int] = [:], timing: ScheduleTiming?, next: ScheduledOccurrence?,
        pausedAt: Instant? = nil, endedAt: Instant? = nil, lastLocal: CivilDateTime? = nil, lastOrderedAt: Instant? = nil,
        orderedCount: Int = 0, missedCount: Int = 0
    ) {
        self.id = id
        self.app = app
        self.createdAt = createdAt
        self.request = request
        self.member = member
        self.recipients = Set(recipients).sorted()
        self.values = values.filter { recipients.contains($0.key) }
        self.further = further
        self.timing = timing
        self.next = next
        self.pausedAt = pausedAt
        self.endedAt = endedAt
        self.lastLocal = lastLocal
        self.lastOrderedAt = lastOrderedAt
        self.orderedCount = orderedCount
        self.missedCount = missedCount
    }

    /// The key under which its app finds what came of one occurrence; nil where it would be too long.
    public func key(of local: CivilDateTime) -> IdempotencyKey? { IdempotencyKey("\(id)/\(local)", of: app, fingerprint: id.text) }

    /// The key under which the broadcast of one occurrence is begun: once more, where what was begun was cut off; another, where it is ordered anew.
    public func intakeKey(of local: CivilDateTime) -> IdempotencyKey? {
        IdempotencyKey("\(id)/\(local)/\(orderedCount)", of: app, fingerprint: id.text)
    }

    public enum Status: String, CaseIterable, Sendable {
        /// Goes to `paused` and `ended`.
        case active
        /// Goes to `active` and `ended`.
        case paused
        /// Final.
        case ended
    }

    public var status: Status { endedAt != nil ? .ended : pausedAt != nil ? .paused : .active }

    /// All whom it may tell, each once.
    public var everybody: [UserID] { (recipients + further.keys).sorted() }

    /// The same to others.
    public func telling(_ recipients: [UserID], further: [UserID: Int] = [:]) -> ScheduledOrder {
        telling(request, about: member, recipients, values: values, further: further, timing: timing)
    }

    /// Something else to others, at other times.
    public func telling(
        _ request: String, about member: UserID?, _ recipients: [UserID], values: [UserID: PersonalValues] = [:], further: [UserID: Int] = [:],
        timing: ScheduleTiming?
    ) -> ScheduledOrder {
        ScheduledOrder(
            id: id, app: app, createdAt: createdAt, request: request, member: member, recipients: recipients, values: values, further: further,
            timing: timing, next: next,
            pausedAt: pausedAt, endedAt: endedAt, lastLocal: lastLocal, lastOrderedAt: lastOrderedAt, orderedCount: orderedCount, missedCount: missedCount)
    }

    /// How it stands after a turn; nil where that can't be taken any more: it stands elsewhere, or tells something else or at other times by now.
    public func taking(_ turn: ScheduledTurn, now: Instant) -> ScheduledOrder? {
        guard id == turn.order.id, next == turn.order.next, status == .active, timing == turn.order.timing, request == turn.order.request,
            member == turn.order.member
        else { return nil }
        var order = self
        order.next = turn.next
        order.endedAt = turn.next == nil ? now : nil
        order.missedCount += turn.missedCount
        if let told = turn.told {
            order.lastLocal = told.local
            order.lastOrderedAt = now
            order.orderedCount += 1
        }
        return order
    }
}

extension BroadcastID {
    /// As it stands in place of deliveries where what came of an occurrence is kept.
    public var asKept: [DeliveryID] { [DeliveryID(text)].compactMap(\.self) }
}

extension ScheduledOrderID {
    /// As it stands in place of deliveries where an app's key is kept.
    public var asKept: [DeliveryID] { [DeliveryID(text)].compactMap(\.self) }
}

extension ScheduledOrder {
    /// Which one an app's key stands for.
    ///
    /// - Throws: `Problem.idempotencyKeyReused` where it can be none.
    public static func id(in kept: [DeliveryID]) throws(Problem) -> ScheduledOrderID {
        guard kept.count == 1, let id = kept.first.flatMap({ ScheduledOrderID($0.text) }) else { throw .idempotencyKeyReused }
        return id
    }
}

/// One time that an order comes back.
public struct ScheduledOccurrence: Hashable, Sendable {
    /// What the clock shows.
    public let local: CivilDateTime
    /// When it does: that of the order's zone, or the first of all clocks on Earth.
    public let at: Instant

    public init(local: CivilDateTime, at: Instant) {
        self.local = local
        self.at = at
    }
}

/// A step of an order that comes back, from one occurrence on to the next.
public struct ScheduledTurn: Hashable, Sendable {
    /// As it stands before.
    public let order: ScheduledOrder
    /// What is ordered; nil where all that has come was too late.
    public let told: ScheduledOccurrence?
    /// How many were too late.
    public let missedCount: Int
    /// Nil where nothing follows, and it ends.
    public let next: ScheduledOccurrence?

    public init(of order: ScheduledOrder, told: ScheduledOccurrence?, missedCount: Int, next: ScheduledOccurrence?) {
        self.order = order
        self.told = told
        self.missedCount = missedCount
        self.next = next
    }
}

/// When an order comes back.
public struct ScheduleTiming: Hashable, Sendable {
    public let start: CivilDateTime
    public let rule: RecurrenceRule
    /// When it comes besides (RDATE of RFC 5545); ascending, each once.
    public let additions: [CivilDateTime]
    /// When it doesn't (EXDATE of RFC 5545); ascending, each once.
    public let exceptions: [CivilDateTime]
    /// The days on which it doesn't come at all, at whatever time; ascending, each once.
    public let exceptionDays: [CivilDate]
    /// The IANA name of the zone in which it stays; nil where it follows each recipient's own clock.
    public let timezone: String?

    public init(
        start: CivilDateTime, rule: RecurrenceRule, additions: [CivilDateTime] = [], exceptions: [CivilDateTime] = [], exceptionDays: [CivilDate] = [],
        timezone: String? = nil
    ) {
        self.start = start
        self.rule = rule
        self.additions = Set(additions).sorted()
        self.exceptions = Set(exceptions).sorted()
        self.exceptionDays = Set(exceptionDays).sorted()
        self.timezone = timezone
    }

    /// The same with other readings left out.
    public func leavingOut(_ exceptions: [CivilDateTime]) -> ScheduleTiming {
        ScheduleTiming(start: start, rule: rule, additions: additions, exceptions: exceptions, exceptionDays: exceptionDays, timezone: timezone)
    }

    /// The same with nothing left out.
    public var withoutExceptions: ScheduleTiming { ScheduleTiming(start: start, rule: rule, additions: additions, timezone: timezone) }

    /// Its occurrences, ascending.
    ///
    /// - Parameters:
    ///   - local: only those that the clock shows later; nil for all.
    ///   - moment: only those that come then or later; by each recipient's own clock, those that some clock on Earth shows then or later.
    ///   - zone: the rules of ``timezone``; nil where there is none.
    public func occurrences(after local: CivilDateTime? = nil, from moment: Instant = .min, in zone: TimeZoneRules?) -> AnySequence<ScheduledOccurrence> {
        let recurrence = Recurrence(start: start, rule: rule, additions: additions, exceptions: exceptions)
        let daysOff = Set(exceptionDays)
        guard let timezone, let zone else {
            let earliest = moment.lastReadingAnywhere
            let readings = recurrence.occurrences(from: local.map { max($0 + .seconds(1), earliest) } ?? earliest)
            return AnySequence(
                readings.lazy.filter { !daysOff.contains($0.date) }.map { ScheduledOccurrence(local: $0, at: $0.firstMomentAnywhere) })
        }
        // A zone whose rules have changed may show the same reading once more.
        let from = max(moment, local.map { zone.instant(of: $0) } ?? moment)
        return AnySequence(
            FixedSchedule(recurrence, timezone: timezone).occurrences(rules: zone, from: from).lazy
                .drop { occurrence in local.map { occurrence.civil <= $0 } ?? false }
                .filter { !daysOff.contains($0.civil.date) }
                .map { ScheduledOccurrence(local: $0.civil, at: $0.moment) })
    }

    /// When the last clock that counts shows an occurrence.
    public func end(of occurrence: ScheduledOccurrence) -> Instant { timezone == nil ? occurrence.local.lastMomentAnywhere : occurrence.at }
}

// MARK: Text

extension ScheduleTiming {
    /// As the stores keep it.
    ///
    /// - Parameters:
    ///   - rdate: ``additionTexts`` with commas between; nil where there is none.
    ///   - exdate: ``exceptionTexts`` with commas between; nil where there is none.
    /// - Returns: nil where somebody wrote something else there.
    public init?(start: String?, rule: String?, rdate: String?, exdate: String?, timezone: String?) {
        guard let start = start.flatMap({ CivilDateTime($0) }), let rule = rule.flatMap({ try? RecurrenceRule($0) }) else { return nil }
        var (additions, exceptions, days) = ([CivilDateTime](), [CivilDateTime](), [CivilDate]())
        for text in rdate?.split(separator: ",") ?? [] {
            guard let reading = CivilDateTime(String(text)) else { return nil }
            additions.append(reading)
        }
        for text in exdate?.split(separator: ",") ?? [] {
            if let day = CivilDate(String(text)) {
                days.append(day)
            } else {
                guard let reading = CivilDateTime(String(text)) else { return nil }
                exceptions.append(reading)
            }
        }
        self.init(start: start, rule: rule, additions: additions, exceptions: exceptions, exceptionDays: days, timezone: timezone)
    }

    public var additionTexts: [String] { additions.map(\.description) }
    /// The days as `2026-12-24`, the readings as `2026-12-24T09:00:00`.
    public var exceptionTexts: [String] { (exceptionDays.map(\.description) + exceptions.map(\.description)).sorted() }

    /// What stands in the column; nil where there is none.
    public var rdate: String? { additions.isEmpty ? nil : additionTexts.joined(separator: ",") }
    public var exdate: String? { exceptions.isEmpty && exceptionDays.isEmpty ? nil : exceptionTexts.joined(separator: ",") }
}

extension Instant {
    /// What the clock shows that is behind all others, 12 hours behind UTC.
    fileprivate var lastReadingAnywhere: CivilDateTime {
        let behind = Duration.seconds(12 * 3600)
        return CivilDateTime(utc: Swift.max(self, Instant.min + behind) - behind)
    }
}
