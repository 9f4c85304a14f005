import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What is told to many at once. An app sees and changes only its own.
struct BroadcastRoutes {
    let services: Services

    static let countMax = 100

    func add(to router: Router<AppContext>) {
        router.post("/v1/broadcasts") { request, _ in try await take(request) }
        router.get("/v1/broadcasts") { request, _ in try await list(request) }
        router.get("/v1/broadcasts/{id}") { request, context in
            try Response.json(BroadcastBody(try await progress(request, context, may: .read)))
        }
        router.post("/v1/broadcasts/{id}/cancel") { request, context in
            let known = try await progress(request, context)
            try request.checkParameters()
            _ = try await request.decode(EmptyBody.self)
            _ = try await services.store.cancel(known.broadcast.id, now: services.now())
            return try Response.json(BroadcastBody(try await progress(request, context)))
        }
    }

    private struct ListBody: Encodable {
        let broadcasts: [BroadcastBody]
        /// Nil where none is older than these.
        let older: BroadcastID?
    }

    /// The latest first; as of the queue, what comes in meanwhile moves nothing.
    private func list(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .read)
        try request.checkParameters("before", "limit")
        let countMax = try request.limit(in: 1...Self.countMax, standard: Self.countMax)
        let before = try request.before { BroadcastID($0) }
        let app = caller == .admin ? nil : try caller.app(saying: nil)
        // One more than is answered, to know whether there are older ones.
        let found = try await services.store.broadcasts(of: app, before: before, countMax: countMax + 1)
        let progress = found.prefix(countMax)
        return try .json(
            ListBody(broadcasts: progress.map { BroadcastBody($0) }, older: found.count > countMax ? progress.last?.broadcast.id : nil))
    }

    private func progress(_ request: Request, _ context: AppContext, may scope: KeyScope = .send) async throws -> BroadcastProgress {
        let caller = try await services.appOrAdmin(request, may: scope)
        let id: BroadcastID = try context.parameters.identifier("id", or: .unknownBroadcast)
        guard let progress = try await services.store.progress(of: id) else { throw Problem.unknownBroadcast }
        guard try caller == .admin || progress.broadcast.app == caller.app(saying: nil) else { throw Problem.unknownBroadcast }
        return progress
    }

    // MARK: Taking in

    /// The order; of many lines the first.
    private struct Head: Decodable {
        let order: NotificationOrder
        let personalisation: Personalisation
        /// Whether nothing is to be taken in, and only what would become of it is asked for.
        let isDryRun: Bool

        private enum Key: String, CodingKey {
            case isDryRun = "dry_run"
        }

        /// What an order for single persons has beside these: it waits for others, or counts them, and most members never become rows for that.
        private enum SingleKey: String, CodingKey {
            case digestKey = "digest_key"
            case digestWindow = "digest_window_seconds"
            case throttle
            case oneOfUs = "one_of_us"
        }

        init(from decoder: any Decoder) throws { try self.init(from: decoder, beside: []) }

        /// - Parameter others: what else is read there.
        init(from decoder: any Decoder, beside others: [String]) throws {
            if let key = try decoder.container(keyedBy: SingleKey.self).allKeys.min(by: { $0.rawValue < $1.rawValue }) {
                throw Problem.notOfBroadcast(field: Problem.path(decoder.codingPath + [key]))
            }
            try TemplateUse.checkMembers(
                of: decoder, NotificationOrder.memberNamesOfBroadcast + Personalisation.memberNames + [Key.isDryRun.rawValue] + others)
            order = try NotificationOrder(from: decoder)
            guard order.payload.throttle == nil else { throw Problem.notOfBroadcast(field: "payload.throttle") }
            personalisation = try Personalisation(from: decoder)
            isDryRun = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        }
    }

    /// All of it in one document.
    private struct Document: Decodable {
        let head: Head
        let target: BroadcastTarget<ListedRecipients>

        private enum Key: String, CodingKey, CaseIterable {
            case recipients, audience
        }

        init(from decoder: any Decoder) throws {
            head = try Head(from: decoder, beside: Key.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: Key.self)
            if let audience = try container.decodeIfPresent(AudienceID.self, forKey: .audience) {
                guard !container.contains(.recipients) else {
                    throw Problem.wrongType(field: Key.recipients.rawValue, expected: "either this or “\(Key.audience.rawValue)”")
                }
                target = .audience(audience)
                return
            }
            guard container.contains(.recipients) else { throw Problem.missingField(Key.recipients.rawValue) }
            if let word = try? container.decode(String.self, forKey: .recipients) {
                guard word == "all" else { throw Problem.wrongType(field: Key.recipients.rawValue, expected: "a list of persons, or “all”") }
                target = .everybody
            } else {
                target = .named(ListedRecipients(try container.decode([NamedRecipient].self, forKey: .recipients)))
            }
        }
    }

    private func take(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters()
        guard request.hasLines else {
            let body = try await request.bodyData()
            let asked = try JSONDecoder().decode(Document.self, from: try await services.templates.filled(body) { try caller.app(saying: $0) })
            return try await take(asked.head, to: asked.target, standingFor: body, request, caller)
        }
        // The first line is the order, and every further one a recipient; however many there are, they are never in memory at once.
        var lines = request.lines
        guard let head = try await lines.next() else { throw Problem.malformedJSON }
        let asked = try JSONDecoder().decode(Head.self, from: try await services.templates.filled(Data(head)) { try caller.app(saying: $0) })
        return try await take(asked, to: .named(RecipientLines(of: lines)), standingFor: Data(head), request, caller)
    }

    /// It is taken in whole when the answer goes out; unless only what would become of it was asked for.
    ///
    /// - Parameter body: what a key stands for.
    private func take<Recipients: AsyncSequence>(
        _ asked: Head, to target: BroadcastTarget<Recipients>, standingFor body: Data, _ request: Request, _ caller: Caller
    ) async throws -> Response {
        let app = try caller.app(saying: asked.order.app)
        let (key, now, authenticator) = (try request.idempotencyKey(of: app, body: body), services.now(), services.authenticator)
        let desk = BroadcastDesk(
            store: services.store, identifiers: services.intake.evaluator.identifiers, imageOrigins: services.imageOrigins
        ) { authenticator.erasureMark(of: $0) }
        guard !asked.isDryRun else {
            try asked.order.checkExpiry(now: now)
            let preview = try await desk.preview(of: asked.order, personalisation: asked.personalisation, of: app, to: target, now: now)
            return try .json(RehearsedBroadcastBody(preview, try await services.rehearsal.answers(on: preview, now: now)))
        }
        let (progress, isRepeated) = try await desk.take(
            asked.order, personalisation: asked.personalisation, of: app, to: target, under: key, now: now)
        if !isRepeated { services.doorbell.ring() }
        return try .json(BroadcastBody(progress, isRepeated: isRepeated), status: .accepted)
    }
}

