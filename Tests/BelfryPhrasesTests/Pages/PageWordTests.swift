import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPhrases

@Suite("Words of pages")
struct PageWordTests {
    /// Every word of every page, by its name.
    static let words: [(name: String, texts: PageTexts)] =
        list(FrameWord.self) + list(FamilyWord.self) + list(AlertWord.self) + list(DeliveryWord.self) + list(ThingName.self)
        + list(SettingsWord.self) + list(MuteWord.self) + list(AddressWord.self) + list(PrayerMethodWord.self) + list(OperatorWord.self) + list(InboxWord.self)
        + list(TimelineWord.self) + list(StartWord.self) + list(InputWord.self) + list(ProblemWord.self) + list(DeviceWord.self)
        + list(ChatWord.self) + list(SignInWord.self) + list(AudienceWord.self) + list(PlannedWord.self) + list(ComposeWord.self) + list(CallWord.self)
        + list(ReminderWord.self) + list(CalendarWord.self) + list(AuditWord.self) + list(EmbedWord.self)

    private static func list<Word: PageWord>(_ type: Word.Type) -> [(name: String, texts: PageTexts)] {
        type.allCases.map { ("\(type).\($0)", $0.texts) }
    }

    @Test("Every word is there in every language, with the same places for values", arguments: Language.allCases)
    func places(language: Language) {
        for (name, texts) in Self.words {
            let text = texts.text(in: language)
            #expect(!text.isEmpty, "\(name)")
            guard PageWords.forms(of: texts.en).isEmpty else { continue }
            #expect(Self.places(in: text) == Self.places(in: texts.en), "\(name)")
        }
    }

