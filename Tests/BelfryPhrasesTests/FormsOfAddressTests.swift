import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("How a person is addressed")
struct FormsOfAddressTests {
    /// What is said to a person beside the pages, and why they were told or not.
    private func texts(_ templates: [String: String], in language: Language) -> [String] {
        let code = Phrases.verification(code: "123456", in: language)
        let steps = UnsubscribeWords.Step.allCases.map { Phrases.unsubscribing($0, in: language).text }
        let reasons = OwnWord.allCases.map { $0.texts.text(in: language) }
        return templates.values.sorted() + [code.title, code.body, EmailWords.of(language).footer, EmailWords.of(language).championFooter] + steps + reasons
    }

    @Test("German says du, as the pages do")
    func german() {
        for text in texts(StandardTemplates.germanTexts, in: .german) {
            // At the beginning of a sentence Sie may be a thing.
            #expect(!text.contains(/\bIhr(e[mnrs]?)?\b|\bIhnen\b|[a-zäöüß,] Sie\b/), "\(text)")
        }
    }

    @Test("Spanish says tú, as the pages do")
    func spanish() {
        for text in texts(StandardTemplates.spanishTexts, in: .spanish) { #expect(!text.contains(/\busted(es)?\b|\bsus palabras\b/), "\(text)") }
    }
}
