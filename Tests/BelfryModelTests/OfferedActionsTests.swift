import BelfryModel
import BelfryTesting
import Testing

@Suite("Actions beside a notification")
struct OfferedActionsTests {
    @Test(
        "The id of an action has 1 to 32 small letters, digits, underscores and hyphens",
        arguments: [
            ("pay", true), ("pay_now-2", true), (String(repeating: "a", count: 32), true), (String(repeating: "a", count: 33), false), ("", false),
            ("Pay", false), ("pay now", false), ("bezahlé", false), ("pay/1", false),
        ])
    func ids(text: String, isOne: Bool) {
        #expect((ActionID(text) != nil) == isOne)
    }

    @Test(
        "A title has 1 to 40 characters that can be seen, and no control characters",
        arguments: [
            ("Pay now", true), (String(repeating: "ä", count: 40), true), (String(repeating: "a", count: 41), false), ("", false), (" \u{A0}", false),
            ("Pay\nnow", false), ("Pay\0", false),
        ])
    func titles(text: String, isOne: Bool) {
        #expect((OfferedAction(id: ActionID(literal: "pay"), title: text) != nil) == isOne)
    }

    @Test("There are three at most, none with the id of another, and their links have 1024 bytes together at most")
    func lists() {
        func actions(_ ids: [String], linkByteCount: Int = 0) -> OfferedActions? {
            let start = "https://app.example/"
            let link = linkByteCount == 0 ? nil : NotificationLink(literal: start + String(repeating: "a", count: linkByteCount - start.utf8.count))
            return OfferedActions(ids.compactMap { OfferedAction(id: ActionID(literal: $0), title: "Pay", link: link) })
        }
        #expect(actions(["a", "b", "c"])?.all.count == 3)
        #expect(actions([]) == nil && actions(["a", "b", "c", "d"]) == nil && actions(["a", "a"]) == nil)
        #expect(actions(["a", "b"], linkByteCount: 512) != nil && actions(["a", "b"], linkByteCount: 513) == nil)
    }

    @Test("What leads where it may not is left out where links lead a person out; what only answers stays")
    func origins() throws {
        let json = """
            [{"id":"pay","title":"Pay","link":"https://app.example/pay"},{"id":"no","title":"No"},{"id":"open","title":"Open","link":"example-app://7"}]
            """
        let actions = try decoded(OfferedActions.self, from: json)
        let named = try #require(LinkOrigins(named: ["https://app.example"]))
        #expect(actions.shown(within: named).map(\.id.text) == ["pay", "no"] && actions.shown(within: .none).map(\.id.text) == ["no"])
        let again = try decoded(OfferedActions.self, from: actions.json)
        #expect(again == actions && actions[ActionID(literal: "open")]?.title == "Open" && actions[ActionID(literal: "none")] == nil)
    }
}
