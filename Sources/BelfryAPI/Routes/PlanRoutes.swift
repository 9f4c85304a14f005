import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

/// What a device will tell in the coming days: planned from what is sent, and stored nowhere.
struct PlanRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.post("/v1/plan") { request, context in try await plan(request, context) }
    }

    private func plan(_ request: Request, _ context: AppContext) async throws -> Response {
        _ = try await services.anyCaller(request, may: .read)
        let isExplained = try request.isExplained
        let document = try PlanDocument(try await request.bodyData())
        try document.checkListLengths()
        let planned = try document.planned(zones: services.zones, now: services.now())
        return try Response.json(PlanBody(planned, isExplained: isExplained))
    }
}

extension Request {
    /// Whether sentences are asked for.
    ///
    /// - Throws: `Problem.unknownValue` where it is said neither that they are nor that they aren't.
    fileprivate var isExplained: Bool {
        get throws {
            try checkParameters("explain")
            guard let text = parameters["explain"] else { return false }
            guard let isExplained = Bool(text) else { throw Problem.unknownValue(field: "explain", allowed: ["true", "false"]) }
            return isExplained
        }
    }
}
