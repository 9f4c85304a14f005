import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words for facts")
struct PhraseCatalogueTests {
    private let due = MessageFacts(
        template: "bills.due_day", values: ["name": .text("Rent"), "amount": .money(minorUnits: 124_000, currency: "eur")])

    private func words(_ facts: MessageFacts, _ language: Language = .english, _ catalogue: PhraseCatalogue = .standard) -> [String] {
        let (title, body) = catalogue.words(for: facts, in: language)
        return [title, body]
    }

    // MARK: What an app replaces

    @Test("A text that an app replaces is said in its language, and everything else as before")
    func replaced() throws {
        let catalogue = try PhraseCatalogue.standard.replacing([
            .german: ["bills.due_day.title": "{{name}} ist heute dran"], .english: ["prayer.names.dhuhr": "Zuhr"],
        ])
        #expect(words(due, .german, catalogue) == ["Rent ist heute dran", "Heute sind 1.240,00\u{A0}€ zu zahlen."])
        #expect(words(due, .english, catalogue) == ["Due today: Rent", "€1,240.00 is to be paid today."])
        #expect(words(due, .german) == ["Heute fällig: Rent", "Heute sind 1.240,00\u{A0}€ zu zahlen."])
        let noon = MessageFacts(template: "prayer.time", values: ["prayer": .text("dhuhr"), "time": .time(CivilTime(literal: "12:31"))])
        #expect(words(noon, .english, catalogue) == ["Zuhr at 12:31", "It is time for the Zuhr prayer."])
    }

    @Test("A later replacement takes the place of an earlier one")
    func replacedTwice() throws {
        let once = try PhraseCatalogue.standard.replacing([.english: ["bills.due_day.title": "1", "bills.due_day.body": "1"]])
        #expect(words(due, .english, try once.replacing([.english: ["bills.due_day.title": "2"]])) == ["2", "1"])
    }

    @Test("A replacement writes the forms that it wants; other serves for the rest, and an exact number comes first")
    func forms() throws {
        let text = "{{#count.0}}none{{/count.0}}{{#count.one}}one{{/count.one}}{{#count.other}}{{count}}{{/count.other}}"
        let catalogue = try PhraseCatalogue.standard.replacing([.arabic: ["study.daily.title": text]])
        let said = [0, 1, 2, 5, 11].map {
            words(MessageFacts(template: "study.daily", values: ["count": .count($0)]), .arabic, catalogue)[0]
        }
        #expect(said == ["none", "one", "2", "5", "11"])
    }

    @Test("What can't be used is refused with language and name, and nothing is replaced")
    func refused() {
        #expect(throws: Problem.badTemplate(field: "de.bills.due_day.title", .malformed)) {
            try PhraseCatalogue.standard.replacing([.german: ["bills.due_day.title": "{{name"], .turkish: ["x": "y"]])
        }
        #expect(throws: Problem.badTemplate(field: "tr.bills.due_today.title", .unknownName)) {
            try PhraseCatalogue.standard.replacing([.turkish: ["bills.due_today.title": "x", "bills.due_day.title": "y"]])
        }
    }

    // MARK: What stands in facts

    @Test(
        "A fact is never read as a template, and is not escaped for HTML",
        arguments: [
            "{{amount}}", "{{#name}}x{{/name}}", "{{{name}}}", "{{> a}}", "{{=<% %>=}}", "{{", "}}", "<b>Ben</b>", "A & B", "\"'&lt;",
            "%@ %d", "\\(name)", "🇩🇪",
        ])
    func injection(name: String) {
        let facts = MessageFacts(template: "bills.due_day", values: ["name": .text(name)])
        #expect(words(facts) == ["Due today: \(name)", "It is to be paid today."])
        #expect(words(MessageFacts(template: "unheard.of", values: ["a": .text(name)])) == ["Reminder", name])
    }

    @Test("Control characters in facts are dropped, and a line stays a line")
    func controlCharacters() {
        let facts = MessageFacts(
            template: "pantry.expiring_together",
            values: ["names": .list(["Mi\u{0}lk\u{1B}[2J", "\u{202E}Eggs\nand ham", " \u{7} "]), "count": .count(1)])
        #expect(words(facts) == ["2 items expire tomorrow", "Milk[2J and Eggs and ham"])
        let money = MessageFacts(
            template: "bills.due_day", values: ["name": .text("Rent"), "amount": .money(minorUnits: 100, currency: "\u{1B}x{{")])
        #expect(words(money) == ["Due today: Rent", "X{{1.00 is to be paid today."])
    }

    @Test("A name that runs the other way is isolated from the sentence")
    func isolates() {
        #expect(
            words(MessageFacts(template: "bills.due_day", values: ["name": .text("Netflix")]), .arabic)[0]
                == "مستحق اليوم: \u{2068}Netflix\u{2069}")
        #expect(words(MessageFacts(template: "bills.due_day", values: ["name": .text("إيجار")]), .arabic)[0] == "مستحق اليوم: إيجار")
        #expect(
            words(MessageFacts(template: "bills.due_day", values: ["name": .text("إيجار")]), .french)[0]
                == "À payer aujourd’hui\u{A0}: \u{2068}إيجار\u{2069}")
        let list = MessageFacts(template: "pantry.expiring_together", values: ["names": .list(["Milk", "بيض"]), "count": .count(0)])
        #expect(words(list, .arabic)[1] == "القائمة: \u{2068}Milk\u{2069} وبيض")
    }

    // MARK: What is missing or strange

    @Test("What has no words of its own is told as it is")
    func unknownTemplate() {
        let facts = MessageFacts(
            template: "garden.water",
            values: ["plant": .text("Basil"), "count": .count(1200), "amount": .money(minorUnits: 5, currency: "EUR")])
        #expect(words(facts) == ["Reminder", "€0.05, 1,200 and Basil"])
        #expect(words(facts, .german) == ["Erinnerung", "0,05\u{A0}€, 1.200 und Basil"])
        #expect(words(MessageFacts(template: "garden.water", values: [:])) == ["Reminder", "garden.water"])
        #expect(words(MessageFacts(template: "", values: [:])) == ["Reminder", ""])
        #expect(words(MessageFacts(template: "prayer.names", values: [:])) == ["Reminder", "prayer.names"])
    }

    @Test(
        "Where a fact is missing that the words need, or is of another kind, the others are told",
        arguments: [
            (["name": .text("Rent")], "Rent"), (["name": .text(" "), "count": .count(2)], "2"),
            (["name": .text("Rent"), "count": .text("two")], "two and Rent"),
            (["name": .text("Rent"), "count": .count(2), "amount": .text("much")], "much, 2 and Rent"), ([:], "bills.overdue"),
        ] as [([String: MessageFacts.Value], String)])
    func missingFacts(values: [String: MessageFacts.Value], body: String) {
        #expect(words(MessageFacts(template: "bills.overdue", values: values)) == ["Reminder", body])
    }

    @Test("Facts that the words don't speak of are passed over")
    func moreFacts() {
        #expect(
            words(MessageFacts(template: "bills.due_day", values: ["name": .text("Rent"), "colour": .text("red")]))[0] == "Due today: Rent")
    }

    @Test("Extreme values are said too", arguments: Language.allCases)
    func extremes(language: Language) {
        for count in [Int.min, -1, Int.max] {
            let facts = MessageFacts(
                template: "bills.overdue",
                values: ["name": .text("Rent"), "count": .count(count), "amount": .money(minorUnits: count, currency: "KWD")])
            #expect(words(facts, language).allSatisfy { !$0.isEmpty })
        }
    }
}
