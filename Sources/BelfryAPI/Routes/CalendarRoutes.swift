import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// A person's calendar for programs that subscribe to one, and the link by which they read it.
struct CalendarRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/calendar/{token}.ics") { request, context in try await feed(request, context) }
        router.get("/v1/users/{user_id}/calendar") { request, context in
            let link = try await services.store.calendarLink(of: try await person(request, context))
            return try Response.json(Answer(calendar: link.map { CalendarBody($0) }))
        }
        router.post("/v1/users/{user_id}/calendar") { request, context in
            let person = try await person(request, context)
            let order = try await request.decode(CalendarOrder.self)
            let (link, token) = try await services.makeCalendarLink(of: person, order.detail)
            return try Response.json(CalendarBody(link, path: Services.calendarPath(token)))
        }
        router.delete("/v1/users/{user_id}/calendar") { request, context in
            _ = try await services.store.removeCalendarLink(of: try await person(request, context))
            return try Response.json(["success": true])
        }
    }

    /// Themselves alone: what all apps have for somebody isn't for one of them.
    private func person(_ request: Request, _ context: AppContext) async throws -> UserID {
        let person = try await services.person(request)
        let named: UserID = try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id"))
        guard named.text == "me" || named == person else { throw Problem.unknownUser(field: "user_id") }
        return person
    }

    /// The link alone says who asks for what. Whoever has what there is gets it no second time (RFC 9110, section 13.1.2).
    private func feed(_ request: Request, _ context: AppContext) async throws -> Response {
        guard let token = context.parameters.get("token"), token.utf8.count <= Self.tokenByteCountMax else { throw Problem.notFound }
        let hash = Authenticator.hash(ofKey: token)
        let now = services.now()
        guard let opened = try await services.store.calendar(hash: hash) else { throw Problem.notFound }
        if let name = AddressID(hash) { try services.calendarReads.take(at: name, now: now) }
        let text = try await CalendarFeed(services: services, opened: opened, now: now).text()
        let tag = "\"\(Authenticator.hash(ofKey: text))\""
        let known = request.headers[.ifNoneMatch] ?? ""
        var response = known == "*" || known.contains(tag) ? Response(status: .notModified) : Response.text(text, type: ICalendarText.mediaType)
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, max-age=900"
        return response
    }

    private static let tokenByteCountMax = 128

    /// What a link is to be like.
    private struct CalendarOrder: CallBody {
        let detail: CalendarDetail

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case detail
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            detail = try container.choice(CalendarDetail.self, for: .detail) ?? .standard
        }
    }

    private struct Answer: Encodable {
        let calendar: CalendarBody?

        private enum CodingKeys: String, CodingKey {
            case calendar
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(calendar, forKey: .calendar)
        }
    }

    private struct CalendarBody: Encodable {
        let detail: CalendarDetail
        let createdAt: Instant
        /// Where the calendar is read; told once.
        let path: String?

        private enum CodingKeys: String, CodingKey {
            case detail, path
            case createdAt = "created_at"
        }

        init(_ link: CalendarLink, path: String? = nil) {
            detail = link.detail
            createdAt = link.createdAt
            self.path = path
        }
    }
}

extension Services {
    /// A new link, in place of the one that the person had.
    ///
    /// - Returns: with what opens it, which is kept nowhere.
    func makeCalendarLink(of person: UserID, _ detail: CalendarDetail) async throws -> (link: CalendarLink, token: String) {
        let (link, token) = (CalendarLink(detail: detail, createdAt: now()), makeCode())
        try await store.save(link, hash: Authenticator.hash(ofKey: token), of: person)
        return (link, token)
    }

    static func calendarPath(_ token: String) -> String { "/calendar/\(token).ics" }
}
