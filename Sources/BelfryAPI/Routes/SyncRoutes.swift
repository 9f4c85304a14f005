import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

/// What a person's devices share, in the protocol of WatermelonDB.
struct SyncRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/sync/pull") { request, _ in try await pull(request) }
        router.post("/sync/push") { request, _ in try await push(request) }
    }

    private func pull(_ request: Request) async throws -> Response {
        let person = try await services.person(request)
        let query = SyncQuery(request)
        // An app counts the versions of its own tables: nothing follows from the number here.
        _ = try query.wholeNumber("schema_version")
        let pull = SyncPull(
            since: try query.wholeNumber("last_pulled_at"), wholeTables: try query.migratedTables(), openPush: try query.name("open_push"))
        return try .json(try await services.store.pull(pull, of: person))
    }

    private func push(_ request: Request) async throws -> Response {
        let person = try await services.person(request)
        let query = SyncQuery(request)
        let pulledAt = try query.wholeNumber("last_pulled_at")
        let changes = try await request.decodeWhatCame(PushBody.self).changes
        guard changes.rowCount <= SyncChanges.rowCountMax else { throw Problem.tooManyItems(countMax: SyncChanges.rowCountMax) }
        let push = SyncPush(id: try query.name("push_id"), changes: changes, pulledAt: pulledAt)
        switch try await services.store.push(push, of: person, now: services.now()) {
        case .taken: return try .json(["success": true])
        case .conflict: throw Problem.syncConflict
        case .full: throw Problem.tooMuchShared(rowCountMax: SharedSize.rowCountMax, byteCountMax: SharedSize.byteCountMax)
        }
    }

    /// `{table: …}`, or as some apps send it, `{"changes": {table: …}}`.
    private struct PushBody: Decodable {
        let changes: SyncChanges

        private enum Key: String, CodingKey {
            case changes
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let isWrapped = container.contains(.changes)
            changes = isWrapped ? try container.decode(SyncChanges.self, forKey: .changes) : try SyncChanges(from: decoder)
            try changes.checkLengths(at: isWrapped ? Key.changes.rawValue : "")
        }
    }
}

/// The query of a sync. What JavaScript makes of nothing, `null` and `undefined`, is nothing.
private struct SyncQuery {
    private let values: [String: String]

    init(_ request: Request) {
        values = FormFields.read(request.uri.query ?? "").compactMapValues(\.last)
            .filter { !["", "null", "undefined"].contains($0.value) }
    }

    func wholeNumber(_ name: String) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), number >= 0 else { throw Problem.wrongType(field: name, expected: "a whole number") }
        return number
    }

    func name(_ name: String) throws -> String? {
        guard let text = values[name] else { return nil }
        guard FactRecord.isID(text) else {
            throw Problem.wrongType(field: name, expected: "a name of 1 to \(FactRecord.idByteCountMax) bytes")
        }
        return text
    }

    /// The tables that an app knows, or whose columns it knows, only since its last migration:
    /// `{"from": 1, "tables": ["budget_items"], "columns": [{"table": "pantry_items", "columns": ["used"]}]}`.
    func migratedTables() throws -> Set<FactTable> {
        struct Migration: Decodable {
            let tables: [String]?
            let columns: [Columns]?

            struct Columns: Decodable {
                let table: String
            }
        }
        guard let text = values["migration"] else { return [] }
        guard let migration = try? JSONDecoder().decode(Migration.self, from: Data(text.utf8)) else {
            throw Problem.wrongType(field: "migration", expected: "an object")
        }
        // An app has tables of its own beside these.
        return Set(((migration.tables ?? []) + (migration.columns ?? []).map(\.table)).compactMap(FactTable.init))
    }
}
