import BelfryModel
import Hummingbird

// What narrows a choice must not be passed over: `dry_run` would call deliveries off, and a misspelt recipient would mean everybody's. Nor must what
// is to be changed: whoever misspells it would be told that it is done.

/// The body of a call that reads the whole of it: what else it has is refused.
protocol CallBody: Decodable {
    /// The members that are read.
    static var memberNames: [String] { get }
}

extension Request {
    /// - Throws: `Problem.unknownName` where the address has a parameter that isn't among those that are read.
    func checkParameters(_ known: String...) throws(Problem) { try checkParameters(known) }

    /// The same.
    func checkParameters(_ known: [String]) throws(Problem) {
        for parameter in uri.queryParameters where !known.contains(String(parameter.key)) {
            throw .unknownName(field: String(parameter.key.prefix(TextKey.shownLengthMax)), allowed: known)
        }
    }

    /// The body as a JSON value.
    ///
    /// - Throws: ``Problem`` that says what is wrong with it; `Problem.unknownName` where it has a member that isn't read.
    func decode<Body: CallBody>(_ type: Body.Type) async throws -> Body {
        try await decodeLeniently(WholeBody<Body>.self).body
    }
}

private struct WholeBody<Body: CallBody>: Decodable {
    let body: Body

    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Body.memberNames)
        body = try Body(from: decoder)
    }
}

/// A body of which nothing is read.
struct EmptyBody: CallBody {
    static let memberNames: [String] = []
}
