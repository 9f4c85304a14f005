import BelfryModel
import BelfryTime

/// A record of the CPSC recall API: one recall of consumer products.
///
/// Source: US Consumer Product Safety Commission, "Recall Retrieval Web Services Programmer's Guide".
public struct CPSCRecord: RecallRecord {
    public static let feed = RecallFeed.cpsc
    public static let listKey: String? = nil
    public static let expectation = "the recalls of CPSC: a list of objects with a “RecallID”"

    private let id: String?
    private let title: String?
    private let description: String?
    private let products: [String]
    private let codes: [String]
    private let hazards: [String]
    private let remedies: [String]
    private let firms: [String]
    private let publishedOn: CivilDate?
    private let url: String?

    public init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        id = fields.text("RecallID")
        title = fields.text("Title")
        description = fields.text("Description")
        products = fields.texts("Products", "Name") + fields.texts("Products", "Model")
        codes = fields.texts("ProductUPCs", "UPC")
        hazards = fields.texts("Hazards", "Name")
        remedies = fields.texts("Remedies", "Name")
        firms = ["Manufacturers", "Importers", "Distributors"].flatMap { fields.texts($0, "Name") }
        publishedOn = fields.date("RecallDate")
        url = fields.text("URL")
    }

    public func eventID() throws(Problem) -> String {
        guard let id else { throw .missingField("RecallID") }
        guard title != nil || !products.isEmpty else { throw .missingField("Title") }
        return id
    }

    public static func notice(id: String, of records: [CPSCRecord]) -> RecallNotice {
        let hazards = records.flatMap(\.hazards).withoutRepeats
        let title = records.lazy.compactMap(\.title).first ?? records.flatMap(\.products).first ?? id
        return RecallNotice(
            feed: feed, id: id, kind: isWarning(title) ? .safetyWarning : .recall,
            severity: ConsumerHazard.isOfBody(hazards + [title]) ? .critical : .standard, status: nil, title: title,
            reason: hazards.nonEmpty?.joined(separator: " "), publishedOn: records.lazy.compactMap(\.publishedOn).first,
            url: records.lazy.compactMap(\.url).first, remedy: records.flatMap(\.remedies).withoutRepeats.nonEmpty?.joined(separator: " "),
            products: records.map(\.product).withoutRepeats)
    }

    /// What CPSC says alone, where the firm doesn't take part: “CPSC Warns Consumers …”, “… Warning”.
    private static func isWarning(_ title: String) -> Bool {
        let words = ProductWords.words(of: title)
        return (words.contains("warn") || words.last == "warning") && !words.contains { $0.hasPrefix("recall") }
    }

    private var product: RecalledProduct {
        let headline = ProductText.headline(title ?? "")
        let texts = products + [headline.product] + [description].compactMap { $0 }
        let codeText = codes.nonEmpty.map { "UPC " + $0.joined(separator: ", UPC ") }
        return ProductText.product(
            texts.joined(separator: "; "), codeText: codeText, brands: firms + [headline.firm, ProductText.brand(in: description)],
            hasDates: false)
    }
}
