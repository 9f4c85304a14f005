import BelfryDelivery
import BelfryModel
import BelfryPorts
import HTTPTypes
import Hummingbird
import NIOCore

/// What is kept of a person, handed out and erased, for apps and the operator.
struct PersonRoutes {
    let services: Services

    /// So many rows stand in memory at once.
    private static let pageRowCount = 500

    func add(to router: Router<AppContext>) {
        router.get("/v1/people/{user_id}/export") { request, context in try await export(try await person(request, context)) }
        router.delete("/v1/people/{user_id}") { request, context in
            let subject = try await person(request, context)
            // A body that asks for a dry run isn't passed over: what is erased is gone.
            _ = try await request.decode(EmptyBody.self)
            return try await erase(subject)
        }
    }

    private func person(_ request: Request, _ context: AppContext) async throws -> UserID {
        if case .person = try await services.anyCaller(request) { throw Problem.notAuthorized(.managePeople) }
        try request.checkParameters()
        return try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id"))
    }

    private func export(_ person: UserID) async throws -> Response {
        let store = services.store
        let first = try await store.rows(of: person, after: nil, countMax: Self.pageRowCount)
        guard !first.isEmpty else { throw Problem.unknownUser(field: "user_id") }
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var page = first
                while let last = page.last {
                    try await writer.write(ByteBuffer(string: page.map { $0.line + "\n" }.joined()))
                    page = try await store.rows(of: person, after: last.place, countMax: Self.pageRowCount)
                }
                try await writer.finish(nil)
            })
    }

    private struct Erased: Encodable {
        let erased: [String: Int]
    }

    private func erase(_ person: UserID) async throws -> Response {
        let mark = services.authenticator.erasureMark(of: person)
        let report = try await services.store.erase(person, leaving: mark, now: services.now())
        // What was told along with something that is gone waits again.
        services.doorbell.ring()
        return try .json(Erased(erased: report.counts))
    }
}
