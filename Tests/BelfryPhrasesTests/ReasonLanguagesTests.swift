import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("Reasons in every language")
struct ReasonLanguagesTests {
    private static let lists: [[any PageWord]] = [
        DecisionWord.allCases, CauseWord.allCases, OwnWord.allCases, RehearsedWord.allCases, ChangeWord.allCases, PlanWord.allCases,
        PlanCauseWord.allCases, SkipWord.allCases,
    ]
    private static let words = lists.flatMap { $0 }
    private static let others = Language.allCases.filter { $0 != .english }

    /// The places of a text, without the number's own.
    private func places(_ text: String) -> Set<Substring> {
        Set(text.matches(of: /\{([a-z]+)\}/).map(\.output.1)).subtracting(["n"])
    }

    @Test("Each text stands in each language, with the same places, and is not the English one", arguments: others)
    func texts(language: Language) {
        for word in Self.words {
            let (english, text) = (word.texts.text(in: .english), word.texts.text(in: language))
            #expect(!text.isEmpty && places(text) == places(english), "\(language) \(word): \(text)")
            // What is made of nothing but places and marks has no language.
            let isWorded = english.replacing(/\{[a-z]+\}/, with: "").contains { $0.isLetter }
            #expect(!isWorded || text != english, "\(language) \(word): \(text)")
        }
    }

    @Test("A text beside a number has each form of its language", arguments: Language.allCases)
    func forms(language: Language) {
        let categories = Set((0...1_000).map { PluralCategory($0, in: language) })
        for word in Self.words where word.texts.text(in: .english).hasPrefix("one:") {
            let forms = PageWords.forms(of: word.texts.text(in: language))
            #expect(categories.isSubset(of: forms.keys), "\(language) \(word)")
            #expect(forms.values.allSatisfy { !$0.isEmpty })
        }
    }

    private func facts(_ channel: DeliveryChannel, isNight: Bool) -> Phrases.Circumstances {
        let quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        return Phrases.Circumstances(
            channelName: channel.rawValue, severity: .watch, localTime: isNight ? CivilDateTime(.sunday, CivilTime(literal: "23:30")) : nil,
            quietHours: isNight ? quietHours : nil, timezone: "America/Los_Angeles", snoozeUntil: isNight ? .sunday + 3 : nil,
            heldUntil: isNight ? CivilDateTime(.sunday + 1, CivilTime(literal: "07:00")) : nil, refusedSettings: isNight ? [.timezone, .quietHoursStart] : [])
    }

    private func decisions(of reason: Reason) -> [Decision] {
        [.send(reason), .defer(reason, until: .evening), .skip(reason), .merge(into: .example(1))]
    }

    @Test("Every decision is said in every language, whatever becomes of it, and none in English", arguments: Reason.allCases, others)
    func sentences(reason: Reason, language: Language) {
        let endings: [Phrases.Ending] = [
            .asDecided, .waiting, .sending, .retrying(attemptCount: 1, error: nil), .retrying(attemptCount: 3, error: "503"),
            .failed(attemptCount: 0, error: nil), .failed(attemptCount: 5, error: "503"), .rehearsed(error: nil), .rehearsed(error: "503"),
        ]
        for channel in DeliveryChannel.allCases {
            for (isNight, decision) in [true, false].flatMap({ isNight in decisions(of: reason).map { (isNight, $0) } }) {
                var facts = facts(channel, isNight: isNight)
                facts.mutedUntil = isNight ? CivilDateTime(.sunday, CivilTime(literal: "23:45")) : nil
                facts.categoryMutedUntil = facts.mutedUntil
                for ending in endings {
                    let sentence = Phrases.sentence(for: decision, facts, ending: ending, in: language)
                    expectWorded(sentence, not: Phrases.sentence(for: decision, facts, ending: ending))
                }
                facts.isForRecipient = true
                expectWorded(Phrases.sentence(for: decision, facts, in: language), not: Phrases.sentence(for: decision, facts))
                let change = Phrases.whatWouldChange(decision, facts, in: language)
                let english = Phrases.whatWouldChange(decision, facts)
                #expect((change == nil) == (english == nil))
                if let change, let english { expectWorded(change, not: english) }
                facts.isOfAlert = false
                let rehearsed = (
                    own: Phrases.whatWouldChange(decision, facts, isRehearsed: true, in: language),
                    english: Phrases.whatWouldChange(decision, facts, isRehearsed: true)
                )
                if let own = rehearsed.own, let english = rehearsed.english { expectWorded(own, not: english) }
                if let change = Phrases.whatWouldChange(decision, facts, in: language), let english = Phrases.whatWouldChange(decision, facts) {
                    expectWorded(change, not: english)
                }
            }
        }
    }

