import BelfryModel
import BelfryTime

/// A household's items as somebody wrote them; one that can't be read doesn't stop the others.
public struct HouseholdItemList: Decodable, Sendable {
    public let items: [HouseholdItem]
    public let findings: [HouseholdItemFinding]

    public init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else { throw Problem.wrongType(field: "", expected: "a list of items") }
        var items: [HouseholdItem] = []
        var findings: [HouseholdItemFinding] = []
        while !list.isAtEnd {
            let index = list.currentIndex
            let row = try list.decode(Row.self)
            do throws(Problem) {
                items.append(try row.result.get())
            } catch {
                findings.append(HouseholdItemFinding(index: index, id: row.id, problem: error.inside("[\(index)]")))
            }
        }
        self.items = items
        self.findings = findings
    }

    private struct Row: Decodable {
        let id: String?
        let result: Result<HouseholdItem, Problem>

        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: RecallableItem.Key.self) else {
                (id, result) = (nil, .failure(.wrongType(field: "", expected: "an object")))
                return
            }
            id = try? RecallableItem.text(fields, .id)
            result = Result { () throws(Problem) in try RecallableItem.item(fields) }
        }
    }
}

/// A thing as a household wrote it down, with what a recall may know it by.
public struct RecallableItem: Decodable, Sendable {
    public let item: HouseholdItem

    /// - Throws: `Problem` that names the field, or `DecodingError` where it is no object.
    public init(from decoder: any Decoder) throws {
        item = try Self.item(try decoder.container(keyedBy: Key.self))
    }

    /// The same but for the number under the bar code, for one that is mistyped: brand and name still tell what it is.
    public init(withoutCode decoder: any Decoder) throws {
        item = try Self.item(try decoder.container(keyedBy: Key.self), readsCode: false)
    }

    fileprivate enum Key: String, CodingKey {
        case id, name, brand, gtin, lot
        case bestBefore = "best_before"
        case category
    }

    fileprivate static func item(_ fields: KeyedDecodingContainer<Key>, readsCode: Bool = true) throws(Problem) -> HouseholdItem {
        guard let id = try text(fields, .id) else { throw .missingField("id") }
        guard let name = try text(fields, .name) else { throw .missingField("name") }
        return HouseholdItem(
            id: id, name: name, brand: try text(fields, .brand), gtins: try readsCode ? gtins(fields) : [], lot: try text(fields, .lot),
            bestBefore: try date(fields), category: try text(fields, .category))
    }

    private static func gtins(_ fields: KeyedDecodingContainer<Key>) throws(Problem) -> [GTIN] {
        guard let text = try text(fields, .gtin) else { return [] }
        let digits = PlainText.of(text).utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard (8...14).contains(digits.count), digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .wrongType(field: Key.gtin.rawValue, expected: "the 8, 12, 13 or 14 digits under the bar code")
        }
        let readings = GTIN.readings(of: Array(digits))
        guard !readings.isEmpty else { throw .badCheckDigit(field: Key.gtin.rawValue) }
        return readings
    }

    private static func date(_ fields: KeyedDecodingContainer<Key>) throws(Problem) -> CivilDate? {
        guard let text = try text(fields, .bestBefore) else { return nil }
        guard let date = CivilDate(text) else {
            throw .wrongType(field: Key.bestBefore.rawValue, expected: "a date such as 2026-01-25")
        }
        return date
    }

    /// A number counts as text, for spreadsheets make numbers of codes; nil where nothing is there.
    fileprivate static func text(_ fields: KeyedDecodingContainer<Key>, _ key: Key) throws(Problem) -> String? {
        guard fields.contains(key), (try? fields.decodeNil(forKey: key)) == false else { return nil }
        if let text = try? fields.decode(String.self, forKey: key) { return text.trimmed.isEmpty ? nil : text.trimmed }
        if let number = try? fields.decode(Int64.self, forKey: key) { return String(number) }
        throw .wrongType(field: key.rawValue, expected: "text")
    }
}

/// An item that can't be read, and why.
public struct HouseholdItemFinding: Hashable, Sendable {
    /// Its place in the list, from 0.
    public let index: Int
    /// Its identifier, where that much can be read.
    public let id: String?
    public let problem: Problem
}
