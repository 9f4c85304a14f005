import BelfryModel
import Testing

@testable import BelfryAPI

struct ReaderLanguageTests {
    @Test(
        "The language that the reader likes best of those that Belfry speaks; else English",
        arguments: [
            ("", .english), ("de", .german), ("de-AT, en;q=0.5", .german), ("en;q=0.5, de", .german), ("ja, fr;q=0.2", .french),
            ("ja", .english), ("*", .english), ("de;q=0, tr;q=0.1", .turkish), ("de;q=much, es;q=0.3", .spanish), (";;,,q=1", .english),
            ("ar-EG;q=0.9,ar;q=0.8", .arabic), ("fr ; q=0.4 , es ; q=0.6", .spanish),
        ] as [(String, Language)])
    func choice(header: String, language: Language) {
        #expect(Language(accepted: header) == language)
    }
}
