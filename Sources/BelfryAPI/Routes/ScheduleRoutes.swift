import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// What is told again and again. An app sees and changes only its own.
struct ScheduleRoutes {
    let services: Services

    static let countMax = 100

    private var desk: ScheduleDesk { services.schedules }

    func add(to router: Router<AppContext>) {
        router.post("/v1/schedules") { request, _ in try await take(request) }
        router.get("/v1/schedules") { request, _ in try await list(request) }
        router.get("/v1/schedules/{id}") { request, context in
            let known = try await order(request, context, may: .read)
            try request.checkParameters(Self.nextName)
            return try await body(of: known, next: try request.nextCount())
        }
        router.patch("/v1/schedules/{id}") { request, context in
            let known = try await order(request, context)
            try request.checkParameters()
            let calledOffCount = try await desk.change(known, by: try await request.bodyThatCame(), now: services.now())
            return try await body(of: try await order(request, context), calledOff: calledOffCount)
        }
        router.post("/v1/schedules/{id}/skip") { request, context in
            try await change(request, context, Turn.self) { order, turn in
                let skipped = try await desk.skip(order, at: turn.local, now: services.now())
                return (skipped.local, skipped.calledOffCount)
            }
        }
        router.post("/v1/schedules/{id}/unskip") { request, context in
            try await change(request, context, Turn.self) { order, turn in
                try await desk.unskip(order, at: turn.local, now: services.now())
                return (nil, 0)
            }
        }
        router.get("/v1/schedules/{id}/rehearsal") { request, context in
            let known = try await order(request, context, may: .read)
            try request.checkParameters()
            return try await rehearse(known, in: request.language)
        }
        router.post("/v1/schedules/{id}/run") { request, context in
            let known = try await order(request, context)
            try request.checkParameters()
            _ = try await request.decode(EmptyBody.self)
            let key = try request.idempotencyKey(of: known.app, body: Data("run \(known.id)".utf8))
            let (receipt, schedule) = try await desk.run(known, under: key, now: services.now())
            if !receipt.isRepeated { services.doorbell.ring() }
            return try Response.json(QueueRoutes.Accepted(receipt, by: schedule), status: .accepted)
        }
        router.delete("/v1/schedules/{id}") { request, context in
            let known = try await order(request, context)
            try request.checkParameters()
            let calledOffCount = try await desk.end(known, now: services.now())
            return try await body(of: try await order(request, context), calledOff: calledOffCount)
        }
        router.post("/v1/schedules/{id}/pause") { request, context in
            try await change(request, context, EmptyBody.self) { order, _ in (nil, try await desk.pause(order, now: services.now())) }
        }
        router.post("/v1/schedules/{id}/resume") { request, context in
            try await change(request, context, EmptyBody.self) { order, _ in
                try await desk.resume(order, now: services.now())
                return (nil, 0)
            }
        }
    }

    /// - Parameter act: answers which time it left out, and how many notifications it called off.
    private func change<Body: CallBody>(
        _ request: Request, _ context: AppContext, _ type: Body.Type, _ act: (ScheduledOrder, Body) async throws -> (skipped: CivilDateTime?, calledOffCount: Int)
    ) async throws -> Response {
        let known = try await order(request, context)
        try request.checkParameters()
        let asked = try await request.decode(Body.self)
        let done = try await act(known, asked)
        return try await body(of: try await order(request, context), calledOff: done.calledOffCount, skipped: done.skipped)
    }

    /// Which time of a schedule is meant; nil for the next, or the first that is left out.
    private struct Turn: CallBody {
        static let memberNames = ["local"]

        let local: CivilDateTime?
    }

    /// How many of what comes next are shown.
    fileprivate static let nextName = "next"

    private func body(
        of order: ScheduledOrder, next countMax: Int = ScheduleDesk.upcomingCount, calledOff calledOffCount: Int = 0, skipped: CivilDateTime? = nil
    ) async throws -> Response {
        let (desk, now) = (desk, services.now())
        let next = desk.upcoming(order, countMax: countMax, now: now)
        let broadcast = try await desk.lastBroadcast(of: order, now: now)
        return try .json(ScheduleBody(order, next: next, lastBroadcast: broadcast, calledOffCount: calledOffCount, skipped: skipped))
    }

    private func rehearse(_ order: ScheduledOrder, in language: Language) async throws -> Response {
        let (now, rehearsal) = (services.now(), services.rehearsal)
        switch try await desk.rehearsedNext(order, now: now) {
        case .deliveries(let deliveries):
            return try .json(QueueRoutes.Rehearsed(try await rehearsal.answers(on: deliveries, digestWindow: nil, now: now, in: language)))
        case .broadcast(let preview):
            return try .json(RehearsedBroadcastBody(preview, try await rehearsal.answers(on: preview, now: now)))
        }
    }

