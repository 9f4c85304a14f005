import BelfryModel
import BelfryTime

extension Phrases {
    /// What a notice is about, in a line: `Critical recall: Lucerne 2% Cottage Cheese`.
    public static func heading(of notice: RecallNotice) -> String {
        let grade = (notice.severity == .critical ? "critical " : "") + name(of: notice.kind)
        let others = notice.feed == .openFDA && notice.products.count > 1 ? " and \(notice.products.count - 1) more" : ""
        return capitalised(grade) + ": " + notice.title + others
    }

    /// Why a household is told of a notice, and what to do.
    ///
    /// An item that is not found by its bar code number “may” be affected, and an alert is never called a recall.
    public static func why(_ match: RecallMatch) -> String {
        let notice = match.notice
        var sentences = match.items.prefix(itemCountMax).map { sentence(for: $0, notice.kind) }
        if match.items.count > itemCountMax {
            sentences.append("So are, or may be, \(match.items.count - itemCountMax) more of your things.")
        }
        if let reason = notice.reason { sentences.append("Reason: \(ended(reason))") }
        if let status = sentence(for: notice.status, notice.kind) { sentences.append(status) }
        sentences.append(advice(on: match))
        return sentences.joined(separator: " ")
    }

    /// More are counted and not named.
    private static let itemCountMax = 5

    /// What makes a notice concern one item.
    public static func sentence(for match: ItemMatch, _ kind: RecallKind) -> String {
        let item = "“\(match.item.name)”"
        let notice = name(of: kind)
        let beginning =
            switch match.ground {
            case .code: "\(item) is covered by this \(notice): its bar code number \(codes(of: match.item)) is listed"
            case .codeWithoutFirstDigit:
                "\(item) may be covered by this \(notice): it lists the bar code number \(codes(of: match.item)) without its first digit"
            case .packaging: "\(item) may be covered by this \(notice): it lists another packaging of \(codes(of: match.item))"
            case .restrictedCode:
                "\(item) may be covered by this \(notice): it lists the number \(codes(of: match.item)), "
                    + "which other shops may use for other things"
            case .words: "\(item) may be covered by this \(notice): brand and product are named alike"
            }
        return beginning + (match.isLotListed ? ", and so is its lot or date." : ".") + toCompare(match)
    }

    private static func toCompare(_ match: ItemMatch) -> String {
        guard !match.isLotListed, !match.lotsToCompare.isEmpty else { return "" }
        let shown = match.lotsToCompare.prefix(lotCountMax).joined(separator: ", ")
        let rest = match.lotsToCompare.count - lotCountMax
        return " Compare the lot on the package: \(shown)\(rest > 0 ? " and \(rest) more" : "")."
    }

    private static let lotCountMax = 5

    /// What comes next: nothing good comes of using it meanwhile.
    private static func advice(on match: RecallMatch) -> String {
        if let remedy = match.notice.remedy { return ended(remedy) }
        let use = match.notice.feed == .cpsc ? "use" : "eat"
        return match.confidence == .exact
            ? "Do not \(use) it; throw it away or take it back to where it was bought."
            : "Compare the package with the notice before you \(use) it."
    }

    private static func sentence(for status: RecallStatus?, _ kind: RecallKind) -> String? {
        switch status {
        case .ongoing, nil: nil
        case .completed: "The firm has finished this \(name(of: kind)), but what is still at home is as affected as before."
        case .closed: "The agency has closed this \(name(of: kind)), but what is still at home is as affected as before."
        }
    }

    static func name(of kind: RecallKind) -> String {
        switch kind {
        case .recall: "recall"
        case .publicHealthAlert: "public health alert"
        case .safetyWarning: "safety warning"
        }
    }

    private static func codes(of item: HouseholdItem) -> String { item.gtins.first?.description ?? "" }

    private static func ended(_ text: String) -> String { [".", "!", "?"].contains(text.suffix(1)) ? text : text + "." }
}
