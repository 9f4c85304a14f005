import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// The queue for apps and the operator: put in, look, call off, try again. An app sees and changes only what it had sent itself.
struct QueueRoutes {
    let services: Services

    /// So many are listed at once.
    static let listCountMax = 1000

    func add(to router: Router<AppContext>) {
        router.post("/v1/notifications") { request, _ in try await enqueue(request) }
        router.get("/v1/deliveries") { request, _ in try await list(request) }
        router.post("/v1/deliveries/cancel") { request, _ in
            let selection = try await selection(request)
            return try Response.json(Changed(try await services.store.cancel(selection, now: services.now())))
        }
        router.post("/v1/deliveries/change") { request, _ in try await change(request) }
        router.post("/v1/deliveries/retract") { request, _ in try await retract(request) }
        router.post("/v1/deliveries/redrive") { request, _ in
            let selection = try await selection(request)
            let changed = try await services.store.redrive(selection, now: services.now())
            if !changed.isEmpty { services.doorbell.ring() }
            return try Response.json(Changed(changed))
        }
        router.get("/v1/queue/pauses") { request, _ in
            try await services.requireAdmin(request)
            try request.checkParameters()
            return try Response.json(["pauses": try await services.store.pauses(now: services.now()).map(PauseBody.init)])
        }
        router.put("/v1/queue/pauses") { request, _ in try await pause(request) }
        router.delete("/v1/queue/pauses") { request, _ in try await resume(request) }
    }

    private struct Changed: Encodable {
        let deliveries: [DeliveryID]

        init(_ deliveries: [DeliveryID]) { self.deliveries = deliveries }
    }

    // MARK: Taking back

    /// What is to be taken back has to be named: of all that was ever told there may be much.
    private struct RetractionOrder: CallBody {
        let selection: SelectionBody
        /// Whether it is only asked what would be taken back.
        let isDryRun: Bool

        private enum Key: String, CodingKey {
            case isDryRun = "dry_run"
        }

        static let memberNames = SelectionBody.memberNames.filter { $0 != SelectionBody.CodingKeys.all.rawValue } + [Key.isDryRun.rawValue]

        init(from decoder: any Decoder) throws {
            selection = try SelectionBody(from: decoder)
            guard selection.ids != nil || selection.key != nil else { throw Problem.missingField(SelectionBody.CodingKeys.ids.rawValue) }
            isDryRun = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        }
    }

    private struct Retracted: Encodable {
        let retraction: Retraction
        let isDryRun: Bool

        enum CodingKeys: String, CodingKey {
            case retracted
            case calledOff = "called_off"
            case isDryRun = "dry_run"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(retraction.retracted, forKey: .retracted)
            try container.encode(retraction.calledOff, forKey: .calledOff)
            if isDryRun { try container.encode(true, forKey: .isDryRun) }
        }
    }

    private func retract(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters()
        let order = try await request.decode(RetractionOrder.self)
        let selection = try await selection(order.selection, of: caller)
        guard !order.isDryRun else {
            return try .json(Retracted(retraction: try await services.store.retractable(selection), isDryRun: true))
        }
        let name = if case .app(let app) = caller { app } else { Self.operatorName }
        return try .json(Retracted(retraction: try await services.store.retract(selection, by: name, now: services.now()), isDryRun: false))
    }

    // MARK: Pausing

    /// Whoever has the admin secret has no name but that.
    static let operatorName = "admin"

    private func pause(_ request: Request) async throws -> Response {
        try await services.requireAdmin(request)
        try request.checkParameters()
        let pause = try await request.decode(PauseOrder.self).pause(by: Self.operatorName, since: services.now())
        AuditTrail.current?.note(pause)
        return try .json(PauseBody(try await PauseDesk(store: services.store).pause(pause).standing))
    }

    private func resume(_ request: Request) async throws -> Response {
        try await services.requireAdmin(request)
        try request.checkParameters("app_id", "all")
        let asked = request.parameters
        let app = try PauseOrder.resumedApp(asked["app_id"], isOfAll: asked["all"] == "true")
        AuditTrail.current?.note(subject: app?.text)
        let former = try await services.store.resume(app, now: services.now())
        if former != nil { services.doorbell.ring() }
        return try .json(ResumedBody(former))
    }