    @Test("No line breaks between a number and its percent sign", arguments: Language.allCases)
    func percentages(language: Language) {
        for (name, texts) in Self.words { #expect(!texts.text(in: language).contains(/[0-9}] %/), "\(name)") }
    }

    @Test("In French no line begins with a colon or ends with an opening quotation mark")
    func frenchSigns() {
        #expect(PageTexts(en: "", ar: "", de: "", fr: "« {a} » : non ; si ?", es: "", tr: "").text(in: .french) == "«\u{A0}{a}\u{A0}»\u{A0}: non\u{A0}; si\u{A0}?")
        for (name, texts) in Self.words { #expect(!texts.text(in: .french).contains(/[ ][:;?!»]|«[ ]/), "\(name)") }
    }

    @Test("In French no name stands behind a word that would lose its vowel before Ana: d’Ana, qu’Ana")
    func frenchElision() {
        let pages = Self.words.map { ($0.name, $0.texts.fr) }
        for (name, text) in pages + StandardTemplates.frenchTexts.map({ ($0.key, $0.value) }) {
            #expect(!text.contains(/\b(?:de|que|jusque) (?:\{\{#name\}\})?\{+name\}/), "\(name)")
        }
    }

    @Test("A word beside a number has a form for every category that its language knows", arguments: Language.allCases)
    func forms(language: Language) {
        let needed = Set((0...200).map { PluralCategory($0, in: language) })
        var counted = 0
        for (name, texts) in Self.words where !PageWords.forms(of: texts.en).isEmpty {
            let forms = PageWords.forms(of: texts.text(in: language))
            #expect(needed.isSubset(of: forms.keys), "\(name)")
            #expect(forms[.other]?.contains("{n}") == true, "\(name)")
            counted += 1
        }
        #expect(counted > 2)
    }

    @Test("Arabic is written in Arabic, but for names and codes")
    func arabic() {
        let foreign: Set = ["ThingName.ntfy", "ThingName.webhook"]
        for (name, texts) in Self.words where !foreign.contains(name) {
            #expect(texts.ar.unicodeScalars.contains { (0x600...0x6FF).contains($0.value) }, "\(name)")
        }
    }

    @Test("No page speaks of what only whoever sets Belfry up has heard of", arguments: Language.allCases)
    func plainWords(language: Language) {
        for (name, texts) in Self.words where !name.hasPrefix("OperatorWord.") {
            #expect(!texts.text(in: language).contains(/Web ?Push|VAPID|\bAPI\b|JSON/), "\(name)")
        }
    }

    @Test("A value stands in its place, and one that looks like a place is left alone")
    func values() {
        #expect(PageWords(.german)(FrameWord.hello, ["name": "{name} & Ana"]) == "Hallo {name} & Ana.")
        #expect(PageWords(.english)(AlertWord.days, count: 1) == "1 day")
        #expect(PageWords(.arabic)(AlertWord.days, count: 3) == "3 أيام")
        #expect(PageWords(.turkish)(AlertWord.days, count: 1) == "1 gün")
    }

    @Test("A name that runs the other way turns nothing around, and none brings a mark that would")
    func names() {
        #expect(PageWords(.arabic)(FrameWord.hello, ["name": "Ana (2)"]) == "مرحبًا \u{2068}Ana (2)\u{2069}.")
        #expect(PageWords(.german)(AlertWord.about, ["name": "مريم"]) == "über \u{2068}مريم\u{2069}")
        #expect(PageWords(.turkish)(AlertWord.about, ["name": "Ayşe"]) == "Ayşe hakkında")
        #expect(PageWords(.english)(FrameWord.hello, ["name": "\u{202E}Ana\n"]) == "Hello Ana.")
    }

    @Test("How far something came at a provider is said in the reader's language, each step by words of its own", arguments: Language.allCases)
    func transmissions(language: Language) {
        let names = Transmission.Status.allCases.map { Phrases.name(of: $0, in: language) }
        #expect(Set(names).count == names.count)
        #expect(language == .english || !names.contains("accepted"))
    }

    @Test("The server's own kinds have names in every language, and an app's the one that the app gave it", arguments: Language.allCases)
    func kinds(language: Language) {
        let own = [Payload.patternAlertKind, Payload.missingWearableKind, Payload.testKind, Payload.generalKind]
        let names = own.map { Phrases.name(ofKind: $0, in: language) }
        #expect(Set(names).count == own.count && !names.contains { $0.contains("_") })
        #expect(Phrases.name(ofKind: "bill_reminder", in: language) == "bill_reminder")
    }

    @Test("German begins a whole sentence behind a colon with a capital letter")
    func germanColons() {
        for word in [AlertWord.overSourceChanged, .overNewNormal, .overHeardAgain, .withdrawn] { #expect(word.texts.de.contains(/: [A-Z]/), "\(word)") }
        #expect(DeliveryWord.cancelled.texts.de.contains(/: [A-Z]/))
    }

    @Test("German counts what waits by words that fit one as well as many")
    func germanCounts() {
        let words = PageWords(.german)
        #expect(words(DeliveryWord.waitingCount, ["n": "1"]) == "1 wartend" && words(DeliveryWord.waitingCount, ["n": "7"]) == "7 wartend")
        #expect(words(DeliveryWord.sendingCount, ["n": "1"]) == "1 unterwegs" && words(DeliveryWord.sendingCount, ["n": "7"]) == "7 unterwegs")
    }

    @Test("In Spanish one o'clock is singular, and every other hour plural")
    func spanishHours() {
        let words = PageWords(.spanish)
        #expect(words(PlanWord.atHour, ["time": "01:05", "cause": "es hora"]) == "A la 01:05: es hora.")
        #expect(words(PlanWord.atHour, ["time": "13:05", "cause": "es hora"]) == "A las 13:05: es hora.")
        #expect(words(PlanWord.atHour, ["time": "13:05", "cause": "tren de las 01:05"]) == "A las 13:05: tren de las 01:05.", "a person's words stay")
        #expect(words(PlanWord.learntUsual, ["start": "01:00", "end": "02:00"]).contains("entre la 01:00 y las 02:00"))
        for (name, texts) in Self.words { #expect(!texts.es.contains(/(?:son|eran) las \{/), "\(name)") }
    }

    @Test("Behind a unit that ends in a stop of its own a sentence has no second one")
    func stops() {
        let values = ["name": "Schlaf", "n": "21", "low": "5 Std.", "high": "8 Std.", "last": "7 Std. 10 Min."]
        #expect(PageWords(.german)(AlertWord.drawingDays, values) == "Schlaf, 21 Tage: am niedrigsten 5 Std., am höchsten 8 Std., zuletzt 7 Std. 10 Min.")
        #expect(PageWords(.german)(AlertWord.drawingUsual, ["value": "7 Std."]) == "Die gestrichelte Linie ist das Übliche, 7 Std.")
        #expect(PageWords(.turkish)(AlertWord.drawingUsual, ["value": "7 sa."]) == "Kesikli çizgi olağandır, 7 sa.")
        #expect(PageWords(.english)(FrameWord.hello, ["name": "Ana B."]) == "Hello Ana B.")
        #expect(PageWords(.english)(FrameWord.hello, ["name": "\u{2068}م.\u{2069}"]) == "Hello \u{2068}م.\u{2069}.", "an isolate has its stop at its own end")
    }

    @Test("What a button does is called the same where it is given as a reason", arguments: [Language.german, .french, .arabic, .turkish])
    func sameWords(language: Language) {
        let words = PageWords(language)
        let (snoozed, dismissed) = (words(CauseWord.snoozed), words(CauseWord.dismissed))
        switch language {
        case .german: #expect(snoozed.contains("schlummer") && words(AlertWord.snooze).lowercased().contains("schlummer"))
        case .french: #expect(snoozed.contains("en veille") && words(AlertWord.snooze).contains("en veille"))
        case .arabic: #expect(dismissed.contains("النظر") && words(AlertWord.dismiss).contains("النظر"))
        default: #expect(snoozed.contains("ertelen") && words(AlertWord.snooze) == "Ertele" && dismissed.contains("kapat"))
        }
        #expect(language == .turkish || words(InputWord.episodeStatus) == words(AlertWord.episode))
    }

    @Test("One thing has one name, on a device, on a page and in a sentence")
    func sameNames() {
        let (arabic, french) = (PageWords(.arabic), PageWords(.french))
        let recalls = Phrases.name(ofChannel: "product-recalls", in: .arabic)
        #expect(recalls == arabic(TimelineWord.recalls) && StandardTemplates.arabicTexts["pantry.recall.title"]?.contains("استدعاء") == true)
        #expect(recalls.contains("استدعاء") && !recalls.contains("سحب"), "what is withdrawn is another thing")
        #expect(arabic(InputWord.mutedUntil).contains("مكتوم") && arabic(PlanCauseWord.muted).contains("مكتوم"))
        #expect(french(SettingsWord.study) == french(TimelineWord.study))
        #expect("score d’\(french(ThingName.movement).lowercased())" == StandardTemplates.frenchTexts["pillar.names.movement"])
        let familyAlert = PageWords(.german)(ThingName.patternAlert)
        let productAlerts = StandardTemplates.germanTexts.filter { $0.key.hasPrefix("pantry.alert") }.map(\.value)
        #expect(!productAlerts.isEmpty && !productAlerts.contains { $0.contains(familyAlert) }, "a warning of food is no alert of somebody's health")
        let planned = PlanWord.allCases.map(\.texts.fr) + PlanCauseWord.allCases.map(\.texts.fr)
        for text in planned + Self.words.map({ $0.texts.fr }) { #expect(!text.contains(/\bapp(li)?\b/), "\(text)") }
    }

    @Test("Parts of a sentence are parted by the comma of their language")
    func commas() {
        #expect(Language.allCases.map { PageWords($0).comma } == [", ", "، ", ", ", ", ", ", ", ", "])
    }

    @Test("A day and an alert's heading are said as each language says them")
    func phrases() throws {
        let day = Language.allCases.map { Phrases.text(of: .sunday, in: $0) }
        #expect(day == ["25 January 2026", "25 يناير 2026", "25. Januar 2026", "25 janvier 2026", "25 de enero de 2026", "25 Ocak 2026"])
        #expect(Phrases.heading(of: .sunday, in: .french) == "Dimanche 25 janvier 2026" && Phrases.day(.sunday, in: .french) == "dimanche 25 janvier 2026")
        #expect(Phrases.heading(of: .sunday, in: .turkish) == "25 Ocak 2026 Pazar")
        #expect(Phrases.heading(of: .sleepMinutes, .dropVsBaseline, deviationPercent: -20, in: .english) == "Sleep is down")
        #expect(Phrases.heading(of: .sleepMinutes, .dropVsBaseline, deviationPercent: -20, in: .german) == "Schlaf: niedriger")
    }

    @Test("What is low though not below the usual is not said to be down", arguments: [-0.4, 0, 2])
    func low(deviationPercent: Double) {
        let headings = Language.allCases.map { Phrases.heading(of: .sleepEfficiency, .dropVsBaseline, deviationPercent: deviationPercent, in: $0) }
        #expect(
            headings.map { $0.replacing("\u{A0}", with: " ") } == [
                "Sleep efficiency is low", "كفاءة النوم: مستوى منخفض", "Schlafeffizienz: niedrig", "Efficacité du sommeil : niveau bas",
                "Eficiencia del sueño: nivel bajo", "Uyku verimliliği: düşük",
            ])
    }

    private static func places(in text: String) -> Set<String> {
        Set(text.matches(of: /\{([a-z]+)\}/).map { String($0.output.1) })
    }
}