    private func order(_ request: Request, _ context: AppContext, may scope: KeyScope = .send) async throws -> ScheduledOrder {
        let caller = try await services.appOrAdmin(request, may: scope)
        let id: ScheduledOrderID = try context.parameters.identifier("id", or: .unknownSchedule)
        guard let order = try await services.store.scheduledOrder(id), !Heartbeat.isKept(as: order) else { throw Problem.unknownSchedule }
        guard try caller == .admin || order.app == caller.app(saying: nil) else { throw Problem.unknownSchedule }
        return order
    }

    private struct ListBody: Encodable {
        let schedules: [ScheduleBody]
        /// Nil where none is older than these.
        let older: ScheduledOrderID?
    }

    /// The latest first; as of the queue, what comes in meanwhile moves nothing.
    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters("app_id", "status", "before", "limit")
        let asked = request.parameters
        let named = try asked["app_id"].map { text in
            guard let app = AppID(text) else { throw Problem.wrongType(field: "app_id", expected: "an identifier") }
            return app
        }
        let status = try asked["status"].map { text in
            guard let status = ScheduledOrder.Status(rawValue: text) else {
                throw Problem.unknownValue(field: "status", allowed: ScheduledOrder.Status.allCases.map(\.rawValue))
            }
            return status
        }
        let countMax = try request.limit(in: 1...Self.countMax, standard: Self.countMax)
        let before = try request.before { ScheduledOrderID($0) }
        let app = caller == .admin ? named : try caller.app(saying: named)
        // One more than is answered, to know whether there are older ones.
        let found = try await services.store.scheduledOrders(of: app, status: status, before: before, countMax: countMax + 1)
            .filter { !Heartbeat.isKept(as: $0) }
        let (orders, now) = (found.prefix(countMax), services.now())
        var schedules: [ScheduleBody] = []
        for order in orders {
            let broadcast = try await desk.lastBroadcast(of: order, now: now)
            schedules.append(ScheduleBody(order, next: desk.upcoming(order, countMax: 1, now: now), lastBroadcast: broadcast))
        }
        return try .json(ListBody(schedules: schedules, older: found.count > countMax ? orders.last?.id : nil))
    }

    private struct Order: Decodable {
        let request: ScheduleRequest

        /// When it comes back: what else stands there is refused as well.
        private struct Recurrence: Decodable {
            init(from decoder: any Decoder) throws { try decoder.checkMembers(WrittenTiming.memberNames) }
        }

        init(from decoder: any Decoder) throws {
            try TemplateUse.checkMembers(of: decoder, ScheduleRequest.memberNames)
            request = try ScheduleRequest(from: decoder)
            _ = try decoder.container(keyedBy: TextKey.self).decode(Recurrence.self, forKey: TextKey(ScheduleRequest.recurrenceName))
        }
    }

    /// It is kept when the answer goes out; unless only when it would come was asked for.
    private func take(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters(Self.nextName)
        let nextCount = try request.nextCount()
        let body = try await request.bodyData()
        let filled = try await services.templates.filled(body) { try caller.app(saying: $0) }
        let asked = try JSONDecoder().decode(Order.self, from: filled).request
        let app = try caller.app(saying: asked.order.app)
        let key = try request.idempotencyKey(of: app, body: body)
        let (order, isRepeated) = try await desk.take(asked, body: filled, of: app, under: key, now: services.now())
        let next = desk.upcoming(order, countMax: nextCount, now: services.now())
        guard !asked.isDryRun else { return try .json(ScheduleBody(order, next: next, isDryRun: true)) }
        return try .json(ScheduleBody(order, next: next, isRepeated: isRepeated), status: .accepted)
    }
}

extension Request {
    /// How many of what comes next are asked for.
    ///
    /// - Throws: `Problem.numberOutOfRange`
    fileprivate func nextCount() throws -> Int {
        guard let text = parameters[ScheduleRoutes.nextName] else { return ScheduleDesk.upcomingCount }
        guard let count = Int(text), ScheduleDesk.upcomingRange.contains(count) else {
            let range = ScheduleDesk.upcomingRange
            throw Problem.numberOutOfRange(field: ScheduleRoutes.nextName, range: Double(range.lowerBound)...Double(range.upperBound))
        }
        return count
    }
}

/// When something would come back; what `belfry schedule preview` prints.
public struct ScheduleTimes: Encodable {
    let recurrence: ScheduleBody.Recurrence
    let next: [ScheduleBody.Occurrence]

