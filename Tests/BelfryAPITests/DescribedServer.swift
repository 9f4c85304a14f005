import BelfryClient
import BelfryTesting
import Foundation
import Synchronization
import Testing

@testable import BelfryAPI

/// A transport that answers by the examples of the server's description, holds what is asked to it, and writes down which operations were called.
final class DescribedServer: Transport {
    struct Operation: Sendable {
        let id: String
        let method: String
        /// What stands between the slashes, as `{id}`.
        let parts: [Substring]
        /// Who may call it, as `appKey`.
        let callers: Set<String>
        let description: JSON
        /// The names of its parameters in the address's query.
        let query: Set<String>
    }

    let operations: [Operation]
    private let caller: String
    private let document: JSON
    private let called = Mutex<[String: Set<String>]>([:])

    /// - Parameter caller: as the description names whoever shows an app's key, `appKey`, or a person's token, `personToken`.
    init(asking caller: String) throws {
        let document = try JSON(parsing: openAPIDocument)
        (self.caller, self.document) = (caller, document)
        operations = (document["paths"]?.members ?? [:]).flatMap { path, item in
            item.members.compactMap { method, description -> Operation? in
                guard let id = description["operationId"]?.string else { return nil }
                let parameters = ((item["parameters"]?.items ?? []) + (description["parameters"]?.items ?? [])).map { Self.resolved($0, in: document) }
                return Operation(
                    id: id, method: method.uppercased(), parts: path.split(separator: "/"),
                    callers: (description["security"]?.items ?? []).reduce(into: []) { $0.formUnion($1.keys) }, description: description,
                    query: Set(parameters.filter { $0["in"]?.string == "query" }.compactMap { $0["name"]?.string }))
            }
        }
    }

    /// Those that the caller may call.
    var allowed: Set<String> { Set(operations.filter { $0.callers.contains(caller) }.map(\.id)) }
    /// Those that were called, each with all parameters that it was called with.
    var calls: [String: Set<String>] { called.withLock { $0 } }

    func answer(to request: ClientRequest) async throws -> ClientAnswer {
        let parts = request.url.path.split(separator: "/")
        let fitting = operations.filter { operation in
            operation.method == request.method.rawValue && operation.parts.count == parts.count
                && zip(operation.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // What has a name of its own comes before what stands for any.
        let found = fitting.max { $0.parts.filter { !$0.hasPrefix("{") }.count < $1.parts.filter { !$0.hasPrefix("{") }.count }
        let operation = try #require(found, "the server has no \(request.method.rawValue) \(request.url.path)")
        #expect(operation.callers.contains(caller), "\(operation.id) isn't for \(caller)")
        let names = Set(URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?.map(\.name) ?? [])
        #expect(names.isSubset(of: operation.query), "\(operation.id) reads no \(names.subtracting(operation.query))")
        called.withLock { $0[operation.id, default: []].formUnion(names) }
        return try example(of: operation, isDryRun: try await isDryRun(request.body, operation))
    }

    /// Whether a call only asks what would be. Of what it says, each member is one that the server reads.
    private func isDryRun(_ body: ClientRequest.Body, _ operation: Operation) async throws -> Bool {
        var bytes = Data()
        switch body {
        case .none: return false
        case .bytes(let whole): bytes = whole
        case .pieces(let write): try await write { bytes.append($0) }
        }
        let schema = operation.description["requestBody"]?["content"]?["application/json"]?["schema"]
        guard let sent = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)), let schema else { return false }
        let known = Self.resolved(schema, in: document)["properties"]?.keys ?? []
        if !known.isEmpty { #expect(sent.keys.isSubset(of: known), "\(operation.id) reads no \(sent.keys.subtracting(known))") }
        return sent["dry_run"] == true
    }

    private func example(of operation: Operation, isDryRun: Bool) throws -> ClientAnswer {
        let responses = operation.description["responses"]
        let described = isDryRun ? responses?["200"] : responses?["202"] ?? responses?["200"]
        let content = try #require(described?["content"]?.members.values.first, "\(operation.id) answers nothing")
        let example = try #require(content["example"] ?? exampleElsewhere(of: content["schema"]?["$ref"]), "\(operation.id) has no example")
        return ClientAnswer(status: 200, body: Data((example.string ?? example.sent).utf8))
    }

    /// Of a schema that another operation answers, too.
    private func exampleElsewhere(of schema: JSON?) -> JSON? {
        guard let schema else { return nil }
        for operation in operations {
            for response in (operation.description["responses"]?.members ?? [:]).values {
                let content = response["content"]?["application/json"]
                if content?["schema"]?["$ref"] == schema, let example = content?["example"] { return example }
            }
        }
        return nil
    }

    private static func resolved(_ value: JSON, in document: JSON) -> JSON {
        guard let path = value["$ref"]?.string else { return value }
        return path.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }
}
