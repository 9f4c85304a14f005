import BelfryModel
import BelfryTime

/// A record of the FSIS recall API: an event in one language.
///
/// Source: USDA FSIS, "FSIS Recall API" documentation. English and Spanish records of an event have the same `field_recall_number`.
public struct FSISRecord: RecallRecord {
    public static let feed = RecallFeed.fsis
    public static let listKey: String? = nil
    public static let expectation = "the recalls of FSIS: a list of objects with a “field_recall_number”"

    private let number: String?
    private let isSpanish: Bool
    private let title: String?
    private let items: String?
    private let establishment: String?
    private let reason: String?
    private let summary: String?
    private let isAlert: Bool
    private let isClassI: Bool
    private let status: RecallStatus
    private let publishedOn: CivilDate?
    private let url: String?

    public init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        number = fields.text("field_recall_number")
        isSpanish = ["spanish", "es"].contains(fields.text("langcode")?.lowercased())
        title = fields.text("field_title")
        items = fields.text("field_product_items")
        establishment = fields.text("field_establishment")
        reason = fields.text("field_recall_reason")
        summary = fields.text("field_summary")
        let grades = ["field_recall_type", "field_risk_level", "field_recall_classification"].map { fields.text($0)?.lowercased() ?? "" }
        isAlert = grades.contains("public health alert")
        isClassI = grades.contains { $0 == "class i" || $0.hasSuffix(" class i") }
        let isArchived = ["true", "1"].contains(fields.text("field_archive_recall")?.lowercased())
        status = isArchived || grades[0].hasPrefix("closed") ? .closed : .ongoing
        publishedOn = fields.date("field_recall_date")
        url = fields.text("field_recall_url")
    }

    public func eventID() throws(Problem) -> String {
        guard let number else { throw .missingField("field_recall_number") }
        guard title != nil || items != nil else { throw .missingField("field_title") }
        return number
    }

    /// The English words where there are any, for they are the ones on the packages as well.
    public static func notice(id: String, of records: [FSISRecord]) -> RecallNotice {
        let ordered = records.filter { !$0.isSpanish } + records.filter(\.isSpanish)
        func first(_ value: (FSISRecord) -> String?) -> String? { ordered.lazy.compactMap(value).first }
        let title = first { $0.title } ?? id
        return RecallNotice(
            feed: feed, id: id, kind: records.contains(where: \.isAlert) ? .publicHealthAlert : .recall,
            severity: records.contains(where: \.isClassI) ? .critical : .standard,
            status: records.contains { $0.status == .ongoing } ? .ongoing : .closed, title: title, reason: first { $0.reason },
            publishedOn: ordered.lazy.compactMap(\.publishedOn).first, url: first { $0.url },
            products: products(title: title, items: first { $0.items } ?? first { $0.summary }, establishment: first { $0.establishment }))
    }

    private static func products(title: String, items: String?, establishment: String?) -> [RecalledProduct] {
        let headline = ProductText.headline(title)
        let brands = [establishment, headline.firm]
        guard let items else { return [ProductText.product(headline.product, codeText: nil, brands: brands)] }
        return pieces(of: items)
            .map { ProductText.product($0, codeText: nil, brands: brands + [ProductText.brand(in: $0)], isCut: isCut($0)) }.withoutRepeats
    }

    /// FSIS cuts many of its texts at 255 characters, within a list of lots as the case may be: `with lot codes 025093, 0`.
    ///
    /// A whole one ends as a sentence does, or with a quotation; a comma behind it is of the list. What marks and bullets took up is no longer
    /// there to be counted.
    private static func isCut(_ text: String) -> Bool {
        text.count >= cutLengthMin && text.last { $0 != "," && !$0.isWhitespace }.map { !".\"')!".contains($0) } ?? false
    }

    private static let cutLengthMin = 200

    /// The products of one text: divided by bullets, or by a full stop and a comma between two quoted names.
    private static func pieces(of items: String) -> [String] {
        let bulleted = items.split(separator: "•").map(\.trimmed).filter { $0.utf8.count > 3 }
        if bulleted.count > 1 { return bulleted }
        var pieces: [String] = []
        for sentence in items.split(separator: ",", omittingEmptySubsequences: false) {
            let isNew = pieces.last.map { $0.trimmed.hasSuffix(".") && $0.contains("\"") && !$0.trimmed.hasSuffix("oz.") } ?? true
            if isNew {
                pieces.append(String(sentence))
            } else {
                pieces[pieces.count - 1] += "," + sentence
            }
        }
        return pieces.map(\.trimmed).filter { !$0.isEmpty }
    }
}