    public init(_ timing: ScheduleTiming, next: [ScheduledOccurrence]) {
        recurrence = ScheduleBody.Recurrence(timing)
        self.next = next.map { ScheduleBody.Occurrence($0, of: timing) }
    }
}

/// What is told again and again, and when next; also what `belfry schedule` prints.
public struct ScheduleBody: Encodable {
    /// Nil where nothing is kept, and only when it would come was asked for.
    let id: ScheduledOrderID?
    let app: AppID
    let status: String
    let createdAt: Instant
    let recipients: [UserID]
    /// Nil where whom it tells is named.
    let audience: AudienceID?
    /// Nil where there are none.
    let families: [NamedFamily]?
    /// Nil where there are none.
    let rotas: [RotaID]?
    /// Who is told where nobody of them reacts; nil where that is nobody.
    let escalation: Escalation?
    let member: UserID?
    let category: String?
    let title: String?
    /// Nil where somebody has written something else there.
    let recurrence: Recurrence?
    let next: [Occurrence]
    /// Nil where nothing was ordered yet.
    let last: Ordered?
    let ordered: Int
    let missed: Int
    let pausedAt: Instant?
    let endedAt: Instant?
    /// How many notifications that waited were called off just now; nil where none was.
    let calledOff: Int?
    /// Which time was left out just now, or the rest of it; nil where none was.
    let skipped: CivilDateTime?
    /// Nil where nothing was taken in just now.
    let isRepeated: Bool?
    /// Nil where it is kept.
    let isDryRun: Bool?

    struct Recurrence: Encodable {
        let start: CivilDateTime
        let rule: String
        /// Nil where it is empty.
        let rdate: [String]?
        let exdate: [String]?
        let timezone: String?

        init(_ timing: ScheduleTiming) {
            start = timing.start
            rule = timing.rule.description
            (rdate, exdate) = (timing.rdate == nil ? nil : timing.additionTexts, timing.exdate == nil ? nil : timing.exceptionTexts)
            timezone = timing.timezone
        }
    }

    struct Occurrence: Encodable {
        let local: CivilDateTime
        /// Nil where each recipient's own clock counts.
        let at: Instant?

        init(_ occurrence: ScheduledOccurrence, of timing: ScheduleTiming?) {
            local = occurrence.local
            at = timing?.timezone == nil ? nil : occurrence.at
        }
    }

    struct Ordered: Encodable {
        let local: CivilDateTime
        let orderedAt: Instant
        /// Under which its deliveries are found; nil where an audience is told.
        let key: String?
        /// What it is where an audience is told; nil otherwise, and where nobody was in it.
        let broadcast: BroadcastID?

        enum CodingKeys: String, CodingKey {
            case local
            case orderedAt = "ordered_at"
            case key = "idempotency_key"
            case broadcast = "broadcast_id"
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, status, recipients, audience, families, rotas, escalation, category, title, recurrence, next, last, ordered, missed, skipped
        case app = "app_id"
        case createdAt = "created_at"
        case member = "member_user_id"
        case pausedAt = "paused_at"
        case endedAt = "ended_at"
        case calledOff = "called_off"
        case isRepeated = "is_repeated"
        case isDryRun = "dry_run"
    }

    /// - Parameters:
    ///   - next: as the desk says it.
    ///   - lastBroadcast: as the desk says it.
    public init(
        _ order: ScheduledOrder, next: [ScheduledOccurrence], lastBroadcast: BroadcastID? = nil, calledOffCount: Int = 0,
        skipped: CivilDateTime? = nil, isRepeated: Bool? = nil, isDryRun: Bool = false
    ) {
        id = isDryRun ? nil : order.id
        app = order.app
        status = order.status.rawValue
        createdAt = order.createdAt
        recipients = order.recipients
        audience = order.audienceID
        families = order.families.isEmpty ? nil : order.families
        rotas = order.rotas.isEmpty ? nil : order.rotas
        member = order.member
        let told = order.told
        escalation = told?.escalation?.telling(order.further)
        category = told?.payload.category
        title = told?.payload.title
        recurrence = order.timing.map(Recurrence.init)
        self.next = next.map { Occurrence($0, of: order.timing) }
        last = order.lastLocal.flatMap { local in
            let key = order.audienceID == nil ? order.key(of: local)?.text : nil
            return order.lastOrderedAt.map { Ordered(local: local, orderedAt: $0, key: key, broadcast: lastBroadcast) }
        }
        ordered = order.orderedCount
        missed = order.missedCount
        pausedAt = order.pausedAt
        endedAt = order.endedAt
        calledOff = calledOffCount > 0 ? calledOffCount : nil
        self.skipped = skipped
        self.isRepeated = isRepeated
        self.isDryRun = isDryRun ? true : nil
    }
}
