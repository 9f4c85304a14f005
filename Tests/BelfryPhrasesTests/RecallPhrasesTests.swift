import BelfryModel
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of recalls")
struct RecallPhrasesTests {
    private func notice(
        feed: RecallFeed = .openFDA, kind: RecallKind = .recall, severity: RecallSeverity = .critical, status: RecallStatus? = .ongoing,
        remedy: String? = nil
    ) -> RecallNotice {
        let product = RecalledProduct(description: "Salad", brands: [], codes: [], lots: PrintedLots(), bestBefore: PrintedDates())
        return RecallNotice(
            feed: feed, id: "1", kind: kind, severity: severity, status: status, title: "Salad", reason: "Undeclared egg", publishedOn: nil,
            remedy: remedy,
            products: [product])
    }

    private func match(_ notice: RecallNotice, _ ground: MatchGround, isLotListed: Bool = false, lots: [String] = [], count: Int = 1)
        -> RecallMatch
    {
        let gtins = ground == .words ? [] : GTIN.readings(of: Array("036000291452".utf8))
        let items = (0..<count).map {
            ItemMatch(
                item: HouseholdItem(id: "\($0)", name: "Salad \($0)", gtins: gtins), ground: ground, isLotListed: isLotListed,
                lotsToCompare: lots)
        }
        return RecallMatch(notice: notice, items: items)
    }

    @Test("What is found by its number is covered, and told what to do")
    func exact() {
        let why = """
            “Salad 0” is covered by this recall: its bar code number 036000291452 is listed. Compare the lot on the package: A1, A2. \
            Reason: Undeclared egg. Do not eat it; throw it away or take it back to where it was bought.
            """
        #expect(Phrases.why(match(notice(), .code, lots: ["A1", "A2"])) == why)
        #expect(Phrases.why(match(notice(), .code, isLotListed: true)).contains("is listed, and so is its lot or date."))
    }

    @Test(
        "Whatever is not found by its number “may” be covered",
        arguments: [MatchGround.codeWithoutFirstDigit, .packaging, .restrictedCode, .words])
    func likely(_ ground: MatchGround) {
        let why = Phrases.why(match(notice(), ground))
        #expect(
            why.contains("“Salad 0” may be covered by this recall")
                && why.hasSuffix("Compare the package with the notice before you eat it."))
        #expect(!Phrases.why(match(notice(), .code)).contains(" may "))
    }

    @Test("An alert is an alert, and a warning a warning")
    func kinds() {
        for (kind, name) in [(RecallKind.publicHealthAlert, "public health alert"), (.safetyWarning, "safety warning")] {
            for ground in [MatchGround.code, .words] {
                let why = Phrases.why(match(notice(kind: kind, status: .closed), ground))
                #expect(why.contains("this \(name)") && !why.contains("recall"))
            }
        }
        #expect(Phrases.heading(of: notice()) == "Critical recall: Salad")
        #expect(Phrases.heading(of: notice(kind: .publicHealthAlert, severity: .standard)) == "Public health alert: Salad")
    }

    @Test("What is over for the agency is not over at home")
    func closed() {
        #expect(
            Phrases.why(match(notice(status: .closed), .code)).contains(
                "The agency has closed this recall, but what is still at home is as affected as before."))
        #expect(Phrases.why(match(notice(status: .completed), .code)).contains("The firm has finished this recall"))
    }

    @Test("The firm's remedy is the advice where there is one, and nobody eats a helmet")
    func remedies() {
        #expect(
            Phrases.why(match(notice(remedy: "Contact Acme for a refund"), .code)).hasSuffix(
                "Reason: Undeclared egg. Contact Acme for a refund."))
        #expect(Phrases.why(match(notice(feed: .cpsc), .words)).hasSuffix("before you use it."))
    }

    @Test("A long list is cut, and counted")
    func many() {
        let why = Phrases.why(match(notice(), .code, count: 7))
        #expect(why.contains("“Salad 4”") && !why.contains("“Salad 5”") && why.contains("2 more of your things"))
    }
}
