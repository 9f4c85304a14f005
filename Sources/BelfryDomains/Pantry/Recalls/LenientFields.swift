import BelfryModel
import BelfryTime

/// An object of a feed whose fields may be missing, null, empty or of another kind.
struct LenientFields: Decodable {
    private let container: KeyedDecodingContainer<TextKey>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: TextKey.self)
    }

    /// A text without spaces at its ends, or a whole number or a truth value as text; nil where there is none.
    func text(_ name: String) -> String? {
        let key = TextKey(name)
        if let text = try? container.decode(String.self, forKey: key) {
            let trimmed = PlainText.of(text).trimmed
            return trimmed.isEmpty || trimmed == "N/A" ? nil : trimmed
        }
        if let number = try? container.decode(Int64.self, forKey: key) { return String(number) }
        return (try? container.decode(Bool.self, forKey: key)).map { $0 ? "true" : "false" }
    }

    /// The day at the beginning of a text: `20260422`, `2026-04-22`, `2026-04-22T00:00:00`.
    func date(_ name: String) -> CivilDate? {
        guard let text = text(name) else { return nil }
        if let date = CivilDate(String(text.prefix(10))) { return date }
        let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard digits.count == 8, let number = Int(String(Substring(digits))) else { return nil }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// A text of each object in a list; empty where there is no such list.
    func texts(_ list: String, _ name: String) -> [String] {
        guard var objects = try? container.nestedUnkeyedContainer(forKey: TextKey(list)) else { return [] }
        var texts: [String] = []
        while !objects.isAtEnd {
            guard let object = try? objects.decode(Entry.self) else { break }
            if let text = object.fields?.text(name) { texts.append(text) }
        }
        return texts
    }

    /// Decodes an element even where it is no object, so that the list goes on.
    private struct Entry: Decodable {
        let fields: LenientFields?

        init(from decoder: any Decoder) throws {
            fields = try? LenientFields(from: decoder)
        }
    }
}

extension StringProtocol {
    /// Without white space at its ends.
    var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}
