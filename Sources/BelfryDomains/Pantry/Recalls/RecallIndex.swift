import BelfryModel

/// Finds the notices that concern a household, by bar code number first, then by brand and words.
///
/// Built once for a feed; a question then looks only at the products that share a number or a brand with an item.
public struct RecallIndex: Sendable {
    private let notices: [RecallNotice]
    private let entries: [Entry]
    private var byCode: [GTIN: [Int]] = [:]
    private var byItemReference: [UInt64: [Int]] = [:]
    private let words: WordIndex

    /// Where a product stands in the notices.
    private struct Entry {
        let notice: Int
        let product: RecalledProduct
    }

    public init(_ notices: [RecallNotice]) {
        self.notices = notices
        entries = notices.enumerated().flatMap { index, notice in notice.products.map { Entry(notice: index, product: $0) } }
        words = WordIndex(entries.map(\.product))
        for (index, entry) in entries.enumerated() {
            for code in entry.product.codes {
                byCode[code.gtin, default: []].append(index)
                if code.gtin.isOfKnownPackaging { byItemReference[code.gtin.itemReference, default: []].append(index) }
            }
        }
    }

    /// What concerns a household, in the order of the feed: each notice once, with every item that it touches.
    public func matches(for items: [HouseholdItem]) -> [RecallMatch] {
        var found: [Int: [ItemMatch]] = [:]
        for item in items {
            for (notice, match) in matches(for: item) { found[notice, default: []].append(match) }
        }
        return found.sorted { $0.key < $1.key }.map { RecallMatch(notice: notices[$0.key], items: $0.value) }
    }

    /// The surest ground on which each notice concerns an item.
    private func matches(for item: HouseholdItem) -> [Int: ItemMatch] {
        var best: [Int: ItemMatch] = [:]
        func consider(_ index: Int, _ ground: MatchGround) {
            let entry = entries[index]
            guard let isListed = entry.product.isLotListed(of: item) else { return }
            let lots = item.lot == nil ? entry.product.lots.listed : []
            let match = ItemMatch(item: item, ground: ground, isLotListed: isListed, lotsToCompare: lots)
            guard let other = best[entry.notice] else {
                best[entry.notice] = match
                return
            }
            if (match.ground.rank, match.isLotListed ? 0 : 1) < (other.ground.rank, other.isLotListed ? 0 : 1) {
                best[entry.notice] = match
            }
        }
        for gtin in item.gtins {
            for index in byCode[gtin] ?? [] { consider(index, ground(of: gtin, item, index)) }
            guard gtin.isOfKnownPackaging else { continue }
            for index in byItemReference[gtin.itemReference] ?? [] where !entries[index].product.codes.contains(where: { $0.gtin == gtin })
            {
                consider(index, .packaging)
            }
        }
        for index in words.products(of: item) {
            // Where both sides have numbers, these have spoken.
            if !item.gtins.isEmpty, !entries[index].product.codes.isEmpty { continue }
            consider(index, .words)
        }
        return best
    }

    private func ground(of gtin: GTIN, _ item: HouseholdItem, _ index: Int) -> MatchGround {
        let printed = entries[index].product.codes.filter { $0.gtin == gtin }
        if printed.allSatisfy(\.isAssumed) { return .codeWithoutFirstDigit }
        if gtin.isRestricted, let brand = item.brand, !words.names(brand, product: index) { return .restrictedCode }
        return .code
    }
}

extension GTIN {
    /// Whether it is an article's or a fixed case's; one of variable measure says nothing of what is in it, one of 8 digits has no case.
    fileprivate var isOfKnownPackaging: Bool { packagingIndicator <= 8 && number >= 100_000_000 }
}

extension MatchGround {
    /// The surest first.
    fileprivate var rank: Int {
        switch self {
        case .code: 0
        case .codeWithoutFirstDigit: 1
        case .packaging: 2
        case .restrictedCode: 3
        case .words: 4
        }
    }
}

extension RecalledProduct {
    /// Whether the item's lot or best-by date is listed; nil where it is excluded.
    ///
    /// The lot decides over the date: it is the narrower of the two.
    fileprivate func isLotListed(of item: HouseholdItem) -> Bool? {
        if let lot = item.lot {
            if lots.mentions(lot) { return true }
            if lots.isComplete { return nil }
        }
        if let date = item.bestBefore {
            if bestBefore.listed.contains(where: { $0.contains(date) }) { return true }
            if bestBefore.isComplete { return nil }
        }
        return false
    }
}

extension PrintedLots {
    /// Whether a lot stands in the text, however it is divided there: `25 085 ID02` is `25085ID02`.
    fileprivate func mentions(_ lot: String) -> Bool {
        LotScanner.readings(of: lot).contains { wanted in
            let bare = ["LOT", "BATCH", "L"].first { wanted.hasPrefix($0) }.map { String(wanted.dropFirst($0.count)) }
            return !wanted.isEmpty && (contains(wanted) || bare.map { !$0.isEmpty && contains($0) } ?? false || contains("L" + wanted))
        }
    }

    private func contains(_ lot: String) -> Bool {
        mentioned.indices.contains(where: { start in
            var rest = lot[...]
            for word in mentioned[start...] {
                guard rest.hasPrefix(word) else { return false }
                rest = rest.dropFirst(word.count)
                if rest.isEmpty { return true }
            }
            return false
        })
    }
}
