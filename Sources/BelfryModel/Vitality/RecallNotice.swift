import BelfryTime

/// A feed in which an agency publishes recalls.
public enum RecallFeed: String, CaseIterable, Codable, Sendable {
    /// The food enforcement reports of the US Food and Drug Administration.
    case openFDA = "openfda"
    /// The recalls and public health alerts of the US Food Safety and Inspection Service.
    case fsis
    /// The recalls of the US Consumer Product Safety Commission.
    case cpsc
}

/// Whether an agency takes products back or only warns of them.
public enum RecallKind: String, Codable, Sendable {
    case recall
    /// A warning of products that nobody takes back, as when they are no longer sold.
    case publicHealthAlert = "public_health_alert"
    /// The same, of consumer products.
    case safetyWarning = "safety_warning"
}

/// How grave a notice is to a household.
public enum RecallSeverity: String, Codable, Comparable, Sendable {
    case standard
    /// Somebody may come to serious harm.
    case critical

    public static func < (left: RecallSeverity, right: RecallSeverity) -> Bool {
        left == .standard && right == .critical
    }
}

/// How far a recall is. What is at home is affected all the same.
public enum RecallStatus: String, Codable, Sendable {
    case ongoing
    /// The firm has recovered what it could.
    case completed
    /// The agency has closed the file, or archived it.
    case closed
}

/// One event of a feed: everything that is recalled, or warned of, for one reason at one time.
public struct RecallNotice: Hashable, Sendable {
    public let feed: RecallFeed
    /// What the agency calls the event: openFDA's `event_id`, FSIS's `field_recall_number`, CPSC's `RecallID`.
    public let id: String
    public let kind: RecallKind
    public let severity: RecallSeverity
    /// Nil where the feed doesn't say.
    public let status: RecallStatus?
    public let title: String
    public let reason: String?
    public let publishedOn: CivilDate?
    public let url: String?
    public let remedy: String?
    public let products: [RecalledProduct]

    public init(
        feed: RecallFeed, id: String, kind: RecallKind, severity: RecallSeverity, status: RecallStatus?, title: String, reason: String?,
        publishedOn: CivilDate?, url: String? = nil, remedy: String? = nil, products: [RecalledProduct]
    ) {
        self.feed = feed
        self.id = id
        self.kind = kind
        self.severity = severity
        self.status = status
        self.title = title
        self.reason = reason
        self.publishedOn = publishedOn
        self.url = url
        self.remedy = remedy
        self.products = products
    }
}

/// One product of a notice, with what was found in its text.
public struct RecalledProduct: Hashable, Sendable {
    /// What it is, in the agency's words, which often name its brand, too.
    public let description: String
    /// Firms and brands that the notice names apart from the description.
    public let brands: [String]
    public let codes: [PrintedCode]
    public let lots: PrintedLots
    public let bestBefore: PrintedDates

    public init(description: String, brands: [String], codes: [PrintedCode], lots: PrintedLots, bestBefore: PrintedDates) {
        self.description = description
        self.brands = brands
        self.codes = codes
        self.lots = lots
        self.bestBefore = bestBefore
    }
}

/// A bar code number as a notice prints it.
public struct PrintedCode: Hashable, Sendable {
    public let gtin: GTIN
    /// Whether its first digit was left out, so that the usual one, 0, had to be assumed.
    public let isAssumed: Bool

    public init(_ gtin: GTIN, isAssumed: Bool = false) {
        self.gtin = gtin
        self.isAssumed = isAssumed
    }
}

/// The lots that a notice lists.
public struct PrintedLots: Hashable, Sendable {
    /// As printed, in capitals, without spaces and marks.
    public let listed: [String]
    /// Whether a lot that is not among them is not recalled: not so for “all lots” or a range.
    public let isComplete: Bool
    /// All words of the text in which a lot could stand, in their order.
    public let mentioned: [String]

    public init(listed: [String] = [], isComplete: Bool = false, mentioned: [String] = []) {
        self.listed = listed
        self.isComplete = isComplete
        self.mentioned = mentioned
    }
}

/// The dates that a notice lists, each as the days that it may mean.
public struct PrintedDates: Hashable, Sendable {
    /// A month is all of its days; 11/06/2026 is both a day in June and one in November.
    public let listed: [ClosedRange<CivilDate>]
    /// Whether a best-by date that is not among them is not recalled.
    public let isComplete: Bool

    public init(listed: [ClosedRange<CivilDate>] = [], isComplete: Bool = false) {
        self.listed = listed
        self.isComplete = isComplete
    }
}
