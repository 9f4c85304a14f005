import BelfryModel
import Hummingbird

// What narrows a choice must not be passed over: `dry_run` would call deliveries off, and a misspelt recipient would mean everybody's. Nor must what
// is to be changed: whoever misspells it would be told that it is done.

extension Request {
    /// - Throws: `Problem.unknownName` where the address has a parameter that isn't among those that are read.
    func checkParameters(_ known: String...) throws(Problem) {
        for parameter in uri.queryParameters where !known.contains(String(parameter.key)) {
            throw .unknownName(field: String(parameter.key.prefix(UnknownName.lengthMax)), allowed: known)
        }
    }
}

extension Decoder {
    /// - Throws: `Problem.unknownName` where an object has a member that isn't among those that are read; `DecodingError` where it is no object.
    func checkMembers(_ known: [String]) throws {
        let names = try container(keyedBy: UnknownName.self).allKeys.map(\.stringValue)
        guard let other = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw Problem.unknownName(field: String(other.prefix(UnknownName.lengthMax)), allowed: known)
    }
}

/// A body of which nothing is read.
struct EmptyBody: Decodable {
    init(from decoder: any Decoder) throws {
        try decoder.checkMembers([])
    }
}

/// Whatever stands in an object.
private struct UnknownName: CodingKey {
    /// So much of it is shown to whoever sent it.
    static let lengthMax = 64

    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
