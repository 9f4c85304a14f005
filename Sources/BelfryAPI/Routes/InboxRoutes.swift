import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A person's inbox: what is in it, what comes in, what is done with it.
struct InboxRoutes {
    let services: Services

    static let messageCountMax = 100
    /// So many are marked as read at once.
    static let markedCountMax = 1000

    func add(to router: Router<AppContext>) {
        router.get("/v1/inbox") { request, _ in
            try await list(request, of: try await services.person(request))
        }
        for act in InboxAct.allCases {
            router.post("/v1/inbox/{id}/\(act.rawValue)") { request, context in
                try await carryOut(act, context, by: try await services.person(request))
            }
        }
        router.post("/v1/inbox/{id}/read_through") { request, context in
            try await markRead(through: context, by: try await services.person(request))
        }
        router.get("/v1/inbox/events") { request, context in
            try await events(of: try await services.person(request), askedBy: request.headers, on: context.channel)
        }
    }

    /// A part of a folder, the newest first. It begins behind a message and not behind a number of them, so what comes in meanwhile moves nothing.
    private func list(_ request: Request, of person: UserID) async throws -> Response {
        // Whoever misspells where to go on would read the newest for ever.
        try request.checkParameters("folder", "before", "limit")
        let (folder, before, now) = (try request.folder, try request.before { InboxPlace(text: $0) }, services.now())
        let countMax = try request.limit(in: 1...Self.messageCountMax, standard: Self.messageCountMax)
        // One more than is answered, to know whether there are older ones.
        let found = try await services.store.messages(of: person, in: folder, before: before, countMax: countMax + 1, now: now)
        let messages = found.prefix(countMax)
        let looks = try await looks(of: messages, now: now)
        return try .json(
            ListBody(
                messages: messages.map { MessageBody($0, of: looks, in: request.language, imageOrigins: services.imageOrigins) },
                older: found.count > countMax ? messages.last?.place.text : nil,
                unreadCount: try await services.store.unreadCount(of: person, now: now)))
    }

    /// How the apps of messages present themselves.
    private func looks(of messages: some Sequence<InboxMessage>, now: Instant) async throws -> [AppID: AppLook] {
        try await services.lookBook.looks(of: Set(messages.compactMap(\.app)), now: now)
    }

    func carryOut(_ act: InboxAct, _ context: AppContext, by person: UserID) async throws -> Response {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
        let (store, now) = (services.store, services.now())
        let isDone =
            switch act {
            case .read: try await store.markRead(id, of: person, now: now)
            case .unread: try await store.markUnread(id, of: person, now: now)
            case .archive: try await store.setArchived(true, id, of: person, now: now)
            case .unarchive: try await store.setArchived(false, id, of: person, now: now)
            }
        guard isDone else { throw Problem.unknownInboxMessage }
        return try .json(["success": true])
    }

    /// A message and all that came before it; not what came since, which the person hasn't seen.
    func markRead(through context: AppContext, by person: UserID) async throws -> Response {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
        let (store, now) = (services.store, services.now())
        guard let count = try await store.markRead(through: id, of: person, countMax: Self.markedCountMax, now: now) else {
            throw Problem.unknownInboxMessage
        }
        return try .json(MarkedBody(markedCount: count, unreadCount: try await store.unreadCount(of: person, now: now)))
    }

    /// An inbox as server-sent events (WHATWG HTML, section 9.2): what comes in, and what is done with it, whichever device did it. A client that was
    /// connected before is given what is there, and tells by the ids what it knows.
    ///
    /// - Parameter headers: what shows who asks; once that is shown no more, the stream ends.
    private func events(of person: UserID, askedBy headers: HTTPFields, on connection: any Channel) async throws -> Response {
        let isResuming = headers.value(named: "last-event-id") != nil
        let (began, countMax) = (services.now(), Self.messageCountMax)
        let language = Language(accepted: headers[.acceptLanguage] ?? "")
        let known = try await services.store.messages(of: person, in: .inbox, before: nil, countMax: countMax, now: began)
        return try services.eventStream(for: person) { [services] write in
            var watch = InboxWatch(knowing: isResuming ? nil : known, countMax: countMax, now: began)
            let origins = services.imageOrigins
            var (toldCount, hasID): (Int?, Bool) = (nil, isResuming)
            for await _ in services.changesAndPulse(on: connection) {
                guard try await services.isShown(person, by: headers) else { return }
                let now = services.now()
                let messages = try await services.store.messages(of: person, in: .inbox, before: nil, countMax: countMax, now: now)
                let found = watch.look(at: messages, now: now)
                let looks = try await looks(of: found.news.map(\.1), now: now)
                for (news, message) in found.news {
                    let body = MessageBody(message, of: looks, in: language, imageOrigins: origins)
                    try await write(Self.event(news.rawValue, id: message.id.text, try Self.text(of: body)))
                    hasID = true
                }
                for id in found.removed { try await write(Self.event("removed", id: id.text, try Self.text(of: ["id": id.text]))) }
                // Where all is in sight, the store needn't be asked.
                let isAll = messages.count < countMax
                let unreadCount =
                    isAll ? messages.count { $0.readAt == nil && !$0.isReplaced } : try await services.store.unreadCount(of: person, now: now)
                if unreadCount != toldCount {
                    // Whoever has no id yet shows none when they connect again, and would miss what came between.
                    try await write(Self.event("unread_count", id: hasID ? nil : "0", try Self.text(of: ["unread_count": unreadCount])))
                    (toldCount, hasID) = (unreadCount, true)
                }
                try await write(": still here\n\n")
            }
        }
    }

