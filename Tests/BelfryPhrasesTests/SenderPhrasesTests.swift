import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("A title behind the name of whose it is")
struct SenderPhrasesTests {
    @Test(
        "Between them stands what the language writes there, and a name that runs another way than the title doesn't turn it",
        arguments: [
            (Language.english, "Corner Shop", "On its way", "Corner Shop: On its way"), (.german, "Eckladen", "Unterwegs", "Eckladen: Unterwegs"),
            (.spanish, "Tienda", "En camino", "Tienda: En camino"), (.turkish, "Köşe", "Yolda", "Köşe: Yolda"),
            (.french, "Boutique", "En route", "Boutique\u{A0}: En route"), (.arabic, "متجر", "في الطريق", "متجر: في الطريق"),
            (.arabic, "Corner Shop", "في الطريق", "\u{2068}Corner Shop\u{2069}: في الطريق"), (.english, "متجر", "3 orders", "\u{2068}متجر\u{2069}: 3 orders"),
            (.arabic, "7-Eleven", "في الطريق", "\u{2068}7-Eleven\u{2069}: في الطريق"),
            (.english, "Corner Shop", "في الطريق", "\u{2068}Corner Shop\u{2069}: في الطريق"), (.english, "Corner Shop", "", "Corner Shop"),
        ])
    func title(language: Language, sender: String, title: String, expected: String) {
        #expect(Phrases.title(title, of: sender, in: language) == expected)
    }
}
