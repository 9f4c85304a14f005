import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("Numbers, money, days and lists in each language")
struct LanguageFormatTests {
    private func written(_ write: (LanguageFormat) -> String) -> [Language: String] {
        Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, write(.of($0))) })
    }

    @Test("Whole numbers are grouped as the language does")
    func numbers() {
        #expect(
            written { $0.text(of: 1_234_567) } == [
                .english: "1,234,567", .arabic: "1,234,567", .german: "1.234.567", .french: "1\u{202F}234\u{202F}567",
                .spanish: "1.234.567",
                .turkish: "1.234.567",
            ])
        #expect(
            written { $0.text(of: -1234) } == [
                .english: "-1,234", .arabic: "\u{200E}-1,234", .german: "-1.234", .french: "-1\u{202F}234", .spanish: "-1234",
                .turkish: "-1.234",
            ])
        for language in Language.allCases { #expect(LanguageFormat.of(language).text(of: 999) == "999") }
        #expect(LanguageFormat.spanish.text(of: 12_345) == "12.345")
        #expect(LanguageFormat.english.text(of: Int.min) == "-9,223,372,036,854,775,808")
    }

    @Test("A wait is said in the unit that suits it, with the language's own decimal separator")
    func waits() {
        #expect(
            written { $0.text(of: .milliseconds(440)) } == [
                .english: "0.4\u{A0}s", .arabic: "0.4\u{A0}ث", .german: "0,4\u{A0}Sek.", .french: "0,4\u{A0}s", .spanish: "0,4\u{A0}s", .turkish: "0,4\u{A0}sn.",
            ])
        let waits: [Duration] = [.zero, .milliseconds(9_960), .seconds(12), .seconds(119), .seconds(180), .seconds(7_199), .seconds(7_200)]
        let english = waits.map { Phrases.text(of: $0, in: .english).replacing("\u{A0}", with: " ") }
        #expect(english == ["0.0 s", "10.0 s", "12 s", "119 s", "3 min", "120 min", "2 h"])
    }

    @Test("A share has its sign where the language puts it")
    func shares() {
        let shares = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, Phrases.text(ofPercent: 35, in: $0)) })
        #expect(
            shares == [
                .english: "35%", .arabic: "35\u{200E}%\u{200E}", .german: "35\u{A0}%", .french: "35\u{202F}%", .spanish: "35\u{A0}%", .turkish: "%35",
            ])
    }

    @Test("Money has its symbol where the language puts it")
    func money() {
        #expect(
            written { $0.text(ofMinorUnits: 124_050, currency: "EUR") } == [
                .english: "€1,240.50", .arabic: "\u{200F}1,240.50\u{A0}€", .german: "1.240,50\u{A0}€", .french: "1\u{202F}240,50\u{A0}€",
                .spanish: "1240,50\u{A0}€", .turkish: "€1.240,50",
            ])
        #expect(
            written { $0.text(ofMinorUnits: -5, currency: "USD") } == [
                .english: "-$0.05", .arabic: "\u{200F}\u{200E}-0.05\u{A0}US$", .german: "-0,05\u{A0}$", .french: "-0,05\u{A0}$US",
                .spanish: "-0,05\u{A0}US$", .turkish: "-$0,05",
            ])
        #expect(LanguageFormat.turkish.text(ofMinorUnits: 4500, currency: "TRY") == "₺45,00")
        #expect(LanguageFormat.arabic.text(ofMinorUnits: 4500, currency: "SAR") == "\u{200F}45.00\u{A0}ر.س.\u{200F}")
    }

    @Test(
        "A currency has the decimals of ISO 4217",
        arguments: [
            ("JPY", "¥1,234,567"), ("KRW", "₩1,234,567"), ("KWD", "KWD\u{A0}1,234.567"), ("TND", "TND\u{A0}1,234.567"),
            ("GBP", "£12,345.67"), ("CLF", "CLF\u{A0}123.4567"), ("UYW", "UYW\u{A0}123.4567"),
            ("CHF", "CHF\u{A0}12,345.67"),
        ])
    func decimals(code: String, text: String) {
        #expect(LanguageFormat.english.text(ofMinorUnits: 1_234_567, currency: code) == text)
    }

    @Test("A currency that nobody knows is shown by its code, and no amount is too small or too large")
    func strangeMoney() {
        #expect(LanguageFormat.english.text(ofMinorUnits: 100, currency: "QQQ") == "QQQ\u{A0}1.00")
        #expect(LanguageFormat.german.text(ofMinorUnits: 100, currency: "QQQ") == "1,00\u{A0}QQQ")
        #expect(LanguageFormat.english.text(ofMinorUnits: 0, currency: "KWD") == "KWD\u{A0}0.000")
        #expect(LanguageFormat.english.text(ofMinorUnits: 7, currency: "EUR") == "€0.07")
        #expect(LanguageFormat.english.text(ofMinorUnits: Int.min, currency: "EUR") == "-€92,233,720,368,547,758.08")
        #expect(LanguageFormat.english.text(ofMinorUnits: 1, currency: "") == "0.01")
    }

    @Test("A day is said with its weekday and month")
    func days() {
        #expect(
            written { $0.text(of: CivilDate.sunday) } == [
                .english: "Sunday 25 January 2026", .arabic: "الأحد، 25 يناير 2026", .german: "Sonntag, 25. Januar 2026",
                .french: "dimanche 25 janvier 2026", .spanish: "domingo, 25 de enero de 2026", .turkish: "25 Ocak 2026 Pazar",
            ])
        #expect(LanguageFormat.french.text(of: CivilDate(literal: "2026-08-01")) == "samedi 1er août 2026")
    }

    @Test("Each language has seven weekdays and twelve months, none twice")
    func names() {
        for language in Language.allCases {
            let format = LanguageFormat.of(language)
            #expect(format.weekdays.count == 7 && Set(format.weekdays).count == 7)
            #expect(format.months.count == 12 && Set(format.months).count == 12)
        }
    }

    @Test("Things in a row are joined, with the word for and before the last")
    func lists() {
        #expect(
            written { $0.text(of: ["A", "B", "C"]) } == [
                .english: "A, B and C", .arabic: "A وB وC", .german: "A, B und C", .french: "A, B et C", .spanish: "A, B y C",
                .turkish: "A, B ve C",
            ])
        for language in Language.allCases {
            #expect(LanguageFormat.of(language).text(of: ["A"]) == "A")
            #expect(LanguageFormat.of(language).text(of: [String]()) == "")
        }
    }

    @Test(
        "In Spanish y becomes e before the sound of i, but not before a diphthong",
        arguments: [
            ("infusión", "e"), ("Higos", "e"), ("hielo", "y"), ("índigo", "e"), ("leche", "y"), ("hiato", "y"), ("huevos", "y"), ("", "y"),
        ])
    func spanishAnd(word: String, conjunction: String) {
        #expect(LanguageFormat.spanish.text(of: ["pan", word]) == "pan \(conjunction) \(word)")
    }
}
