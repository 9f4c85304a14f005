import BelfryModel
import BelfryTime

/// A food enforcement report of openFDA: one product of an event.
///
/// Source: openFDA, "Food Recall Enforcement Reports", searchable fields. `code_info` lists lots, dates and bar codes as free text.
public struct OpenFDARecord: RecallRecord {
    public static let feed = RecallFeed.openFDA
    public static let listKey: String? = "results"
    public static let expectation = "openFDA's food enforcement reports: a list “results” of objects with an “event_id”"

    private let event: String?
    private let product: String?
    private let codes: String?
    private let firm: String?
    private let reason: String?
    private let classification: String?
    private let status: String?
    private let publishedOn: CivilDate?

    public init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        event = fields.text("event_id")
        product = fields.text("product_description")
        let codeTexts = [fields.text("code_info"), fields.text("more_code_info")].compactMap { $0 }
        codes = codeTexts.isEmpty ? nil : codeTexts.joined(separator: "; ")
        firm = fields.text("recalling_firm")
        reason = fields.text("reason_for_recall")
        classification = fields.text("classification")
        status = fields.text("status")
        publishedOn = fields.date("report_date") ?? fields.date("recall_initiation_date")
    }

    public func eventID() throws(Problem) -> String {
        guard let event else { throw .missingField("event_id") }
        guard product != nil || codes != nil else { throw .missingField("product_description") }
        return event
    }

    public static func notice(id: String, of records: [OpenFDARecord]) -> RecallNotice {
        let products = records.map { record in
            ProductText.product(record.product ?? "", codeText: record.codes, brands: [record.firm, ProductText.brand(in: record.product)])
        }
        let title = records.lazy.compactMap(\.product).first.map(ProductText.title) ?? records.lazy.compactMap(\.firm).first ?? id
        return RecallNotice(
            feed: feed, id: id, kind: .recall,
            severity: records.contains { $0.classification?.lowercased() == "class i" } ? .critical : .standard,
            status: status(of: records.compactMap(\.status)), title: title,
            reason: records.compactMap(\.reason).withoutRepeats.nonEmpty?.joined(separator: "; "),
            publishedOn: records.compactMap(\.publishedOn).min(), products: products.withoutRepeats)
    }

    /// An event is over when all of its products are.
    private static func status(of texts: [String]) -> RecallStatus? {
        guard !texts.isEmpty else { return nil }
        let names = Set(texts.map { $0.lowercased() })
        return names == ["terminated"] ? .closed : names.isSubset(of: ["terminated", "completed"]) ? .completed : .ongoing
    }
}

extension Array where Element: Hashable {
    /// Each element once, where it comes first.
    var withoutRepeats: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Array {
    var nonEmpty: Self? { isEmpty ? nil : self }
}