    private static func event(_ name: String, id: String?, _ json: String) -> String {
        "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(json)\n\n"
    }

    private static func text(of body: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(body), as: UTF8.self)
    }

    private struct ListBody: Encodable {
        let messages: [MessageBody]
        /// Nil where none is older than these.
        let older: String?
        /// Of the whole inbox, whichever folder and part of it are asked for.
        let unreadCount: Int

        enum CodingKeys: String, CodingKey {
            case messages, older
            case unreadCount = "unread_count"
        }
    }

    private struct MarkedBody: Encodable {
        let success = true
        let markedCount: Int
        let unreadCount: Int

        enum CodingKeys: String, CodingKey {
            case success
            case markedCount = "marked_count"
            case unreadCount = "unread_count"
        }
    }

    /// Whose a message is.
    private struct SenderBody: Encodable {
        let app: AppID
        /// Nil where it hasn't said what it is called.
        let name: String?
        let color: String?

        enum CodingKeys: String, CodingKey {
            case name, color
            case app = "app_id"
        }
    }

    private struct MessageBody: Encodable {
        let id: DeliveryID
        let member: UserID
        /// Nil where it came before that was kept.
        let app: SenderBody?
        let alert: AlertID?
        let category: String
        let title: String
        let body: String
        let severity: Severity
        let state: String
        let createdAt: Instant
        let readAt: Instant?
        let retractedAt: Instant?
        let archivedAt: Instant?
        let laterUntil: Instant?
        let language: Language?
        let link: NotificationLink?
        let actions: OfferedActions?
        let image: NotificationImage?
        let actionsTaken: [ActionID]?
        let doneAt: Instant?
        let doneBy: String?

        enum CodingKeys: String, CodingKey {
            case id, app, category, title, body, severity, state, language, link, actions, image
            case actionsTaken = "actions_taken"
            case member = "member_user_id"
            case alert = "alert_state_id"
            case createdAt = "created_at"
            case readAt = "read_at"
            case retractedAt = "retracted_at"
            case archivedAt = "archived_at"
            case laterUntil = "later_until"
            case doneAt = "done_at"
            case doneBy = "done_by"
        }

        /// - Parameters:
        ///   - looks: of apps among which its own may be.
        ///   - imageOrigins: from where pictures are shown now.
        init(_ message: InboxMessage, of looks: [AppID: AppLook], in reader: Language, imageOrigins: ImageOrigins) {
            id = message.id
            member = message.member
            app = message.app.map { SenderBody(app: $0, name: looks[$0]?.name(in: reader), color: looks[$0]?.color?.text) }
            alert = message.alert
            category = message.category
            title = message.content.title
            // What was taken back is known by its title alone.
            body = message.isTakenBack ? "" : message.content.body
            severity = message.content.severity
            state = message.state.rawValue
            createdAt = message.createdAt
            readAt = message.readAt
            retractedAt = message.retractedAt
            archivedAt = message.archivedAt
            laterUntil = message.laterUntil
            language = message.language
            let isOver = message.isTakenBack || message.doneAt != nil
            link = isOver ? nil : message.link
            actions = isOver ? nil : message.actions
            image = message.isTakenBack ? nil : imageOrigins.allowed(message.image)
            actionsTaken = message.actionsTaken.isEmpty ? nil : message.actionsTaken
            doneAt = message.doneAt
            doneBy = message.doneBy
        }
    }
}

extension Request {
    /// The folder that is asked for, or else the inbox.
    ///
    /// - Throws: `Problem.unknownValue` where there is none of that name.
    fileprivate var folder: InboxFolder {
        get throws {
            guard let name = parameters["folder"] else { return .inbox }
            guard let folder = InboxFolder(rawValue: name) else {
                throw Problem.unknownValue(field: "folder", allowed: InboxFolder.allCases.map(\.rawValue))
            }
            return folder
        }
    }

    /// Behind what to begin; nil for the newest.
    ///
    /// - Parameter read: reads what an answer had as `older`; nil where it is none.
    /// - Throws: `Problem.wrongType` where it is none.
    func before<Place>(_ read: (String) -> Place?) throws -> Place? {
        guard let text = parameters["before"] else { return nil }
        guard let place = read(text) else { throw Problem.wrongType(field: "before", expected: "what an answer had as “older”") }
        return place
    }

    /// How many rows are asked for at most.
    ///
    /// - Throws: `Problem.numberOutOfRange` where that is no number in the range.
    func limit(in range: ClosedRange<Int>, standard: Int) throws -> Int {
        guard let text = parameters["limit"] else { return standard }
        guard let count = Int(text), range.contains(count) else {
            throw Problem.numberOutOfRange(field: "limit", range: Double(range.lowerBound)...Double(range.upperBound))
        }
        return count
    }
}

extension InboxPlace {
    /// As addresses have it: the milliseconds since 1970, and the identifier.
    var text: String { "\(moment.millisecondsSinceEpoch).\(id)" }

    /// Nil where it is none, or of a moment that can't be written as text, as stores do.
    init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = DeliveryID(String(parts[1])) else { return nil }
        let moment = Instant(millisecondsSinceEpoch: milliseconds)
        guard (Instant.min...Instant.max).contains(moment) else { return nil }
        self.init(moment: moment, id: id)
    }
}
