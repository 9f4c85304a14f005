import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("The words beside what other programs report")
struct IntakePhrasesTests {
    @Test("That it is over is said in words of each language", arguments: Language.allCases)
    func over(language: Language) {
        let title = Phrases.over("Disk full", in: language)
        #expect(title.contains("Disk full") && title != "Disk full")
        #expect(language == .english || title != Phrases.over("Disk full", in: .english))
    }

    @Test("How many there are is said in each language, with its own digits between its own marks", arguments: Language.allCases)
    func counts(language: Language) {
        let counts = Phrases.counts(ofAlertsOpen: 12_480, over: 20, in: language)
        #expect(counts.split(separator: "\n").count == 2 && counts.contains(LanguageFormat.of(language).text(of: 12_480)))
        #expect(Phrases.heading(ofAlerts: nil, count: 500, in: language).hasSuffix(" (500)"))
        #expect(Phrases.heading(ofAlerts: "Disk", count: 500, in: .english) == "Disk (500)")
    }
}