    // MARK: Putting in

    private struct Order: Decodable {
        let request: OrderRequest
        /// Whether nothing is to be queued, and only what would become of it is asked for.
        let isDryRun: Bool

        private enum Key: String, CodingKey, CaseIterable {
            case isDryRun = "dry_run"
        }

        init(from decoder: any Decoder) throws {
            try TemplateUse.checkMembers(of: decoder, OrderRequest.memberNames + Key.allCases.map(\.rawValue))
            request = try OrderRequest(from: decoder)
            isDryRun = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        }
    }

    /// What was queued just now, or earlier under the same key.
    struct Accepted: Encodable {
        let deliveries: [DeliveryID]
        let isRepeated: Bool
        /// Who is told, each once; nil unless the order names families or rotas.
        let recipients: [UserID]?
        /// What tells it where an audience is told; nil otherwise.
        let schedule: ScheduledOrderID?

        init(_ receipt: EnqueueReceipt, to recipients: [UserID]? = nil, by schedule: ScheduledOrderID? = nil) {
            deliveries = receipt.deliveries
            isRepeated = receipt.isRepeated
            self.recipients = recipients
            self.schedule = schedule
        }

        enum CodingKeys: String, CodingKey {
            case deliveries, recipients
            case schedule = "schedule_id"
            case isRepeated = "is_repeated"
        }
    }

    struct Rehearsed: Encodable {
        let isDryRun = true
        /// One a delivery, in the order in which they would be queued.
        let verdicts: [RehearsedBody]

        init(_ answers: [RehearsedDelivery]) {
            verdicts = answers.map(RehearsedBody.init)
        }

        enum CodingKeys: String, CodingKey {
            case verdicts
            case isDryRun = "dry_run"
        }
    }

    /// It is in the queue when the answer goes out; unless only what would become of it was asked for.
    private func enqueue(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters()
        let body = try await request.bodyData()
        let evaluator = services.intake.evaluator
        let desk = OrderDesk(
            store: services.store, zones: services.zones, routes: evaluator.routes, identifiers: evaluator.identifiers,
            imageOrigins: services.imageOrigins)
        let asked: Order
        do {
            asked = try JSONDecoder().decode(Order.self, from: try await services.templates.filled(body) { try caller.app(saying: $0) })
        } catch {
            guard let known = try await repeated(body, request, caller, desk) else { throw error }
            return try .json(Accepted(known), status: .accepted)
        }
        let order = asked.request.order
        let app = try caller.app(saying: order.app)
        // One moment for what is queued and for its key, so that the one is found by the other.
        let (key, now) = (try request.idempotencyKey(of: app, body: body), services.now())
        // Under a key it may have been taken in before, and whoever asks again learns that; else it is taken in, and left out as expired.
        if key == nil || asked.isDryRun { try order.checkExpiry(now: now) }
        guard !asked.isDryRun else {
            let deliveries = try await desk.deliveries(of: asked.request, by: app, now: now)
            let answers = try await services.rehearsal.answers(on: deliveries, digestWindow: order.digestWindow, now: now, in: request.language)
            return try .json(Rehearsed(answers))
        }
        let (receipt, recipients) = try await desk.take(asked.request, by: app, under: key, now: now)
        if !receipt.isRepeated { services.doorbell.ring() }
        return try .json(Accepted(receipt, to: recipients), status: .accepted)
    }

    /// What was queued of an order that names a template by which it couldn't be taken in any more: a key stands for what was posted.
    private func repeated(_ body: Data, _ request: Request, _ caller: Caller, _ desk: OrderDesk) async throws -> EnqueueReceipt? {
        guard let use = try? TemplateUse(in: body), use.template != nil, !use.isDryRun,
            let key = try request.idempotencyKey(of: try caller.app(saying: use.app), body: body)
        else { return nil }
        return try await desk.taken(under: key, now: services.now())
    }

    // MARK: Looking

    private struct ListBody: Encodable {
        let deliveries: [QueuedBody]
        /// Nil where none is older than these.
        let older: DeliveryID?
    }

