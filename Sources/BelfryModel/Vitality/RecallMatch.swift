import BelfryTime

/// A thing that a household has, as far as a recall can concern it.
public struct HouseholdItem: Hashable, Sendable {
    public let id: String
    public let name: String
    public let brand: String?
    /// What its bar code may stand for; empty where it has none.
    public let gtins: [GTIN]
    public let lot: String?
    public let bestBefore: CivilDate?
    public let category: String?

    public init(
        id: String, name: String, brand: String? = nil, gtins: [GTIN] = [], lot: String? = nil, bestBefore: CivilDate? = nil,
        category: String? = nil
    ) {
        self.id = id
        self.name = name
        self.brand = brand
        self.gtins = gtins
        self.lot = lot
        self.bestBefore = bestBefore
        self.category = category
    }
}

/// How sure it is that a notice speaks of an item.
public enum MatchConfidence: String, Codable, Comparable, Sendable {
    /// It may.
    case likely
    /// It does, by the number under the bar code.
    case exact

    public static func < (left: MatchConfidence, right: MatchConfidence) -> Bool {
        left == .likely && right == .exact
    }
}

/// By what an item was found in a notice.
public enum MatchGround: String, Codable, Sendable {
    /// The same bar code number.
    case code
    /// The notice prints the number without its first digit.
    case codeWithoutFirstDigit = "code_without_first_digit"
    /// The notice names a case of it, or the item is a case of what the notice names.
    case packaging
    /// The number is only unique inside a company, and nothing says that it is the same company.
    case restrictedCode = "restricted_code"
    /// The brand, and the words of the product.
    case words

    public var confidence: MatchConfidence { self == .code ? .exact : .likely }
}

/// What a notice means to a household: the items that it concerns.
public struct RecallMatch: Hashable, Sendable {
    public let notice: RecallNotice
    /// In the household's order; never empty.
    public let items: [ItemMatch]

    public init(notice: RecallNotice, items: [ItemMatch]) {
        self.notice = notice
        self.items = items
    }

    /// That of its surest item.
    public var confidence: MatchConfidence { items.map(\.ground.confidence).max() ?? .likely }
}

/// One item that a notice concerns, and why.
public struct ItemMatch: Hashable, Sendable {
    public let item: HouseholdItem
    public let ground: MatchGround
    /// Whether the item's own lot or best-by date is among those that the notice lists.
    public let isLotListed: Bool
    /// The lots that the notice lists, for an item whose own lot is not known.
    public let lotsToCompare: [String]

    public init(item: HouseholdItem, ground: MatchGround, isLotListed: Bool, lotsToCompare: [String]) {
        self.item = item
        self.ground = ground
        self.isLotListed = isLotListed
        self.lotsToCompare = lotsToCompare
    }
}