/// How far a broadcast has come; also what `belfry broadcast` prints.
public struct BroadcastBody: Encodable {
    let id: BroadcastID
    let app: AppID
    let status: BroadcastProgress.Status
    let channel: String
    /// Nil where there are none.
    let fallbackChannels: [String]?
    let category: String
    let priority: DeliveryPriority
    let createdAt: Instant
    let deliverAfter: Instant?
    let deliverAtLocal: CivilDateTime?
    let expiresAt: Instant?
    let recipients: Int
    let sent: Int
    let skipped: Int
    let queued: Int
    let waiting: Int
    /// Nil where nothing was taken in just now.
    let isRepeated: Bool?

    enum CodingKeys: String, CodingKey {
        case id, status, channel, category, priority, recipients, sent, skipped, queued, waiting
        case app = "app_id"
        case fallbackChannels = "fallback_channels"
        case createdAt = "created_at"
        case deliverAfter = "deliver_after"
        case deliverAtLocal = "deliver_at_local"
        case expiresAt = "expires_at"
        case isRepeated = "is_repeated"
    }

    public init(_ progress: BroadcastProgress, isRepeated: Bool? = nil) {
        let broadcast = progress.broadcast
        id = broadcast.id
        app = broadcast.app
        status = progress.status
        channel = broadcast.channelName
        fallbackChannels = broadcast.fallbackChannelNames.isEmpty ? nil : broadcast.fallbackChannelNames
        category = broadcast.payload.category
        priority = broadcast.priority
        createdAt = broadcast.createdAt
        deliverAfter = broadcast.deliverAfter
        deliverAtLocal = broadcast.payload.deliverAtLocal
        expiresAt = broadcast.expiresAt
        recipients = progress.recipientCount
        sent = progress.sentCount
        skipped = progress.skippedCount
        queued = progress.queuedCount
        waiting = progress.waitingCount
        self.isRepeated = isRepeated
    }
}
