import BelfryModel
import BelfryTime

/// Keeps what an operator has stopped: `queue_pauses`.
///
/// What is paused is taken in and waits; a lease leaves it where it is, rows and batches of broadcasts alike, from the moment that it is
/// committed. What is leased already goes to its end.
public protocol PauseStore: Sendable {
    /// Has nothing of it leased. What is paused already goes on with another end, another reason and other exceptions, since when it was.
    /// - Returns: how it stood before; nil where it wasn't paused at ``QueuePause/since``.
    func pause(_ pause: QueuePause) async throws -> QueuePause?

    /// Lets go again what waits, each when it is due.
    /// - Parameter app: nil for the pause of everything: what is paused by itself stays so.
    /// - Returns: how it stood; nil where it wasn't paused.
    func resume(_ app: AppID?, now: Instant) async throws -> QueuePause?

    /// What is paused at a moment: everything first, then the apps in their order.
    func pauses(now: Instant) async throws -> [QueuePause]

    /// Whether anything of an app waits, as a row or in a broadcast, be it due or not.
    func hasWaiting(of app: AppID) async throws -> Bool
}

/// What an operator has stopped, of one app or of all.
public struct QueuePause: Hashable, Sendable {
    /// Nil for all that there is.
    public let app: AppID?
    public let since: Instant
    /// Its end; nil where somebody has to resume it.
    public let until: Instant?
    /// Who paused it last; nil where they didn't say.
    public let operatorName: String?
    public let why: String?
    /// Critical ones are told all the same.
    public let exceptsCritical: Bool

    /// Of a reason, and of a name, in characters.
    public static let textLengthMax = 256
    /// Whoever paused something for longer may have forgotten it.
    public static let longAfter = Duration.seconds(86_400)

    public init(
        _ app: AppID?, since: Instant, until: Instant? = nil, by operatorName: String? = nil, why: String? = nil, exceptsCritical: Bool = false
    ) {
        self.app = app
        self.since = since
        self.until = until
        self.operatorName = operatorName
        self.why = why
        self.exceptsCritical = exceptsCritical
    }

    /// The same, of what was paused before.
    public func goingOn(since: Instant) -> QueuePause {
        QueuePause(app, since: since, until: until, by: operatorName, why: why, exceptsCritical: exceptsCritical)
    }

    public func stands(at now: Instant) -> Bool { until.map { $0 > now } ?? true }

    public func holds(_ lane: QueueLane.ID) -> Bool {
        (app?.text.utf8.elementsEqual(lane.app) ?? true) && !(exceptsCritical && lane.rank == DeliveryPriority.critical.rank)
    }
}

extension [QueueLane] {
    public func contain(_ app: AppID) -> Bool { contains { $0.app.elementsEqual(app.text.utf8) } }
}

extension [QueuePause] {
    public func hold(_ lane: QueueLane.ID) -> Bool { contains { $0.holds(lane) } }

    /// The priorities of an app under which it is told now, by their ranks.
    public func ranksTold(of app: AppID) -> [Int] {
        DeliveryPriority.allCases.map(\.rank).filter { !hold(QueueLane.ID(app: app.text.utf8, rank: $0)) }
    }

    /// When what is due may be leased: then, or when the last of these that holds it ends; nil where that has no end.
    public func release(of lane: QueueLane.ID, dueAt: Instant) -> Instant? {
        var moment = dueAt
        for pause in self where pause.holds(lane) {
            guard let until = pause.until else { return nil }
            moment = Swift.max(moment, until)
        }
        return moment
    }

    /// Lanes as a lease sees them: none of what is held without an end, and the others due when what holds them is over.
    public func released(_ lanes: [QueueLane]) -> [QueueLane] {
        guard !isEmpty else { return lanes }
        return lanes.compactMap { lane in
            release(of: lane.id, dueAt: lane.dueAt).map { QueueLane(app: lane.app, rank: lane.rank, dueAt: $0) }
        }
    }

    /// Everything first, then the apps in their order.
    public var inOrder: [QueuePause] {
        sorted { left, right in
            guard let right = right.app else { return false }
            return left.app.map { $0 < right } ?? true
        }
    }
}

extension Delivery {
    /// In which it waits.
    public var lane: QueueLane.ID { QueueLane.ID(app: app.text.utf8, rank: priority.rank) }
}

extension Broadcast {
    /// In which its batches wait, and what of them goes on as rows.
    public var lane: QueueLane.ID { QueueLane.ID(app: app.text.utf8, rank: priority.rank) }
}
