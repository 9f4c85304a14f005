import BelfryModel
import BelfryTesting
import Foundation
import Testing

@Suite("Languages")
struct LanguageTests {
    @Test(
        "A tag names its language, whatever stands behind it",
        arguments: [
            ("en", .english), ("ar-EG", .arabic), ("de_AT", .german), ("FR", .french), ("es-419", .spanish), ("tr-Latn-TR", .turkish),
            ("ar-SA-u-nu-latn", .arabic),
        ] as [(String, Language)])
    func tags(tag: String, language: Language) throws {
        #expect(Language(tag: tag) == language)
        #expect(try decoded([Language].self, from: "[\"\(tag)\"]") == [language])
    }

    @Test("Another language is none", arguments: ["", "nl", "ara", "english", "-en", " en", "x-de"])
    func unknown(tag: String) {
        #expect(Language(tag: tag) == nil)
        let expected = Problem.unknownValue(field: "[0]", allowed: ["en", "ar", "de", "fr", "es", "tr"])
        #expect(problem(with: "[\"\(tag)\"]", as: [Language].self) == expected)
    }

    @Test("Only Arabic runs from right to left")
    func direction() {
        #expect(Language.allCases.filter(\.isRightToLeft) == [.arabic])
    }

    @Test("A language is encoded as its tag")
    func encoding() throws {
        #expect(String(decoding: try JSONEncoder().encode(Language.allCases), as: UTF8.self) == #"["en","ar","de","fr","es","tr"]"#)
    }
}
