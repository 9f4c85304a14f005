import BelfryModel
import HTTPTypes
import Hummingbird

extension Request {
    /// The language that the reader likes best of those that Belfry speaks, by `Accept-Language` (RFC 9110, section 12.5.4); else English.
    var language: Language { Language(accepted: headers[.acceptLanguage] ?? "") }
}

extension Language {
    /// - Parameter header: such as `de-AT, en;q=0.5`; what can't be read counts for nothing.
    init(accepted header: String) {
        var best: (language: Language, weight: Double)?
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let language = parts.first.flatMap({ Language(tag: $0) }) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        self = best?.language ?? .english
    }
}