    private func expectWorded(_ text: String, not english: String) {
        let isSame = text == english
        let isWhole = text.hasSuffix(".") && !text.contains("..") && !text.contains("{")
        #expect(!isSame && isWhole, "\(text)")
        for leftover in [" because ", " the ", " it was ", " quiet hours"] { #expect(!text.contains(leftover), "\(text)") }
    }

    @Test("A held one in German, Arabic and Turkish")
    func examples() {
        let facts = facts(.push, isNight: true)
        let decision = Decision.defer(.quietHours, until: .evening)
        var known = facts
        known.refusedSettings = []
        #expect(
            Phrases.sentence(for: decision, known, in: .german)
                == "Zurückgehalten bis 07:00 am 26. Januar 2026 (America/Los_Angeles): beim Empfänger war es 23:30 Uhr, innerhalb der Ruhezeit 22:00–07:00, die nichts durchlässt.")
        #expect(
            Phrases.sentence(for: .send(.allowed), known, ending: .failed(attemptCount: 5, error: "503"), in: .turkish)
                == "5 veya daha fazla başarısız denemeden sonra vazgeçildi (503); gönderilmesi gerekiyordu: engel yoktu: anlık bildirim açık, alıcının saati 23:30 idi, sessiz saatlerin dışında.")
        #expect(Phrases.sentence(for: .skip(.dismissed), known, in: .arabic) == "لم يُرسل: صُرف النظر عن التنبيه.")
    }

    @Test("German has what would change it in the case that it needs, and Spanish an hour its article")
    func cases() {
        var facts = facts(.inApp, isNight: true)
        facts.refusedSettings = []
        #expect(
            Phrases.whatWouldChange(.send(.allowed), facts, in: .german)
                == "Aufgehalten hätte es, den Posteingang auszuschalten, die Warnung schlummern zu lassen oder zu verwerfen oder zu dieser Stunde Ruhezeit zu haben.")
        #expect(
            Phrases.whatWouldChange(.skip(.inAppDisabled), facts, in: .german)
                == "Es käme durch, wenn man in den Einstellungen unter „Wege“ den Schalter „Im Posteingang“ einschaltete.")
        #expect(
            Phrases.sentence(for: .defer(.quietHours, until: .evening), facts, in: .spanish)
                == "Retenido hasta las 07:00 del 26 de enero de 2026 (America/Los_Angeles): el reloj del destinatario marcaba las 23:30, dentro de sus horas de silencio (22:00–07:00), que no dejan pasar nada.")
        facts.heldUntil = CivilDateTime(.sunday + 1, CivilTime(literal: "01:15"))
        #expect(Phrases.sentence(for: .defer(.quietHours, until: .evening), facts, in: .spanish).hasPrefix("Retenido hasta la 01:15 del 26 de enero"))
    }

    private static let inboxIsOn: [(language: Language, sentence: String)] = [
        (
            .french,
            "Envoyé\u{A0}: rien ne s’y opposait\u{A0}: le canal «\u{A0}boîte de réception\u{A0}» est activé, il était 23:30 chez vous, hors de vos heures calmes."
        ),
        (.spanish, "Enviado: nada lo impedía: el canal «bandeja» está activado, tu reloj marcaba las 23:30, fuera de tus horas de silencio."),
        (.arabic, "أُرسل: لم يكن هناك مانع: قناة «صندوق الوارد» مفعّلة، كانت الساعة 23:30 لديك، خارج ساعات هدوئك."),
    ]

    @Test("That a channel is on agrees with what a channel is, whatever its name is", arguments: inboxIsOn)
    func agreement(language: Language, sentence: String) {
        var facts = facts(.inApp, isNight: true)
        facts.refusedSettings = []
        facts.isForRecipient = true
        #expect(Phrases.sentence(for: .send(.allowed), facts, in: language) == sentence)
        for word in [CauseWord.allowed, .allowedOutsideQuietHours] {
            let name = Phrases.name(of: DeliveryChannel.inApp, in: language)
            #expect(!PageWords(language)(word, ["channel": name, "clock": "x"]).contains(": \(name)"), "\(word)")
        }
    }

    @Test("A channel that has no article of its own is named as a channel")
    func channels() {
        var facts = facts(.inApp, isNight: true)
        facts.refusedSettings = []
        facts.isForRecipient = true
        let nbsp = "\u{A0}"
        let said: [Language: String] = [
            .german: "Nicht gesendet: du hast diese Art von Nachricht auf dem Weg „Posteingang“ ausgeschaltet.",
            .french: "Non envoyé\(nbsp): vous avez désactivé ce type de notification sur le canal «\(nbsp)boîte de réception\(nbsp)».",
            .spanish: "No enviado: has desactivado este tipo de aviso en el canal «bandeja».",
        ]
        for (language, sentence) in said { #expect(Phrases.sentence(for: .skip(.categoryDisabled), facts, in: language) == sentence) }
        #expect(PageWords(.german)(TimelineWord.overChannel, ["channel": "E-Mail"]) == "Weg: E-Mail", "beside whom it is about: über Ben")
        facts.channelName = "fax"
        #expect(Phrases.sentence(for: .skip(.categoryDisabled), facts, in: .spanish).hasSuffix("en el canal «fax»."))
    }

    /// How each language speaks of the recipient to others.
    private static let ofRecipient: [Language: [String]] = [
        .english: ["recipient", "their", "the person"], .arabic: ["المستلم", "هدوئه", "الشخص"], .german: ["Empfänger", "Person"],
        .french: ["destinataire", " ses ", " son "], .spanish: ["destinatario", " sus ", " su zona"], .turkish: ["alıcı", "kişiye"],
    ]

    @Test("To the recipient themselves no language speaks of them as of somebody else", arguments: Language.allCases)
    func recipients(language: Language) throws {
        let leftovers = try #require(Self.ofRecipient[language])
        // One of them names the member as a person.
        for reason in Reason.allCases.filter({ !$0.isOfPlansAlone && $0 != .notEntitled }) {
            for channel in DeliveryChannel.allCases {
                var facts = facts(channel, isNight: true)
                let decision: Decision = reason == .allowed ? .send(reason) : .skip(reason)
                let toOthers = Phrases.sentence(for: decision, facts, in: language)
                facts.isForRecipient = true
                let sentence = Phrases.sentence(for: decision, facts, in: language)
                // Two settings are refused, and they are somebody's.
                #expect(sentence != toOthers)
                for leftover in leftovers { #expect(!sentence.contains(leftover), "\(leftover): \(sentence)") }
            }
        }
    }

    @Test("The recipient reads that they have switched it off, and what their clock showed")
    func toRecipient() {
        var facts = facts(.push, isNight: true)
        facts.isForRecipient = true
        facts.refusedSettings = []
        #expect(
            Phrases.sentence(for: .skip(.quietHours), facts)
                == "Not sent, because it was 23:30 for you, inside your quiet hours of 22:00–07:00, which let nothing through.")
        #expect(Phrases.sentence(for: .skip(.pushDisabled), facts, in: .german) == "Nicht gesendet: du hast Push-Nachrichten ausgeschaltet.")
        #expect(Phrases.sentence(for: .skip(.muted), facts, in: .spanish) == "No enviado: lo has silenciado todo.")
        facts.mutedUntil = CivilDateTime(.sunday + 1, CivilTime(literal: "01:00"))
        #expect(
            Phrases.sentence(for: .skip(.muted), facts, in: .spanish)
                == "No enviado: lo has silenciado todo hasta la 01:00 del 26 de enero de 2026 (America/Los_Angeles).")
        #expect(
            Phrases.sentence(for: .skip(.muted), facts, in: .german)
                == "Nicht gesendet: du hast bis 01:00 am 26. Januar 2026 (America/Los_Angeles) alles stumm gestellt.")
        facts.categoryMutedUntil = facts.mutedUntil
        #expect(
            Phrases.sentence(for: .skip(.categoryMuted), facts, in: .german)
                == "Nicht gesendet: du hast diese Art von Nachricht bis 01:00 am 26. Januar 2026 (America/Los_Angeles) stumm gestellt.")
        #expect(
            Phrases.sentence(for: .skip(.categoryMuted), facts, in: .spanish)
                == "No enviado: has silenciado este tipo de aviso hasta la 01:00 del 26 de enero de 2026 (America/Los_Angeles).")
        #expect(Phrases.sentence(for: .skip(.notEntitled), facts) == "Not sent, because you may no longer be told of this person.")
    }

    @Test("Every line of a plan and whatever it leaves out is said in every language", arguments: Reason.allCases, others)
    func plans(reason: Reason, language: Language) throws {
        let quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        let setting = Phrases.PlanSetting(zone: try zone("Europe/Berlin"), quietWeek: WeeklyWindow(everyDay: quietHours), budget: 60, language: language)
        var english = setting
        english.language = .english
        let identifier = try #require(NotificationID("bills|Rent|due_day|2026-11-21"))
        let part = PlannedPart(
            identifier: identifier, due: .morning, expiresAt: nil, message: .words(title: "Rent", body: ""), category: "bills", severity: .watch, reason: reason)
        for count in [1, 2, 3, 12] {
            let line = PlannedNotification(
                identifier: identifier, moment: .evening, category: "bills", severity: .watch, parts: Array(repeating: part, count: count), reason: reason)
            expectWorded(Phrases.sentence(for: line, in: setting), not: Phrases.sentence(for: line, in: english))
        }
        for due in [Instant.morning, nil] {
            let leftOut = LeftOutNotification(identifier: identifier, due: due, category: "bills", severity: .watch, reason: reason)
            expectWorded(Phrases.sentence(for: leftOut, in: setting), not: Phrases.sentence(for: leftOut, in: english))
        }
        for coverage in [Coverage.complete, .until(.evening)] {
            expectWorded(Phrases.sentence(for: coverage, in: setting), not: Phrases.sentence(for: coverage, in: english))
        }
    }

    @Test("What a domain doesn't ask for, and the hour of a day, are said in every language", arguments: others)
    func smallOnes(language: Language) {
        for reason in SkipReason.allCases {
            for date in [CivilDate.sunday, nil] {
                let skipped = Skipped("X", on: date, because: reason)
                expectWorded(Phrases.sentence(for: skipped, in: language), not: Phrases.sentence(for: skipped))
            }
        }
        let time = CivilTime(literal: "08:00")
        let bases: [HourChoice.Basis] = [.learnt(usual: DailyWindow(start: time, end: time)), .learnt(usual: nil), .population, .trial(best: time)]
        for basis in bases {
            let choice = HourChoice(time: time, basis: basis)
            expectWorded(Phrases.sentence(for: choice, in: language), not: Phrases.sentence(for: choice))
        }
    }
}