    /// A part of the queue, the latest first. It begins behind a delivery and not behind a number of them, so what comes in meanwhile moves nothing.
    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters("status", "recipient_user_id", "channel", "app_id", Self.keyName, "before", "limit")
        let asked = request.parameters
        let app = try asked["app_id"].map { text in
            guard let app = AppID(text) else { throw Problem.wrongType(field: "app_id", expected: "an identifier") }
            return app
        }
        let countMax = try request.limit(in: 1...Self.listCountMax, standard: 100)
        // One more than is answered, to know whether there are older ones.
        var selection = DeliverySelection(app: caller == .admin ? app : try caller.app(saying: app), countMax: countMax + 1)
        if let text = asked["status"] {
            guard let status = Delivery.Status(rawValue: text) else {
                throw Problem.unknownValue(field: "status", allowed: Delivery.Status.allCases.map(\.rawValue))
            }
            selection.status = status
        }
        if let text = asked["recipient_user_id"] {
            guard let recipient = UserID(text) else { throw Problem.wrongType(field: "recipient_user_id", expected: "an identifier") }
            selection.recipient = recipient
        }
        selection.channelName = asked["channel"]
        AuditTrail.current?.note(person: selection.recipient)
        if let key = asked[Self.keyName] { try await narrow(&selection, to: key, of: caller.app(saying: app)) }
        selection.before = try request.before { DeliveryID($0) }
        let found = try await services.store.deliveries(selection)
        let deliveries = found.prefix(countMax)
        return try .json(
            ListBody(deliveries: deliveries.map(QueuedBody.init), older: found.count > countMax ? deliveries.last?.delivery.id : nil))
    }

    // MARK: Choosing

    private static let keyName = "idempotency_key"

    /// Leaves of a selection what an app has queued under a key; nothing where none is known.
    private func narrow(_ selection: inout DeliverySelection, to key: String, of app: AppID) async throws {
        guard IdempotencyKey.isUsable(key) else {
            throw Problem.wrongType(field: Self.keyName, expected: "1 to \(IdempotencyKey.byteCountMax) characters")
        }
        let known = try await services.store.deliveries(under: key, of: app, now: services.now())
        selection.app = app
        selection.ids = selection.ids.map { known.filter(Set($0).contains) } ?? known
    }

    struct SelectionBody: CallBody {
        let ids: [DeliveryID]?
        let key: String?
        let app: AppID?
        let recipient: UserID?
        let channel: String?
        /// That all is meant has to be said.
        let isAll: Bool

        enum CodingKeys: String, CodingKey, CaseIterable {
            case ids, channel, all
            case key = "idempotency_key"
            case app = "app_id"
            case recipient = "recipient_user_id"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            ids = try container.decodeIfPresent([DeliveryID].self, forKey: .ids)
            key = try container.decodeIfPresent(String.self, forKey: .key)
            app = try container.decodeIfPresent(AppID.self, forKey: .app)
            recipient = try container.decodeIfPresent(UserID.self, forKey: .recipient)
            channel = try container.decodeIfPresent(String.self, forKey: .channel)
            isAll = try container.decodeIfPresent(Bool.self, forKey: .all) ?? false
            guard ids != nil || key != nil || recipient != nil || channel != nil || isAll else { throw Problem.missingField(CodingKeys.ids.rawValue) }
            guard ids?.count ?? 0 <= DeliverySelection.countMaxOfChange else {
                throw Problem.tooManyItems(countMax: DeliverySelection.countMaxOfChange)
            }
        }
    }

    private func selection(_ request: Request) async throws -> DeliverySelection {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters()
        return try await selection(try await request.decode(SelectionBody.self), of: caller)
    }

    func selection(_ body: SelectionBody, of caller: Caller) async throws -> DeliverySelection {
        var selection = DeliverySelection(
            ids: body.ids, app: caller == .admin ? body.app : try caller.app(saying: body.app), recipient: body.recipient,
            channelName: body.channel)
        if let key = body.key { try await narrow(&selection, to: key, of: caller.app(saying: body.app)) }
        AuditTrail.current?.note(selection)
        return selection
    }
}

extension PauseOrder: CallBody {}
