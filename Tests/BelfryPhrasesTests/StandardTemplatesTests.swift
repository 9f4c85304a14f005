import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("Belfry's own words in every language")
struct StandardTemplatesTests {
    private static let texts: [(language: Language, texts: [String: String])] = [
        (.english, StandardTemplates.englishTexts), (.arabic, StandardTemplates.arabicTexts), (.german, StandardTemplates.germanTexts),
        (.french, StandardTemplates.frenchTexts), (.spanish, StandardTemplates.spanishTexts), (.turkish, StandardTemplates.turkishTexts),
    ]

    private func words(_ facts: MessageFacts, _ language: Language) -> (title: String, body: String) {
        PhraseCatalogue.standard.words(for: facts, in: language)
    }

    @Test("Each language has every text, no other, and each can be used", arguments: texts)
    func complete(language: Language, texts: [String: String]) throws {
        #expect(Set(texts.keys) == Set(TemplateSignature.byKey.keys))
        for (key, text) in texts { #expect(throws: Never.self, "\(language) \(key)") { try Template(text, named: key) } }
        #expect(StandardTemplates.of(language).count == texts.count)
    }

    @Test("The sign of a share stands where numbers of that language have it", arguments: texts)
    func shares(language: Language, texts: [String: String]) {
        let share = LanguageFormat.of(language).units.percent("{{percent}}")
        for (key, text) in texts {
            let rest = text.replacing(share, with: "")
            #expect(!rest.contains("%") && !rest.contains("{{percent}}"), "\(key)")
        }
        #expect(OperatorWord.latenessText.texts.text(in: language).contains(Phrases.text(ofPercent: 95, in: language)))
    }

    @Test("No language is left out")
    func languages() {
        #expect(Self.texts.map(\.language) == Language.allCases)
    }

    private static let numbers = [0, 1, 2, 3, 10, 11, 99, 100, 101, 103, 1_000_000]

    @Test("Every message says its facts, with or without those that may be missing, and shows no braces", arguments: Language.allCases)
    func messages(language: Language) {
        for signature in TemplateSignature.messages {
            for (count, withOptional) in Self.numbers.flatMap({ [($0, true), ($0, false)] }) {
                let facts = signature.sample(count: count, withOptional: withOptional)
                let (title, body) = words(facts, language)
                let text = title + "\n" + body
                #expect(!title.isEmpty && body.isEmpty == (signature.parts.count == 1), "\(signature.name) in \(language)")
                #expect(!text.contains("{") && !text.contains("}") && !text.contains("  ") && !text.contains(".."), "\(text)")
                #expect(title == title.trimmed && body == body.trimmed)
                for case (let name, .text) in facts.values where signature.facts[name] == .text {
                    #expect(text.contains("<\(name)>"), "\(text)")
                }
                if facts.values["names"] != nil { #expect(text.contains("<names 1>") && text.contains("<names 2>"), "\(text)") }
                for case .money in facts.values.values { #expect(text.contains("45.00") || text.contains("45,00"), "\(text)") }
            }
        }
    }

    @Test("Sunday evening's bills are those of the seven days ahead, not of the week that ends")
    func weekAhead() {
        #expect(
            Self.texts.map { $0.texts["bills.weekly_digest.title"] } == [
                "Your bills in the week ahead", "فواتير الأيام السبعة القادمة", "Rechnungen der nächsten sieben Tage", "Vos factures des sept prochains jours",
                "Tus facturas de los próximos siete días", "Önümüzdeki yedi günün faturaları",
            ])
    }

    @Test("What was written in one shape before is the same as when the library writes it", arguments: texts)
    func shapes(language: Language, texts: [String: String]) throws {
        // With a character in a comment that would be taken for a mark, the library is asked each time.
        let asked = try PhraseCatalogue.standard.replacing([language: texts.mapValues { "{{! \u{E000} }}" + $0 }])
        for signature in TemplateSignature.messages {
            for (count, withOptional) in Self.numbers.flatMap({ [($0, true), ($0, false)] }) {
                let facts = signature.sample(count: count, withOptional: withOptional)
                #expect(words(facts, language) == asked.words(for: facts, in: language), "\(signature.name) in \(language)")
            }
        }
    }

    @Test("A sentence ends in one stop, also behind a name, a currency or a unit that ends in its own")
    func stops() {
        let bills: [String: MessageFacts.Value] = [
            "count": .count(2), "names": .list(["Netflix", "Acme Inc."]), "total": .money(minorUnits: 4500, currency: "EUR"),
        ]
        #expect(
            words(MessageFacts(template: "bills.weekly_digest", values: bills), .english).body == "2 bills are due: Netflix and Acme Inc. Total: €45.00.")
        let rent: [String: MessageFacts.Value] = ["name": .text("إيجار"), "amount": .money(minorUnits: 123_450, currency: "SAR")]
        #expect(
            words(MessageFacts(template: "bills.due_day", values: rent), .arabic).body
                == "المبلغ المطلوب سداده اليوم: \u{200F}1,234.50\u{A0}ر.س.\u{200F}")
        let sleep: [String: MessageFacts.Value] = [
            "metric": .text("sleep_minutes"), "subject": .text("sleep_minutes"), "lately": .measure(430, .sleepMinutes),
        ]
        #expect(
            words(MessageFacts(template: "vitality.low", values: sleep), .german).body
                == "Der Schlaf liegt niedrig, zuletzt 7\u{A0}Std.\u{A0}10\u{A0}Min.")
        let news = MessageFacts(template: "alert.news", values: ["name": .text("Ana B.")])
        #expect(words(news, .french).body == "Il y a du nouveau concernant Ana B.")
    }

    @Test("Of a budget Turkish says both amounts, and of none about how much")
    func overspent() {
        let values: [String: MessageFacts.Value] = [
            "name": .text("Yemek"), "amount": .money(minorUnits: 123_450, currency: "TRY"), "budget": .money(minorUnits: 100_000, currency: "TRY"),
            "percent": .count(123),
        ]
        #expect(words(MessageFacts(template: "bills.overspending", values: values), .turkish).body == "Bütçe ₺1.000,00, harcanan ₺1.234,50 (%123).")
    }

    @Test("A fact that has a mark in it is written as it is")
    func marks() throws {
        for name in ["\u{E000}", "a\u{E001}b", "\u{F8FF}", "{{name}}"] {
            let facts = MessageFacts(template: "bills.due_day", values: ["name": .text(name)])
            #expect(words(facts, .english).title.contains(name))
        }
    }

    @Test("No language but English speaks English", arguments: Language.allCases.filter { $0 != .english })
    func translated(language: Language) {
        let own = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0.language, $0.texts) })
        // Bare facts, and the names of prayers, which are the same words in many languages.
        let shared = Set(["fallback.body", "pantry.expiring_together.body"] + NameTable.prayer.things.map(NameTable.prayer.key))
        for (key, text) in StandardTemplates.englishTexts where !shared.contains(key) {
            let letters = Self.letters(own[language]?[key] ?? "")
            #expect(letters != Self.letters(text), "\(key) is English in \(language)")
            if language == .arabic { #expect(letters.allSatisfy { !$0.isASCII }, "\(key) has Latin letters in Arabic: \(letters)") }
        }
        #expect(own[language]?["prayer.names.sunrise"] != "Sunrise")
    }

    /// What a template says without its tags.
    private static func letters(_ text: String) -> String {
        text.replacing(/\{\{.*?\}\}/, with: "").filter(\.isLetter)
    }

    static let wordsDue: [(language: Language, bodies: [Int: String])] = [
        (
            .english,
            [0: "0 words are due today.", 1: "1 word is due today.", 2: "2 words are due today.", 1234: "1,234 words are due today."]
        ),
        (
            .arabic,
            [
                0: "لا توجد كلمات للمراجعة اليوم.", 1: "لديك كلمة واحدة للمراجعة اليوم.", 2: "لديك كلمتان للمراجعة اليوم.",
                3: "لديك 3 كلمات للمراجعة اليوم.", 10: "لديك 10 كلمات للمراجعة اليوم.", 11: "لديك 11 كلمةً للمراجعة اليوم.",
                99: "لديك 99 كلمةً للمراجعة اليوم.", 100: "لديك 100 كلمة للمراجعة اليوم.", 102: "لديك 102 كلمة للمراجعة اليوم.",
                103: "لديك 103 كلمات للمراجعة اليوم.", 111: "لديك 111 كلمةً للمراجعة اليوم.",
            ]
        ),
        (
            .german,
            [
                1: "Heute ist 1 Wort zu wiederholen.", 2: "Heute sind 2 Wörter zu wiederholen.",
                1234: "Heute sind 1.234 Wörter zu wiederholen.",
            ]
        ),
        (
            .french,
            [
                0: "0 mot à réviser aujourd’hui.", 1: "1 mot à réviser aujourd’hui.", 2: "2 mots à réviser aujourd’hui.",
                1_000_000: "1\u{202F}000\u{202F}000 de mots à réviser aujourd’hui.",
            ]
        ),
        (
            .spanish,
            [
                0: "Hoy toca repasar 0 palabras.", 1: "Hoy toca repasar 1 palabra.", 2: "Hoy toca repasar 2 palabras.",
                1234: "Hoy toca repasar 1234 palabras.", 1_000_000: "Hoy toca repasar 1.000.000 de palabras.",
            ]
        ),
        (.turkish, [1: "Bugün tekrar edilecek 1 kelime var.", 2: "Bugün tekrar edilecek 2 kelime var."]),
    ]

    @Test("The words that are due agree with their number", arguments: wordsDue)
    func plurals(language: Language, bodies: [Int: String]) {
        for (count, body) in bodies {
            #expect(words(MessageFacts(template: "study.daily", values: ["count": .count(count)]), language).body == body)
        }
    }

    static let daysAgo: [(count: Int, body: String)] = [
        (1, "كان موعد السداد أمس."), (2, "كان موعد السداد قبل يومين."), (3, "كان موعد السداد قبل 3 أيام."),
        (10, "كان موعد السداد قبل 10 أيام."),
        (11, "كان موعد السداد قبل 11 يومًا."), (99, "كان موعد السداد قبل 99 يومًا."), (100, "كان موعد السداد قبل 100 يوم."),
    ]

    @Test("Days ago in Arabic have their dual and their plurals", arguments: daysAgo)
    func arabicDays(count: Int, body: String) {
        let facts = MessageFacts(template: "bills.overdue", values: ["name": .text("إيجار"), "count": .count(count)])
        #expect(words(facts, .arabic) == ("دفعة متأخرة: إيجار", body))
    }

    @Test("Several things that expire together are counted, and so are the days")
    func together() {
        func title(_ names: [String], _ count: Int, _ language: Language) -> String {
            words(MessageFacts(template: "pantry.expiring_together", values: ["names": .list(names), "count": .count(count)]), language)
                .title
        }
        #expect(title(["Milk"], 0, .english) == "1 item expires today")
        #expect(title(["Milk", "Eggs"], 1, .english) == "2 items expire tomorrow")
        #expect(title(["Milk", "Eggs"], 3, .german) == "In 3 Tagen laufen 2 Produkte ab")
        #expect(title(["a", "b"], 1, .arabic) == "تنتهي غدًا صلاحية منتجين")
        #expect(title(["a", "b", "c"], 2, .arabic) == "تنتهي بعد يومين صلاحية 3 منتجات")
    }

    @Test("A possible recall says that it is one, and an alert is not called a recall")
    func recalls() {
        func text(_ name: String, _ language: Language) -> String {
            let (title, body) = words(MessageFacts(template: name, values: ["name": .text("X"), "reason": .text("Y")]), language)
            return title + " " + body
        }
        let recall: [Language: String] = [
            .english: "recall", .arabic: "استدعاء", .german: "ückruf", .french: "rappel", .spanish: "retirad", .turkish: "geri çağ",
        ]
        for language in Language.allCases {
            let texts = ["pantry.recall", "pantry.recall_maybe", "pantry.alert", "pantry.alert_maybe"].map { text($0, language) }
            #expect(Set(texts).count == 4)
            let names = texts.map { $0.lowercased().contains(recall[language] ?? "?") }
            #expect(names == [true, true, false, false], "\(texts)")
        }
    }

    @Test("The title of what is said of a thing leaves room for its name on a locked phone", arguments: Language.allCases)
    func roomForNames(language: Language) {
        // A locked phone shows some forty characters of a title.
        for signature in TemplateSignature.messages where signature.name.hasPrefix("pantry.") {
            let title = words(signature.sample(count: 12), language).title
            guard let name = title.firstRange(of: "<name>") else { continue }
            #expect(title[..<name.lowerBound].count <= 32, "\(title)")
        }
    }

    @Test("The title of an alert begins with whose it is, and a locked phone shows to which side they are off", arguments: Language.allCases)
    func roomForSides(language: Language) {
        for metric in Metric.allCases {
            let values: [String: MessageFacts.Value] = [
                "name": .text("Ana"), "metric": .text(metric.rawValue), "subject": .text(metric.rawValue),
            ]
            // Of it some forty characters are shown, as above.
            let shown = ["vitality.below", "vitality.above"].map { words(MessageFacts(template: $0, values: values), language).title.prefix(40) }
            #expect(shown.allSatisfy { $0.prefix(5).contains("Ana") } && shown[0] != shown[1], "\(shown)")
        }
        let silent = words(MessageFacts(template: "vitality.silent", values: ["name": .text("Ana"), "days": .count(7)]), language).title
        #expect(silent.prefix(5).contains("Ana") && silent.count <= 40, "\(silent)")
    }

    @Test("Prayers have the names that are usual in the language")
    func prayers() {
        func title(_ prayer: String, _ language: Language) -> String {
            let time = CivilTime(literal: "05:38")
            return words(MessageFacts(template: "prayer.time", values: ["prayer": .text(prayer), "time": .time(time)]), language).title
        }
        #expect(title("fajr", .english) == "Fajr at 05:38")
        #expect(title("fajr", .arabic) == "الفجر الساعة 05:38")
        #expect(title("isha", .german) == "Ischa um 05:38 Uhr")
        #expect(title("sunrise", .french) == "Lever du soleil à 05:38")
        #expect(title("maghrib", .spanish) == "Magrib: 05:38")
        #expect(title("asr", .turkish) == "İkindi: 05:38")
        #expect(title("tahajjud", .arabic) == "\u{2068}tahajjud\u{2069} الساعة 05:38")
        let sunrise = MessageFacts(template: "prayer.before", values: ["prayer": .text("sunrise"), "count": .count(10)])
        #expect(words(sunrise, .english) == ("Sunrise in 10 minutes", "The time for Fajr ends then."))
    }
}
