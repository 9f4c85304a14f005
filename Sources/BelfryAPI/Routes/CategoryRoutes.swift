import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Hummingbird

/// What apps declare of their categories. An app sees and changes only its own; the operator says whose by `app_id`.
struct CategoryRoutes {
    let services: Services

    private var desk: CategoryDesk { CategoryDesk(store: services.store) }

    func add(to router: Router<AppContext>) {
        router.get("/v1/categories") { request, _ in
            let caller = try await services.appOrAdmin(request, may: .read)
            try request.checkParameters("app_id")
            let found = try await desk.categories(of: try caller.app(saying: try request.namedApp()))
            return try Response.json(["categories": found.map(CategoryBody.init)])
        }
        router.get("/v1/categories/{category}") { request, context in
            let (name, app) = try await subject(request, context, may: .read)
            return try Response.json(CategoryBody(try await desk.category(name, of: app)))
        }
        router.put("/v1/categories/{category}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            let asked = try JSONDecoder().decode(CategoryRequest.self, from: try await request.bodyData())
            return try Response.json(CategoryBody(try await desk.save(asked, named: name, of: app, now: services.now())))
        }
        router.delete("/v1/categories/{category}") { request, context in
            let (name, app) = try await subject(request, context, may: .send)
            try await desk.remove(name, of: app)
            return try Response.json(["success": true])
        }
    }

    private func subject(_ request: Request, _ context: AppContext, may scope: KeyScope) async throws -> (name: String, app: AppID) {
        let caller = try await services.appOrAdmin(request, may: scope)
        try request.checkParameters("app_id")
        guard let name = context.parameters.get("category")?.removingPercentEncoding, !name.isEmpty else { throw Problem.unknownCategory }
        return (try NotificationOrder.checkedCategory(name, field: "category"), try caller.app(saying: try request.namedApp()))
    }
}

/// A declared category; also what `belfry category` prints.
public struct CategoryBody: Encodable {
    let record: CategoryRecord

    private enum Key: String, CodingKey {
        case category, texts, required
        case app = "app_id"
        case atFirst = "default"
        case createdAt = "created_at"
    }

    public init(_ record: CategoryRecord) { self.record = record }

    public func encode(to encoder: any Encoder) throws {
        let category = record.category
        try category.words.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(category.category, forKey: .category)
        try container.encode(record.app, forKey: .app)
        if !category.translations.isEmpty {
            try container.encode(Dictionary(uniqueKeysWithValues: category.translations.map { ($0.key.rawValue, $0.value) }), forKey: .texts)
        }
        try container.encode(category.terms.isRequired, forKey: .required)
        try container.encode(Dictionary(uniqueKeysWithValues: category.terms.offAtFirst.map { ($0.rawValue, false) }), forKey: .atFirst)
        try container.encode(record.createdAt, forKey: .createdAt)
    }
}
