import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPhrases

@Suite("The words of alerts to whom they are about")
struct OwnAlertPhrasesTests: SaysAlerts {
    static let own: [(language: Language, title: String, body: String)] = [
        (.english, "Your steps are down", "Steps have been 35% below your usual 8,000 for 4 days, lately 5,201."),
        (
            .german, "Bei dir: Schritte unter dem Üblichen",
            "Die Schrittzahl liegt seit 4 Tagen, zuletzt 5.201, 35 % unter deinem üblichen Wert (8.000)."
        ),
        (
            .french, "Votre nombre de pas en baisse",
            "Le nombre de pas est depuis 4 jours 35 % en dessous de votre niveau habituel (8 000), dernièrement 5 201."
        ),
        (
            .spanish, "Tus pasos, a la baja",
            "El número de pasos está desde hace 4 días un 35 % por debajo de lo habitual en ti (8000), últimamente 5201."
        ),
        (
            .turkish, "Sizde adım sayısı düştü",
            "Adım sayısı, 4 gündür (son olarak 5.201) olağan düzeyinizin (8.000) %35 altında."
        ),
        (
            .arabic, "عدد الخطوات لديك أقل من المعتاد",
            "عدد الخطوات أقل من المعتاد لديك (8,000) بنسبة 35\u{200E}%\u{200E} منذ 4 أيام، ومؤخرًا 5,201."
        ),
    ]

    @Test("Whoever it is about reads of themselves, and not of somebody of their name", arguments: own)
    func ownAlert(language: Language, title: String, body: String) {
        let content = Phrases.content(of: Delivery.example(1, to: .ben), severity: .watch, in: language)
        #expect(content.title.replacing("\u{A0}", with: " ") == title)
        #expect(content.body.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") == body)
        #expect(!Phrases.content(of: Delivery.example(1), severity: .watch, in: language).body.contains(body))
    }

    @Test("Whatever facts are missing, one's own sentence is made of the others", arguments: Language.allCases)
    func ownMissingFacts(language: Language) {
        var bare = Payload()
        bare.memberName = "Ben"
        for change in [{ _ in }, { $0.metric = .restingHeartRate }, { $0.level = .days7 }, { $0.baselineValue = 58 }] as [(inout Payload) -> Void] {
            change(&bare)
            let delivery = Delivery(id: .example(1), createdAt: .noon, recipient: .ben, member: .ben, alert: AlertID("alert-1"), channelName: "push", payload: bare)
            let content = Phrases.content(of: delivery, severity: .watch, in: language)
            #expect(!content.title.contains("Ben") && !content.body.contains("Ben") && content.body.hasSuffix("."), "\(content.body)")
            #expect(!content.body.contains("  ") && !content.body.contains("()") && !content.body.contains(" ."), "\(content.body)")
        }
    }

    @Test("What names nobody may be about nobody, though it is said to be about whoever reads it")
    func ownNews() {
        func title(_ name: String?, of alert: AlertID? = AlertID("alert-1")) -> String {
            var payload = Payload()
            payload.memberName = name
            let delivery = Delivery(id: .example(1), createdAt: .noon, recipient: .ben, member: .ben, alert: alert, channelName: "push", payload: payload)
            return Phrases.content(of: delivery, severity: .watch).title
        }
        #expect(title("Ben") == "A message about you" && title(nil) == "A message about your family")
        #expect(title("Ben", of: nil) == "A message about Ben", "an order may name anybody")
    }

    @Test("In a summary each line is about whom it is about")
    func ownSummary() {
        let example = Delivery.example(1, to: .ben)
        let held = Delivery(
            id: example.id, createdAt: example.createdAt, recipient: .ben, member: .ben, alert: example.alert, channelName: example.channelName,
            payload: example.payload, heldSince: .morning)
        let content = Phrases.content(of: held, merged: [.example(2, about: .ana, to: .ben)], severity: .watch)
        #expect(content.title == "2 updates that waited for you")
        #expect(
            content.body.replacing("\u{A0}", with: " ") == """
                • Steps have been 35% below your usual 8,000 for 4 days, lately 5,201.
                • Steps have been 35% below Ben's usual 8,000 for 4 days, lately 5,201.
                """)
    }

    @Test("Several of one's own that were found together are one's own figures")
    func ownTogether() {
        let content = Phrases.content(of: Delivery.example(1, to: .ben), merged: [.example(2, to: .ben)], severity: .watch)
        #expect(content.title == "2 of your figures are off their usual")
        #expect(content.body.split(separator: "\n").allSatisfy { $0.contains("below your usual") })
    }
}
