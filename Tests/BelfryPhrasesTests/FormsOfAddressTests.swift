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

    /// What is said to a person in mails, on a device and on pages whose reader is a stranger.
    private func spoken(in language: Language) -> [String] {
        let code = Phrases.verification(code: "123456", in: language)
        let steps = UnsubscribeWords.Step.allCases.map { Phrases.unsubscribing($0, in: language) }
        let mail = EmailWords.of(language)
        let banners = DeviceNotice.allCases.compactMap { Phrases.banner(for: $0, in: language) }
        let problems = ProblemWord.allCases.map { $0.texts.text(in: language) }
        return [code.title, code.body, mail.footer, mail.championFooter] + steps.flatMap { [$0.title, $0.text] } + banners + problems
    }

    @Test("French and Spanish take nobody for a man")
    func noGender() {
        for text in spoken(in: .french) { #expect(!text.contains(/\b(prévenu|averti|abonné|désabonné|connecté|désigné)\b/), "\(text)") }
        for text in spoken(in: .spanish) { #expect(!text.contains(/\b(suscrito|conectado|avisado)\b/), "\(text)") }
    }

    @Test("French has its own apostrophe, and a space that holds before its high signs")
    func frenchSigns() {
        for text in spoken(in: .french) + StandardTemplates.frenchTexts.values { #expect(!text.contains(/'|[ ][:;?!»]|«[ ]/), "\(text)") }
    }

    @Test("Spanish says tú, as the pages do")
    func spanish() {
        for text in texts(StandardTemplates.spanishTexts, in: .spanish) { #expect(!text.contains(/\busted(es)?\b|\bsus palabras\b/), "\(text)") }
    }
}
