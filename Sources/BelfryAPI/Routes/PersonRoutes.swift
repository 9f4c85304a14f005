import BelfryDelivery
import BelfryModel
import BelfryPorts
import HTTPTypes
import Hummingbird
import NIOCore

/// People: taken in from another system, and what is kept of one handed out and erased, for apps and the operator.
struct PersonRoutes {
    let services: Services

    /// So many rows stand in memory at once.
    private static let pageRowCount = 500

    func add(to router: Router<AppContext>) {
        router.post("/v1/people") { request, _ in try await take(request) }
        router.get("/v1/people/{user_id}/export") { request, context in try await export(try await person(request, context)) }
        router.delete("/v1/people/{user_id}") { request, context in
            let subject = try await person(request, context)
            // A body that asks for a dry run isn't passed over: what is erased is gone.
            _ = try await request.decode(EmptyBody.self)
            return try await erase(subject)
        }
    }

    private func take(_ request: Request) async throws -> Response {
        if case .person = try await services.anyCaller(request, may: .people) { throw Problem.notAuthorized(.managePeople) }
        try request.checkParameters("dry_run", "add_addresses")
        let isDryRun = try request.flag("dry_run")
        let desk = PeopleImport(
            into: services.store, zones: services.zones, identifiers: services.intake.evaluator.identifiers,
            addsAddresses: try request.flag("add_addresses"), isDryRun: isDryRun)
        // What is held for somebody may go out by what they want now, also where what comes later can't be read.
        defer { if !isDryRun { services.doorbell.ring() } }
        let report: PeopleImport.Report
        if request.hasLines {
            report = try await desk.take(PeopleLines(of: request.lines, as: .ndjson), now: services.now)
        } else if request.headers[.contentType]?.lowercased().hasPrefix("text/csv") == true {
            report = try await desk.take(PeopleLines(of: request.lines, as: .csv), now: services.now)
        } else {
            report = try await desk.take(try await request.decode(ListedPeople.self), now: services.now)
        }
        return try .json(PeopleReportBody(report, isDryRun: isDryRun))
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

extension ListedPeople: CallBody {}

/// What became of people who were taken in; also what `belfry person import` prints.
public struct PeopleReportBody: Encodable {
    let isDryRun: Bool?
    let created, updated, unchanged, refused: Int
    /// The first who were refused, never with what they brought.
    let refusals: [Refusal]

    enum CodingKeys: String, CodingKey {
        case isDryRun = "dry_run"
        case created, updated, unchanged, refused, refusals
    }

    struct Refusal: Encodable {
        let line: Int
        let error: ErrorBody.Content
    }

    public init(_ report: PeopleImport.Report, isDryRun: Bool) {
        self.isDryRun = isDryRun ? true : nil
        (created, updated, unchanged, refused) = (report.createdCount, report.updatedCount, report.unchangedCount, report.refusedCount)
        refusals = report.refusals.map { Refusal(line: $0.line, error: ErrorBody($0.problem).error) }
    }
}

extension Request {
    /// Whether a parameter says `true`; it may be left out.
    fileprivate func flag(_ name: String) throws(Problem) -> Bool {
        switch parameters[name] {
        case nil, "false": return false
        case "true": return true
        default: throw .unknownValue(field: name, allowed: ["true", "false"])
        }
    }
}
